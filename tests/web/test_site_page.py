"""The page without a server in Chromium, from a server of files: bits, a game, offline, phones, updates."""

import hashlib
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from helpers import solved
from matrix import file_of
from printed_positions import printed_positions
from static_site import answered, served_folder

from yahtzee_core.game.load import builtin_games, load_game
from yahtzee_core.web.service import games_of
from yahtzee_core.web.site import site_files, write_site

pytest.importorskip("playwright", reason="needs the lane check: make setup")
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

pytestmark = pytest.mark.slow
expect.set_options(timeout=60_000)
NUMBERS = """async (game) => {
  const { Answers } = await import("./local/answers.js");
  const solved = await new Answers((path) => fetch(path)).game(game);
  await solved.values();
  const digest = async (address) => {
    const bytes = await crypto.subtle.digest("SHA-256", solved.kernel.view("f8", address, solved.states));
    return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  };
  return [solved.states, await digest(solved.value), await digest(solved.second)];
}"""
POSITION = "#game=yahtzee&dice=1.3.3.5.6*2&kept=00000"
Visit = Callable[..., Page]


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A site with the built-in games and one of a file."""
    made = tmp_path_factory.mktemp("site")
    own = file_of("one-roll", tmp_path_factory.mktemp("own"))
    write_site(games_of([own]).values(), made)
    return made


@pytest.fixture(scope="module")
def url(folder) -> Iterator[str]:
    with served_folder(folder) as found:
        yield found


@pytest.fixture
def visit(browser, url) -> Iterator[Visit]:
    """Opens pages in a context each; at the end none had an error, or asked anybody else."""
    contexts: list[BrowserContext] = []
    hosts, errors = set(), []

    def open_page(address: str = "", at: str = url, **options) -> Page:
        contexts.append(browser.new_context(**options))
        contexts[-1].on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
        page = contexts[-1].new_page()
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{at}/{address}")
        page.wait_for_selector("body[data-ready]")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []
    assert {host.partition(":")[0] for host in hosts} <= {"127.0.0.1"}


def advised(page: Page) -> str:
    """Ask for advice; the best option."""
    page.click("#advise")
    best = page.locator("#advice tbody tr").first.locator("button")
    expect(best).to_be_visible()
    return best.inner_text()


def installed(page: Page) -> None:
    """Wait until the service worker has all files."""
    page.wait_for_function("async () => Boolean((await navigator.serviceWorker.ready).active)")
    page.wait_for_function("() => Boolean(navigator.serviceWorker.controller)")


def test_all_doubles_are_those_of_the_native_kernel(visit):
    """Those of every game outside a browser: tests/turn/test_wasm.py."""
    page = visit()
    for name in ("toy", "crag", "yahtzee-forced"):
        table = solved(name)
        hashes = [hashlib.sha256(each.tobytes()).hexdigest() for each in (table.value, table.second)]
        assert page.evaluate(NUMBERS, name) == [len(table.value), *hashes], name


def test_printed_positions_have_the_same_best_action_and_value(browser, url):
    rows = [row for row in printed_positions() if row["game"] in builtin_games()]
    questions = []
    for row in rows:
        filled = f"filled {row['filled'] or '-'} | upper {row['upper_total']}"
        chip = "yes" if row["yahtzee_box_is_50"] == "1" else "no"
        words = f"dice {row['dice']} | rerolls {row['rerolls_left']} | {filled} | chip {chip}"
        questions.append(("advise", {"game": row["game"], "position": words}))
    for row, answer in zip(rows, answered(browser, url, questions), strict=True):
        best = answer["actions"][0]
        tied = {each["action"] for each in answer["actions"] if each["is_best"]}
        assert row["best"] in tied, row
        assert best["value"] == pytest.approx(float(row["value"]), abs=1e-5), row
    assert len(rows) > 10


def test_a_whole_game_with_advice_review_and_reload(visit):
    page = visit("#game=toy")
    turns = page.locator("#sheet tbody tr.open").count()
    while turns:
        page.click("#roll")
        expect(page.locator("#status")).to_contain_text("Rolled")
        while "score" not in advised(page):
            page.locator("#advice tbody tr button").first.click()
            expect(page.locator("#status")).to_contain_text("press Roll")
            page.click("#roll")
            expect(page.locator("#status")).to_contain_text("Rolled")
        page.locator("#advice tbody tr button").first.click()
        turns -= 1
        expect(page.locator("#sheet tbody tr.open")).to_have_count(turns)
    expect(page.locator("#review-body")).to_contain_text("Every decision was the best one")
    expect(page.locator("#review-body")).to_contain_text("Luck of the dice")
    review = page.locator("#review-body").inner_text()
    page.reload()
    expect(page.locator("#review-body")).to_have_text(review, use_inner_text=True)
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("#review-body")).to_have_text(review, use_inner_text=True)


def test_advice_with_chances_reasons_and_the_final_total(visit):
    page = visit(POSITION)
    assert advised(page).startswith("keep 3 3")
    first = page.locator("#advice tbody tr").first
    expect(first).to_contain_text("251.41")
    expect(first).to_contain_text("66.5%")
    expect(first).to_contain_text("32.4%")
    expect(page.locator("#why-words")).to_contain_text("1.47 points more than keeping 3 3 5")
    expect(page.locator("#plot svg")).to_be_visible()
    expect(page.locator("#plot")).to_contain_text("mean 251.41")


def test_chances_that_come_late_are_of_the_position_on_the_table(visit):
    page = visit(POSITION)
    advised(page)
    page.evaluate("location.hash = '#game=yahtzee&dice=6.6.6.6.6*0&kept=00000'")
    expect(page.locator("#left")).to_contain_text("No rolls left")
    assert advised(page).startswith("score 50 in Yahtzee")
    row = page.locator("#advice-body tbody tr").first
    expect(row).not_to_contain_text("\u2026")
    expect(row).to_contain_text("100.0%")
    assert row.locator("button").inner_text().startswith("score 50 in Yahtzee")


def test_offline_after_the_first_visit(visit):
    page = visit(POSITION)
    installed(page)
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert advised(page).startswith("keep 3 3")
    page.select_option("#game", "yatzy")
    page.click("#roll")
    expect(page.locator("#status")).to_contain_text("Rolled")
    advised(page)


def test_a_new_release_takes_the_place_of_the_old_one(visit, folder, tmp_path):
    site = tmp_path / "site"
    shutil.copytree(folder, site)
    with served_folder(site) as url:
        page = visit("#game=toy", at=url)
        installed(page)
        (before,) = page.evaluate("caches.keys()")
        write_site([load_game("toy"), load_game("crag")], site)
        page.reload()
        page.click("#update")
        page.wait_for_function("() => document.querySelectorAll('#game option').length === 2")
        (after,) = page.evaluate("caches.keys()")
        assert before != after and before.split()[0] == after.split()[0]
        page.context.set_offline(True)
        page.reload()
        page.wait_for_selector("body[data-ready]")
        assert page.locator("#game option").count() == 2
        assert "game=toy" in page.url


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_nothing_is_wider_than_the_screen(visit, scheme):
    page = visit(POSITION, viewport={"width": 390, "height": 844}, has_touch=True, color_scheme=scheme)
    advised(page)
    expect(page.locator("#why-words")).to_contain_text("points more")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert [each["id"] for each in Axe().run(page).response["violations"]] == []


ABANDONED = """async () => {
  const { Answers } = await import("./local/answers.js");
  const answers = new Answers((path) => fetch(path));
  const position = "dice 1 3 3 5 6 | rerolls 2 | filled ones twos threes chance | upper 6 | points 26";
  await answers.answer("advise", { position });
  const shares = [];
  const stopped = () => { shares.push(answers.answer("progress", {})); return shares.length > 2; };
  const asked = answers.answer("advise", { position, target: 250 }, stopped);
  const error = await asked.catch((reason) => reason.name);
  const found = (await Promise.all(shares)).map(({ share }) => share);
  const after = await answers.answer("progress", {});
  return [error, found, after.share];
}"""


def test_a_long_computation_tells_its_share_and_ends_when_nobody_waits(visit):
    error, shares, after = visit().evaluate(ABANDONED)
    assert error == "AbortError" and after is None
    assert 0 < shares[0] < shares[1] < shares[2] < 1


def test_what_needs_the_server_says_so(visit):
    page = visit(POSITION)
    expect(page.locator("#engine")).to_contain_text("no server")
    page.click("#statistics")
    expect(page.locator("#statistics-body")).to_contain_text("this needs the server")
    expect(page.locator("#statistics-body")).to_contain_text("yahtzee serve")


def test_a_question_of_the_quiz(visit):
    page = visit("#game=crag")
    page.click("#quiz-begin")
    expect(page.locator("#quiz-body")).to_contain_text("question 1 of 10")
    page.click("#quiz-score")
    expect(page.locator("#quiz-body")).to_contain_text("The strategy would")


def test_a_total_to_reach_late_in_a_game_and_early(visit):
    sheet = "ones.3~twos.6~threes.9~fours.12~fives.15~chance.20~full_house.25"
    page = visit(f"#game=yahtzee&aim=target.200&sheet={sheet}&dice=1.3.3.5.6*2&kept=00000")
    advised(page)
    expect(page.locator("#advice-body")).to_contain_text("Chance of 200")
    early = visit(POSITION.replace("&dice", "&aim=beat.250&dice"))
    early.click("#advise")
    expect(early.locator("#advice-body")).to_contain_text("more than twenty seconds")


def test_a_game_of_a_file_and_a_strategy(visit):
    page = visit("#game=one-roll")
    page.click("#roll")
    expect(page.locator("#status")).to_contain_text("Rolled")
    assert advised(page).startswith("score")
    page.select_option("#strategies", "greedy")
    page.click("#step")
    expect(page.locator("#decision")).to_contain_text("Greedy")


def test_an_old_browser_is_told_so(browser, url):
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    with_old = "WebAssembly.validate = () => false;\n" + "import { Answers, Refused } from"

    def old(route) -> None:
        answer = route.fetch()
        body = answer.text().replace("import { Answers, Refused } from", with_old, 1)
        route.fulfill(response=answer, body=body)

    context.route("**/worker.js", old)
    page.goto(url)
    expect(page.locator("#problem")).to_contain_text("This browser is too old for the page")
    context.close()


def test_two_builds_of_the_same_games_are_the_same_bytes():
    games = [load_game("toy"), load_game("crag")]
    assert site_files(games) == site_files(games)
