"""Hypothesis draws the same examples in every run of CI, and new ones elsewhere."""

import os

from hypothesis import settings

settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")
