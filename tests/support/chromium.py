"""Debian's Chromium for tests: installed when it is missing and that is possible."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser


class UnavailableError(Exception):
    """There can be no browser here; the reason."""


@contextmanager
def chromium() -> Iterator["Browser"]:
    """A headless browser; UnavailableError where there can be none."""
    try:
        from playwright.sync_api import sync_playwright  # of the lane check
    except ModuleNotFoundError:
        raise UnavailableError("playwright is missing; expected the lane check: make setup") from None
    path = shutil.which("chromium") or _installed()
    options = ["--no-sandbox"] if os.geteuid() == 0 else []  # the sandbox refuses root
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=options)
        try:
            yield browser
        finally:
            browser.close()


def _installed() -> str:
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        raise UnavailableError("no chromium, and only root installs it")
    if shutil.which("apt-get") is None:
        raise UnavailableError("chromium is installed by apt-get, which is missing")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
        done = subprocess.run(
            ["apt-get", "-qq", *step], env=quiet, capture_output=True, text=True, timeout=600, check=False
        )
        if done.returncode != 0:
            raise UnavailableError(f"apt-get {step[0]}: {done.stderr.strip()[-300:]}")
    path = shutil.which("chromium")
    if path is None:
        raise UnavailableError("apt-get installed no chromium")
    return path
