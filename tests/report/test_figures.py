"""Figures: all are drawn, as SVG and PNG; the same numbers give the same files."""

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from helpers import toy_distribution, toy_maxprob
from lanes import slow_but
from svg import SVG, words

from yahtzee_core.report.figures.catalogue import APPROX, FIGURES, SCORES, Source
from yahtzee_core.report.figures.drawing import draw_figure
from yahtzee_core.report.figures.scores import DRAWINGS

NAMES = ["figure_6_1", "figure_6_2", "figure_6_3", "figure_6_4", "figure_6_5"]
APPROX_NAMES = ["figure_approx", "figure_approx_relative"]


def draw_all(game: str, table: Path, folder: Path, source: Source) -> None:
    """Draw the figures of one table."""
    for name in (name for name, of in FIGURES.items() if of is source):
        draw_figure(name, game, {source.tables[0]: table}, folder / name)


def write_table(path: Path, game: str, nowhere: int = 0) -> None:
    """maxprob_vs_expected of a toy game; OptExpected has probability 0 for some of the highest scores."""
    start, at_least = toy_maxprob(game).start, toy_distribution(game).at_least.copy()
    at_least[len(at_least) - nowhere :] = 0
    with np.errstate(divide="ignore"):
        columns = {
            "score": np.arange(len(start), dtype=np.int32),
            "maxprob": start,
            "optexpected": at_least,
            "difference": start - at_least,
            "relative": (start - at_least) / at_least,
            "mean": pa.nulls(len(start), pa.float64()),
            "sd": pa.nulls(len(start), pa.float64()),
        }
    pq.write_table(pa.table(columns), path)


def drawn(folder: Path, game: str = "joker-free", nowhere: int = 0) -> Path:
    """A folder with the figures of a toy game."""
    folder.mkdir()
    write_table(folder / "table.parquet", game, nowhere)
    draw_all(game, folder / "table.parquet", folder / "figures", SCORES)
    return folder / "figures"


@pytest.fixture(scope="module")
def figures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The figures of a toy game; tests only read them."""
    return drawn(tmp_path_factory.mktemp("figures") / "one")


def test_all_are_there(figures: Path) -> None:
    assert list(DRAWINGS) == [*NAMES, *APPROX_NAMES]
    found = sorted(path.name for path in figures.iterdir())
    assert found == sorted(f"{name}.{kind}" for name in NAMES for kind in ("svg", "png"))


def title_of(name: str) -> str:
    """The title; of one that says what was found, the words around the numbers."""
    title = DRAWINGS[name].title
    return title if isinstance(title, str) else "joker-free: playing for "


def test_titles_say_what_was_found(figures: Path) -> None:
    rows = pq.read_table(figures.parent / "table.parquet").to_pylist()
    best = max(rows, key=lambda row: row["difference"])
    title = f"playing for {best['score']} gains {100 * best['difference']:.1f} percentage points"
    assert title in words(figures / "figure_6_4.svg")
    common = [row for row in rows if row["optexpected"] > 1e-4]
    ratio = max(1 + row["relative"] for row in common)
    assert f"makes it {ratio:.2f} times as likely" in words(figures / "figure_6_5.svg")


@pytest.mark.parametrize("name", NAMES)
def test_svg(figures: Path, name: str) -> None:
    """XML, with its words as text and lines in it."""
    path = figures / f"{name}.svg"
    root = ElementTree.parse(path).getroot()
    assert root.tag == f"{SVG}svg"
    text = words(path)
    assert "joker-free" in text and title_of(name) in text and "score" in text
    assert "Exact values; game joker-free." in text
    assert len(list(root.iter(f"{SVG}path"))) > 5


@pytest.mark.parametrize("name", NAMES)
def test_png(figures: Path, name: str) -> None:
    """Of the size asked for, and not the picture of another figure."""
    content = (figures / f"{name}.png").read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n") and content[-8:-4] == b"IEND"
    assert [int.from_bytes(content[at : at + 4], "big") for at in (16, 20)] == [1125, 720]
    others = [(figures / f"{other}.png").read_bytes() for other in NAMES if other != name]
    assert content not in others


def test_the_two_strategies_have_names(figures: Path) -> None:
    for name in ("figure_6_2", "figure_6_3"):
        assert "OptExpected" in words(figures / f"{name}.svg")
        assert "MaxProb of that score" in words(figures / f"{name}.svg")


@pytest.mark.slow
def test_two_runs_give_the_same_files(figures: Path, tmp_path: Path) -> None:
    again = drawn(tmp_path / "two")
    for path in figures.iterdir():
        assert (again / path.name).read_bytes() == path.read_bytes(), path.name


@pytest.mark.slow
def test_other_numbers_give_other_files(figures: Path, tmp_path: Path) -> None:
    other = drawn(tmp_path / "other", "lax-house")
    for name in NAMES:
        assert (other / f"{name}.svg").read_bytes() != (figures / f"{name}.svg").read_bytes()
        assert "joker-free" not in words(other / f"{name}.svg")


@pytest.mark.parametrize("nowhere", slow_but([1, 5]))
def test_scores_that_optexpected_never_reaches(tmp_path: Path, nowhere: int) -> None:
    """A relative gain without end is left out."""
    folder = drawn(tmp_path / "new", nowhere=nowhere)
    for name in NAMES:
        text = (folder / f"{name}.svg").read_text(encoding="utf-8")
        assert "joker-free" in text and "nan" not in text and "inf" not in text


# MaxProbApprox


def approximated(folder: Path, game: str = "joker-free") -> Path:
    """A folder with the figures of a made-up approximation that is worse than both others at high scores."""
    folder.mkdir()
    write_table(folder / "table.parquet", game)
    rows = pq.read_table(folder / "table.parquet")
    approx = rows["maxprob"].to_numpy() * np.linspace(1, 0.5, len(rows))
    pq.write_table(rows.append_column("approx", pa.array(approx)), folder / "table.parquet")
    draw_all(game, folder / "table.parquet", folder / "figures", APPROX)
    return folder / "figures"


@pytest.mark.slow
def test_figures_of_the_approximation(tmp_path: Path) -> None:
    folder = approximated(tmp_path / "one")
    names = {f"{name}.{kind}" for name in APPROX_NAMES for kind in ("svg", "png")}
    assert {path.name for path in folder.iterdir()} == names
    for name in APPROX_NAMES:
        text = words(folder / f"{name}.svg")
        assert "joker-free" in text and DRAWINGS[name].title in text and "MaxProbApprox" in text
    three = words(folder / "figure_approx.svg")
    assert all(f"{name} of that score" in three for name in ("MaxProb", "MaxProbApprox"))
    again = approximated(tmp_path / "two")
    for path in folder.iterdir():
        assert (again / path.name).read_bytes() == path.read_bytes(), path.name
