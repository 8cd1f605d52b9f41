"""The kernel of solve/exact.py: C on whole numbers, compiled once, apart from the turn kernel."""

from ._exact import ExactKernel, source_sha256

__all__ = ["ExactKernel", "source_sha256"]
