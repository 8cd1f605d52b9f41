"""The kernel in WebAssembly: the same bits as the native one, and the same file when it is built again."""

from pathlib import Path
from runpy import run_path

import numpy as np
import pytest
from helpers import PROJECT
from matrix import OWN, file_of
from wasm import KERNEL, solved

from yahtzee_core.game.load import builtin_games, load_game
from yahtzee_core.solve.expected import solve_expected

QUICK = ("toy", "in-order", "several-bonuses", "one-roll", "seven-rolls")


@pytest.mark.parametrize(
    "name",
    [*QUICK, *(pytest.param(g, marks=pytest.mark.slow) for g in builtin_games() if g not in QUICK)],
)
def test_every_double_is_that_of_the_native_kernel(name: str, tmp_path: Path) -> None:
    game = load_game(file_of(name, tmp_path) if name in OWN else name)
    value, second = solved(game)
    table = solve_expected(game)
    assert np.array_equal(value.view(np.int64), table.value.view(np.int64))
    assert np.array_equal(second.view(np.int64), table.second.view(np.int64))


@pytest.mark.slow
def test_the_file_of_the_package_is_what_the_sources_make(tmp_path: Path) -> None:
    pytest.importorskip("ziglang")
    run_path(str(PROJECT / "tools/build_wasm.py"))["build"](tmp_path / "kernel.wasm")
    assert (tmp_path / "kernel.wasm").read_bytes() == KERNEL.read_bytes(), "make wasm builds it anew"
