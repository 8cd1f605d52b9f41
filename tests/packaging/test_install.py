"""Installed without a clone: an sdist, the one wheel that is made from it, and commands in an empty folder.

The wheel is built once, from the sdist, as pip does for who installs that. Every Python installs it.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from helpers import PROJECT

pytestmark = pytest.mark.slow
PYTHONS = ("3.11", "3.12", "3.13")
CATEGORIES = ("ones", "twos", "threes", "fours", "pair", "straight", "yahtzee")
LOG = "".join(f"dice 1 1 3 | rerolls 0 => score {category}\n" for category in CATEGORIES)
RUNS = "import sys, venv, ensurepip; print('%d.%d' % sys.version_info[:2])"
Done = subprocess.CompletedProcess[str]


def done(*command: str | Path, folder: Path, **variables: str) -> Done:
    """A command in a folder, that does not see the sources, and keeps what it compiles."""
    left_out = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
    env = {name: value for name, value in os.environ.items() if name not in left_out}
    env |= variables
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


def printed(*command: str | Path, folder: Path) -> str:
    """What a command prints that succeeds."""
    found = done(*command, folder=folder)
    assert found.returncode == 0, found.stdout + found.stderr
    return found.stdout


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sdist, made from a copy of the sources, so that others may build there meanwhile."""
    folder = tmp_path_factory.mktemp("sources")
    ignored = shutil.ignore_patterns("__pycache__", "*.so", "_turn.c", "*.egg-info")
    shutil.copytree(PROJECT / "src", folder / "src", ignore=ignored)
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(PROJECT / name, folder)
    printed(sys.executable, "setup.py", "-q", "sdist", folder=folder)
    (found,) = (folder / "dist").iterdir()
    return found


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that pip makes from the sdist."""
    folder = tmp_path_factory.mktemp("wheel")
    build = ("wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, sdist)
    printed(sys.executable, "-m", "pip", *build, folder=folder)
    (found,) = folder.iterdir()
    return found


def interpreter(version: str) -> str:
    """A Python of a version; skipped where there is none."""
    roots = [Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"]
    found = [str(path) for root in roots for path in root.glob(f"{version}.*/bin/python")]
    for python in (sys.executable, shutil.which(f"python{version}"), *found):
        told = python and subprocess.run([python, "-c", RUNS], capture_output=True, text=True, check=False)
        if python and told and told.stdout.strip() == version:
            return python
    pytest.skip(f"no Python {version} here")


def versions() -> str:
    """The versions in the lock of a run, as constraints: no newer one can break this test."""
    text = (PROJECT / "requirements" / "run.lock").read_text(encoding="utf-8")
    return "\n".join(line.removesuffix(" \\") for line in text.splitlines() if re.match(r"[a-z].*==", line))


@pytest.fixture(params=PYTHONS)
def yahtzee(request: pytest.FixtureRequest, wheel: Path, tmp_path: Path) -> Path:
    """The command, from the wheel in a clean environment."""
    folder = tmp_path / "venv"
    printed(interpreter(request.param), "-m", "venv", "--without-pip", folder, folder=tmp_path)
    (tmp_path / "versions.txt").write_text(versions(), encoding="utf-8")
    pip = (sys.executable, "-m", "pip", "--python", folder / "bin/python", "install", "--no-compile")
    printed(*pip, "--constraint", tmp_path / "versions.txt", wheel, folder=tmp_path)
    return folder / "bin" / "yahtzee"


def test_the_wheel_is_for_every_python(wheel: Path) -> None:
    assert re.fullmatch(r"yahtzee_core-[\d.]+-cp311-abi3-\w+\.whl", wheel.name)


def test_commands_in_an_empty_folder(yahtzee: Path, tmp_path: Path) -> None:
    """Solve, advise, review; what an extra would add names the extra."""
    empty = tmp_path / "empty"
    empty.mkdir()
    (tmp_path / "game.log").write_text(LOG, encoding="utf-8")
    assert "expected score" in printed(yahtzee, "value", "toy", folder=empty)
    advice = printed(yahtzee, "advise", "toy", "dice 1 1 3 | rerolls 1", folder=empty)
    assert "keep" in advice
    review = printed(yahtzee, "review", "toy", tmp_path / "game.log", folder=empty)
    assert review.startswith("toy (free joker): 10 points")
    assert "usage: yahtzee serve" in printed(yahtzee, "serve", "--help", folder=empty)
    refused = done(yahtzee, "serve", folder=empty)
    assert refused.returncode == 2
    assert refused.stderr.startswith("error: serve: ") and 'pip install "yahtzee-core[web]"' in refused.stderr
    assert list(empty.iterdir()) == []


WITH_THE_WHEEL = ("turn/test_dice", "turn/test_twin", "turn/test_ties", "game/test_game", "game/test_more")
"""The tests of what a wheel may lack: the kernel against its readable twin, and the files of games."""


def test_the_quick_tests_pass_without_the_sources(wheel: Path, tmp_path: Path) -> None:
    """Those of the kernel and of games, in an empty folder; pytest is that of this environment."""
    folder, empty = tmp_path / "venv", tmp_path / "empty"
    empty.mkdir()
    printed(sys.executable, "-m", "venv", "--without-pip", folder, folder=tmp_path)
    python = folder / "bin/python"
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-compile", "--no-deps")
    printed(*pip, wheel, folder=tmp_path)
    (packages,) = folder.glob("lib/python*/site-packages")
    (packages / "others.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    where = printed(python, "-c", "import yahtzee_core; print(yahtzee_core.__file__)", folder=empty)
    assert Path(where.strip()).is_relative_to(packages)
    tests = [PROJECT / "tests" / f"{name}.py" for name in WITH_THE_WHEEL]
    pytest_of = (
        python,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-m",
        "not slow",
        "--rootdir",
        PROJECT,
    )
    said = printed(*pytest_of, "-c", PROJECT / "pyproject.toml", *tests, folder=empty)
    assert re.search(r"^\d{3,} passed", said, re.MULTILINE), said


def test_an_sdist_without_a_compiler(sdist: Path, tmp_path: Path) -> None:
    """One line says what to do."""
    build = (sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", sdist)
    refused = done(*build, folder=tmp_path, CC="no-such-compiler")
    assert refused.returncode != 0
    (line,) = {line.strip() for line in refused.stderr.splitlines() if "no C compiler" in line}
    assert line.startswith("error: no C compiler 'no-such-compiler'; expected gcc or clang")
    assert line.endswith("or a wheel (pip install --only-binary yahtzee-core yahtzee-core)")
