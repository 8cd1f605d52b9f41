"""Runs, edits, moves, losses and damage in any order give no number of other rules than those named."""

import os
import random
import shutil
from pathlib import Path

import pytest
from own_game import QUESTIONS, SOURCE, game_of, inside, right, run_in, write_game

from yahtzee_core.advice.answers import expected_of
from yahtzee_core.errors import UserError
from yahtzee_core.game.load import load_game
from yahtzee_core.report.page import write_report
from yahtzee_core.tables.database import run_query

BONUSES = (10, 25, 3)
BY_FINGERPRINT = {game_of(bonus).fingerprint: bonus for bonus in BONUSES}
CLOSE = 1e-9


class Story:
    """A folder in which things happen at random: an action is a method without an underscore."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.random, self.archives = folder, random.Random(seed), 0
        self.edit()
        self.run()

    def edit(self) -> None:
        """Other rules in the game file."""
        self.bonus = self.random.choice(BONUSES)
        write_game(Path(), self.bonus)

    def run(self) -> None:
        """A run for some of the tables; what it makes is of the rules that are there now."""
        objectives = ["expected", *(["maxprob"] if self.random.random() < 0.5 else [])]
        more = {"strategies": ["greedy"]} if self.random.random() < 0.5 else {}
        run_in(Path(), objectives, **more)
        asked = {"expected", *(["maxprob_scores"] if "maxprob" in objectives else []), *more}
        for table, sql in QUESTIONS.items():
            value = answer(Path("results"), sql)
            assert value is None or value == pytest.approx(right(table, self.bonus), rel=CLOSE), table
            assert value is not None or table not in asked
        write_report(Path("results"), Path("report.html"))

    def move(self) -> None:
        """The results become an archive."""
        self.archives += 1
        Path("results").rename(f"archive-{self.archives}")
        self.run()

    def copy(self) -> None:
        """Without the times of the files."""
        shutil.copytree("results", "copied", copy_function=shutil.copyfile)
        shutil.rmtree("results")
        Path("copied").rename("results")

    def swap(self) -> None:
        """An archive becomes the results."""
        for archive in sorted(Path().glob("archive-*"))[:1]:
            Path("results").rename("kept")
            archive.rename("results")
            Path("kept").rename(archive)

    def lose(self) -> None:
        """A file goes."""
        self._some_file().unlink()

    def damage(self) -> None:
        """A bit flips; the file keeps its time."""
        path = self._some_file()
        content, stamp = bytearray(path.read_bytes()), path.stat()
        content[self.random.randrange(len(content))] ^= 1 << self.random.randrange(8)
        path.write_bytes(content)
        os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))

    def mix(self) -> None:
        """A table of an archive is put among the results."""
        for archive in sorted(Path().glob("archive-*/mine/*.parquet"))[:3]:
            shutil.copy(archive, Path("results/mine") / archive.name)

    def _some_file(self) -> Path:
        files = [*Path("results").rglob("*.parquet"), *Path("results").rglob("*.json")]
        return self.random.choice(sorted(files))

    def check(self) -> None:
        """Every database says of which rules its numbers are; advice is of the rules that are there now."""
        for folder in (Path("results"), *sorted(Path().glob("archive-*"))):
            try:
                named = rules_of(folder)
            except UserError:
                continue  # the database is damaged or gone, and says so
            for table, sql in QUESTIONS.items():
                value = answer(folder, sql)
                assert value is None or value == pytest.approx(right(table, named), rel=CLOSE), table
        advised = expected_of(load_game(SOURCE), Path("results")).start_value
        assert advised == pytest.approx(right("expected", self.bonus), rel=CLOSE)


def answer(results: Path, sql: str) -> float | None:
    """The number that a question finds; None when there is no such table, or no row."""
    try:
        rows = run_query(sql, results).to_pylist()
    except UserError as error:
        if "does not exist" in str(error):
            return None
        raise
    return float(next(iter(rows[0].values()))) if rows else None


def rules_of(results: Path) -> int:
    """The bonus of the rules that a database names: all its tables have the same."""
    rows = run_query("SELECT DISTINCT game_fingerprint FROM result_files", results).to_pylist()
    (name,) = {row["game_fingerprint"] for row in rows} - {None}
    return BY_FINGERPRINT[name]


ACTIONS = [name for name in vars(Story) if not name.startswith("_") and name != "check"]
OFTEN = ["edit", "run", "mix"]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_story(seed: int, tmp_path: Path) -> None:
    with inside(tmp_path):
        story = Story(tmp_path, seed)
        for _ in range(12):
            getattr(story, story.random.choice(ACTIONS + OFTEN))()
            story.check()
        story.run()


@pytest.mark.slow
def test_a_short_story(tmp_path: Path) -> None:
    """All rules change under all tables, and an archive stays what it is."""
    with inside(tmp_path):
        story = Story(tmp_path, 5)
        for action in ("move", "edit", "run", "mix", "damage", "run", "swap"):
            getattr(story, action)()
            story.check()
