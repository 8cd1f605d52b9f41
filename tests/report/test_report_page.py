"""The report in a browser: plots are drawn, tables sort and filter, nothing is asked of the network."""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from made_results import tables_of, write_distribution, write_results

from yahtzee_core.game.load import load_game
from yahtzee_core.report.page import write_report
from yahtzee_core.tables.database import make_database
from yahtzee_core.turn.states import States

pytest.importorskip("playwright", reason="needs the lane check: make setup")
from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow
GAMES = ("crag", "toy", "yacht", "yacht-classic", "yaht")


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of some games, of the tables that are quick to make."""
    results = tmp_path_factory.mktemp("results")
    games = [load_game(name) for name in GAMES]
    write_results(games, results)
    for game in games:
        write_distribution(game, results)
    make_database(results, [*tables_of(GAMES), *((name, "distribution") for name in GAMES)])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("yahtzee_core.report.page.FILTER_FROM", len(GAMES))
        write_report(results, results / "report.html")
    return results / "report.html"


@pytest.fixture(params=["light", "dark"])
def page(browser: Browser, report: Path, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The page, open; at the end it had no error, and asked nobody else."""
    context = browser.new_context(color_scheme=request.param)
    found, errors, asked = context.new_page(), [], []
    found.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    found.on("pageerror", lambda error: errors.append(str(error)))
    found.on("request", lambda sent: asked.append(sent.url))
    found.goto(report.as_uri())
    found.wait_for_selector(".js-plotly-plot .main-svg")
    yield found
    assert errors == [] and {url for url in asked if not url.startswith(("data:", "blob:"))} == {
        report.as_uri()
    }
    context.close()


def column(page: Page, table: str, place: int) -> list[str]:
    """The texts of a column that are seen."""
    return page.locator(f"#{table} tbody tr:visible td:nth-child({place})").all_inner_texts()


def games_table(page: Page) -> str:
    """The id of the table of games."""
    found = page.locator("article", has_text="The expected score of the best strategy").locator("table")
    return str(found.get_attribute("id"))


def test_every_plot_is_drawn(page: Page) -> None:
    plots = page.locator(".plot").count()
    assert plots > 1 and page.locator(".js-plotly-plot .main-svg").count() >= plots
    colour = page.evaluate("getComputedStyle(document.querySelector('.xtick text')).fill")
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert colour != ground


def test_a_click_on_a_heading_sorts(page: Page) -> None:
    table = games_table(page)
    heading = page.locator(f"#{table} th", has_text="expected score")
    heading.locator("button").click()
    rising = [float(text) for text in column(page, table, 7)]
    assert rising == sorted(rising) and heading.get_attribute("aria-sort") == "ascending"
    heading.locator("button").click()
    assert [float(text) for text in column(page, table, 7)] == rising[::-1]
    page.locator(f"#{table} th", has_text="game").first.locator("button").click()
    assert column(page, table, 1) == sorted(GAMES)
    assert heading.get_attribute("aria-sort") == "none"


def test_words_filter(page: Page) -> None:
    box = page.locator("input[type=search]").first
    table = str(box.get_attribute("data-for"))
    rows = len(column(page, table, 1))
    box.fill("yacht")
    seen = page.locator(f"#{table} tbody tr:visible").all_inner_texts()
    assert 0 < len(seen) < rows and all("yacht" in text.lower() for text in seen)
    assert page.locator(f'output[for="{table}"]').inner_text() == f"{len(seen)} rows"
    box.fill("")
    assert len(column(page, table, 1)) == rows


def test_a_table_is_saved_as_csv(page: Page) -> None:
    table = games_table(page)
    with page.expect_download() as saved:
        page.locator(f'.save button[data-for="{table}"]').click()
    assert saved.value.suggested_filename == "solved-games.csv"
    with saved.value.path().open(encoding="utf-8") as file:
        head, *rows = csv.reader(file)
    assert head[0] == "game" and [row[0] for row in rows] == sorted(GAMES)
    states = {name: str(len(States(load_game(name)))) for name in GAMES}
    assert {row[0]: row[head.index("states")] for row in rows} == states


def test_a_block_is_linked_to(page: Page) -> None:
    link = page.locator("article#solved-games h3 a")
    assert link.get_attribute("href") == "#solved-games"


def test_the_pointer_is_answered(page: Page) -> None:
    plot = page.locator(".js-plotly-plot:has(.scatterlayer .trace)").first
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    assert box is not None
    for share in (0.3, 0.4, 0.5):
        page.mouse.move(box["x"] + share * box["width"], box["y"] + box["height"] / 2, steps=4)
    page.wait_for_selector(".hoverlayer > g", state="attached")


def test_nothing_is_wider_than_a_phone(browser: Browser, report: Path) -> None:
    found = browser.new_page(viewport={"width": 360, "height": 700})
    found.goto(report.as_uri())
    found.wait_for_selector(".js-plotly-plot .main-svg")
    assert found.evaluate("document.documentElement.scrollWidth") <= 360
    found.close()


def test_it_prints(browser: Browser, report: Path) -> None:
    """All rows are on paper, whatever was scrolled away."""
    found = browser.new_page()
    found.goto(report.as_uri())
    found.wait_for_selector(".js-plotly-plot .main-svg")
    found.emulate_media(media="print")
    heights = found.evaluate(
        "[...document.querySelectorAll('.scroll')].map(e => e.scrollHeight - e.clientHeight)"
    )
    assert heights and max(heights) <= 2
    assert not found.locator("nav").is_visible()
    found.close()
