"""Builds the turn kernel; everything else is in pyproject.toml."""

from pathlib import Path
from runpy import run_path

from Cython.Build import cythonize
from setuptools import Extension, setup

FOLDER = Path("src/yahtzee_core/turn/kernel")
stripped = run_path(str(FOLDER / "stripped.py"))

kernel = Extension(
    "yahtzee_core.turn.kernel._turn",
    [str(FOLDER / "_turn.pyx")],
    depends=[str(path) for path in stripped["kernel_sources"](FOLDER)],
    define_macros=[("SOURCE_SHA256", f'"{stripped["kernel_digest"](FOLDER)}"')],
    extra_compile_args=["-O3", "-ffp-contract=off", "-Wno-psabi"],
)
setup(ext_modules=cythonize([kernel]))
