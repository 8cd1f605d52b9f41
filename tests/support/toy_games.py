"""Small games for tests: a list of special cases, and a strategy that makes up valid ones.

A game is the dictionary that its YAML file would hold: `yaml.safe_dump` of it is a valid game file.
"""

from math import comb
from typing import Any

from hypothesis import strategies as st

Raw = dict[str, Any]


def upper(*faces: int) -> list[Raw]:
    """Upper categories of these faces: face_1, face_2, ..."""
    return [category(f"face_{face}", "upper", face=face, score="matching") for face in faces]


def lower(id: str, **pattern: Any) -> Raw:
    """A lower category with a pattern."""
    return category(id, "lower", **pattern)


def category(id: str, section: str, **pattern: Any) -> Raw:
    """A category of either section."""
    return {"id": id, "title": id.replace("_", " ").title(), "section": section, **pattern}


def game(id: str, dice: int, faces: int, rolls: int, sheet: list[Raw], **rules: Any) -> Raw:
    """A game; `rules` are the keys upper, yahtzee, joker, order, colours."""
    head = {"id": id, "title": id.title(), "dice": dice, "faces": faces, "rolls": rolls}
    return {**head, **rules, "categories": sheet}


PAIR = lower("pair", groups=[2], score="all")
TRIPLE = lower("triple", groups=[3], score=12)
YAHTZEE_2 = lower("yahtzee", groups=[2], score=9)
YAHTZEE_3 = lower("yahtzee", groups=[3], score=15)
STRAIGHT = lower("straight", run=3, score=8)
CHANCE = lower("chance", score="all")
HOUSE = lower("house", groups=[2, 1], score=7)
JOKER_SHEET = [*upper(1, 3), HOUSE, STRAIGHT, YAHTZEE_3]
JOKER_SCORES = {"house": 7, "straight": 8}

TOY_GAMES: dict[str, Raw] = {
    raw["id"]: raw
    for raw in [
        game("plain", 2, 3, 1, [*upper(1), PAIR, CHANCE]),
        game(
            "upper-bonus",
            dice=2,
            faces=3,
            rolls=2,
            sheet=[*upper(1, 2, 3), CHANCE],
            upper={"threshold": 7, "bonus": 5},
        ),
        game(
            "upper-sum",
            dice=2,
            faces=3,
            rolls=2,
            sheet=[*upper(1, 3), category("sum", "upper", score="all"), PAIR],
            upper={"threshold": 6, "bonus": 5},
        ),
        game(
            "upper-sure",
            dice=1,
            faces=3,
            rolls=2,
            sheet=[*upper(2), category("sure", "upper", score=5), CHANCE],
            upper={"threshold": 2, "bonus": 4},
        ),
        game(
            "yahtzee-bonus",
            dice=2,
            faces=4,
            rolls=2,
            sheet=[*upper(2, 4), YAHTZEE_2, CHANCE],
            upper={"threshold": 8, "bonus": 6},
            yahtzee={"category": "yahtzee", "bonus": 12},
        ),
        game(
            "joker-free",
            dice=3,
            faces=3,
            rolls=3,
            sheet=[*upper(1, 2, 3), TRIPLE, YAHTZEE_3],
            upper={"threshold": 10, "bonus": 10},
            yahtzee={"category": "yahtzee", "bonus": 20},
            joker={"placement": "free", "scores": {"triple": 16}},
        ),
        game(
            "joker-forced",
            dice=3,
            faces=3,
            rolls=3,
            sheet=[*upper(1, 2, 3), TRIPLE, YAHTZEE_3],
            upper={"threshold": 10, "bonus": 10},
            yahtzee={"category": "yahtzee", "bonus": 20},
            joker={"placement": "forced", "scores": {"triple": 16}},
        ),
        game(
            "joker-free-gap",
            dice=3,
            faces=3,
            rolls=2,
            sheet=JOKER_SHEET,
            yahtzee={"category": "yahtzee", "bonus": 20},
            joker={"placement": "free", "scores": JOKER_SCORES},
        ),
        game(
            "joker-forced-gap",
            dice=3,
            faces=3,
            rolls=2,
            sheet=JOKER_SHEET,
            upper={"threshold": 6, "bonus": 5},
            yahtzee={"category": "yahtzee", "bonus": 20},
            joker={"placement": "forced", "scores": JOKER_SCORES},
        ),
        game(
            "forced-upper-only",
            dice=2,
            faces=4,
            rolls=3,
            sheet=[YAHTZEE_2, *upper(1, 2, 3)],
            yahtzee={"category": "yahtzee"},
            joker={"placement": "forced", "scores": {}},
        ),
        game(
            "coins",
            dice=3,
            faces=2,
            rolls=3,
            sheet=[YAHTZEE_3, CHANCE, *upper(2), lower("both", faces=[1, 2], score=6)],
            yahtzee={"category": "yahtzee", "bonus": 0},
            joker={"placement": "free", "scores": {"both": 6, "chance": 11}},
        ),
        game(
            "lax-house",
            dice=3,
            faces=4,
            rolls=2,
            sheet=[
                lower("lax", groups=[2, 1], distinct=False, score=6),
                lower("odd", faces=[1, 3], score=10),
                lower("seven", total=7, score=12),
                lower("crag", groups=[2], total=8, score=20),
                STRAIGHT,
            ],
        ),
        game(
            "matching",
            dice=3,
            faces=4,
            rolls=2,
            sheet=[
                category("pairs", "upper", groups=[2], score="matching"),
                lower("lax", groups=[1, 1], distinct=False, score="matching"),
                lower("two_run", run=2, score="matching"),
                lower("ends", faces=[1, 4], total=8, score="matching"),
            ],
            upper={"threshold": 6, "bonus": 3},
        ),
        game(
            "joker-always",
            dice=3,
            faces=3,
            rolls=2,
            sheet=[*upper(1, 3), HOUSE, STRAIGHT, YAHTZEE_3],
            yahtzee={"category": "yahtzee", "bonus": 20},
            joker={"placement": "always", "scores": JOKER_SCORES},
        ),
    ]
}

IN_ORDER: Raw = game(
    "down",
    dice=3,
    faces=3,
    rolls=2,
    sheet=[*upper(1, 3), YAHTZEE_3, HOUSE, *upper(2), CHANCE],
    upper={"threshold": 8, "bonus": 9},
    yahtzee={"category": "yahtzee", "bonus": 20},
    joker={"placement": "free", "scores": {"house": 7, "chance": 11}},
    order="down",
)
"""A sheet to be filled from top to bottom."""

SEVERAL_BONUSES: dict[str, Raw] = {
    raw["id"]: raw
    for raw in [
        game(
            "tiers",
            dice=3,
            faces=3,
            rolls=2,
            sheet=[*upper(1, 2, 3), CHANCE],
            upper={
                "threshold": 7,
                "bonus": 5,
                "further": [{"threshold": 10, "bonus": 3}, {"threshold": 11, "bonus": 9}],
            },
        ),
        game(
            "coloured",
            dice=3,
            faces=4,
            rolls=2,
            colours=[[1, 4], [2, 3]],
            sheet=[
                *upper(2, 4),
                lower("flush", one_colour=True, score=9),
                lower("pair", groups=[2], one_colour=True, score="all", plus=3),
                lower("two", groups=[1, 1], one_colour=True, score="matching"),
            ],
            upper={"threshold": 3, "bonus": 2, "further": [{"threshold": 9, "bonus": 11}]},
        ),
    ]
}
"""Games with several upper bonuses, which have values and probabilities but no strategies."""


@st.composite
def games(draw: st.DrawFn) -> Raw:
    """Any small valid game: 1-3 dice of 2-4 faces, 1-3 rolls, 1-4 categories."""
    dice, faces = draw(st.integers(1, 3)), draw(st.integers(2, 4))
    sheet = draw(_sheets(dice, faces))
    rules: Raw = {}
    lower_ids = [c["id"] for c in sheet if c["section"] == "lower"]
    if len(lower_ids) < len(sheet) and draw(st.booleans()):
        rules["upper"] = {"threshold": draw(st.integers(1, 12)), "bonus": draw(st.integers(1, 20))}
    if "yahtzee" in lower_ids:
        rules |= draw(_yahtzee_rules([id for id in lower_ids if id != "yahtzee"]))
    return game("made-up", dice, faces, draw(st.integers(1, 3)), sheet, **rules)


def quick(raw: Raw) -> bool:
    """Whether the oracle is quick with every number of saved rolls."""
    return len(raw["categories"]) <= 3 and raw["dice"] ** raw["faces"] < 30


WIDE_POINTS = st.sampled_from([0, 1, 127, 128, 255, 256, 32767, 32768, 40000, 65535, 65536, 99999, 100000])
"""Points up to the most that a game file may say, and both sides of what integers of 8 and 16 bits hold."""
WIDE_DICE = [(d, f) for d in range(1, 9) for f in range(2, 13) if comb(d + f, d) <= 2000]


@st.composite
def wide_games(draw: st.DrawFn) -> Raw:
    """A game of one or two categories, with any dice of at most 2,000 keeps and points up to the most."""
    dice, faces = draw(st.sampled_from(WIDE_DICE))
    sheet = [_widened(draw, category) for category in draw(_sheets(dice, faces))[:2]]
    rules: Raw = {}
    lower_ids = [c["id"] for c in sheet if c["section"] == "lower"]
    if len(lower_ids) < len(sheet) and draw(st.booleans()):
        rules["upper"] = {"threshold": draw(st.integers(1, 100000)), "bonus": draw(st.integers(1, 100000))}
    if "yahtzee" in lower_ids:
        rules["yahtzee"] = {"category": "yahtzee", "bonus": draw(WIDE_POINTS)}
    return game("made-up", dice, faces, draw(st.integers(1, 4)), sheet, **rules)


def _widened(draw: st.DrawFn, category: Raw) -> Raw:
    points = draw(WIDE_POINTS)
    if isinstance(category["score"], int):
        return {**category, "score": points}
    return {**category, "plus": points} if points else category


@st.composite
def ruled_games(draw: st.DrawFn) -> Raw:
    """The same, of up to three categories, with any of the other rules; not all of them go together."""
    raw = draw(games().filter(quick))
    if draw(st.booleans()):
        raw["order"] = draw(st.sampled_from(["down", "up"]))
    if draw(st.booleans()):
        raw["saved_rolls"] = draw(st.booleans())
    if "upper" in raw and draw(st.booleans()):
        more = draw(
            st.lists(st.integers(raw["upper"]["threshold"] + 1, 20), min_size=1, max_size=2, unique=True)
        )
        raw["upper"]["further"] = [{"threshold": t, "bonus": draw(st.integers(1, 9))} for t in sorted(more)]
    if "joker" in raw and draw(st.booleans()):
        raw["joker"]["placement"] = "always"
    raw["colours"] = [[1], list(range(2, raw["faces"] + 1))]
    raw["categories"] = [draw(_ruled(category)) for category in raw["categories"]]
    return raw


@st.composite
def _ruled(draw: st.DrawFn, category: Raw) -> Raw:
    """A category with any of the keys that few games use."""
    more: Raw = {}
    if category["section"] == "lower" and draw(st.integers(0, 3)) == 0:
        more["first_roll"] = draw(st.integers(1, 9))
    if category["section"] == "lower" and category["id"] != "yahtzee" and draw(st.integers(0, 3)) == 0:
        more |= {"one_colour": True, "plus": draw(st.integers(1, 5))}
    return {**category, **more}


@st.composite
def _sheets(draw: st.DrawFn, dice: int, faces: int) -> list[Raw]:
    """1-4 categories in any order; no face has two upper categories."""
    size = draw(st.integers(1, 4))
    numbers = st.sets(st.integers(1, faces), max_size=min(size, faces))
    sheet = upper(*sorted(draw(numbers)))
    if len(sheet) < size and draw(st.booleans()):
        sheet.append(lower("yahtzee", groups=[dice], score=draw(st.integers(0, 20))))
    while len(sheet) < size:
        section = draw(st.sampled_from(["lower", "lower", "upper"]))
        pattern = draw(_patterns(dice, faces, with_face=section == "lower"))
        sheet.append(category(f"other_{len(sheet)}", section, **pattern))
    return draw(st.permutations(sheet))


@st.composite
def _patterns(draw: st.DrawFn, dice: int, faces: int, with_face: bool) -> Raw:
    """Any valid pattern, most with one condition or none."""
    kinds = ["groups", "faces", *["run"] * (min(dice, faces) > 1), *["face"] * with_face]
    pattern: Raw = {}
    for kind in draw(st.lists(st.sampled_from(kinds), max_size=2, unique=True)):
        pattern |= draw(_condition(kind, dice, faces))
    matchable = len(pattern.keys() - {"distinct"})
    if draw(st.integers(0, 3)) == 0:
        pattern["total"] = draw(st.integers(dice, dice * faces))
    words = st.sampled_from(["all", "matching"] if matchable == 1 else ["all"])
    return {**pattern, "score": draw(words | st.integers(0, 20))}


@st.composite
def _condition(draw: st.DrawFn, kind: str, dice: int, faces: int) -> Raw:
    """One condition on faces that the dice are enough for."""
    face = st.integers(1, faces)
    if kind == "face":
        return {"face": draw(face)}
    if kind == "run":
        return {"run": draw(st.integers(2, min(dice, faces)))}
    if kind == "faces":
        size = min(dice, faces)
        return {"faces": draw(st.lists(face, min_size=1, max_size=size, unique=True))}
    sizes = st.lists(st.integers(1, dice), min_size=1, max_size=dice)
    groups = draw(sizes.filter(lambda sizes: sum(sizes) <= dice))
    return {
        "groups": groups,
        **draw(st.sampled_from([{}, {"distinct": True}, {"distinct": False}])),
    }


@st.composite
def _yahtzee_rules(draw: st.DrawFn, others: list[str]) -> Raw:
    """The Yahtzee category, with or without a bonus and a joker; `others` may score jokers."""
    bonus = draw(st.sampled_from([{}, {"bonus": 0}, {"bonus": 5}, {"bonus": 20}]))
    rules: Raw = {"yahtzee": {"category": "yahtzee", **bonus}}
    placement = draw(st.sampled_from([None, "free", "forced"]))
    if placement:
        scored = draw(st.sets(st.sampled_from(others))) if others else set()
        scores = {id: draw(st.integers(0, 20)) for id in sorted(scored)}
        rules["joker"] = {"placement": placement, "scores": scores}
    return rules
