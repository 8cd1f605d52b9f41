"""Builds the turn kernel; everything else is in pyproject.toml."""

from hashlib import sha256
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

FOLDER = Path("src/yahtzee_core")
HEADERS = (
    "_turn.h",
    "_gain.h",
    "_variant.h",
    "_turn_body.h",
    "_expected_body.h",
    "_maxprob_body.h",
    "_policy_body.h",
    "_judge_body.h",
)
SOURCES = [str(FOLDER / name) for name in ("_turn.pyx", *HEADERS)]
digest = sha256(b"".join(Path(name).read_bytes() for name in SOURCES)).hexdigest()

kernel = Extension(
    "yahtzee_core._turn",
    SOURCES[:1],
    depends=SOURCES,
    define_macros=[("SOURCE_SHA256", f'"{digest}"')],
    extra_compile_args=["-O3", "-ffp-contract=off", "-Wno-psabi"],
)
setup(ext_modules=cythonize([kernel]))
