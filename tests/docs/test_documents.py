"""Every command of the pages prints what the page says, over the results of config/config.yaml."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from documents import Command, agrees, called, commands, plain_words, run
from helpers import PROJECT

from yahtzee_core.tables.database import connect

PAGES = [PROJECT / "README.md", *sorted((PROJECT / "docs").glob("*.md"))]
RUN = [command for page in PAGES for command in commands(page) if command.output]


@pytest.fixture(scope="module")
def folder(default_run: Path) -> Path:
    """A folder in which the whole workflow ran, and the examples of the pages are."""
    return default_run


@pytest.fixture(scope="module")
def begun() -> set[str]:
    """The commands of `yahtzee` that a shell has run already."""
    return set()


@pytest.mark.slow
@pytest.mark.parametrize("command", RUN, ids=lambda command: f"{command.page.name}:{command.line + 1}")
def test_a_command_prints_what_the_page_says(
    command: Command, folder: Path, begun: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first of each kind in a shell, as a reader runs it; what needs no shell then in this process."""
    monkeypatch.setenv("COLUMNS", "80")
    words = plain_words(command.text)
    found = called(words, folder) if begun.intersection(words[:1]) else run(command.text, folder)
    begun.update(words[:1])
    assert agrees(command.output, found), f"{command.page.name}: {command.text}\n{found}"


def test_the_pages_have_commands() -> None:
    """Twenty questions and more, each with its answer."""
    found = list(commands(PROJECT / "docs/questions.md"))
    assert len(found) >= 20 and all(command.output for command in found)
    assert len(RUN) > len(found)


@pytest.mark.slow
def test_the_report_of_the_run(folder: Path) -> None:
    """It is there, whole, and asks nothing of the network."""
    text = (folder / "results/report.html").read_text(encoding="utf-8")
    page = re.sub(r"<script>.*?</script>", "", text, flags=re.DOTALL)
    assert page.count("<article ") > 20 and page.rstrip().endswith("</html>")
    assert not re.search(r"""(src|href)=["']?(https?:|//)""", page)


@pytest.mark.slow
def test_the_drawings_are_made_anew_as_they_are(tmp_path: Path) -> None:
    """Each is on a page, and its words are those of the one in docs."""
    subprocess.run([sys.executable, PROJECT / "docs/figures.py", tmp_path], check=True)
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert {path.name for path in tmp_path.iterdir()} == set(re.findall(r"\((\w+\.svg)\)", text))
    for drawn in tmp_path.iterdir():
        pages = [drawn.read_text("utf-8"), (PROJECT / "docs" / drawn.name).read_text("utf-8")]
        words = [re.findall(r"<text[^>]*>([^<]*)</text>", page) for page in pages]
        assert words[0] == words[1] and len(words[0]) >= 10


SHOWN = [
    (name, code)
    for page in PAGES
    for name, code in re.findall(
        r"^    # (docs/\S+)\n((?:    .*\n|\n(?=\n*    (?!\$)))+)", page.read_text("utf-8"), re.M
    )
]


@pytest.mark.parametrize(("name", "code"), SHOWN, ids=[name for name, _ in SHOWN])
def test_a_file_that_a_page_shows_is_that_file(name: str, code: str) -> None:
    shown = "\n".join(line.removeprefix("    ") for line in code.splitlines())
    assert shown.strip() == (PROJECT / name).read_text(encoding="utf-8").strip()


def test_pages_show_files() -> None:
    assert {name for name, _ in SHOWN} == {"docs/careful.py", "docs/most.py"}


BLOCKS = [
    (page, number, block)
    for page in PAGES
    for number, block in enumerate(
        re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)
    )
]


@pytest.mark.slow
@pytest.mark.parametrize(("page", "number", "block"), BLOCKS, ids=lambda value: getattr(value, "name", None))
def test_python_of_the_pages_runs(page: Path, number: int, block: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", block], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.mark.slow
def test_the_numbers_of_the_first_screen(folder: Path) -> None:
    """Those that the sentences of the README name are those of the results."""
    text = " ".join((PROJECT / "README.md").read_text(encoding="utf-8").partition("## ")[0].split())
    with connect(folder / "results") as connection:
        means = dict(connection.sql("SELECT game, value FROM expected WHERE filled = 0").fetchall())
        ((best,),) = connection.sql(
            "SELECT maxprob FROM maxprob_vs_expected WHERE game = 'yahtzee' AND score = 300"
        ).fetchall()
        ((numbers, agree),) = connection.sql(
            "SELECT count(*), count(*) FILTER (agrees) FROM published"
        ).fetchall()
    assert f"Yahtzee scores **{means['yahtzee']:.2f}** points on average" in text
    assert f"and {means['yatzy']:.2f} in Yatzy" in text
    assert f"can be reached in {best:.1%} of games of Yahtzee" in text
    assert f"Of {numbers} numbers that others published, {agree} agree" in text
