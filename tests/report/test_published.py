"""The check against print: when numbers agree, what is said when they do not, and the numbers themselves."""

import csv
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from helpers import REFERENCE, arena, distribution, solved

from yahtzee_core.errors import UserError
from yahtzee_core.game.load import builtin_games, load_game
from yahtzee_core.policies.evaluation import evaluate
from yahtzee_core.policies.strategies.load import load_strategy, strategies_of
from yahtzee_core.report.published import check_published
from yahtzee_core.report.published.check import NUMBERS, SIMULATED_GAMES, Number, Results, agrees
from yahtzee_core.report.published.facts import FACTS
from yahtzee_core.runs.evaluations import evaluation_tables
from yahtzee_core.runs.facts import distribution_rows, score_rows
from yahtzee_core.solve.expected import Floats

OF_A_GAME = {"expected", "sd"}
OF_MAXPROB = {"maxprob_percent", "difference_percent", "relative"}
OF_A_SCORE = {"at_least", "below", "simulated_percent", *OF_MAXPROB}
OF_A_STRATEGY = {"strategy_mean", "strategy_simulated_mean", "strategy_simulated_sd", "race_wins"}
OF_A_CATEGORY = {"category_mean", "category_variance"}
QUANTITIES = OF_A_GAME | OF_A_SCORE | OF_A_STRATEGY | OF_A_CATEGORY | set(FACTS)
SD = 32.0
"""Of the strategies that are made up here; near that of Ecker's."""
OTHERS = 8 + 7 + 40
"""Points of figures, deviations of simulated games, and facts that no table holds."""
LEFT = {"expected", "sd", "at_least", "below", "simulated_percent", *FACTS}
"""What does without maxprob and strategies."""
Row = dict[str, str]


def rows_of(path: Any) -> list[Row]:
    """The rows of a CSV file."""
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@cache
def numbers() -> list[Row]:
    """All published numbers."""
    return rows_of(NUMBERS)


# Whether two numbers agree


@pytest.mark.parametrize(
    ("published", "computed", "expected"),
    [
        ("254.5896", 254.58964999, True),
        ("254.5896", 254.58955001, True),
        ("254.5896", 254.58965001, False),
        ("254.5896", 254.58954999, False),
        ("254.59", 254.589609, True),
        ("254.6", 254.589609, True),
        ("254", 254.4, True),
        ("254", 254.6, False),
        ("99.999975", 99.9999754, True),
        ("99.999975", 99.9999756, False),
        ("0.001303", 0.0013034, True),
        ("0.143265", 0.1432658, False),
        ("5.11603e-6", 5.116034e-6, True),
        ("5.11603e-6", 5.116036e-6, False),
        ("5.11603e-6", 5.11603, False),
        ("3.93308e-19", 3.933084e-19, True),
        ("3.93308e-19", 3.93309e-19, False),
        ("3.93308e-19", 0.0, False),
        ("3.93308e-19", 1.0, False),
    ],
)
def test_digits(published: str, computed: float, expected: bool) -> None:
    """To the digits printed, in either notation."""
    assert agrees(published, Number(computed)) is expected


@pytest.mark.parametrize(
    ("published", "computed", "expected"),
    [
        ("50.000000", 50.08, True),
        ("50.000000", 49.92, True),
        ("50.000000", 50.1, False),
        ("50.000000", 49.9, False),
        ("100.000000", 100.0, True),
        ("0.000000", 0.0, True),
        ("0.000000", 1e-5, True),
        ("0.000000", 5.2e-4, False),
        ("0.000000", 1.0, False),
    ],
)
def test_simulated_numbers(published: str, computed: float, expected: bool) -> None:
    """Within 4 standard errors of 5 million games: 0.09 percent points at one half."""
    p = computed / 100
    error = 100 * (p * (1 - p) / SIMULATED_GAMES["simulated_percent"]) ** 0.5
    assert agrees(published, Number(computed, error)) is expected


# The numbers


def test_rows() -> None:
    assert len(numbers()) == 57 + 29 + 8 + 7 + 7 + OTHERS
    assert {row["quantity"] for row in numbers()} == QUANTITIES
    for row in numbers():
        assert None not in row.values() and row["source"] and row["item"], row
        assert row["game"] in builtin_games(), row
        assert float(row["published"]) >= 0, row


@cache
def arguments(name: str) -> dict[str, set[str]]:
    """What may be asked for, by quantity."""
    game = load_game(name)
    return {
        **{key: {""} for key in OF_A_GAME},
        **{key: set(map(str, range(1576))) for key in OF_A_SCORE},
        **{key: set(strategies_of(game)) for key in OF_A_STRATEGY},
        **{key: {*(c.id for c in game.categories), "upper_bonus", "yahtzee_bonus"} for key in OF_A_CATEGORY},
    }


@pytest.mark.parametrize("row", numbers(), ids=lambda row: f"{row['game']}-{row['item']}-{row['source']}")
def test_arguments(row: Row) -> None:
    """A score, a strategy that is made for the game, a category of it or a bonus; nothing for the rest."""
    if row["quantity"] in FACTS:
        assert np.isfinite(FACTS[row["quantity"]](row["argument"]))
    else:
        assert row["argument"] in arguments(row["game"])[row["quantity"]]


@pytest.mark.parametrize("row", numbers(), ids=lambda row: f"{row['game']}-{row['item']}-{row['source']}")
def test_a_remark_says_why_not(row: Row) -> None:
    """Exactly where a number is not expected to agree."""
    assert row["expected"] in ("yes", "no")
    assert bool(row["remark"]) == (row["expected"] == "no")


def test_no_number_is_there_twice() -> None:
    keys = [tuple(row[k] for k in ("source", "game", "item")) for row in numbers()]
    assert len(set(keys)) == len(keys)


def published(source: str, quantity: str, game: str = "yahtzee") -> dict[str, str]:
    """Number by argument of the rows of a source."""
    found = [row for row in numbers() if row["source"] == source and row["quantity"] == quantity]
    assert all(row["game"] == game for row in found)
    return {row["argument"]: row["published"] for row in found}


def test_cremers() -> None:
    """Both columns of table 6.1, as printed."""
    table = rows_of(REFERENCE / "cremers_table_6_1.csv")
    assert [int(row["score"]) for row in table] == list(range(0, 801, 50))
    for quantity, column in (
        ("maxprob_percent", "maxprob_percent"),
        ("simulated_percent", "optexpected_simulated_percent"),
    ):
        expected = {row["score"]: row[column] for row in table}
        assert published("Cremers 2002, table 6.1", quantity) == expected


def test_glenn() -> None:
    """All of table IV, as printed; what is printed as 1 - x is x for less than that score."""
    table = {row["score"]: row["probability_at_least"] for row in rows_of(REFERENCE / "glenn_table_4.csv")}
    assert len(table) == 12
    below = {score: text.removeprefix("1 - ") for score, text in table.items() if text.startswith("1 - ")}
    assert published("Glenn 2007, table IV", "below") == below == {"50": "6.661782e-12"}
    expected = {score: text for score, text in table.items() if score not in below}
    assert published("Glenn 2007, table IV", "at_least") == expected


def test_glenn_of_categories() -> None:
    """All of table III, as printed, but for its last variance."""
    table = rows_of(REFERENCE / "glenn_table_3.csv")
    assert {row["category"] for row in table} == set(TABLE_3) and len(table) == len(TABLE_3)
    for quantity, column in (("category_mean", "mean"), ("category_variance", "variance")):
        expected = {row["category"]: row[column] for row in table if row[column]}
        assert published("Glenn 2007, table III", quantity) == expected


TABLE_3 = [*(c.id for c in load_game("yahtzee").categories), "upper_bonus", "yahtzee_bonus"]
TABLE_7 = {
    "Yahtzee bonus": "yahtzee-bonus",
    "Rule-based (Tables V and VI)": "glenn-rules",
    "Greedy": "greedy",
    "Category means (equation 12)": "category-means",
    "Category means (equation 13)": "category-means-iterated",
    "Category means with variances": "category-means-variances",
    "Upper and lower (equation 14)": "upper-and-lower",
    "Optimal": "expected",
}
UNKNOWN = {"Rule-based (from genetic algorithm)", "Category means (from genetic algorithm)"}
"""What the genetic algorithms found is not printed."""


def test_glenn_of_strategies() -> None:
    """Table VII, as printed, for the strategies that the text defines."""
    table = {row["strategy"]: row["mean"] for row in rows_of(REFERENCE / "glenn_table_7.csv")}
    assert table.keys() == TABLE_7.keys() | UNKNOWN
    expected = {strategy: table[printed] for printed, strategy in TABLE_7.items()}
    assert published("Glenn 2007, table VII", "strategy_mean") == expected
    names = {row["argument"]: row["item"] for row in numbers() if row["quantity"] == "strategy_mean"}
    assert names == {strategy: f"mean of {printed}" for printed, strategy in TABLE_7.items()}


def test_ecker() -> None:
    """The means of his 1,000 games, as printed."""
    table = rows_of(REFERENCE / "ecker_strategies.csv")
    assert len(table) == 7
    expected = {row["strategy"].replace("_", "-"): row["simulated_mean_1000_games"] for row in table}
    expected["expected"] = expected.pop("max-expectation")
    assert published("Ecker, section 4.2", "strategy_simulated_mean", "yaht") == expected


def test_ecker_multi_player() -> None:
    """The wins of his strategies against the variance player, as printed."""
    table = rows_of(REFERENCE / "ecker_strategies.csv")
    expected = {row["strategy"].replace("_", "-"): row["wins_against_variance_strategy"] for row in table}
    expected["expected"] = expected.pop("max-expectation")
    assert published("Ecker, section 4.3", "race_wins", "yaht") == expected


# The check


@pytest.fixture(scope="module", autouse=True)
def computed_once() -> Iterator[None]:
    """Facts depend on no results: they are computed once, not by every check."""
    with pytest.MonkeyPatch.context() as patched:
        for name, function in FACTS.items():
            patched.setitem(FACTS, name, cache(function))
        yield


def yahtzee_scores() -> Floats:
    """A column maxprob_scores of yahtzee with the published numbers, 0 elsewhere."""
    found = np.zeros(1576)
    for score, percent in published("Cremers 2002, table 6.1", "maxprob_percent").items():
        found[int(score)] = float(percent) / 100
    return found


def write(folder: Path, name: str, table: pa.Table) -> None:
    """A table as the check reads it, without provenance."""
    folder.mkdir(parents=True, exist_ok=True)
    pq.write_table(table, folder / f"{name}.parquet")


def write_start(folder: Path, value: float, sd: float) -> None:
    """A table `expected` that begins with these numbers."""
    write(folder, "expected", pa.table({"value": [value, 0.0], "sd": [sd, 0.0]}))


def write_game(results: Path, game: str) -> None:
    """The tables of a game that the check reads; its distribution."""
    write_start(results / game, solved(game).start_value, solved(game).start_sd)
    write(results / game, "distribution", distribution_rows(distribution(game)))


@cache
def evaluated() -> dict[str, pa.Table]:
    """The tables of optimal play in yahtzee."""
    strategy = load_strategy("expected", load_game("yahtzee"))
    return evaluation_tables(evaluate(arena("yahtzee"), strategy))


def made_up(means: dict[str, float], sd: float = SD) -> pa.Table:
    """A table `strategies` with these means."""
    return pa.table({"strategy": list(means), "mean": list(means.values()), "sd": [sd] * len(means)})


def yahtzee_means() -> dict[str, float]:
    """By strategy: as published, but for optimal play."""
    means = {name: float(mean) for name, mean in published("Glenn 2007, table VII", "strategy_mean").items()}
    return {**means, "expected": evaluated()["strategies"]["mean"][0].as_py()}


def yaht_means() -> dict[str, float]:
    """By strategy: as Ecker's games gave them."""
    means = published("Ecker, section 4.2", "strategy_simulated_mean", "yaht")
    return {name: float(mean) for name, mean in means.items()}


def made_up_races(wins: dict[str, float], error: float = 0.001) -> pa.Table:
    """A table `races` in which the opponents of Ecker's player win so often; others stand beside them."""
    rows = [
        {"player": player, "opponent": name, "players": n, "p_lose": won * (n == 2), "p_lose_se": error}
        for name, won in wins.items()
        for player, n in (("variance", 2), ("variance", 3), ("distribution", 4))
    ]
    return pa.Table.from_pylist(rows)


def yaht_wins() -> dict[str, float]:
    """By strategy: as Ecker's games gave them."""
    wins = published("Ecker, section 4.3", "race_wins", "yaht")
    return {name: float(won) for name, won in wins.items()}


@pytest.fixture
def yaht(tmp_path: Path) -> Path:
    """Results of yaht: exact ones, but the strategies as they were published."""
    write_game(tmp_path, "yaht")
    write(tmp_path / "yaht", "strategies", made_up(yaht_means()))
    write(tmp_path / "yaht", "races", made_up_races(yaht_wins()))
    return tmp_path


@pytest.fixture
def results(yaht: Path) -> Path:
    """Results of yahtzee, too, with MaxProb as it was published: ten seconds, so what needs them is slow."""
    write_game(yaht, "yahtzee")
    write(yaht / "yahtzee", "strategies", made_up(yahtzee_means()))
    write(yaht / "yahtzee", "strategy_categories", evaluated()["strategy_categories"])
    write(yaht / "yahtzee", "maxprob_scores", score_rows(yahtzee_scores(), None, None))
    return yaht


def tables_of(results: Path, games: Sequence[str]) -> list[tuple[str, str]]:
    """(game, table) of every file of some games."""
    return [(game, path.stem) for game in games for path in (results / game).glob("*.parquet")]


def checked(results: Path, *games: str) -> list[dict[str, Any]]:
    """The rows of the table that the check writes."""
    path = results / "published.parquet"
    check_published(results, tables_of(results, games), path)
    rows: list[dict[str, Any]] = pq.read_table(path).to_pylist()
    return rows


@pytest.mark.slow
def test_the_table(results: Path) -> None:
    """In the order of the file, for the games asked for; every number that should agree does."""
    found = checked(results, "yahtzee", "yaht")
    asked = [row for row in numbers() if row["game"] in ("yahtzee", "yaht")]
    for row, expected in zip(found, asked, strict=True):
        assert all(row[k] == expected[k] for k in ("source", "game", "item", "published", "remark"))
        assert row["expected"] == (expected["expected"] == "yes")
        as_published = expected["quantity"] == "strategy_mean"
        assert row["agrees"] == (row["expected"] or as_published), row
    by_item = {(row["source"], row["item"]): row["computed"] for row in found}
    assert by_item["Ecker, section 4.1", "expected score"] == solved("yaht").start_value
    low = "probability of less than 50, OptExpected"
    assert by_item["Glenn 2007, table IV", low] == distribution("yahtzee").below[50]


def test_only_the_games_asked_for(yaht: Path) -> None:
    assert {row["game"] for row in checked(yaht, "yaht")} == {"yaht"}
    assert checked(yaht) == []


@pytest.mark.slow
def test_only_what_was_computed(results: Path) -> None:
    whole = len(checked(results, "yahtzee"))
    (results / "yahtzee" / "maxprob_scores.parquet").unlink()
    items = [row["item"] for row in checked(results, "yahtzee")]
    assert len(items) == whole - sum(row["quantity"] in OF_MAXPROB for row in numbers()) and not any(
        item.endswith(", MaxProb") for item in items
    )
    for name in ("strategies", "strategy_categories"):
        (results / "yahtzee" / f"{name}.parquet").unlink()
    items = [row["item"] for row in checked(results, "yahtzee")]
    left = [row for row in numbers() if row["game"] == "yahtzee" and row["quantity"] in LEFT]
    assert items == [row["item"] for row in left] and len(left) > 33


def message_of(results: Path, *games: str) -> str:
    """What the check says of results that do not agree; nothing is written."""
    with pytest.raises(UserError) as caught:
        check_published(results, tables_of(results, games), results / "published.parquet")
    assert not (results / "published.parquet").exists()
    return str(caught.value)


@pytest.mark.slow
def test_another_expected_score_is_named(results: Path) -> None:
    write_start(results / "yaht", 234.6, 31.953)
    assert message_of(results, "yaht", "yahtzee") == (
        "yaht: expected score: 234.6, expected 234.601 (Ecker, section 4.1)"
    )


def test_all_that_differs_is_named(yaht: Path) -> None:
    write_start(yaht / "yaht", 234.6, 32.0)
    first, second = message_of(yaht, "yaht").split("; ")
    assert first.startswith("yaht: expected score: 234.6, ")
    assert second == "yaht: standard deviation of the score: 32.0, expected 31.953 (Ecker, section 4.3)"


@pytest.mark.slow
@pytest.mark.parametrize("score", [100, 450, 800])
def test_another_maxprob_is_named(results: Path, score: int) -> None:
    changed = yahtzee_scores()
    changed[score] *= 1 + 1e-3
    write(results / "yahtzee", "maxprob_scores", score_rows(changed, None, None))
    message = message_of(results, "yahtzee")
    assert message.startswith(f"yahtzee: percent of {score} or more, MaxProb: ") and ";" not in message


@pytest.mark.slow
def test_another_tail_is_named(results: Path) -> None:
    rows = distribution_rows(distribution("yahtzee"))
    at_least = rows["at_least"].to_numpy().copy()
    at_least[1500] *= 1.001
    changed = rows.set_column(rows.column_names.index("at_least"), "at_least", pa.array(at_least))
    write(results / "yahtzee", "distribution", changed)
    assert message_of(results, "yahtzee").startswith("yahtzee: probability of 1500 or more, OptExpected: ")


@pytest.mark.slow
def test_a_number_that_need_not_agree_may_differ(results: Path) -> None:
    rows = distribution_rows(distribution("yahtzee"))
    below = rows["below"].to_numpy() * 1.5
    changed = rows.set_column(rows.column_names.index("below"), "below", pa.array(below))
    write(results / "yahtzee", "distribution", changed)
    assert len(checked(results, "yahtzee")) == len([r for r in numbers() if r["game"] == "yahtzee"])


# Categories and strategies


@pytest.mark.slow
@pytest.mark.parametrize("column", ["mean", "variance"])
@pytest.mark.parametrize("category", ["ones", "yahtzee", "upper_bonus"])
def test_another_category_is_named(results: Path, column: str, category: str) -> None:
    rows = evaluated()["strategy_categories"].to_pylist()
    (row,) = [row for row in rows if row["category"] == category]
    row[column] += 1e-3
    write(results / "yahtzee", "strategy_categories", pa.Table.from_pylist(rows))
    message = message_of(results, "yahtzee")
    assert message.startswith(f"yahtzee: {column} of {category}: ") and ";" not in message


@pytest.mark.slow
def test_categories_are_those_of_optimal_play(results: Path) -> None:
    """Another strategy in the table changes nothing."""
    before, rows = checked(results, "yahtzee"), evaluated()["strategy_categories"].to_pylist()
    other = [{**row, "strategy": "greedy", "mean": 0.0} for row in rows]
    write(results / "yahtzee", "strategy_categories", pa.Table.from_pylist([*other, *rows]))
    assert checked(results, "yahtzee") == before


@pytest.mark.slow
def test_another_mean_of_a_strategy_is_named(results: Path) -> None:
    write(results / "yahtzee", "strategies", made_up({**yahtzee_means(), "upper-and-lower": 249.77}))
    assert message_of(results, "yahtzee") == (
        "yahtzee: mean of Upper and lower (equation 14): 249.77, expected 250.41 (Glenn 2007, table VII)"
    )


@pytest.mark.slow
def test_a_strategy_that_need_not_agree_may_differ(results: Path) -> None:
    write(results / "yahtzee", "strategies", made_up({**yahtzee_means(), "greedy": 217.3788}))
    (row,) = [row for row in checked(results, "yahtzee") if row["item"] == "mean of Greedy"]
    assert row["computed"] == 217.3788 and not row["agrees"]


@pytest.mark.slow
def test_a_strategy_that_was_left_out_is_named(results: Path) -> None:
    means = yahtzee_means()
    del means["greedy"]
    write(results / "yahtzee", "strategies", made_up(means))
    message = message_of(results, "yahtzee")
    assert "greedy" in message and "expected one" in message and "\n" not in message


def test_a_simulated_mean_is_within_standard_errors(yaht: Path) -> None:
    """Of 1,000 games with the exact sd: 4 are 4.048 points, and half a unit of the last digit."""
    bound = 4 * SD / 1000**0.5
    assert Results(yaht, "yaht", ()).number("strategy_simulated_mean", "greedy") == Number(215.315, bound / 4)
    for shift, agreed in ((-bound, True), (bound, True), (-bound - 1e-3, False), (bound + 1e-3, False)):
        write(yaht / "yaht", "strategies", made_up({**yaht_means(), "greedy": 215.315 + shift}))
        if agreed:
            assert all(row["agrees"] >= row["expected"] for row in checked(yaht, "yaht"))
            (yaht / "published.parquet").unlink()
        else:
            assert message_of(yaht, "yaht").startswith("yaht: mean of greedy, 1000 simulated games: ")


def test_wins_in_races_are_within_standard_errors(yaht: Path) -> None:
    """Of 1,000 games and of those played here, both."""
    error = (0.3 * 0.7 / 1000 + 0.01**2) ** 0.5
    write(yaht / "yaht", "races", made_up_races({**yaht_wins(), "greedy": 0.3}, 0.01))
    assert Results(yaht, "yaht", ()).number("race_wins", "greedy") == Number(0.3, pytest.approx(error))
    wins = [row["agrees"] for row in checked(yaht, "yaht") if row["item"].startswith("wins of ")]
    assert wins == [True] * 7
    (yaht / "published.parquet").unlink()
    write(yaht / "yaht", "races", made_up_races({**yaht_wins(), "greedy": 0.37}))
    assert message_of(yaht, "yaht").startswith("yaht: wins of greedy against the variance player")


def test_races_that_were_not_played_are_left_out(yaht: Path) -> None:
    whole = len(checked(yaht, "yaht"))
    (yaht / "yaht" / "races.parquet").unlink()
    assert len(checked(yaht, "yaht")) == whole - 7
