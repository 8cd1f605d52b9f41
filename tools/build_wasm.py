"""Compile the kernel to WebAssembly, by the compiler ziglang of PyPI: the same bytes on every machine.

`python tools/build_wasm.py FILE` (`make wasm` writes the one that the package holds).
"""

import subprocess
import sys
from pathlib import Path

KERNEL = Path(__file__).parents[1] / "src/yahtzee_core/turn/kernel"
# No relaxed SIMD and no contraction: the bits are those of the native kernel.
FLAGS = "-target wasm32-wasi -mexec-model=reactor -O3 -msimd128 -ffp-contract=off -Wno-psabi -s -I."


def build(file: Path) -> None:
    """Write the compiled kernel."""
    zig = [sys.executable, "-m", "ziglang", "cc", *FLAGS.split()]
    subprocess.run([*zig, "wasm/exports.c", "-o", str(file.resolve())], cwd=KERNEL, check=True)


if __name__ == "__main__":
    build(Path(sys.argv[1]))
