"""Why: every sentence against the numbers, the numbers against walks forwards, and what is refused."""

import re
from functools import cache
from random import Random

import numpy as np
import pytest
from helpers import advisor
from lanes import slow_but
from played import GAME, reviewed

from yahtzee_core.advice import advise
from yahtzee_core.advice.advice import NEXT, Advice
from yahtzee_core.advice.advisor import Advisor
from yahtzee_core.advice.gains import PartOfWhy
from yahtzee_core.advice.notation import parse_position
from yahtzee_core.advice.review import WORST
from yahtzee_core.advice.sentences import CHANCE, COVERED, TURN
from yahtzee_core.advice.why import Why
from yahtzee_core.errors import UserError
from yahtzee_core.game.game import Game
from yahtzee_core.game.load import load_game
from yahtzee_core.policies.decisions import optimal_policy
from yahtzee_core.policies.parts import option_parts
from yahtzee_core.policies.walk import part_names, walk
from yahtzee_core.turn.positions import Action, Position, format_dice, state_of

SUMS = 1e-9
NAMES = {"upper_bonus": "through the upper bonus", "yahtzee_bonus": "through extra Yahtzees"}
WORTH = re.compile(r"(.+) is worth (\d+\.\d+) points more than (.+)\.")
TIED = re.compile(r"(.+) and (.+) are tied: each is worth (\d+\.\d\d) points\.")
TERM = re.compile(r"(\d+\.\d+) ((?:in|through) .+?)(?: \(chance (.+?) against (.+?)\))?$")
REST = re.compile(r"; all else comes to ([+-]\d+\.\d+)\.$")
ENDS = re.compile(r"This turn ends in (.+) in (.+) of games, against (.+)\.")


@cache
def advisor_of(name: str) -> Advisor:
    """An advisor of a built-in game that has its parts, from which its chances come, too."""
    here = Advisor(load_game(name))
    assert here.parts is not None
    return here


def drawn(here: Advisor, random: Random) -> Position:
    """Any position that can be."""
    states, game = here.arena.states, here.game
    masks = np.flatnonzero(states.options.reachable[: game.full])
    filled = int(random.choice(masks.tolist()))
    upper = int(random.choice(states.totals[states.upper_filled[filled]].tolist()))
    chip = bool(states.has_chips[filled]) and random.random() < 0.5
    dice = tuple(sorted(random.choices(range(1, game.faces + 1), k=game.dice)))
    return Position(filled, upper, chip, dice, random.randrange(game.rolls))


# Sentences


class Claims:
    """The sentences of a comparison, read back and held against its numbers."""

    def __init__(self, game: Game, advice: Advice, why: Why) -> None:
        self.game, self.why, self.sentences = game, why, list(why.sentences)
        self.value = {one.action: one.value for one in advice.actions}
        self.parts = {self.name(part): part for part in why.parts}
        assert 1 <= len(self.sentences) <= 3

    def name(self, part: PartOfWhy) -> str:
        """How a part is called after a number."""
        return NAMES.get(part.part) or f"in {self.game.categories[self.game.index(part.part)].title}"

    def doing(self, action: Action) -> str:
        """An action as a subject."""
        if action.category is not None:
            return f"scoring {self.game.categories[action.category].title}"
        return f"keeping {format_dice(action.keep or ())}".replace("keeping -", "keeping nothing")

    def check(self) -> None:
        """Every sentence, and that there is no other."""
        why = self.why
        assert why.difference == pytest.approx(self.value[why.action] - self.value[why.against], abs=SUMS)
        assert sum(part.difference for part in why.parts) == pytest.approx(why.difference, abs=SUMS)
        assert why.tie == (why.difference <= 1e-9)
        self.tied() if why.tie else self.worth()
        assert self.sentences == []

    def tied(self) -> None:
        """Both actions, and what each is worth."""
        found = TIED.fullmatch(self.sentences.pop(0))
        assert found
        assert self.actions(found[1], found[2])
        assert float(found[3]) == pytest.approx(self.value[self.why.action], abs=0.0051)

    def worth(self) -> None:
        """The difference; then what is gained and given up, the rest, and where the turn ends."""
        found = WORTH.fullmatch(self.sentences.pop(0))
        assert found and self.actions(found[1], found[3])
        assert self.shown(found[2], self.why.difference) and len(found[2].lstrip("0.")) >= 2
        named = self.terms("gains", 1) + self.terms("gives up", -1)
        self.covered(named)
        if self.sentences:
            self.ends()

    def actions(self, one: str, other: str) -> bool:
        """Whether two subjects are the two actions."""
        return [one[0].lower() + one[1:], other] == [
            self.doing(action) for action in (self.why.action, self.why.against)
        ]

    def terms(self, verb: str, sign: int) -> list[PartOfWhy]:
        """The parts that a sentence names, if it is the next one."""
        if not self.sentences or not self.sentences[0].startswith(f"It {verb} "):
            return []
        sentence = self.sentences.pop(0)
        rest = REST.search(sentence)
        self.rest = rest[1] if rest else getattr(self, "rest", None)
        listed = sentence[: rest.start() if rest else -1].removeprefix(f"It {verb} ")
        terms = re.split(r"(?:, | and )(?=\d)", listed)
        return [self.term(text, sign) for text in terms]

    def term(self, text: str, sign: int) -> PartOfWhy:
        """A number in a part, and its chances when they differ."""
        found = TERM.fullmatch(text)
        assert found, text
        part = self.parts[found[2]]
        assert sign * part.difference > 0 and float(found[1]) > 0
        assert self.shown(found[1], abs(part.difference))
        assert (found[3] is not None) == (abs(part.chance - part.chance_against) >= CHANCE)
        if found[3]:
            assert likely(found[3], part.chance) and likely(found[4], part.chance_against)
        return part

    def covered(self, named: list[PartOfWhy]) -> None:
        """The named parts are the largest and make most of the difference; what is left is told."""
        sizes = sorted((abs(part.difference) for part in self.why.parts), reverse=True)
        mine = sorted((abs(part.difference) for part in named), reverse=True)
        assert mine == sizes[: len(mine)] and len({part.part for part in named}) == len(named)
        assert sum(mine) >= COVERED * sum(sizes) - 1e-12
        assert sum(mine[:-1]) < COVERED * sum(sizes)
        left = self.why.difference - sum(part.difference for part in named)
        told = getattr(self, "rest", None)
        assert abs(left) <= 0.005 if told is None else self.shown(told, left)

    def ends(self) -> None:
        """Where the turn ends more often."""
        found = ENDS.fullmatch(self.sentences.pop(0))
        assert found
        turns = {f"in {found[1]}": (found[2], found[3])}
        ((name, (one, other)),) = turns.items()
        part = self.parts[name]
        assert part.turn is not None and part.turn_against is not None
        assert likely(one, part.turn) and likely(other, part.turn_against)
        more = part.turn - part.turn_against
        assert more >= TURN
        assert all((p.turn or 0) - (p.turn_against or 0) <= more for p in self.why.parts)

    @staticmethod
    def shown(text: str, number: float) -> bool:
        """Whether a printed number is the number, to its last digit."""
        decimals = len(text.partition(".")[2])
        return abs(float(text) - number) <= 0.5001 * 10.0**-decimals


def likely(text: str, chance: float) -> bool:
    """Whether a chance is what is said of it; what is sure and what is impossible alone are 100% and 0%."""
    if text == "less than 0.1%":
        return 0 < chance < 0.001
    if text == "more than 99.9%":
        return 0.999 < chance < 1
    if text in ("0%", "100%"):
        return abs(chance - float(text[:-1]) / 100) < 1e-9
    return abs(chance - float(text[:-1]) / 100) <= 0.000501


DRAWS = [("crag", 150), ("toy", 150), ("yahtzee", 300), ("crag", 300), ("toy", 300)]


@pytest.mark.parametrize(("name", "draws"), slow_but(DRAWS, *DRAWS[:2]))
def test_every_claim_of_every_sentence(name: str, draws: int) -> None:
    """In any position, beside the next actions, and beside any other: 1,200 positions in all."""
    here, random, seen = advisor_of(name), Random(draws), 0
    for _ in range(draws):
        advice = here.expected(drawn(here, random))
        reasons = advice.why()
        assert len(reasons) <= NEXT
        if len(advice.actions) > 1:
            reasons += advice.why(random.choice(advice.actions[1:]).action)
        for why in reasons:
            assert why.action == advice.best.action
            Claims(here.game, advice, why).check()
            for turn in ("turn", "turn_against"):
                ends = [getattr(part, turn) for part in why.parts if getattr(part, turn) is not None]
                assert sum(ends) <= 1 + SUMS
            seen += 1
    assert seen > draws


# A total to reach

REACHES = re.compile(r"(.+) (makes \d+ more points|wins) in (.+?) of games, (.+) in ([^,]+%)(.*)\.")
COMING = re.compile(
    r"Of the games (that get there|won) after (.+?), (.+); played for the expected score, in (.+)\."
)
DIFFERING = re.compile(r"Of those after (.+?), (.+)\.")
COMES = re.compile(r"(.+?)(?: comes)? in (.+)")


def check_target(here: Advisor, advice: Advice, why: Why) -> int:
    """Every claim about a total to reach; how many sentences there are."""
    claims = Claims(here.game, advice, why)
    sentences, titles = list(why.sentences), {claims.name(p).split(" ", 1)[1]: p for p in why.parts}
    best, other = claims.value[why.action], claims.value[why.against]
    first = sentences.pop(0)
    if why.tie:
        assert " are tied: each " in first and not sentences
        return 1
    found = REACHES.fullmatch(first)
    assert found and claims.actions(found[1], found[4])
    assert chance_is(found[3], best) and chance_is(found[5], other) and found[3] != found[5]
    assert (found[2] == "wins") == (advice.objective == "beat") == (found[6] == ", a draw counting half")
    if found[2] != "wins":
        assert found[2] == f"makes {advice.to_come} more points"
    lifts = sorted(p.chance - p.usual for p in why.parts if p.chance is not None and p.usual is not None)
    if lifts and lifts[-1] >= TURN:
        coming = COMING.fullmatch(sentences.pop(0))
        assert coming and coming[2] == claims.doing(why.action)
        usual = re.split(", | and ", coming[4])
        terms = re.split(r"(?<=%) and |(?<=%), ", coming[3])
        assert len(terms) == len(usual) == min(2, sum(lift >= TURN for lift in lifts))
        for term, text in zip(terms, usual, strict=True):
            title, chance = comes(term)
            part = titles[title]
            assert part.chance is not None and part.usual is not None
            assert likely(chance, part.chance) and likely(text, part.usual)
            assert part.chance - part.usual >= max(lifts[-2:][0], TURN)
    if sentences:
        differing = DIFFERING.fullmatch(sentences.pop(0))
        assert differing and differing[1] == claims.doing(why.against)
        for term in re.split(r"(?<=%) and (?!\d)", differing[2]):
            title, chances = comes(term)
            part, (theirs, mine) = titles[title], chances.split(" in place of ")
            assert part.chance is not None and part.chance_against is not None
            assert likely(theirs, part.chance_against) and likely(mine, part.chance)
            assert abs(part.chance - part.chance_against) >= CHANCE
    assert sentences == []
    return len(why.sentences)


def comes(term: str) -> tuple[str, str]:
    """A title, and how often it comes."""
    found = COMES.fullmatch(term)
    assert found, term
    return found[1], found[2]


def chance_is(text: str, chance: float) -> bool:
    """Whether a chance with any number of decimals is right."""
    number = re.sub("(less|more) than ", "", text).rstrip("%")
    if text.startswith("less"):
        return 0 < chance < float(number) / 100
    if text.startswith("more"):
        return float(number) / 100 < chance < 1
    decimals = len(number.partition(".")[2])
    return abs(100 * chance - float(number)) <= (0.5001 * 10.0**-decimals if decimals else 1e-9)


@pytest.mark.parametrize(("name", "draws"), slow_but([("toy", 25), ("toy", 150), ("crag", 40)]))
def test_every_claim_about_a_total(name: str, draws: int) -> None:
    """For totals that are sure, likely, unlikely and impossible, and against an opponent who has finished."""
    here, random, lengths = advisor_of(name), Random(draws), set()
    while draws:
        position = drawn(here, random)
        if name != "toy" and position.filled.bit_count() < len(here.game.categories) - 4:
            continue
        draws -= 1
        score = int(here.value_of(state_of(here.arena.states, position)) * random.uniform(0, 2))
        aim = here.beat if random.random() < 0.3 else here.maxprob
        advice = aim(position, min(score, here.most))
        for why in advice.why():
            assert why.difference == pytest.approx(advice.best.value - advice.taken(why.against).value)
            assert bool(why.parts) == (advice.best.value > 0 and advice.taken(why.against).value > 0)
            lengths.add(check_target(here, advice, why))
    assert {1, 2} <= lengths


def test_parts_of_a_total_add_up_to_what_is_reached() -> None:
    """Where so many points are needed, at least as many come."""
    here = advisor("toy")
    position = parse_position(
        "dice 112 | rerolls 1 | filled ones pair | upper 2 | points 9", here.arena.states
    )
    for target in (40, 70, 90):
        advice = here.maxprob(position, target)
        for why in advice.why():
            assert sum(part.points for part in why.parts) >= target - 9 - 1e-9
            assert all(part.usual is not None for part in why.parts)


# Numbers


@pytest.mark.parametrize("name", slow_but(["toy", "crag", "yacht", "yatzy-down", "yahtzee"], "toy", "yacht"))
def test_prospects_are_what_a_walk_finds(name: str) -> None:
    """The points of every part after an action, walked forwards; the turn ends somewhere."""
    here, random = advisor_of(name), Random(7)
    states, n = here.arena.states, len(here.game.categories)
    for _ in range(6):
        position = drawn(here, random)
        state, advice = state_of(states, position), here.expected(position)
        for one in (advice.best, random.choice(advice.actions)):
            found = here.prospects(position, one.action)
            weights = here._turn(state).weights(position, one.action)
            start: dict[tuple[int, int], float] = {}
            points = np.zeros(n + 2)
            for option in np.flatnonzero(weights).tolist():
                after = states.index(states.successor(state, option)[0]), 0
                start[after] = start.get(after, 0.0) + float(weights[option])
                points += weights[option] * option_parts(states, state, option)
            points += walk(here.arena, optimal_policy(here.arena), (), start).mean
            assert found.points == pytest.approx(points, rel=1e-10, abs=1e-11)
            assert found.points.sum() == pytest.approx(one.value, abs=SUMS)
            turn = np.bincount(states.options.category, weights=weights, minlength=n)
            assert found.turn == pytest.approx(turn, abs=1e-12) and turn.sum() == pytest.approx(1)
            if here.game.upper_bonus:
                assert found.chance[n] == pytest.approx(one.upper_bonus, abs=1e-12)


def test_parts_of_a_comparison_are_those_of_the_actions() -> None:
    here = advisor("toy")
    position = parse_position("dice 112 | rerolls 2 | filled ones fours | upper 9", here.arena.states)
    (why,) = here.expected(position).why("keep 2")
    one, other = (here.prospects(position, action) for action in (why.action, why.against))
    names = part_names(here.game)
    assert [part.part for part in why.parts] == [name for name in names if name not in ("ones", "fours")]
    for part in why.parts:
        at = names.index(part.part)
        assert (part.points, part.points_against) == (one.points[at], other.points[at])
        assert (part.chance, part.chance_against) == (one.chance[at], other.chance[at])
        assert (part.turn is None) == (at >= len(here.game.categories))


# What is asked for


def test_one_choice_is_named_once() -> None:
    """To keep all dice and to score them are one choice; each of the next actions is another one."""
    here = advisor("crag")
    for dice in ("136 | rerolls 1", "556 | rerolls 1", "666 | rerolls 1"):
        advice = here.expected(parse_position(f"dice {dice}", here.arena.states))
        values = [advice.best.value, *(advice.taken(why.against).value for why in advice.why())]
        kept = [why.against.keep == advice.position.dice for why in advice.why()]
        assert len(values) == 3 and (len(set(values)) == 3 or not any(kept))


def test_a_tie_is_called_a_tie() -> None:
    """Where nothing counts any more, and between equal keeps."""
    last = "dice 112 | rerolls 0 | filled ones twos threes fours straight yahtzee | upper 10"
    here = advisor("toy")
    assert here.expected(parse_position(last, here.arena.states)).why() == ()
    open_ones = "dice 114 | rerolls 0 | filled ones fours pair | upper 9"
    tied = here.expected(parse_position(open_ones, here.arena.states))
    reasons = [why for other in tied.actions[1:] for why in tied.why(other.action)]
    assert reasons and all(("are tied" in why.sentences[0]) == why.tie for why in reasons)


@pytest.mark.parametrize(
    ("against", "message"),
    [
        ("keep 4 4", "game toy: keep 4 4 is not possible in 'dice 1 1 2 | rerolls 2 | upper 0 | filled"),
        ("score pairs", "game toy: no category 'pairs'; expected one of"),
        ("hold 1", "action: 'hold 1'; expected keep and dice"),
    ],
)
def test_what_cannot_be_compared(against: str, message: str) -> None:
    advice = advise("dice 112", "toy")
    with pytest.raises(UserError) as caught:
        advice.why(against)
    assert str(caught.value).startswith(message) and "\n" not in str(caught.value)


def test_the_best_action_is_not_compared_with_itself() -> None:
    advice = advise("dice 112", load_game("toy"))
    with pytest.raises(UserError, match=f"{advice.best.text} is the best action; expected another one"):
        advice.why(advice.best.action)


def test_advice_in_one_call() -> None:
    """As an advisor gives it, for any aim."""
    here, text = advisor("toy"), "dice 112 | rerolls 2 | filled ones fours | upper 9 | points 9"
    position = parse_position(text, here.arena.states)
    assert advise(text, "toy") == here.expected(position)
    assert advise(text, "toy", target=60) == here.maxprob(position, 60)
    assert advise(text, load_game("toy"), to_come=60) == here.maxprob(position, 69)
    assert advise(text, "toy", opponent_total=60) == here.beat(position, 60)
    with pytest.raises(UserError, match="target and to_come: expected one of them"):
        advise(text, "toy", target=60, to_come=50)


# Reviews


def test_a_review_explains_what_lost_most() -> None:
    """The sentences are those of the advice; others have none."""
    review, here = reviewed("toy", "\n".join(GAME)), advisor("toy")
    losing = sorted((d.loss for d in review.decisions if d.loss > 1e-9), reverse=True)
    assert [decision.loss for decision in review.worst] == losing[:WORST] != []
    for decision in review.decisions:
        assert bool(decision.why) == (decision in review.worst)
        if decision.why:
            (why,) = here.expected(decision.position).why(decision.action)
            assert decision.why == why.sentences and why.difference == decision.loss
