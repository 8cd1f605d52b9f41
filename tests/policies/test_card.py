"""Cards: their words mean what they do, their numbers are exact, and the search finds what it says."""

import csv
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from helpers import PROJECT, arena, builtin_raw, parse, toy_arena
from hypothesis import given, settings
from hypothesis import strategies as st
from lanes import examples
from printed_card import PrintedLine, rolls_of
from toy_games import TOY_GAMES

from yahtzee_core.errors import UserError
from yahtzee_core.game.load import load_game
from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.card_worth import card_worth, frontier, order_given_up
from yahtzee_core.policies.decisions import optimal_policy, pack
from yahtzee_core.policies.evaluation import Evaluation, evaluate
from yahtzee_core.policies.judge import policy_table
from yahtzee_core.policies.search.candidates import Candidates, conditions
from yahtzee_core.policies.search.card import Card as Lists
from yahtzee_core.policies.search.card import _Ranking, _Search, _with, search_bytes, search_card
from yahtzee_core.policies.search.sheets import Sheets, turn_sums
from yahtzee_core.policies.search.state import SearchState
from yahtzee_core.policies.strategies.card import Card, CardPlay, games_with_cards, load_card
from yahtzee_core.policies.strategies.line_words import line_words
from yahtzee_core.policies.strategies.load import load_strategy, strategies_of
from yahtzee_core.policies.strategies.rule_cases import Cases
from yahtzee_core.policies.walk import walk
from yahtzee_core.turn import machine
from yahtzee_core.turn.options import NO_OPTION

Raw = dict[str, Any]
PLAYED_BY_TOYS = ["joker-free", "upper-bonus", "plain", "coins"]


def raw_of(game: str) -> Raw:
    """The game file of a built-in or a toy game."""
    return TOY_GAMES[game] if game in TOY_GAMES else builtin_raw(game)


def arena_of(game: str) -> Arena:
    return toy_arena(game) if game in TOY_GAMES else arena(game)


def card_of(game: str, lines: list[Raw], par: int = 3) -> Card:
    """A card with the same par everywhere."""
    found = arena_of(game).game
    names = [c.id for c in found.categories]
    head = {"id": "card", "title": "Card", "source": "Test", "smaller": list(range(1, len(lines) + 1))}
    return Card(found, "test.yaml", {**head, "keep": lines, "par": dict.fromkeys(names, par)})


@cache
def evaluated(game: str) -> Evaluation:
    """All that is told of the card that comes with the package, as a strategy."""
    at = arena_of(game)
    return evaluate(at, load_strategy(f"card-{game}", at.game))


# Words


def check_words(game: str, lines: list[Raw], masks: list[int]) -> None:
    """Lines played by their words keep what the rules keep, for every roll in some masks."""
    raw, at = raw_of(game), arena_of(game)
    printed = [PrintedLine(raw, line_words(at.game, line)) for line in lines]
    cases, lefts = Cases(at, "test"), range(1, at.game.rolls)
    matching = {left: cases.matching(lines, left) for left in lefts}
    tables = {left: (cases.keep_table(m), cases.rule_table(m, len(lines))) for left, m in matching.items()}
    lattice, titles = at.states.options.lattice, [c.title for c in at.game.categories]
    for mask in masks:
        is_open = frozenset(title for i, title in enumerate(titles) if not mask >> i & 1)
        for dice in rolls_of(raw):
            roll = lattice.keep_index(dice) - lattice.first_roll
            for left, (keeps, numbers) in tables.items():
                said = (line.keep(dice, is_open, left) for line in printed)
                number, kept = next(((i, k) for i, k in enumerate(said) if k is not None), (len(lines), ()))
                assert number == numbers[2 * mask, roll], (mask, dice, left)
                assert kept == lattice.faces_of(int(keeps[2 * mask, roll])), (mask, dice, left)


@pytest.mark.parametrize("game", ["toy", "crag", pytest.param("yahtzee", marks=pytest.mark.slow)])
def test_every_candidate_in_words(game: str) -> None:
    """Each keep that a search may name, and each condition, alone."""
    found, masks = Candidates(Cases(arena_of(game), "test")), [0, 5]
    step = {"toy": 1, "crag": 6, "yahtzee": 25}[game]
    for rule in found.rules[::step]:
        check_words(game, [rule], masks[-1:])
    for condition in found.conditions[:: 3 * step]:
        check_words(game, [{"keep": "kind", "rerolls": 1, **condition}], masks)


def test_chip_in_words() -> None:
    words = line_words(load_game("yahtzee"), {"keep": "all", "open": ["chance", ["chip", "ones"]]})
    assert words == "Keep all dice, while Chance or both the chip and Ones is open"


@st.composite
def some_lines(draw: st.DrawFn, game: str) -> list[Raw]:
    """Lines of a search, with any of its conditions."""
    found = candidates(game)
    line = st.tuples(st.sampled_from(found.rules), st.sampled_from(found.conditions))
    return [{**rule, **condition} for rule, condition in draw(st.lists(line, max_size=6))]


@cache
def candidates(game: str) -> Candidates:
    return Candidates(Cases(arena_of(game), "test"))


@given(lines=some_lines("toy"), mask=st.integers(0, 126))
@settings(max_examples=examples(10), deadline=None)
def test_any_card_of_toy_in_words(lines: list[Raw], mask: int) -> None:
    check_words("toy", lines, [mask])


@pytest.mark.slow
@pytest.mark.parametrize("game", games_with_cards())
def test_a_card_played_by_its_printed_words_decides_the_same(game: str) -> None:
    """In a tenth of the masks, by sentences taken apart, and the pars by hand."""
    card, at, raw = load_card(load_game(game)), arena_of(game), raw_of(game)
    played, printed = card.policy(at), PrintedPolicy(card, at, raw)
    for layer in at.states.layers()[:-1]:
        masks = np.sort(np.random.default_rng(len(layer)).choice(layer, -(-len(layer) // 10), replace=False))
        assert np.array_equal(played.decide(masks, None), printed.decide(masks, None))


class PrintedPolicy:
    """The decisions of the printed words, as a policy."""

    def __init__(self, card: Card, at: Arena, raw: Raw) -> None:
        self.arena, self.card, self.raw = at, card, raw
        self.lines = [PrintedLine(raw, words) for words in card.words]
        self.titles = [c.title for c in at.game.categories]
        self.rolls, lattice = rolls_of(raw), at.states.options.lattice
        self.keep_number = {
            dice: lattice.keep_index(dice) for dice in map(lattice.faces_of, range(lattice.n_keeps))
        }
        self.roll_at = [self.keep_number[dice] - lattice.first_roll for dice in self.rolls]
        self.kept: dict[Any, np.ndarray] = {}

    def decide(self, masks: Any, visit: Any) -> Any:
        states = self.arena.states
        rows = np.repeat(np.arange(len(masks)), states.lanes[masks])
        scored = np.array([self._scored(int(mask)) for mask in masks])
        stages = [scored[rows]]
        for left in range(1, self.arena.game.rolls):
            stages.append(np.array([self._keeps(int(mask), left) for mask in masks])[rows])
        return pack(states, masks, stages)

    def _keeps(self, mask: int, left: int) -> Any:
        is_open = self._open(mask)
        of_faces = frozenset(self.lines[0].upper.values()) & is_open if self.lines else frozenset()
        here = np.full(len(self.rolls), -1)
        for number, line in enumerate(self.lines):
            if all(holds(is_open, left) for holds in line.conditions):
                table = self._alone(number, line, of_faces)
                here = np.where(here < 0, table, here)
        found = np.zeros(len(self.rolls), dtype=np.int64)
        found[self.roll_at] = np.maximum(here, 0)
        return found

    def _alone(self, number: int, line: PrintedLine, of_faces: frozenset[str]) -> Any:
        """What a line keeps of every roll, whatever its conditions."""
        if (number, of_faces) not in self.kept:
            kept = [next(line._kept(dice, of_faces), None) for dice in self.rolls]
            numbers = [-1 if dice is None else self.keep_number[dice] for dice in kept]
            self.kept[number, of_faces] = np.array(numbers)
        return self.kept[number, of_faces]

    def _scored(self, mask: int) -> Any:
        options = self.arena.states.options
        choice = options.choice[options.situation[mask]]
        par = np.array(list(self.card.par.values()))[:, None]
        free = np.array([[not mask >> c & 1] for c in range(len(par))])
        over = np.where((choice != NO_OPTION) & free, options.points[choice] - par, -999)
        return choice[over.argmax(axis=0), np.arange(choice.shape[1])] * free.any()

    def _open(self, mask: int) -> frozenset[str]:
        return frozenset(title for i, title in enumerate(self.titles) if not mask >> i & 1)


# What a card is worth


@cache
def found_card(game: str = "toy", lines: int = 4) -> tuple[Card, float]:
    """A card of a small game, as the search finds it."""
    at = arena_of(game)
    lists, mean = search_card(at, lines, 1, 1, _nowhere(), lambda step, best: None)
    return Card(at.game, "found.yaml", {**card_of(game, []).raw, **lists}), mean


def _nowhere() -> Any:
    class Nowhere:
        def load(self) -> None: ...
        def save(self, content: Any) -> None: ...

    return Nowhere()


@pytest.mark.parametrize("game", ["toy", *PLAYED_BY_TOYS])
def test_worth(game: str) -> None:
    """The mean, the losses that explain it, and the cost of every line, each by another way."""
    card, mean = found_card(game)
    at = arena_of(game)
    worth = card_worth(at, card)
    backwards = policy_table(at, card.policy(at)).value[at.states.index(at.states.start)]
    assert worth.mean == mean == pytest.approx(backwards, abs=1e-9)
    assert worth.optimum - worth.mean == pytest.approx(worth.loss.loss.sum(), abs=1e-9)
    for place, cost in enumerate(worth.costs):
        lines = [line for i, line in enumerate(card.lines) if i != place]
        rest = policy_table(at, Card(card.game, "x", {**card.raw, "keep": lines}).policy(at)).value
        assert mean - cost == pytest.approx(rest[at.states.index(at.states.start)], abs=1e-9)


def test_smaller_cards() -> None:
    card, mean = found_card()
    at = arena_of("toy")
    order = order_given_up(at, card)
    assert sorted(order) == [1, 2, 3, 4]
    ordered = Card(card.game, "x", {**card.raw, "smaller": order})
    means = frontier(at, ordered)
    costs = card_worth(at, card).costs
    assert means[4] == mean and means[3] == pytest.approx(mean - min(costs), abs=1e-9)
    assert ordered.shorter(1).lines == [card.lines[order[-1] - 1]]
    with pytest.raises(UserError, match=r"^x: 5 lines; expected 0 to 4$"):
        ordered.shorter(5)
    with pytest.raises(UserError, match=r"^x: smaller; expected every line from 1 to 4 once$"):
        Card(card.game, "x", {**card.raw, "smaller": [1, 2]}).shorter(2)


# The search


def test_sums_over_masks_are_those_over_states() -> None:
    """Values of all turns, summed by mask and decision, are visits times values."""
    at = arena_of("toy")
    card, _ = found_card()
    policy, search = card.policy(at), _Search(at)
    visits, value = walk(at, policy).visits, policy_table(at, policy).value[: len(at.states)]
    sheets = Sheets.of(at, visits, value)
    options = search.options(card.par)
    turns = turn_sums(sheets, options, search.keeps(card.lines))
    by_mask = (np.take_along_axis(sheets.values, options.astype(np.int64), axis=1) * turns.came[0]).sum(
        axis=1
    )
    mask = np.searchsorted(at.states.offset, np.arange(len(at.states)), side="right") - 1
    expected = np.bincount(mask, weights=visits * value, minlength=len(by_mask))
    assert np.allclose(by_mask[:-1], expected[:-1], rtol=1e-5)
    assert np.allclose(sheets.weight, np.bincount(mask, weights=visits))


def test_gains_are_what_the_list_gains() -> None:
    """The gain of the best line is that of the list with it; nothing that is tried by hand gains more."""
    at = arena_of("toy")
    search = _Search(at)
    policy = optimal_policy(at)
    sheets = Sheets.of(at, walk(at, policy).visits, at.optimal.value)
    turns = turn_sums(sheets, search.options(search.first()["par"]), sheets.best_keeps())
    ranking, lines = _Ranking(search.candidates, sheets, turns), list[Raw]()
    for _ in range(3):
        best, now = ranking.best(lines), ranking.worth(lines)
        assert ranking.worth(_with(lines, best)) - now == pytest.approx(best.gain, rel=1e-3)
        tried = ({"keep": "kind", **c} for c in list(conditions(at.game))[:40])
        others = ([*lines[:at_], rule, *lines[at_:]] for rule in tried for at_ in range(len(lines) + 1))
        assert max(ranking.worth(other) for other in others) <= now + best.gain + 1e-3
        lines = _with(lines, best)


def test_an_interrupted_search_goes_on(tmp_path: Path) -> None:
    at, asked = arena_of("toy"), (5, 3, 2)
    whole = search_card(at, *asked, SearchState(tmp_path / "a", "card", at.game, 3), lambda step, best: None)
    steps: list[int] = []

    def stop(step: int, best: float) -> None:
        steps.append(step)
        if len(steps) == 2:
            raise KeyboardInterrupt

    state = SearchState(tmp_path / "b", "card", at.game, 3)
    with pytest.raises(KeyboardInterrupt):
        search_card(at, *asked, state, stop)
    again = search_card(at, *asked, state, stop)
    assert again == whole and steps == list(range(1, len(steps) + 1)) and len(steps) > 2
    lists: Lists = whole[0]
    assert len(lists["keep"]) == 5 and {*lists["par"]} == {c.id for c in at.game.categories}


def test_a_game_that_is_too_large_is_refused_before_it_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound counts at least the arrays by mask that are there."""
    at = Arena(load_game("toy"))
    found = candidates("toy")
    held = found.holds.nbytes + sum(match.nbytes for match in found.matches if len(match) > 1)
    assert search_bytes(at) > held + 8 * len(at.states.masks) * len(at.states.options)
    monkeypatch.setattr(machine, "memory", lambda: search_bytes(at) - 1)
    with pytest.raises(UserError, match=r"^game toy: the search of a card would take .* GB; expected"):
        search_card(at, 3, 1, 1, _nowhere(), lambda step, best: None)
    assert "optimal" not in vars(at)


@pytest.mark.parametrize("game", ["no-categories-above", "one-die"])
def test_games_at_the_edge(game: str) -> None:
    """A sheet of upper categories alone, and one die with one reroll: no line that makes no sense."""
    sheets = {"ones": 1, "twos": 2, "threes": 3}
    upper = [
        {"id": i, "title": i.title(), "section": "upper", "face": f, "score": "matching"}
        for i, f in sheets.items()
    ]
    raw = {"id": game, "title": "Edge", "source": "Test", "faces": 3, "categories": upper}
    at = Arena(parse({**raw, **({"dice": 1, "rolls": 2} if game == "one-die" else {"dice": 2, "rolls": 3})}))
    lists, mean = search_card(at, 3, 1, 1, _nowhere(), lambda step, best: None)
    assert mean <= at.optimal.start_value + 1e-9
    assert mean > 0.9 * at.optimal.start_value
    assert len(lists["keep"]) <= 3


# Cards that come with the package


@pytest.mark.parametrize("game", games_with_cards())
def test_cards_that_come_with_the_package(game: str) -> None:
    """They fit their own game and no other, have at most 30 lines, and say which line goes first."""
    card = load_card(load_game(game))
    assert card.id in strategies_of(load_game(game)) and len(card.lines) <= 30
    assert all(
        card.id not in strategies_of(load_game(other)) for other in games_with_cards() if other != game
    )
    assert len(card.given_up) == len(card.lines)
    assert card.source.startswith(f"yahtzee search {game} card ")


@pytest.mark.slow
@pytest.mark.parametrize(("game", "least"), [("yahtzee", 245.0)])
def test_the_goal(game: str, least: float) -> None:
    assert evaluated(game).mean >= least


def test_lines_that_are_followed() -> None:
    """The number of a line, none where no line fits and none to score."""
    from yahtzee_core.advice.notation import parse_position

    card = card_of("toy", [{"keep": "kind", "count": 3}, {"keep": "kind", "count": 2, "open": ["pair"]}])
    play = CardPlay(arena_of("toy"), card)
    states = play.arena.states
    positions = {"444 | rerolls 2": 1, "441 | rerolls 1": 2, "421 | rerolls 1": None, "444 | rerolls 0": None}
    assert {text: play.line(parse_position(f"dice {text}", states)) for text in positions} == positions


def test_cards_that_are_none(tmp_path: Path) -> None:
    toy, path = load_game("toy"), tmp_path / "own.yaml"
    with pytest.raises(
        UserError, match=r"^game toy: no card comes with it; expected one of .*, or --card-file"
    ):
        load_card(toy)
    rules = {"id": "a", "title": "A", "source": "Test", "keep": [], "score": [], "fill": []}
    path.write_text(yaml.safe_dump(rules), encoding="utf-8")
    with pytest.raises(
        UserError, match=r"own\.yaml: a list of rules; expected a card, which has the key par"
    ):
        load_card(toy, path)
    path.write_text(yaml.safe_dump(card_of("toy", []).raw | {"par": {"ones": 1}}), encoding="utf-8")
    with pytest.raises(UserError, match=r"own\.yaml: not made for game toy; expected a par for each of its"):
        load_card(toy, path)


@pytest.mark.slow
def test_the_frontier_of_the_docs() -> None:
    """Rows of the file that the figure is drawn from are what the cards give; the last is the whole card."""
    with open(PROJECT / "docs/card_frontier.csv", encoding="utf-8") as file:
        rows = {(row["game"], int(row["lines"])): row for row in csv.DictReader(file)}
    assert {game for game, _ in rows} == {*games_with_cards()}
    for game in games_with_cards():
        card, at = load_card(load_game(game)), arena_of(game)
        lines = len(card.lines)
        assert card.shorter(lines).lines == card.lines
        assert max(n for name, n in rows if name == game) == lines
        shorter = float(walk(at, card.shorter(5).policy(at)).mean.sum())
        for n, mean in ((5, shorter), (lines, evaluated(game).mean)):
            row = rows[game, n]
            assert float(row["mean"]) == pytest.approx(mean, abs=1e-6)
            assert float(row["lost"]) == pytest.approx(at.optimal.start_value - mean, abs=1e-6)


@pytest.mark.slow
def test_the_numbers_of_the_docs() -> None:
    """Those of the README and of docs/strategies.md are what the cards give."""
    page, readme = (
        (PROJECT / name).read_text(encoding="utf-8") for name in ("docs/strategies.md", "README.md")
    )
    for game in games_with_cards():
        at, card = arena_of(game), load_card(load_game(game))
        found = evaluated(game)
        optimum, losses = at.optimal.start_value, found.losses
        numbers = [found.mean, optimum, losses.keep_loss, losses.category_loss]
        cells = [f"`{game}`", str(len(card.lines)), *(f"{number:.2f}" for number in numbers)]
        assert f"| {' | '.join(cells)} |" in page
        if game == "yahtzee":
            assert f"this project | | {found.mean:.4f} | {found.sd:.2f} |" in page
            assert f"{found.mean:.2f} of {optimum:.2f} points" in readme
            assert f"is {best_by_mask(at, card):.2f}: about what a longer list could reach" in page


def best_by_mask(at: Arena, card: Card) -> float:
    """The mean with the best keep for every mask and roll in place of the lines."""
    search, states = _Search(at), at.states
    sheets = Sheets.of(at, walk(at, optimal_policy(at)).visits, at.optimal.value)
    tables = [search.options(card.par), *sheets.best_keeps()]

    class ByMask:
        def decide(self, masks: Any, visit: Any) -> Any:
            rows = np.repeat(masks, states.lanes[masks])
            return pack(states, masks, [table[rows] for table in tables])

    return float(walk(at, ByMask()).mean.sum())
