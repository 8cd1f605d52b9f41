"""The games of the package beside each other: extremes, sizes, the table of the docs, and what is refused."""

import re
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np
import numpy.typing as npt
import pytest
from brute_force import START, BruteForce
from brute_force import State as RealState
from helpers import PROJECT, parse
from lanes import slow_but
from toy_games import CHANCE, IN_ORDER, SEVERAL_BONUSES, TOY_GAMES, YAHTZEE_3, Raw, game, upper
from variants_of_games import saving, with_first_roll

from yahtzee_core.cli import main
from yahtzee_core.errors import UserError
from yahtzee_core.game.load import all_games, load_game, more_games
from yahtzee_core.game.refused import refused_games, sheets_of
from yahtzee_core.runs.catalogue import HEAD, entry, extreme_scores, markdown
from yahtzee_core.solve.expected import Solver, Table, solve_expected
from yahtzee_core.solve.saved import SavedTable
from yahtzee_core.turn.states import States

Floats = npt.NDArray[np.float64]
PAGE = PROJECT / "docs" / "games.md"
SLOW = {"maxi-yatzy", "maxi-yatzy-saved"}
SMALL = ["plain", "upper-bonus", "upper-sum", "upper-sure", "yahtzee-bonus", "matching", "lax-house"]


# Extremes


@cache
def extremes(oracle: BruteForce, state: RealState = START) -> tuple[int, int]:
    """(what the best play is sure of when the dice are at their worst, the most points that can come).

    Rerolls do not help against the worst dice, which can show the same roll again.
    """
    if len(state[0]) == len(oracle.categories):
        return 0, 0
    sure, most = [], 0
    for dice in oracle._all_rolls():
        choices = [
            (points, extremes(oracle, after)) for _, points, after in oracle._premium(state, dice, True)
        ]
        sure.append(max(points + least for points, (least, _) in choices))
        most = max(most, *(points + after for points, (_, after) in choices))
    return min(sure), most


@pytest.mark.parametrize("change", [dict, with_first_roll])
@pytest.mark.parametrize("name", SMALL)
def test_extremes_of_toy_games(name: str, change: object) -> None:
    raw: Raw = change(TOY_GAMES[name])
    assert extreme_scores(parse(raw)) == extremes(BruteForce(raw))


@pytest.mark.parametrize("raw", [IN_ORDER, *SEVERAL_BONUSES.values()], ids=lambda raw: raw["id"])
def test_extremes_of_other_rules(raw: Raw) -> None:
    assert extreme_scores(parse(raw))[1] == BruteForce(raw).most(START)


@pytest.mark.slow
def test_extremes_that_people_know() -> None:
    assert extreme_scores(load_game("yahtzee"))[1] == 1575
    assert extreme_scores(load_game("yatzy"))[1] == 374
    assert extreme_scores(load_game("generala"))[1] == 5 * 21 + 20 + 30 + 40 + 50


# The table


def test_an_entry_of_each_kind() -> None:
    found = entry(load_game("toy"))
    assert found.states == 1080
    assert found.expected == solve_expected(load_game("toy")).start_value
    saved = entry(parse(saving(TOY_GAMES["upper-bonus"])))
    states = States(saved.game)
    assert saved.states == sum(int(states.lanes[m]) * (1 + m.bit_count()) for m in states.masks.tolist())
    large = entry(load_game("maxi-yatzy"), large=False)
    assert (large.states, large.expected, large.most) == (29_065_216, None, None)


@cache
def page_rows() -> dict[str, list[str]]:
    """The rows of the table of docs/games.md by game."""
    text = PAGE.read_text(encoding="utf-8")
    lines = text[text.index("| game ") :].partition("\n\n")[0].splitlines()
    rows = [re.split(r" \| ", line.strip("| ")) for line in lines if re.match(r"\| [a-z]", line)]
    assert tuple(rows[0]) == HEAD
    return {row[0]: row for row in rows[1:]}


def test_the_page_lists_all_games() -> None:
    assert list(page_rows()) == all_games()


@pytest.mark.parametrize("name", slow_but(sorted({*all_games()} - SLOW), "crag", "yahtzee"))
def test_the_page_is_up_to_date(name: str) -> None:
    """All but the seconds."""
    assert page_rows()[name][:-1] == entry(load_game(name)).cells()[:-1]


@pytest.mark.parametrize("name", sorted(SLOW))
def test_the_page_has_the_size_of_large_games(name: str) -> None:
    assert page_rows()[name][:4] == entry(load_game(name), large=False).cells()[:4]
    assert "-" not in page_rows()[name]


def test_the_command_prints_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    main(["games", "toy", "--markdown"])
    text = capsys.readouterr().out
    expected = markdown([entry(load_game("toy"))])
    assert [line.split("|")[:-2] for line in text.splitlines()] == [
        line.split("|")[:-2] for line in expected.splitlines()
    ]
    main(["games", "maxi-yatzy", "--markdown"])
    assert "| maxi-yatzy | 6 | 20 | 29,065,216 | - |" in capsys.readouterr().out


# Forced order: turns that do not meet but in the bonus


@pytest.mark.slow
def test_forced_yatzy_is_a_sum_of_turns() -> None:
    """The mean of each turn alone, and the bonus by the exact distribution of the upper total."""
    table, yatzy = solve_expected(load_game("yatzy-down")), load_game("yatzy")
    alone = solve_expected(yatzy)
    turns = sum(alone.at([c.id for c in yatzy.categories if c.id != one.id]) for one in yatzy.categories)
    p = 1 - (5 / 6) ** 3
    dice = np.array(
        [factorial(5) // factorial(n) // factorial(5 - n) * p**n * (1 - p) ** (5 - n) for n in range(6)]
    )
    total = np.ones(1)
    for face in range(1, 7):
        points = np.zeros(5 * face + 1)
        points[::face] = dice
        total = np.convolve(total, points)
    assert table.start_value == pytest.approx(turns + 50 * total[63:].sum(), rel=1e-12)
    up = solve_expected(load_game("yatzy-up"))
    assert (up.start_value, up.start_sd) == pytest.approx((table.start_value, table.start_sd), rel=1e-12)


# A second plain solver, for games too large to brute-force


Roll = tuple[int, ...]


class Plain:
    """Six dice by matrices of probabilities: keep to roll, all at once."""

    def __init__(self, raw_game: str) -> None:
        self.game = load_game(raw_game)
        faces = range(1, 7)
        keeps = [k for n in range(7) for k in combinations_with_replacement(faces, n)]
        counts = np.array([[keep.count(face) for face in faces] for keep in keeps])
        self.rolls = counts[counts.sum(axis=1) == 6]
        more = self.rolls[None] - counts[:, None]
        self.inside = (more >= 0).all(axis=2)
        fact = np.array([factorial(n) for n in range(7)])
        left = 6 - counts.sum(axis=1)
        ways = fact[left][:, None] / prod(fact[np.maximum(more[:, :, face], 0)] for face in range(6))
        self.probability = np.where(self.inside, ways / 6.0 ** left[:, None], 0.0)

    @cache  # noqa: B019
    def value(self, open_ids: tuple[str, ...], upper: int, saved: int) -> float:
        """The value of a sheet by its open categories, the real upper total, and rolls saved."""
        if not open_ids:
            return 0.0
        best = np.zeros(len(self.rolls))
        for rerolls in range(self.game.rolls + saved):
            leaf = self.leaf(open_ids, upper, rerolls * self.game.saved_rolls)
            if rerolls > 0:
                kept = np.where(self.inside, (self.probability @ best)[:, None], -np.inf).max(axis=0)
                best = np.maximum(leaf, kept)
            else:
                best = leaf
        return float(self.probability[0] @ best)

    def leaf(self, open_ids: tuple[str, ...], upper: int, saved: int) -> Floats:
        """What each roll is worth when it is scored."""
        found = np.full(len(self.rolls), -np.inf)
        for one in open_ids:
            category = self.game.categories[self.game.index(one)]
            rest = tuple(other for other in open_ids if other != one)
            points = np.array([category.pattern.points(roll) for roll in self.rolls.tolist()])
            for scored in set(points.tolist()):
                total = upper + scored * category.upper
                bonus = self.game.upper_bonus if upper < self.game.threshold <= total else 0
                worth = scored + bonus + self.value(rest, total, saved)
                found[points == scored] = np.maximum(found[points == scored], worth)
        return found


@cache
def last_two(name: str, open_ids: tuple[str, str]) -> SavedTable:
    """The sheets of a game with these categories open, or one of them."""
    made = load_game(name)
    first, second = (made.mask((one,)) for one in open_ids)
    full = made.full
    masks = np.array([full, full & ~first, full & ~second, full & ~first & ~second])
    solver = Solver(made, 1)
    table = Table.empty(solver.states, masks)
    solver.solve(masks, table)
    return SavedTable(solver.states, table)


@pytest.mark.slow
@pytest.mark.parametrize("open_ids", [("sixes", "chance"), ("tower", "villa"), ("maxi_yatzy", "three_pairs")])
@pytest.mark.parametrize(
    ("name", "saved"), [("maxi-yatzy", 0), ("maxi-yatzy-saved", 0), ("maxi-yatzy-saved", 2)]
)
def test_maxi_yatzy_by_a_plain_solver(name: str, saved: int, open_ids: tuple[str, str]) -> None:
    table, plain = last_two(name, open_ids), Plain(name)
    filled = [c.id for c in plain.game.categories if c.id not in open_ids]
    for total in (60, 84, 30) if "sixes" in open_ids else (84,):
        assert table.at(filled, total, saved=saved) == pytest.approx(
            plain.value(open_ids, total, saved), rel=1e-12
        )


# What is refused


def test_games_that_are_too_large() -> None:
    assert set(refused_games()) == {"balut", "triple-yahtzee"}
    assert refused_games()["triple-yahtzee"].states == 2**39
    with pytest.raises(
        UserError, match=r"game triple-yahtzee: 549,755,813,888 states at least, too many to solve"
    ):
        load_game("triple-yahtzee")


def test_sheets_of_a_kind_by_hand() -> None:
    """Two boxes of 0 or 3 points, more than 4 do not matter: none; 0, 3; 0, 3, 4."""
    assert sheets_of({"boxes": 2, "points": [0, 3], "goal": 4}) == 1 + 2 + 3
    assert sheets_of({"boxes": 4, "points": [0], "goal": 0}) == 5


def test_a_limit_on_yahtzee_bonuses_is_refused_with_its_size() -> None:
    raw = game(
        "limited", 3, 3, 2, [YAHTZEE_3, CHANCE, *upper(1)], yahtzee={"category": "yahtzee", "bonus": 5}
    )
    now = States(parse(raw)).size
    raw["yahtzee"]["limit"] = 3
    size = now + 2 * sum(
        int(States(parse({**raw, "yahtzee": {"category": "yahtzee"}})).n_needs[0]) for _ in range(4)
    )
    with pytest.raises(
        UserError, match=rf"game limited: yahtzee.limit: 3: .* {size} states in place of {now}, "
    ):
        solve_expected(parse(raw))


def test_every_game_says_what_it_is() -> None:
    for name in more_games():
        made = load_game(name)
        assert made.id == name and made.rule and made.source
