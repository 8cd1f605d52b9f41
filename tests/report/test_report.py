"""The report: every question binds and has the columns that it shows; one file that needs nothing else."""

import re
from datetime import date
from html.parser import HTMLParser
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from helpers import builtin_states
from made_results import tables_of, write_distribution, write_results

from yahtzee_core.errors import UserError
from yahtzee_core.game.load import builtin_games, load_game
from yahtzee_core.report.blocks import Block, load_sections, present
from yahtzee_core.report.numbers import DIGITS, column_texts
from yahtzee_core.report.page import write_report
from yahtzee_core.solve.expected import solve_expected
from yahtzee_core.solve.rounding import proved_bounds
from yahtzee_core.tables.database import connect, make_database
from yahtzee_core.tables.queries import OF_ALL, make_table, run_on, sql_tables, table_inputs
from yahtzee_core.tables.schemas import SCHEMAS
from yahtzee_core.tables.schemas.files import FILES

SHARDS = {"expected_shard", "duel_shard", "duel_sums", "held_karp", "tour", "maxprob_moments", "saved_shard"}
BLOCKS = [block for section in load_sections() for block in section.blocks]


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Results with every table, and no row in any."""
    results = tmp_path_factory.mktemp("empty")
    folder = results / "yahtzee"
    folder.mkdir()
    names = set(SCHEMAS) - SHARDS - set(OF_ALL) - set(FILES)
    for name in names:
        pq.write_table(SCHEMAS[name].empty_table(), folder / f"{name}.parquet")
    for name in OF_ALL:
        pq.write_table(SCHEMAS[name].empty_table(), results / f"{name}.parquet")
    waiting = sql_tables()
    while waiting:
        ready = [name for name in waiting if set(table_inputs(name)) <= names]
        for name in ready:
            inputs = {table: folder / f"{table}.parquet" for table in table_inputs(name)}
            make_table(name, inputs, folder / f"{name}.parquet")
        names |= set(ready)
        waiting = [name for name in waiting if name not in names]
    make_database(results, [*(("yahtzee", name) for name in sorted(names)), *(("", name) for name in OF_ALL)])
    return results


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.title)
def test_a_question_has_the_columns_that_it_shows(block: Block, empty: Path) -> None:
    with connect(empty) as connection:
        columns = run_on(connection, block.sql).column_names
    shown = [name for name in (block.x, *block.y, block.z, block.by) if name]
    assert set(shown) <= set(columns) and set(block.labels) <= {*columns, "y"}
    assert bool(shown) == (block.kind not in ("table", "sentence"))
    assert len(columns) == 1 or block.kind != "sentence"
    assert (block.kind == "heat") == bool(block.z)


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.title)
def test_a_question_needs_the_tables_that_it_reads(block: Block) -> None:
    """Else it would fail where they were not made."""
    words = set(re.findall(r"(?:FROM|JOIN)\s+(\w+)", block.sql))
    known = {*SCHEMAS, *sql_tables()}
    assert words & known <= set(block.needs)


def test_blocks_without_rows_are_left_out(empty: Path, tmp_path: Path) -> None:
    """No empty plot, no sentence about nothing, no section without a block."""
    path = tmp_path / "report.html"
    assert write_report(empty, path) == 0
    assert "<article" not in (text := path.read_text(encoding="utf-8")) and "<section" not in text


def test_every_plot_says_what_to_see() -> None:
    assert [
        block.title for block in BLOCKS if block.kind in ("lines", "bars", "heat") and not block.text
    ] == []


def test_titles_are_understood_alone_and_differ() -> None:
    titles = [block.title for block in BLOCKS]
    assert len({*titles}) == len(titles)
    assert not [
        title for title in titles if title.startswith(("The same", "All", "Those")) and len(title) < 12
    ]


LITERAL = re.compile(r"'([^']*)'")


@pytest.mark.parametrize("block", [b for b in BLOCKS if b.kind == "sentence"], ids=lambda block: block.title)
def test_the_numbers_of_a_sentence_come_from_the_tables(block: Block) -> None:
    """Its words hold none but those of formats."""
    words = " ".join(LITERAL.findall(block.sql))
    assert "{" in words and not re.search(r"\d", re.sub(r"\{[^}]*\}", "", words))


def test_a_sentence_follows_the_tables(toy: Path) -> None:
    table, game = solve_expected(load_game("toy")), load_game("toy")
    assert f"Perfect play of {game.title} scores {table.start_value:.2f} points" in toy.read_text(
        encoding="utf-8"
    )


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ([0.643, 0.0158, 0.0], ["0.643000", "0.015800", "0.000000"]),
        ([95.6819, 234.601, None], ["95.682", "234.601", ""]),
        ([8192, 207104, 0], ["8,192", "207,104", "0"]),
        ([310656.0, 1e-19], ["310656", "1e-19"]),
        ([-0.0, -1e-9, 1e-3], ["0.000000", "-1.0e-09", "0.001000"]),
        ([1234567.0, 2.5], ["1,234,567", "2"]),
        ([0.0, 0.0], ["0", "0"]),
        ([1e-8, 2e-8], ["1.0e-08", "2.0e-08"]),
    ],
)
def test_numbers_of_a_column(values: list[float | int | None], texts: list[str]) -> None:
    assert column_texts(values) == texts


@pytest.mark.parametrize(
    ("values", "certain", "texts"),
    [
        ([0.52741, 0.4], 3, ["0.527", "0.400"]),
        ([0.52741, 1e-9, None], 2, ["0.53", "0.00", ""]),
        ([-1e-9, 0.5], 4, ["0.0000", "0.5000"]),
        ([3, 4], 1, ["3", "4"]),
        ([254.58960948], 9, ["254.590"]),
    ],
)
def test_no_digit_is_shown_that_is_not_certain(
    values: list[float | int | None], certain: int, texts: list[str]
) -> None:
    assert column_texts(values, certain) == texts


def test_blocks_of_duels_show_what_is_certain() -> None:
    """Other numbers are certain to nine digits, and six are shown: duels alone are of single precision."""
    tables = [
        block for block in BLOCKS if block.kind == "table" and any("duel" in name for name in block.needs)
    ]
    assert tables and {block.certain for block in tables} == {"duel"}
    for game in builtin_games():
        bounds = proved_bounds(builtin_states(game))
        assert all(bound.digits > DIGITS for name, bound in bounds.items() if not name.startswith("duel"))


def test_blocks_whose_tables_are_missing_are_left_out() -> None:
    tables = ["games", "expected", "distribution"]
    kept = [block.title for section in present(load_sections(), tables) for block in section.blocks]
    assert "Games" in kept and "Quantiles of the score" in kept and "All published numbers" not in kept
    assert present(load_sections(), []) == []


class Page(HTMLParser):
    """Ids, links, and what is opened and not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.open: list[str] = []
        self.foreign: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.ids += [values["id"]] if values.get("id") else []  # type: ignore[list-item]
        self.links += [(values.get("href") or "")] if tag == "a" else []
        self.foreign += [v for k, v in attrs if k in ("src", "href") and v and not v.startswith("#")]
        if tag not in ("meta", "input", "link", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of toy; returns its path."""
    results = tmp_path_factory.mktemp("toy")
    game = load_game("toy")
    write_results([game], results)
    write_distribution(game, results)
    make_database(results, [*tables_of(["toy"]), ("toy", "distribution")])
    path = results / "report.html"
    write_report(results, path, date(2026, 1, 2))
    return path


def test_one_file_that_needs_nothing_else(toy: Path) -> None:
    page = Page()
    text = toy.read_text(encoding="utf-8")
    page.feed(text)
    assert page.open == [] and page.foreign == []
    assert len(set(page.ids)) == len(page.ids)
    targets = [link.removeprefix("#") for link in page.links]
    sections = [name for name in page.ids if name in {s.id for s in load_sections()}]
    assert targets[: len(sections)] == sections and {*targets} <= {*page.ids}
    assert "Made on 2026-01-02 " in text


def test_numbers_of_the_tables(toy: Path) -> None:
    """The games, as the database says them."""
    with connect(toy.parent) as connection:
        (states,) = run_on(connection, "SELECT states FROM games WHERE game = 'toy'")["states"].to_pylist()
        (value,) = run_on(connection, "SELECT value FROM expected WHERE filled = 0")["value"].to_pylist()
    text = toy.read_text(encoding="utf-8")
    assert f'<td class="number">{states:,}</td><td class="number">{value:.4f}</td>' in text


def test_no_results(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"yahtzee\.duckdb: no such file; expected results"):
        write_report(tmp_path, tmp_path / "report.html")


def test_text_is_escaped() -> None:
    from yahtzee_core.report.page import _page, _shown

    block = Block("a < b", "table", "SELECT 1 < 2", "x & y")
    shown = _shown(block, pa.table({"<script>": ["</td>"]}), 0, "here")
    section = load_sections()[0]
    text = _page([{"section": section, "blocks": [shown]}], date(2026, 1, 2))
    assert "a &lt; b" in text and "x &amp; y" in text and "&lt;/td&gt;" in text
