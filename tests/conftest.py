"""What all tests share: a browser; and Hypothesis draws the same examples in every run of CI."""

import os
from collections.abc import Iterator

import pytest
from chromium import UnavailableError, chromium
from hypothesis import settings
from playwright.sync_api import Browser

settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless browser; tests are skipped where there can be none."""
    try:
        with chromium() as found:
            yield found
    except UnavailableError as error:
        pytest.skip(str(error))
