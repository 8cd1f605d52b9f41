"""The results beside the numbers that others published."""

from .check import check_published

__all__ = ["check_published"]
