"""Figures of strategies and of MaxProbApprox: all are drawn, hold the numbers, and are the same again."""

from pathlib import Path
from xml.etree import ElementTree

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from helpers import parse, toy_arena
from svg import SVG, words
from toy_games import game, lower

from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.evaluation import Evaluation, evaluate
from yahtzee_core.policies.strategies.load import builtin_strategies, load_strategy
from yahtzee_core.report.figures.catalogue import FIGURES
from yahtzee_core.report.figures.drawing import draw_figure
from yahtzee_core.report.figures.strategies import DRAWINGS, KEEP_COLOURS
from yahtzee_core.runs.evaluations import evaluation_tables, pair_rows

NAMES = list(DRAWINGS)
STRATEGIES = ["expected", "heuristic", "greedy"]
GAME = "joker-free"


def evaluated(game: str, strategy: str) -> Evaluation:
    """A strategy in a toy game."""
    ready = toy_arena(game)
    return evaluate(ready, load_strategy(strategy, ready.game))


def drawn(folder: Path, game: str = GAME, strategies: list[str] = STRATEGIES) -> Path:
    """A folder with the figures of some strategies, from tables as the workflow makes them."""
    folder.mkdir()
    tables = [evaluation_tables(evaluated(game, strategy)) for strategy in strategies]
    rows = {name: pa.concat_tables([table[name] for table in tables]) for name in tables[0]}
    for name in ("strategies", "strategy_losses"):
        pq.write_table(rows[name], folder / f"{name}.parquet")
    pq.write_table(pair_rows(rows["strategy_amounts"]), folder / "strategy_pairs.parquet")
    for name in NAMES:
        sources = {table: folder / f"{table}.parquet" for table in FIGURES[name].tables}
        draw_figure(name, game, sources, folder / "figures" / name)
    return folder / "figures"


@pytest.fixture(scope="module")
def figures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The figures of a toy game; tests only read them."""
    return drawn(tmp_path_factory.mktemp("figures") / "one")


def title_of(strategy: str) -> str:
    return builtin_strategies()[strategy].title


def test_all_are_there(figures: Path) -> None:
    found = sorted(path.name for path in figures.iterdir())
    assert found == sorted(f"{name}.{kind}" for name in NAMES for kind in ("svg", "png"))


@pytest.mark.parametrize("name", NAMES)
def test_svg(figures: Path, name: str) -> None:
    """XML, with its words as text: the game and every strategy."""
    root = ElementTree.parse(figures / f"{name}.svg").getroot()
    assert root.tag == f"{SVG}svg"
    text = words(figures / f"{name}.svg")
    assert text.count(GAME) >= 2 and "Exact values" in " ".join(text.split())
    assert all(title_of(strategy) in text for strategy in STRATEGIES)
    assert "nan" not in text


@pytest.mark.parametrize("name", NAMES)
def test_png(figures: Path, name: str) -> None:
    """Whole pictures, none that of another figure."""
    content = (figures / f"{name}.png").read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n") and content[-8:-4] == b"IEND"
    others = [(figures / f"{other}.png").read_bytes() for other in NAMES if other != name]
    assert content not in others


def test_means_are_written(figures: Path) -> None:
    text = words(figures / "strategies.svg")
    for strategy in STRATEGIES:
        assert f"{evaluated(GAME, strategy).mean:.2f}" in text


def test_kinds_of_decisions_have_names(figures: Path) -> None:
    text = words(figures / "strategy_losses.svg")
    for name in ("keeps, 2 rerolls left", "keeps, 1 reroll left", "categories", "points lost in a game"):
        assert name in text


@pytest.mark.parametrize("rolls", [1, 7])
def test_losses_of_few_rolls_and_of_many(rolls: int, tmp_path: Path) -> None:
    """Every number of rerolls has a colour of its own."""
    raw = game("rolls", 1, 3, rolls, [lower("chance", score="all"), lower("high", total=3, score=2)])
    found = evaluate(Arena(parse(raw)), load_strategy("greedy", parse(raw)))
    tables = evaluation_tables(found)
    sources = {name: tmp_path / f"{name}.parquet" for name in FIGURES["strategy_losses"].tables}
    for name, path in sources.items():
        pq.write_table(tables[name], path)
    draw_figure("strategy_losses", "rolls", sources, tmp_path / "losses")
    text = words(tmp_path / "losses.svg")
    kinds = [f"keeps, {left} reroll{'s' * (left > 1)} left" for left in range(1, rolls)]
    assert all(kind in text for kind in [*kinds, "categories"])
    colours = {KEEP_COLOURS(left / 6) for left in range(1, 7)}
    assert len(colours) == 6


def test_wins_are_written(figures: Path) -> None:
    """Per cent of the row, draws counted half: 50 against itself, and the rest to 100 against each other."""
    pairs = pq.read_table(figures.parent / "strategy_pairs.parquet").to_pylist()
    numbers = " ".join(words(figures / "strategy_wins.svg").split())
    for row in pairs:
        assert f"{100 * (row['p_win'] + row['p_draw'] / 2):.0f}" in numbers
    assert numbers.count("50") >= len(STRATEGIES)


def test_distances_are_written(figures: Path) -> None:
    pairs = pq.read_table(figures.parent / "strategy_pairs.parquet").to_pylist()
    numbers = words(figures / "strategy_variation.svg")
    assert all(f"{100 * row['variation']:.0f}" in numbers for row in pairs)


@pytest.mark.slow
def test_two_runs_give_the_same_files(figures: Path, tmp_path: Path) -> None:
    again = drawn(tmp_path / "two")
    for path in figures.iterdir():
        assert (again / path.name).read_bytes() == path.read_bytes(), path.name


@pytest.mark.slow
def test_other_numbers_give_other_files(figures: Path, tmp_path: Path) -> None:
    other = drawn(tmp_path / "other", "upper-bonus")
    for name in NAMES:
        assert (other / f"{name}.svg").read_bytes() != (figures / f"{name}.svg").read_bytes()
        assert GAME not in words(other / f"{name}.svg")


@pytest.mark.parametrize("strategies", [["expected"], ["greedy"]])
def test_one_strategy(tmp_path: Path, strategies: list[str]) -> None:
    """Also the one that loses nothing."""
    folder = drawn(tmp_path / "new", strategies=strategies)
    for name in NAMES:
        text = words(folder / f"{name}.svg")
        assert title_of(strategies[0]) in text and "nan" not in text and "inf" not in text


def test_games_without_rerolls(tmp_path: Path) -> None:
    """Categories alone are decisions."""
    folder = drawn(tmp_path / "new", "plain", ["expected", "greedy"])
    text = words(folder / "strategy_losses.svg")
    assert "categories" in text and "rerolls left" not in text
