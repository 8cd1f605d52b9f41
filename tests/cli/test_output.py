"""How commands print: tables, bars, what is left to wait for."""

import pytest
from commands import Capture

from yahtzee_core.cli import output
from yahtzee_core.cli.output import print_rows, progress_bar, remaining


@pytest.mark.parametrize(
    ("share", "seconds", "words"),
    [
        (0.5, 1.0, ""),
        (0.0, 9.0, ""),
        (1.0, 9.0, ""),
        (0.5, 10.0, ", 10 s left"),
        (0.25, 10.0, ", 30 s left"),
        (0.1, 60.0, ", 9 min left"),
    ],
)
def test_what_is_left(share: float, seconds: float, words: str) -> None:
    assert remaining(share, seconds) == words


def shown(capsys: Capture, monkeypatch: pytest.MonkeyPatch, terminal: bool, *shares: float) -> str:
    """What a bar writes, five seconds a step."""
    clock = iter(range(0, 100, 5))
    monkeypatch.setattr(output.time, "monotonic", lambda: float(next(clock)))
    monkeypatch.setattr("sys.stderr.isatty", lambda: terminal)
    with progress_bar("toy: maxprob", "it is solved now") as show:
        for share in shares:
            show(share)
    return capsys.readouterr().err


def test_a_bar_says_why_and_how_long(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown(capsys, monkeypatch, True, 0.25, 0.5)
    assert text.startswith("note: it is solved now\n") and text.count("note") == 1
    assert "25%, 15 s left" in text and "50%, 10 s left" in text and text.endswith("\r\033[K")


def test_no_bar_where_nobody_looks_or_nothing_is_done(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shown(capsys, monkeypatch, False, 0.5) == "" == shown(capsys, monkeypatch, True)


def test_numbers_stand_on_the_right_though_the_first_is_missing(capsys: Capture) -> None:
    print_rows(["what", "points"], [["ones", None], ["twos", 4]])
    assert capsys.readouterr().out.splitlines() == ["what  points", "ones       -", "twos       4"]
