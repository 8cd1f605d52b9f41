"""The kernel of solve/exact.py: C on whole numbers, compiled once, apart from the turn kernel."""

from ._exact import ExactKernel

__all__ = ["ExactKernel"]
