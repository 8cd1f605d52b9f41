"""The page in a browser: a game clicked through, keys, the address, phones, and nothing from elsewhere."""

import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from games_played import played_log
from serving import served

pytest.importorskip("playwright", reason="needs the lane check: make setup")
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.slow
expect.set_options(timeout=300_000)
TURNS = 4
"""Of the toy game that are clicked through with advice for each roll."""
LATE = "#game=yahtzee&sheet=ones.3~twos.6~threes.9~fours.12~fives.15~chance.20~full_house.25"
"""A sheet from which distributions are quick."""
Open = Callable[..., Page]


@pytest.fixture(scope="module")
def url(none) -> Iterator[str]:
    with served("--results", str(none)) as found:
        yield found


@pytest.fixture
def opened(browser, url) -> Iterator[Open]:
    """Opens pages; at the end none of them had an error, or asked anybody else."""
    contexts, hosts, errors = [], set(), []

    def open_page(address: str = "", **options) -> Page:
        contexts.append(browser.new_context(**options))
        page = contexts[-1].new_page()
        page.set_default_timeout(300_000)
        page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{url}/{address}")
        page.wait_for_selector("body[data-ready]")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []
    assert hosts == {urlsplit(url).netloc}


def advised(page: Page) -> str:
    """Ask for advice; the best option."""
    page.click("#advise")
    best = page.locator("#advice tbody tr").first.locator("button")
    expect(best).to_be_visible()
    expect(page.locator("#plot svg")).to_be_visible()
    return best.inner_text()


def rolled(page: Page) -> None:
    """Roll, and wait until what was advised before is gone."""
    page.click("#roll")
    expect(page.locator("#advice tbody tr")).to_have_count(0)
    expect(page.locator("#status")).to_contain_text("Rolled")


def test_a_whole_game_with_advice_review_and_its_address(opened):
    page = opened("#game=toy")
    turns = page.locator("#sheet tbody tr.open").count()
    assert turns == len(page.locator("#sheet tr.filled, #sheet tr.open").all()) > TURNS
    while turns:
        rolled(page)
        while "score" not in advised(page):
            page.locator("#advice tbody tr button").first.click()
            expect(page.locator("#status")).to_contain_text("press Roll")
            rolled(page)
        page.locator("#advice tbody tr button").first.click()
        turns -= 1
        expect(page.locator("#sheet tbody tr.open")).to_have_count(turns)
    expect(page.locator("#review-body")).to_contain_text("Every decision was the best one")
    expect(page.locator("#review-body")).to_contain_text("Luck of the dice")
    total = page.locator("#sheet tr.total td:nth-child(2)").inner_text()
    assert page.locator("#log-text").input_value().endswith(f"final {total}")
    again = opened(page.url[page.url.index("#") :])
    expect(again.locator("#review-body")).to_have_text(
        page.locator("#review-body").inner_text(), use_inner_text=True
    )
    assert again.locator("#sheet tr.total td:nth-child(2)").inner_text() == total
    grades = again.locator("#review-body .grade").all_inner_texts()
    assert len(grades) == again.locator("#log-text").input_value().count("=>") and {*grades} == {"best"}
    again.locator("#review-body tbody button").nth(1).click()
    expect(again.locator("#status")).to_contain_text("Back at move 2")
    assert again.locator("#log-text").input_value().count("=>") == 1
    again.click("#undo")
    expect(again.locator("#sheet tr.total td:nth-child(2)")).to_have_text(total)


def test_a_turn_by_keys_alone(opened):
    page = opened("#game=yahtzee")
    page.keyboard.press("r")
    expect(page.locator("#dice .die[aria-label*=rolled]")).to_have_count(0)
    before = page.locator("#dice .die").first.get_attribute("aria-label")
    page.keyboard.press("1")
    expect(page.locator("#dice .die").first).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("r")
    expect(page.locator("#left")).to_contain_text("1 roll left")
    assert page.locator("#dice .die").first.get_attribute("aria-label").startswith(before)
    page.keyboard.press("u")
    expect(page.locator("#left")).to_contain_text("2 rolls left")
    page.keyboard.press("r")
    page.keyboard.press("r")
    expect(page.locator("#left")).to_contain_text("No rolls left")
    page.keyboard.press("a")
    expect(page.locator("#advice tbody tr").first).to_be_visible()
    reach(page, "#advice tbody tr:first-child button")
    page.keyboard.press("Enter")
    expect(page.locator("#sheet tbody tr.filled")).to_have_count(1)
    expect(page.locator("#status")).to_contain_text("Scored")


def reach(page: Page, selector: str) -> None:
    """Press the tab key until something has the focus, and see that this is visible."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert outline != "none"
            return
    raise AssertionError(f"{selector} is not reached by the tab key")


def test_faces_are_changed_by_keys_and_by_a_menu(opened):
    page = opened("#game=yahtzee&dice=1.2.3.4.5*2&kept=00000")
    first, second = page.locator("#dice .die").nth(0), page.locator("#dice .die").nth(1)
    first.focus()
    page.keyboard.press("ArrowDown")
    expect(first).to_have_attribute("aria-label", "Die 1: 6")
    second.click(button="right")
    page.get_by_role("menuitem", name="6").click()
    expect(second).to_have_attribute("aria-label", "Die 2: 6")
    assert "dice=6.6.3.4.5*2" in page.url
    page.click("#undo")
    expect(second).to_have_attribute("aria-label", "Die 2: 2")


def test_dice_that_fell_are_typed(opened):
    page = opened("#game=yahtzee")
    page.fill("#typed", "13356")
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_contain_text("Dice 1 3 3 5 6.")
    expect(page.locator("#left")).to_contain_text("2 rolls left")
    die = page.locator("#dice .die").nth(1)
    die.click()
    page.fill("#typed", "1 2 2 5 6")
    page.click("#enter button")
    expect(page.locator("#problem")).to_contain_text("3 were kept and must be among the dice")
    page.fill("#typed", "1 2 3 5")
    page.click("#enter button")
    expect(page.locator("#problem")).to_contain_text("Yahtzee: 5 dice with faces 1 to 6 are expected")
    page.fill("#typed", "6,3,2,2,1")
    page.click("#enter button")
    expect(page.locator("#left")).to_contain_text("1 roll left")
    assert page.locator("#log-text").input_value() == "dice 1 3 3 5 6 | rerolls 2 => keep 3"
    die.focus()
    page.keyboard.press("5")
    expect(die).to_have_attribute("aria-label", re.compile("Die 2: 5"))
    page.keyboard.press("9")
    expect(die).to_have_attribute("aria-label", re.compile("Die 2: 5"))


def test_what_is_typed_may_be_a_position_or_a_log(opened):
    page = opened("#game=yahtzee")
    page.fill("#typed", "dice 1 3 3 5 6 | rerolls 2 | upper 8 | filled ones twos chance")
    page.keyboard.press("Enter")
    expect(page.locator("#advice thead")).to_contain_text("Points to come")
    expect(page.locator("#status")).to_contain_text("keep 3 3")
    expect(page.locator("#sheet tr.total td:nth-child(2)")).to_have_text("0")
    page.fill("#typed", "dice 1 3 3 5 6 | rerolls 2 => keep 3 3")
    page.keyboard.press("Enter")
    expect(page.locator("#log-text")).to_have_value("dice 1 3 3 5 6 | rerolls 2 => keep 3 3")
    page.click("#so-far")
    expect(page.locator("#review-body")).to_contain_text("0 points so far")
    expect(page.locator("#review-body .grade")).to_have_text("best")


def test_enter_takes_the_best_option(opened):
    page = opened("#game=toy&dice=1.2.2*2&kept=000")
    page.keyboard.press("Enter")
    assert page.locator("#dice .die[aria-pressed=true]").count() == 0
    best = advised(page)
    page.locator("h1").click()
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_contain_text(f"{best.removesuffix('best').strip()}: press Roll")
    page.locator("h1").click()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_have_attribute("open", "")


def test_keys_are_switched_off(opened):
    page = opened("#game=yahtzee")
    page.click("footer summary")
    page.uncheck("#shortcuts")
    page.keyboard.press("r")
    page.keyboard.press("a")
    page.check("#shortcuts")
    assert page.locator("#dice .die[aria-label*='not rolled']").count() == 5
    page.keyboard.press("r")
    expect(page.locator("#dice .die[aria-label*='not rolled']")).to_have_count(0)


def test_an_empty_log_is_not_imported(opened):
    page = opened("#game=yahtzee")
    page.fill("#log-text", "  ")
    page.click("#import")
    expect(page.locator("#problem")).to_contain_text("The box is empty")
    assert "imported" not in page.locator("#status").inner_text()


def test_a_chance_shown_twice_is_the_same(opened):
    """Of the aim: beside the best option, and in the words of the plot."""
    page = opened("#game=toy&aim=target.60&dice=1.2.3*1&kept=000")
    advised(page)
    chance = page.locator("#advice tbody tr").first.locator("td.number").first.inner_text()
    expect(page.locator("#plot p")).to_contain_text(
        f"You reach 60 or more in {chance} of games when you play for that"
    )


def test_why_and_what_is_to_come(opened):
    """Beside the next option, then beside the one that is looked at; gone when other dice are rolled."""
    page = opened(f"#game=yahtzee&{LATE.partition('&')[2]}&dice=1.3.3.5.6*2&kept=00000")
    advised(page)
    words, note = page.locator("#why-words"), page.locator("#sheet-note")
    expect(words).to_contain_text(" points more than ")
    names = page.locator("#advice tbody button").all_inner_texts()
    best, other = names[0].split("\n")[0].removesuffix("best"), names[3]
    expect(note).to_contain_text(f"To come after {best}:")
    before = to_come(page)
    totals = page.locator("#advice #advice-body tbody tr td:nth-child(2)").all_inner_texts()
    points = float(page.locator("#sheet tr.total td:nth-child(2)").inner_text())
    assert before["total"] + points == pytest.approx(float(totals[0]), abs=0.051)
    page.mouse.move(0, 0)  # else the page scrolls an option under it
    page.locator("#advice-body tbody button").nth(3).focus()
    expect(note).to_contain_text(f"To come after {other}:")
    expect(words).to_contain_text(f"than {other.replace('keep', 'keeping')}.")
    after = to_come(page)
    assert after["total"] + points == pytest.approx(float(totals[3]), abs=0.051)
    assert before.keys() == after.keys() and before != after
    shown = page.locator("#why-body tbody td.number").all_inner_texts()
    gains = [float(text.replace("\u2212", "-")) for text in shown]
    expected = before["total"] - after["total"]
    assert sum(gains) == pytest.approx(expected, abs=0.11 + 0.005 * len(gains))
    rolled(page)
    expect(page.locator("#why")).to_be_hidden()
    expect(note).to_be_hidden()


def test_a_quiz(opened):
    """Ten questions; a guess is answered, the next one is asked, and the mean loss is told."""
    page = opened("#game=toy")
    page.click("#quiz-begin")
    body = page.locator("#quiz-body")
    expect(body).to_contain_text("question 1 of 10")
    for number in range(1, 11):
        expect(body).to_contain_text(f"question {number} of 10")
        if page.locator("#quiz-keep").count() and number % 2:
            page.locator("#dice .die").first.click()
            page.click("#quiz-keep")
        else:
            page.click("#quiz-score")
        expect(body).to_contain_text("Mean loss of a guess: all")
        expect(body).to_contain_text(f"({number})")
        expect(body).to_contain_text("The strategy would ")
        if number < 10:
            page.click("#quiz-next")
    expect(body).to_contain_text("That was the last question.")


def to_come(page: Page) -> dict[str, float]:
    """What the sheet says is to come, by part."""
    cells = page.locator("#sheet [data-part]").all()
    found = {cell.get_attribute("data-part"): cell.inner_text().split() for cell in cells}
    return {part: float(words[0]) for part, words in found.items() if words}


def test_a_target_a_known_total_and_the_distribution_of_other_options(opened):
    page = opened("#game=toy&aim=beat.59&dice=1.2.3*1&kept=000")
    assert page.locator("#score").input_value() == "59"
    advised(page)
    expect(page.locator("#advice thead")).to_contain_text("Chance to beat 59")
    expect(page.locator("#plot p")).to_contain_text("60 or more")
    shown = page.locator("#plot p").inner_text()
    page.locator("#advice tbody tr").nth(3).hover()
    expect(page.locator("#plot p")).not_to_have_text(shown)
    page.select_option("#objective", "expected")
    expect(page.locator("#advice tbody tr")).to_have_count(0)
    advised(page)
    expect(page.locator("#advice-body caption")).to_contain_text("Toy Yahtzee")


def test_a_position_is_set_up_on_the_sheet(opened):
    page = opened("#game=yahtzee")
    page.click("#edit")
    page.get_by_label("Points of Sixes").select_option("24")
    page.get_by_label("Points of Yahtzee").select_option("50")
    page.get_by_label("Extra bonuses").fill("1")
    page.get_by_label("Extra bonuses").press("Enter")
    expect(page.locator("#sheet tr.total td:nth-child(2)")).to_have_text("174")
    page.click("#edit")
    page.click("#roll")
    page.click("#advise")
    expect(page.locator("#advice tbody tr").first).to_be_visible()
    assert "sheet=sixes.24~yahtzee.50&extra=1" in page.url


def test_a_strategy_plays_step_by_step(opened):
    page = opened("#game=toy")
    page.select_option("#strategies", "greedy")
    page.click("#step")
    expect(page.locator("#left")).to_contain_text("2 rolls left")
    page.click("#step")
    expect(page.locator("#decision")).to_contain_text(
        re.compile(r"Toy Yahtzee \(free joker\), Greedy: (keep|score)")
    )
    for _ in range(60):
        if page.locator("#review").is_visible():
            break
        page.click("#step")
        page.wait_for_timeout(50)
    lost = re.compile("every move")  # as the dice fell
    expect(page.locator("#review-body")).to_contain_text(lost)
    page.click("#statistics")
    expect(page.locator("#statistics-body")).to_contain_text("Toy Yahtzee (free joker), Greedy: mean 82.07")


def test_logs_are_imported_and_saved(opened, service, tmp_path):
    log = played_log(service.advisor("yahtzee"), seed=2)
    page = opened("#game=yahtzee")
    page.fill("#log-text", log)
    page.click("#import")
    expect(page.locator("#review-body")).to_contain_text("Every decision was the best one", timeout=300_000)
    assert page.locator("#log-text").input_value().count("\n") == log.count("\n") - 1
    with page.expect_download() as download:
        page.click("#export")
    path = tmp_path / "log.txt"
    download.value.save_as(path)
    assert path.read_text(encoding="utf-8").endswith(log.splitlines()[-1] + "\n")


def test_what_cannot_be_is_told_and_changes_nothing(browser, url):
    page = browser.new_page()
    page.goto(f"{url}/#game=nix")
    expect(page.locator("#problem")).to_contain_text("no game 'nix'")
    expect(page.locator("#sheet tr.total td:nth-child(2)")).to_have_text("0")
    page.fill("#log-text", "dice 1 1 3 3 3 | rerolls 2 => keep 6")
    page.click("#import")
    expect(page.locator("#problem")).to_contain_text("line 1: keep 6: the dice are")
    page.fill("#typed", "dice 1 | what")
    page.keyboard.press("Enter")
    expect(page.locator("#problem")).to_contain_text("position: 'what'")
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_does_not_scroll_sideways(opened, scheme):
    page = opened(f"{LATE}&dice=1.3.3.5.6*2", viewport={"width": 360, "height": 740}, color_scheme=scheme)
    advised(page)
    page.click("#edit")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    light = sum(map(int, re.findall(r"\d+", colour))) > 384
    assert light == (scheme == "light")


def test_on_a_phone_the_sheet_comes_first_and_the_dice_stay(opened):
    page = opened(f"{LATE}&dice=1.3.3.5.6*2", viewport={"width": 390, "height": 844}, has_touch=True)
    advised(page)
    top = {name: page.locator(f"#{name}").bounding_box()["y"] for name in ("sheet", "advice", "strategy")}
    assert top["sheet"] < top["advice"] < top["strategy"]
    page.evaluate("window.scrollTo(0, document.body.scrollHeight / 2)")
    dice = page.locator("#dice").bounding_box()
    assert 0 <= dice["y"] < 100 and page.locator("#roll").bounding_box()["y"] < 200
    small = page.evaluate(
        "[...document.querySelectorAll('button, select, summary, label.check')].filter(e => e.offsetParent)"
        ".map(e => [e.textContent.trim().slice(0, 30), e.getBoundingClientRect()])"
        ".filter(([, box]) => box.height < 44 || box.width < 44).map(([name]) => name)"
    )
    assert small == []
    page.evaluate("window.scrollTo(0, 0)")
    row = page.locator("#sheet tr.open").first
    row.scroll_into_view_if_needed()
    row.locator("th").click(force=True)  # the name of the category: the whole row is the button
    expect(page.locator("#status")).to_contain_text("Scored")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing(opened, scheme, width):
    """Rules of WCAG and of good practice, for the page with advice, and with its lists open."""
    page = opened(f"{LATE}&dice=1.3.3.5.6*2", viewport={"width": width, "height": 900}, color_scheme=scheme)
    advised(page)
    page.click("#keys summary")
    page.click("#rules summary")
    page.click("#edit")
    found = Axe().run(page).response
    assert [(each["id"], each["impact"]) for each in found["violations"]] == []
    assert len(found["passes"]) > 20


def test_nothing_is_said_twice(opened):
    """No sentence of six words or more."""
    page = opened(f"{LATE}&dice=1.3.3.5.6*1")
    rolled(page)
    advised(page)
    said = [text.strip() for text in re.split(r"[.:;\n]", page.locator("body").inner_text())]
    long = [text for text in said if len(text.split()) >= 6]
    assert long and sorted({*long}) == sorted(long)


def test_what_screen_readers_need(opened):
    page = opened(f"{LATE}&dice=1.3.3.5.6*2")
    advised(page)
    nameless = page.evaluate(
        "[...document.querySelectorAll('button, select, input, textarea')].filter(e => "
        "!e.textContent.trim() && !e.ariaLabel && !(e.labels && e.labels.length)).map(e => e.outerHTML)"
    )
    assert nameless == []
    for table in page.locator("table").all():
        assert table.locator("caption").count() == 1 and table.locator("th[scope=col]").count() > 1
    assert page.locator("[aria-live]").count() >= 4
    assert (
        page.locator("#plot svg[role=img]")
        .get_attribute("aria-label")
        .startswith("Yahtzee (free joker): after keep")
    )
