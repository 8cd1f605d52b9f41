"""Debian's Chromium for tests: installed when it is missing and that is possible.

The shell without windows comes first: it takes half of the CPU seconds of the browser's own headless mode.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser


BROWSERS = ("chromium-headless-shell", "chromium")
"""Packages, and commands, that can be had; the first one is taken that is there."""


class UnavailableError(Exception):
    """There can be no browser here; the reason."""


@contextmanager
def chromium() -> Iterator["Browser"]:
    """A headless browser; UnavailableError where there can be none."""
    try:
        from playwright.sync_api import sync_playwright  # of the lane check
    except ModuleNotFoundError:
        raise UnavailableError("playwright is missing; expected the lane check: make setup") from None
    path = _found() or _installed()
    options = ["--no-sandbox"] if os.geteuid() == 0 else []  # the sandbox refuses root
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=options)
        try:
            yield browser
        finally:
            browser.close()


def _found() -> str | None:
    return next((path for path in map(shutil.which, BROWSERS) if path), None)


def _installed() -> str:
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        raise UnavailableError("no chromium, and only root installs it")
    if shutil.which("apt-get") is None:
        raise UnavailableError("chromium is installed by apt-get, which is missing")
    _apt_get("update")
    for browser in BROWSERS:
        said = _apt_get("install", "--yes", "--no-install-recommends", browser)
        path = shutil.which(browser)
        if path is not None:
            return path
    raise UnavailableError(f"apt-get installed no {browser}: {said}")


def _apt_get(*step: str) -> str:
    """What apt-get says in a step."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(
        ["apt-get", "-qq", *step], env=quiet, capture_output=True, text=True, timeout=600, check=False
    )
    return done.stderr.strip()[-300:]
