"""Sources of the kernel without their comments: what setup.py and the readers of results digest."""

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

C_COMMENT = re.compile(r"""(?s)("(?:\\.|[^"\\])*")|/\*.*?\*/|//[^\n]*""")
HASH_COMMENT = re.compile(
    r'''(?sx)("""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')'''  # strings stay
    r"|\#[^\n]*"
)
CYTHON_DOCSTRING = re.compile(r'(?ms)^[ \t]*"""(?:\\.|[^\\])*?"""[ \t]*$')


def kernel_sources(folder: Path) -> list[Path]:
    """The files that the kernel is made of, in order; what Cython writes is none of them."""
    found = (path for pattern in ("*.pyx", "*.h", "*.c") for path in folder.glob(pattern))
    return sorted(path for path in found if not (path.suffix == ".c" and path.with_suffix(".pyx").exists()))


def kernel_digest(folder: Path) -> str:
    """SHA-256 (hex) of the kernel's sources without comments."""
    return digest(stripped_kernel(path) for path in kernel_sources(folder))


def stripped_kernel(path: Path) -> str:
    """A source of the kernel without comments and docstrings."""
    text = path.read_text(encoding="utf-8")
    if path.suffix in (".h", ".c"):
        return without_blanks(C_COMMENT.sub(r"\1", text))
    return without_blanks(without_hashes(CYTHON_DOCSTRING.sub("", text)))


def without_hashes(text: str) -> str:
    """Text without comments that begin with #."""
    return HASH_COMMENT.sub(r"\1", text)


def without_blanks(text: str) -> str:
    """Text without blank lines and blanks at the ends of lines."""
    return "\n".join(line.rstrip() for line in text.splitlines() if line.strip())


def digest(texts: Iterable[str]) -> str:
    """SHA-256 (hex) of some texts, one after another."""
    hashed = hashlib.sha256()
    for text in texts:
        hashed.update(text.encode() + b"\0")
    return hashed.hexdigest()
