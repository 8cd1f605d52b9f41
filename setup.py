"""Builds the kernels; everything else is in pyproject.toml."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from runpy import run_path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

FOLDER = Path("src/yahtzee_core/turn/kernel")
stripped = run_path(str(FOLDER / "stripped.py"))
sources = stripped["kernel_sources"](FOLDER)


class SideBySide(build_ext):
    """Compiles the sources of the kernel side by side; setuptools would only do so with extensions."""

    def build_extension(self, ext):
        compile_some = self.compiler.compile

        def compile_each(sources, *args, **options):
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                done = pool.map(lambda source: compile_some([source], *args, **options), sources)
                return [name for names in done for name in names]

        self.compiler.compile = compile_each
        super().build_extension(ext)


kernel = Extension(
    "yahtzee_core.turn.kernel._turn",
    [str(path) for path in sources if path.suffix != ".h"],
    depends=[str(path) for path in sources],
    define_macros=[("SOURCE_SHA256", f'"{stripped["kernel_digest"](FOLDER)}"')],
    extra_compile_args=["-O3", "-ffp-contract=off", "-fvisibility=hidden", "-Wno-psabi"],
)
EXACT = Path("src/yahtzee_core/solve/kernel")
exact = Extension(
    "yahtzee_core.solve.kernel._exact",
    [str(EXACT / "_exact.pyx"), str(EXACT / "exact.c")],
    depends=[str(EXACT / "exact.h")],
    define_macros=[("SOURCE_SHA256", f'"{stripped["kernel_digest"](EXACT)}"')],
    extra_compile_args=["-O3", "-fvisibility=hidden"],
)
setup(ext_modules=cythonize([kernel, exact]), cmdclass={"build_ext": SideBySide})
