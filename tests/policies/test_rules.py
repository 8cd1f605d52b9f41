"""The language of rules: each word by hand, any list of rules against a slow reader, and errors."""

from functools import cache
from importlib import resources
from typing import Any

import numpy as np
import pytest
import yaml
from brute_force import BruteForce, Dice, Gains, pattern_points
from brute_force import State as RealState
from helpers import arena, builtin_raw, merged, parse
from hypothesis import given, settings
from hypothesis import strategies as st
from lanes import examples

from yahtzee_core.errors import UserError
from yahtzee_core.game.load import load_game
from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.decisions import looks_at_sheets_alone, unpack
from yahtzee_core.policies.strategies.load import builtin_strategies
from yahtzee_core.policies.strategies.rules import RulesPolicy, parse_rules
from yahtzee_core.policies.walk import walk
from yahtzee_core.solve.bounds import Quantity
from yahtzee_core.turn.options import NO_OPTION

Rule = dict[str, Any]
UPPER = ["ones", "twos", "threes", "fours", "fives", "sixes"]
LOWER = ["three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight", "chance"]
EMPTY: RealState = (frozenset(), 0, False)


FEW = {"threes", "fours", "small_straight"}
"""Categories that are left out of a game for tests by hand, to be faster."""


@cache
def arena_of(game: str) -> Arena:
    """A built-in game, or "short": yahtzee with fewer categories, and the bonus from 24."""
    if game != "short":
        return arena(game)
    raw = builtin_raw("yahtzee")
    raw["categories"] = [c for c in raw["categories"] if c["id"] not in FEW]
    scores = {c: points for c, points in raw["joker"]["scores"].items() if c not in FEW}
    joker = {**raw["joker"], "scores": scores}
    return Arena(parse({**raw, "id": "short", "upper": {"threshold": 24, "bonus": 35}, "joker": joker}))


def ids_of(game: str) -> list[str]:
    """The categories of a game."""
    return [c.id for c in arena_of(game).game.categories]


def rules_of(
    game: str, keep: list[Rule], score: list[Rule] | None = None, fill: list[str] | None = None
) -> Rule:
    """A strategy; it fills categories in the order of the sheet when nothing else is said."""
    fill = ids_of(game) if fill is None else fill
    return {
        "id": "made-up",
        "title": "Made up",
        "source": "Test",
        "keep": keep,
        "score": score or [],
        "fill": fill,
    }


def card_of(game: str, keep: list[Rule], par: dict[str, int]) -> Rule:
    """The same with a par for each category in place of rules for scoring."""
    rules = rules_of(game, keep)
    return {key: rules[key] for key in ("id", "title", "source", "keep")} | {"par": par}


def parsed(raw: Rule) -> Any:
    """The strategy of a dictionary."""
    return parse_rules(yaml.safe_dump(raw, sort_keys=False), "test.yaml")


class Played:
    """The decisions of rules in a game, position by position."""

    def __init__(self, game: str, raw: Rule) -> None:
        self.arena = arena_of(game)
        self.policy = parsed(raw).policy(self.arena)
        assert isinstance(self.policy, RulesPolicy)

    def _decision(self, real: RealState, dice: Dice, left: int) -> int:
        states = self.arena.states
        state, lattice = merged(states, real), states.options.lattice
        masks, lane = np.array([state.filled]), states.index(state) - int(states.offset[state.filled])
        roll = lattice.keep_index(dice) - lattice.first_roll
        return int(unpack(states, masks, self.policy.decide(masks, None))[left, lane, roll])

    def keep(self, real: RealState, dice: Dice, left: int = 1) -> Dice:
        """The dice kept."""
        return self.arena.states.options.lattice.faces_of(self._decision(real, dice, left))

    def score(self, real: RealState, dice: Dice) -> str:
        """The category filled."""
        options = self.arena.states.options
        return self.arena.game.categories[options.category[self._decision(real, dice, 0)]].id


def keeps(rule: Rule, dice: str, filled: str = "", upper: int = 0, chip: bool = False, left: int = 1) -> str:
    """The dice that one rule keeps of a roll in the short game; "" for none, also when it does not match."""
    real = frozenset(filled.split()), upper, chip
    kept = Played("short", rules_of("short", [rule])).keep(real, tuple(map(int, sorted(dice))), left)
    return "".join(map(str, kept))


# Keeping, by hand


@pytest.mark.parametrize(
    ("rule", "dice", "kept"),
    [
        ({"keep": "nothing"}, "66666", ""),
        ({"keep": "all"}, "13456", "13456"),
        ({"keep": "all", "made": "full_house"}, "33355", "33355"),
        ({"keep": "all", "made": "full_house"}, "33455", ""),
        ({"keep": "all", "made": "chance", "at_least": 20}, "13556", "13556"),
        ({"keep": "all", "made": "chance", "at_least": 21}, "13556", ""),
        ({"keep": "kind"}, "12345", "5"),
        ({"keep": "kind"}, "11234", "4"),
        ({"keep": "kind", "prefer": "high"}, "11225", "5"),
        ({"keep": "kind", "prefer": "low"}, "11225", "11"),
        ({"keep": "kind", "prefer": "most"}, "11125", "111"),
        ({"keep": "kind", "prefer": "most"}, "11255", "55"),
        ({"keep": "kind", "count": 2}, "11255", "55"),
        ({"keep": "kind", "count": 2, "prefer": "low"}, "11255", "11"),
        ({"keep": "kind", "count": 3}, "11255", ""),
        ({"keep": "kind", "count": 3}, "22226", "2222"),
        ({"keep": "kind", "count": 2, "prefer": "most"}, "11155", "111"),
        ({"keep": "kind", "faces": [1, 2]}, "11266", "2"),
        ({"keep": "kind", "faces": [1, 2], "prefer": "most"}, "11266", "11"),
        ({"keep": "kind", "faces": [3]}, "11266", ""),
        ({"keep": "pairs"}, "22556", "2255"),
        ({"keep": "pairs"}, "22555", "22555"),
        ({"keep": "pairs"}, "22225", ""),
        ({"keep": "run", "count": 3}, "12356", "123"),
        ({"keep": "run", "count": 3}, "12345", "345"),
        ({"keep": "run", "count": 3, "prefer": "low"}, "12345", "123"),
        ({"keep": "run", "count": 3}, "34456", "456"),
        ({"keep": "run", "count": 4}, "12356", ""),
        ({"keep": "run", "count": 6}, "12345", ""),
        ({"keep": "faces", "faces": [2, 5]}, "22255", "25"),
        ({"keep": "faces", "faces": [5, 2]}, "22256", "25"),
        ({"keep": "faces", "faces": [5, 2]}, "22266", ""),
        ({"keep": "faces", "faces": [6]}, "66661", "6"),
        ({"keep": "high", "faces": [5, 6]}, "15566", "5566"),
        ({"keep": "high", "faces": [6, 5]}, "12345", "5"),
        ({"keep": "high", "faces": [5, 6]}, "12344", ""),
    ],
)
def test_keep(rule: Rule, dice: str, kept: str) -> None:
    assert keeps(rule, dice) == kept


@pytest.mark.parametrize(
    ("filled", "kept"), [("", "55"), ("fives", "22"), ("twos", "55"), ("twos fives", ""), ("chance", "55")]
)
def test_own_category_is_open(filled: str, kept: str) -> None:
    assert keeps({"keep": "kind", "count": 2, "own": "open"}, "22355", filled) == kept


OPEN = {
    "one": (["chance"], {"": True, "chance": False, "ones": True}),
    "either": (["chance", "ones"], {"": True, "chance": True, "ones": True, "chance ones": False}),
    "both": ([["chance", "ones"]], {"": True, "chance": False, "ones": False}),
    "either both or one": (
        [["chance", "ones"], "sixes"],
        {"": True, "chance": True, "chance sixes": False, "sixes": True, "ones sixes": False},
    ),
}


@pytest.mark.parametrize(
    ("open_", "filled", "holds"),
    [(open_, filled, holds) for open_, cases in OPEN.values() for filled, holds in cases.items()],
)
def test_open(open_: Any, filled: str, holds: bool) -> None:
    """Of alternatives one, of a list all."""
    assert keeps({"keep": "all", "open": open_}, "12346", filled) == ("12346" if holds else "")


@pytest.mark.parametrize(
    ("open_", "filled", "chip", "holds"),
    [
        (["chip"], "yahtzee", True, True),
        (["chip"], "yahtzee", False, False),
        (["chip"], "", False, False),
        (["yahtzee", "chip"], "", False, True),
        (["yahtzee", "chip"], "yahtzee", True, True),
        (["yahtzee", "chip"], "yahtzee", False, False),
        ([["chance", "chip"]], "yahtzee", True, True),
        ([["chance", "chip"]], "yahtzee chance", True, False),
        ([["chance", "chip"]], "yahtzee", False, False),
    ],
)
def test_chip(open_: Any, filled: str, chip: bool, holds: bool) -> None:
    assert keeps({"keep": "all", "open": open_}, "12346", filled, chip=chip) == ("12346" if holds else "")


@pytest.mark.parametrize(
    ("filled", "holds"), [("", False), ("ones", False), ("ones chance", True), ("ones chance twos", True)]
)
def test_filled(filled: str, holds: bool) -> None:
    """All of them."""
    rule = {"keep": "all", "filled": ["ones", "chance"]}
    assert keeps(rule, "12346", filled) == ("12346" if holds else "")


@pytest.mark.parametrize(("most", "holds"), [(6, True), (2, True), (1, False), (0, False)])
def test_upper_open_at_most(most: int, holds: bool) -> None:
    rule = {"keep": "all", "upper_open_at_most": most}
    assert keeps(rule, "12346", "ones twos chance") == ("12346" if holds else "")


def test_rerolls() -> None:
    rule = {"keep": "all", "rerolls": 2}
    assert [keeps(rule, "12346", left=left) for left in (1, 2)] == ["", "12346"]


def test_the_first_rule_that_matches_is_followed() -> None:
    """And a condition that fails goes on to the next, as does a face whose category is filled."""
    rules = [
        {"keep": "kind", "count": 2, "own": "open"},
        {"keep": "all", "open": ["chance"]},
        {"keep": "kind", "prefer": "low"},
    ]
    played = Played("short", rules_of("short", rules))
    assert played.keep(EMPTY, (1, 2, 2, 3, 6)) == (2, 2)
    assert played.keep((frozenset({"twos"}), 0, False), (1, 2, 2, 3, 6)) == (1, 2, 2, 3, 6)
    assert played.keep((frozenset({"twos", "chance"}), 0, False), (1, 2, 2, 3, 6)) == (1,)


# Scoring, by hand


def scores(score: list[Rule], dice: str, filled: str = "", upper: int = 0, chip: bool = False) -> str:
    """The category that rules fill in the short game; when none matches, the first open one of the sheet."""
    played = Played("short", rules_of("short", [{"keep": "nothing"}], score))
    return played.score((frozenset(filled.split()), upper, chip), tuple(map(int, sorted(dice))))


@pytest.mark.parametrize(
    ("rule", "dice", "category"),
    [
        ({"score": "chance"}, "12346", "chance"),
        ({"score": "full_house"}, "33355", "full_house"),
        ({"score": "full_house"}, "33455", "ones"),
        ({"score": "chance", "at_least": 16}, "12346", "chance"),
        ({"score": "chance", "at_least": 17}, "12346", "ones"),
        ({"score": "upper"}, "22345", "fives"),
        ({"score": "upper", "prefer": "low"}, "22345", "twos"),
        ({"score": "upper", "count": 2}, "22345", "twos"),
        ({"score": "upper", "count": 2}, "22366", "sixes"),
        ({"score": "upper", "count": 3}, "22366", "ones"),
        ({"score": "upper", "faces": [2, 3], "count": 2}, "22366", "twos"),
        ({"score": "upper", "at_least": 10}, "22266", "sixes"),
        ({"score": "upper", "at_least": 10}, "22226", "ones"),
        ({"score": "most_points"}, "66661", "three_of_a_kind"),
        ({"score": "most_points", "order": ["chance", "four_of_a_kind"]}, "66661", "chance"),
        ({"score": "most_points", "order": ["chance", "sixes"]}, "66661", "chance"),
        ({"score": "most_points", "order": ["yahtzee", "sixes", "twos"]}, "22661", "sixes"),
        ({"score": "most_points", "order": ["yahtzee"]}, "22661", "ones"),
        ({"score": "most_points", "at_least": 26}, "66661", "ones"),
        ({"score": "most_points", "at_least": 25}, "66661", "three_of_a_kind"),
    ],
)
def test_score(rule: Rule, dice: str, category: str) -> None:
    assert scores([rule], dice) == category


@pytest.mark.parametrize(
    ("upper", "filled", "dice", "category"),
    [
        (24 - 18, "ones twos fives", "66612", "sixes"),
        (24 - 19, "ones twos fives", "66612", "chance"),
        (24, "ones twos fives", "66612", "chance"),
        (24 - 10, "ones twos", "55612", "fives"),
        (24 - 11, "ones twos", "55666", "sixes"),
        (24 - 10, "ones twos", "55666", "sixes"),
    ],
)
def test_earns_bonus(upper: int, filled: str, dice: str, category: str) -> None:
    """On crossing the threshold, and only then."""
    rules = [{"score": "upper", "count": 2, "earns_bonus": True}, {"score": "chance"}]
    assert scores(rules, dice, filled, upper) == category


def test_earns_bonus_has_its_turn() -> None:
    """A rule before it goes first, one behind it does not."""
    bonus, sums = {"score": "upper", "earns_bonus": True}, {"score": "chance", "at_least": 20}
    filled = "ones twos fives"
    assert scores([bonus, sums], "66633", filled, 24 - 18) == "sixes"
    assert scores([sums, bonus], "66633", filled, 24 - 18) == "chance"
    assert scores([sums, bonus], "66611", filled, 24 - 18) == "chance"
    assert scores([{**sums, "at_least": 21}, bonus], "66611", filled, 24 - 18) == "sixes"


def test_fill_is_an_order() -> None:
    order = ["twos", "yahtzee", *(c for c in ids_of("short") if c not in {"twos", "yahtzee"})]
    played = Played("short", rules_of("short", [], [], order))
    assert played.score(EMPTY, (1, 2, 3, 4, 6)) == "twos"
    assert played.score((frozenset({"twos"}), 2, False), (1, 2, 3, 4, 6)) == "yahtzee"
    assert played.score((frozenset({"twos", "yahtzee"}), 2, False), (1, 2, 3, 4, 6)) == "ones"


def test_scoring_looks_at_the_sheet() -> None:
    rules = [{"score": "chance", "open": ["ones"]}, {"score": "sixes", "upper_open_at_most": 3}]
    assert scores(rules, "12346") == "chance"
    assert scores(rules, "12346", "ones") == "sixes"
    assert scores(rules[1:], "12346") == "ones"


def test_jokers_score_as_jokers() -> None:
    """A second Yahtzee of sixes is a large straight once sixes are filled."""
    rules = [{"score": "large_straight"}]
    assert scores(rules, "66666", "yahtzee", chip=True) == "ones"
    assert scores(rules, "66666", "yahtzee sixes", upper=18, chip=True) == "large_straight"


# Forced jokers


@pytest.mark.slow
@pytest.mark.parametrize("name", ["glenn-rules", "yahtzee-bonus", "chance first"])
def test_forced_jokers_are_never_forbidden(name: str) -> None:
    """Every decision is an option of the game, whatever the rules would like best."""
    game = arena("yahtzee-forced")
    policy = forced_policy(name)
    states, options = game.states, game.states.options
    masks = np.random.default_rng(0).permutation(states.masks[:-1])[:300]
    chosen = unpack(states, masks, policy.decide(masks, None))[0]
    mask = np.repeat(masks, states.lanes[masks])
    category = options.category[chosen]
    allowed = options.choice[options.situation[mask][:, None], category, np.arange(options.lattice.n_rolls)]
    assert (allowed == chosen).all() and (allowed != NO_OPTION).all()
    assert (mask[:, None] >> category & 1 == 0).all()


def forced_policy(name: str) -> Any:
    """A built-in list of rules, or one that would break the joker rule if it could."""
    if name != "chance first":
        return builtin_strategies()[name].policy(arena("yahtzee-forced"))
    fill = ["chance", *(c.id for c in load_game("yahtzee-forced").categories if c.id != "chance")]
    return parsed(rules_of("yahtzee-forced", [], [{"score": "chance"}], fill)).policy(arena("yahtzee-forced"))


def test_forced_jokers_by_hand() -> None:
    raw = rules_of("yahtzee-forced", [], [{"score": "chance"}], ["chance", "yahtzee", *UPPER, *LOWER[:-1]])
    played = Played("yahtzee-forced", raw)
    filled = frozenset({"yahtzee"})
    assert played.score((filled, 0, True), (3, 3, 3, 3, 4)) == "chance"
    assert played.score((filled, 0, True), (3, 3, 3, 3, 3)) == "threes"
    assert played.score((filled | {"threes"}, 9, True), (3, 3, 3, 3, 3)) == "chance"
    assert played.score((filled | {"threes", *LOWER}, 9, True), (3, 3, 3, 3, 3)) == "ones"


# Any rules, against a slow reader


class Reader:
    """What rules say in one position: dice are a list of faces, points are the oracle's."""

    def __init__(self, oracle: BruteForce, raw: Rule) -> None:
        self.oracle, self.raw = oracle, raw

    def keep(self, real: RealState, dice: Dice, left: int) -> Dice:
        for rule in self.raw["keep"]:
            if rule.get("rerolls", left) == left and self._holds(rule, real):
                kept = self._kept(rule, real, dice)
                if kept is not None:
                    return kept
        return ()

    def score(self, real: RealState, dice: Dice) -> str:
        gains = {category: gain for category, gain, _ in self.oracle.gains(real, dice)}
        if "par" in self.raw:
            order = [category for category in self.oracle.categories if category in gains]
            return max(order, key=lambda category: gains[category][0] - self.raw["par"][category])
        for rule in self.raw["score"]:
            found = self._scored(rule, dice, gains) if self._holds(rule, real) else None
            if found is not None:
                return found
        return next(category for category in self.raw["fill"] if category in gains)

    def _holds(self, rule: Rule, real: RealState) -> bool:
        filled, _, chip = real
        alternatives = [[a] if isinstance(a, str) else a for a in rule.get("open", [[]])]
        is_open = any(all(chip if w == "chip" else w not in filled for w in words) for words in alternatives)
        upper = [c for c, raw in self.oracle.categories.items() if raw["section"] == "upper"]
        is_open = is_open and set(rule.get("filled", [])) <= filled
        return is_open and sum(c not in filled for c in upper) <= rule.get("upper_open_at_most", len(upper))

    def _kept(self, rule: Rule, real: RealState, dice: Dice) -> Dice | None:
        match rule["keep"]:
            case "nothing":
                return ()
            case "all":
                made = self.oracle.categories.get(rule.get("made"))
                return dice if made is None or pattern_points(made, dice) >= rule.get("at_least", 1) else None
            case "pairs":
                kept = tuple(d for d in dice if dice.count(d) >= 2)
                return kept if len(set(kept)) >= 2 else None
            case "faces":
                return tuple(sorted(rule["faces"])) if set(rule["faces"]) <= set(dice) else None
            case "high":
                return tuple(d for d in dice if d in rule["faces"]) or None
            case "run":
                return self._run(rule, dice)
        return self._kind(rule, real, dice)

    def _run(self, rule: Rule, dice: Dice) -> Dice | None:
        runs = [tuple(range(d, d + rule["count"])) for d in sorted(set(dice))]
        found = [run for run in runs if set(run) <= set(dice)]
        return (found[0] if rule.get("prefer") == "low" else found[-1]) if found else None

    def _kind(self, rule: Rule, real: RealState, dice: Dice) -> Dice | None:
        faces = [d for d in sorted(set(dice)) if dice.count(d) >= rule.get("count", 1)]
        faces = [d for d in faces if d in rule.get("faces", faces)]
        if "own" in rule:
            faces = [d for d in faces if self.oracle.upper_of_face.get(d) not in {None, *real[0]}]
        prefer = rule.get("prefer", "high")
        keys = {"high": lambda d: d, "low": lambda d: -d, "most": lambda d: (dice.count(d), d)}
        face = max(faces, key=keys[prefer], default=None)
        return None if face is None else (face,) * dice.count(face)

    def _scored(self, rule: Rule, dice: Dice, gains: dict[str, Gains]) -> str | None:
        least = rule.get("at_least", 1)
        enough = {category: gain for category, gain in gains.items() if gain[0] >= least}
        if rule["score"] == "upper":
            return self._upper(rule, dice, enough)
        if rule["score"] == "most_points":
            order = [c for c in rule.get("order", list(self.oracle.categories)) if c in enough]
            return max(order, key=lambda c: enough[c][0], default=None)
        return rule["score"] if rule["score"] in enough else None

    def _upper(self, rule: Rule, dice: Dice, gains: dict[str, Gains]) -> str | None:
        faces = sorted(rule.get("faces", self.oracle.upper_of_face), reverse=rule.get("prefer") != "low")
        for face in faces:
            gain = gains.get(self.oracle.upper_of_face.get(face, ""))
            earns = gain is not None and (gain[1] > 0 or "earns_bonus" not in rule)
            if earns and dice.count(face) >= rule.get("count", 1):
                return self.oracle.upper_of_face[face]
        return None


@st.composite
def rule_lists(draw: st.DrawFn, game: str) -> Rule:
    """Any rules of a game."""
    raw = builtin_raw(game)
    ids = [c["id"] for c in raw["categories"]]
    keep = draw(st.lists(keep_rules(ids, raw["faces"]), max_size=5))
    if draw(st.booleans()):
        par = {name: draw(st.integers(-5, 40)) for name in ids}
        return card_of(game, keep, par)
    score = draw(st.lists(score_rules(ids, raw["faces"]), max_size=5))
    return rules_of(game, keep, score, draw(st.permutations(ids)))


def optional(**keys: st.SearchStrategy[Any]) -> st.SearchStrategy[Rule]:
    """Some of these keys."""
    return st.fixed_dictionaries({}, optional=keys)


def conditions(ids: list[str]) -> dict[str, st.SearchStrategy[Any]]:
    """What any rule may ask of the sheet."""
    words = st.sampled_from([*ids, "chip"])
    alternative = words | st.lists(words, min_size=1, max_size=3)
    return {
        "open": st.lists(alternative, min_size=1, max_size=3),
        "filled": st.lists(st.sampled_from(ids), min_size=1, max_size=2, unique=True),
        "upper_open_at_most": st.integers(0, 6),
    }


def some_faces(faces: int) -> st.SearchStrategy[list[int]]:
    """A few faces in any order."""
    return st.lists(st.integers(1, faces), min_size=1, max_size=3, unique=True)


@st.composite
def keep_rules(draw: st.DrawFn, ids: list[str], faces: int) -> Rule:
    """Any rule for keeping."""
    kind = draw(st.sampled_from(["all", "kind", "kind", "kind", "pairs", "run", "faces", "high", "nothing"]))
    rule = {"keep": kind, **draw(optional(rerolls=st.integers(1, 3), **conditions(ids)))}
    match kind:
        case "all" if draw(st.booleans()):
            rule |= {"made": draw(st.sampled_from(ids)), **draw(optional(at_least=st.integers(1, 25)))}
        case "kind":
            prefer = st.sampled_from(["high", "low", "most"])
            count = st.integers(1, 4)
            rule |= draw(optional(count=count, faces=some_faces(faces), prefer=prefer, own=st.just("open")))
        case "run":
            rule |= {
                "count": draw(st.integers(2, faces)),
                **draw(optional(prefer=st.sampled_from(["high", "low"]))),
            }
        case "faces" | "high":
            rule["faces"] = draw(some_faces(faces))
    return rule


@st.composite
def score_rules(draw: st.DrawFn, ids: list[str], faces: int) -> Rule:
    """Any rule for scoring."""
    rule = draw(optional(at_least=st.integers(1, 25), **conditions(ids)))
    kind = draw(st.sampled_from(["upper", "upper", "most_points", *ids[-4:]]))
    if kind == "most_points":
        order = st.lists(st.sampled_from(ids), min_size=1, max_size=5, unique=True)
        rule |= draw(optional(order=order))
    if kind == "upper":
        prefer = st.sampled_from(["high", "low"])
        rule |= draw(
            optional(
                count=st.integers(1, 4), faces=some_faces(faces), prefer=prefer, earns_bonus=st.just(True)
            )
        )
    return {"score": kind, **rule}


@cache
def oracle(game: str) -> BruteForce:
    """The oracle of a built-in game, for points alone."""
    return BruteForce(builtin_raw(game))


def random_position(game: str, random: np.random.Generator) -> tuple[RealState, Dice]:
    """A state with an open category, and a roll in which faces often come again."""
    rules = oracle(game)
    ids = list(rules.categories)
    filled = frozenset(random.permutation(ids)[: random.integers(0, len(ids))].tolist())
    scored = [
        face * int(random.integers(0, rules.dice + 1))
        for face, c in rules.upper_of_face.items()
        if c in filled
    ]
    chip = bool("yahtzee" in filled and random.integers(0, 2))
    faces = random.integers(1, rules.raw["faces"] + 1, size=int(random.integers(1, rules.dice + 1)))
    return (filled, sum(scored), chip), tuple(sorted(random.choice(faces, size=rules.dice).tolist()))


def check_positions(game: str, raw: Rule, seed: int, n: int) -> None:
    """The slow reader takes the same decisions in random positions."""
    random, played, reader = np.random.default_rng(seed), Played(game, raw), Reader(oracle(game), raw)
    for _ in range(n):
        real, dice = random_position(game, random)
        assert played.score(real, dice) == reader.score(real, dice), (real, dice)
        for left in range(1, load_game(game).rolls):
            assert played.keep(real, dice, left) == reader.keep(real, dice, left), (real, dice, left)


@given(raw=rule_lists("toy"), seed=st.integers(0, 9999))
@settings(max_examples=examples(13), deadline=None)
def test_any_rules_of_toy(raw: Rule, seed: int) -> None:
    check_positions("toy", raw, seed, 20)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["yahtzee", "yahtzee-forced"])
@given(data=st.data(), seed=st.integers(0, 9999))
@settings(max_examples=3, deadline=None)
def test_any_rules_of_yahtzee(game: str, data: st.DataObject, seed: int) -> None:
    check_positions(game, data.draw(rule_lists(game)), seed, 60)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["glenn-rules", "yahtzee-bonus"])
def test_builtin_rules(name: str) -> None:
    file = resources.files("yahtzee_core.policies.strategies") / "data" / f"{name}.yaml"
    check_positions("yahtzee", yaml.safe_load(file.read_text(encoding="utf-8")), 1, 80)


def test_visits_change_nothing() -> None:
    game, policy = arena("toy"), Played("toy", rules_of("toy", [{"keep": "kind", "own": "open"}])).policy
    masks = game.states.masks[:-1]
    visit = walk(game, policy).visits[game.states.of_masks(masks)]
    some, every = (unpack(game.states, masks, policy.decide(masks, v)) for v in (visit, None))
    assert 0 < (visit > 0).sum() < len(visit)
    assert np.array_equal(some[:, visit > 0], every[:, visit > 0])


# Errors


def edited(**keys: Any) -> Rule:
    """Rules of toy with other keys."""
    return {**rules_of("toy", [{"keep": "nothing"}]), **keys}


UNKNOWN = "game toy: no category 'six'; expected one of ones, twos, threes, fours, pair, straight, yahtzee"
FILL = ["ones", "twos", "threes", "fours", "pair", "straight"]


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (
            edited(keeps=[]),
            "top level: unknown key 'keeps'; expected only id, title, source, .*",
        ),
        ({"id": "a"}, "top level: key 'title', 'source', 'keep' is missing; expected .*"),
        (edited(par={"ones": 1}), "how to score; expected either par, or both score and fill"),
        ({k: v for k, v in edited().items() if k != "fill"}, "how to score; expected either par, .*"),
        (edited(games=[]), "games: 0 of them; expected at least 1"),
        (edited(id="A b"), "id: 'A b'; expected text that matches .*"),
        (
            edited(keep=[{"keep": "all", "dice": 3}]),
            "keep.0: unknown key 'dice'; expected only keep, made, .*",
        ),
        (edited(keep=[{"keep": "none"}]), "keep.0.keep: 'none'; expected one of all, kind, .*"),
        (edited(keep=[{"keep": "kind", "count": 0}]), "keep.0.count: 0; expected at least 1"),
        (edited(keep=[{"keep": "kind", "own": "filled"}]), "keep.0.own: .*; expected.*"),
        (
            edited(score=[{"score": "pair", "x": 1}]),
            "score.0: unknown key 'x'; expected only score, order, .*",
        ),
        (edited(score=[{}]), "score.0: key 'score' is missing; expected score"),
        (edited(fill=["ones", "ones"]), "fill: .*; expected different items"),
    ],
)
def test_rules_that_are_none(raw: Rule, message: str) -> None:
    """One line: file, key, what was found, what was expected."""
    with pytest.raises(UserError, match=f"^test.yaml: {message}$"):
        parsed(raw)


NO_OWN = "keep.0: 'own' means nothing here; expected only "
CONDITIONS = "open, rerolls, upper_open_at_most"


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (edited(keep=[{"keep": "all", "open": ["six"]}]), f"keep.0: {UNKNOWN}"),
        (edited(keep=[{"keep": "all", "open": [["ones", "six"]]}]), f"keep.0: {UNKNOWN}"),
        (edited(keep=[{"keep": "all"}, {"keep": "all", "made": "six"}]), f"keep.1: {UNKNOWN}"),
        (edited(score=[{"score": "six"}]), f"score.0: {UNKNOWN}"),
        (edited(score=[{"score": "most_points", "order": ["six"]}]), f"score.0: {UNKNOWN}"),
        (edited(score=[{"score": "pair", "open": ["six"]}]), f"score.0: {UNKNOWN}"),
        (edited(fill=["ones", "six"]), f"fill.1: {UNKNOWN}"),
        (edited(keep=[{"keep": "run"}]), "keep.0: a run needs count; expected 2 to 4"),
        (edited(keep=[{"keep": "run", "count": 1}]), "keep.0: a run needs count; expected 2 to 4"),
        (edited(keep=[{"keep": "run", "count": 5}]), "keep.0: a run needs count; expected 2 to 4"),
        (edited(keep=[{"keep": "faces", "faces": [5]}]), r"keep.0: faces \[5\]; expected some of 1 to 4"),
        (edited(keep=[{"keep": "all", "filled": ["six"]}]), f"keep.0: {UNKNOWN}"),
        (card_of("toy", [], {"ones": 1}), "par: no 'twos'; expected a par for every category"),
        (card_of("toy", [], {"ones": 1, "six": 1}), f"par: {UNKNOWN}"),
        (edited(keep=[{"keep": "faces"}]), r"keep.0: faces \[\]; expected some of 1 to 4"),
        (
            edited(keep=[{"keep": "all", "own": "open"}]),
            f"{NO_OWN}at_least, filled, keep, made, {CONDITIONS}",
        ),
        (edited(keep=[{"keep": "pairs", "own": "open"}]), f"{NO_OWN}filled, keep, {CONDITIONS}"),
        (edited(fill=FILL), "fill: some roll fits no rule; expected fill to name all categories"),
        (edited(fill=[]), "fill: some roll fits no rule; expected fill to name all categories"),
    ],
)
def test_rules_that_do_not_fit(raw: Rule, message: str) -> None:
    with pytest.raises(UserError, match=f"^test.yaml: {message}$"):
        parsed(raw).policy(arena("toy"))


@pytest.mark.parametrize(
    ("raw", "key"),
    [
        (edited(keep=[{"keep": "kind", "faces": [5]}]), "keep.0"),
        (edited(score=[{"score": "upper", "faces": [5]}]), "score.0"),
        (edited(keep=[{"keep": "kind", "made": "six"}]), "keep.0"),
        (edited(keep=[{"keep": "pairs", "count": 2}]), "keep.0"),
        (edited(score=[{"score": "pair", "earns_bonus": True}]), "score.0"),
        (edited(score=[{"score": "pair", "order": ["six"]}]), "score.0"),
    ],
)
def test_nothing_is_ignored(raw: Rule, key: str) -> None:
    """A key that changes nothing is a mistake of the writer, as unknown keys are."""
    with pytest.raises(UserError, match=f"^test.yaml: {key}"):
        parsed(raw).policy(arena("toy"))


def test_rules_fit_the_games_whose_categories_they_fill() -> None:
    assert parsed(edited()).fits(load_game("toy"))
    assert not parsed(edited(fill=FILL)).fits(load_game("toy"))
    assert not parsed(edited()).fits(load_game("yahtzee"))
    card = card_of("toy", [], dict.fromkeys(ids_of("toy"), 3))
    assert parsed(card).fits(load_game("toy"))
    assert not parsed(card).fits(load_game("yahtzee"))
    assert parsed(card | {"games": ["toy"]}).fits(load_game("toy"))
    assert not parsed(card | {"games": ["yaht"]}).fits(load_game("toy"))


class OfLanes:
    """A policy that does not say what it looks at."""

    def __init__(self, policy: RulesPolicy) -> None:
        self.decide = policy.decide


@pytest.mark.parametrize("game", ["toy", "short", "crag", "yaht", "yatzy-down", "generala"])
def test_a_turn_for_each_sheet_is_a_turn_for_each_state(game: str) -> None:
    """Cards do not look at the upper total: every number but sums over lanes has the same bits."""
    at = arena_of(game)
    pairs = [{"keep": "kind", "count": 2, "prefer": ["high"]}]
    par = {category.id: 2 + i % 5 for i, category in enumerate(at.game.categories)}
    policy = RulesPolicy(at, card_of(game, pairs, par))
    assert looks_at_sheets_alone(policy) and not looks_at_sheets_alone(OfLanes(policy))
    mine, other = (walk(at, each, [Quantity.TOTAL]) for each in (policy, OfLanes(policy)))
    for name in ("visits", "mean", "cross", "taken", "secured"):
        assert (getattr(mine, name) == getattr(other, name)).all(), name
    assert np.array_equal(mine.amounts[Quantity.TOTAL], other.amounts[Quantity.TOTAL])
    assert np.allclose(mine.final, other.final, rtol=1e-13, atol=0)


def test_rules_that_look_at_the_upper_total() -> None:
    """Rules for what earns the bonus are asked in every state."""
    earning = edited(score=[{"score": "upper", "earns_bonus": True}])
    assert not looks_at_sheets_alone(parsed(earning).policy(arena("toy")))
