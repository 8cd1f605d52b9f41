"""Builds the turn kernel; everything else is in pyproject.toml."""

from hashlib import sha256
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

FOLDER = Path("src/yahtzee_core")
HEADERS = sorted(FOLDER.glob("_*.h"))  # as in provenance.KERNEL
SOURCES = [str(path) for path in (FOLDER / "_turn.pyx", *HEADERS)]
digest = sha256(b"".join(Path(name).read_bytes() for name in SOURCES)).hexdigest()

kernel = Extension(
    "yahtzee_core._turn",
    SOURCES[:1],
    depends=SOURCES,
    define_macros=[("SOURCE_SHA256", f'"{digest}"')],
    extra_compile_args=["-O3", "-ffp-contract=off", "-Wno-psabi"],
)
setup(ext_modules=cythonize([kernel]))
