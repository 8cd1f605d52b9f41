"""Jobs do not import pandas, where it is installed, to make an array."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CODE = """
from yahtzee_core.tables.without_pandas import ask_for_no_pandas
if {asked}:
    ask_for_no_pandas()
import pyarrow as pa
assert pa.table({{"a": [1, None]}}).to_pydict() == {{"a": [1, None]}}
print("made")
pa.table({{"a": [1]}}).to_pandas()
"""


@pytest.mark.parametrize("asked", [True, False])
def test_an_array_imports_no_pandas(asked: bool, tmp_path: Path) -> None:
    """Unless a frame is asked for: another package of that name tells that it is imported."""
    (tmp_path / "pandas.py").write_text("raise SystemExit('pandas was imported')\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", CODE.format(asked=asked)],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("made\n" if asked else "", "pandas was imported\n")
