"""Builds the kernels; everything else is in pyproject.toml."""

import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from runpy import run_path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

FOLDER = Path("src/yahtzee_core/turn/kernel")
stripped = run_path(str(FOLDER / "stripped.py"))
sources = stripped["kernel_sources"](FOLDER)
OLDEST = ("0x030B0000", "cp311")
"""The oldest Python, of whose stable ABI the kernel is: one wheel fits that Python and all later ones."""


class SideBySide(build_ext):
    """Compiles the sources of the kernel side by side; setuptools would only do so with extensions."""

    def build_extension(self, ext):
        check_compiler(self.compiler)
        compile_some = self.compiler.compile

        def compile_each(sources, *args, **options):
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                done = pool.map(lambda source: compile_some([source], *args, **options), sources)
                return [name for names in done for name in names]

        self.compiler.compile = compile_each
        super().build_extension(ext)


def check_compiler(compiler):
    """Ends the build in one line when there is no compiler: what setuptools says names no way out."""
    command = getattr(compiler, "compiler_so", ["cl"])[0]
    if shutil.which(command) is None:
        raise SystemExit(
            f"error: no C compiler '{command}'; expected gcc or clang (Debian: apt install gcc libc6-dev), "
            "or a wheel (pip install --only-binary yahtzee-core yahtzee-core)"
        )


kernel = Extension(
    "yahtzee_core.turn.kernel._turn",
    [str(path) for path in sources if path.suffix != ".h"],
    depends=[str(path) for path in sources],
    define_macros=[
        ("SOURCE_SHA256", f'"{stripped["kernel_digest"](FOLDER)}"'),
        ("Py_LIMITED_API", OLDEST[0]),
    ],
    py_limited_api=True,
    # -g0: Python's own flags have -g, and what a debugger reads takes a quarter of the compiler's time.
    extra_compile_args=["-O3", "-g0", "-ffp-contract=off", "-fvisibility=hidden", "-Wno-psabi"],
)
EXACT = Path("src/yahtzee_core/solve/kernel")
exact = Extension(
    "yahtzee_core.solve.kernel._exact",
    [str(EXACT / "_exact.pyx"), str(EXACT / "exact.c")],
    depends=[str(path) for path in sorted(EXACT.glob("*.h"))],
    define_macros=[
        ("SOURCE_SHA256", f'"{stripped["kernel_digest"](EXACT)}"'),
        ("Py_LIMITED_API", OLDEST[0]),
    ],
    py_limited_api=True,
    extra_compile_args=["-O3", "-g0", "-fvisibility=hidden"],
)
setup(
    ext_modules=cythonize([kernel, exact]),
    cmdclass={"build_ext": SideBySide},
    options={"bdist_wheel": {"py_limited_api": OLDEST[1]}},
)
