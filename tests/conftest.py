"""What all tests share: lanes and their costs, runs of the workflow, a browser, the same draws in CI."""

import gc
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from chromium import UnavailableError, chromium
from hypothesis import settings
from lanes import FAST
from shared import made_once
from workflow_runs import run_default, run_toy

from yahtzee_core import blas  # noqa: F401 - for the processes that tests start
from yahtzee_core.turn.machine import cores

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytest_plugins = ["spent"]


def pytest_configure(config: pytest.Config) -> None:
    """Before any test: its share of the cores, examples of a test that names no number, and no deadline."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    os.environ["PYTHON_CPU_COUNT"] = str(max(1, cores() // workers))
    fast = config.option.markexpr == FAST
    settings.register_profile("lane", max_examples=20 if fast else 50, derandomize=bool(os.environ.get("CI")))
    settings.load_profile("lane")


def pytest_collection_finish() -> None:
    """Thousands of tests live to the end: the garbage collector need not look at them again and again."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """When all workers are done: the default run is large."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        base = session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        shutil.rmtree(base / "default-run", ignore_errors=True)


@pytest.fixture(scope="session", autouse=True)
def _no_waiting_for_the_disk() -> Iterator[None]:
    """Files of tests need not outlive the machine: twenty thousand of them are written, but not synced."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda descriptor: None)
        yield


@pytest.fixture(scope="session")
def toy_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project after a run of config/toy.yaml."""
    (project,) = made_once(tmp_path_factory, "toy-run", run_toy).iterdir()
    return project


@pytest.fixture(scope="session")
def default_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the whole workflow ran, and the examples of the pages are."""
    return made_once(tmp_path_factory, "default-run", run_default)


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """A headless browser; tests are skipped where there can be none."""
    try:
        with chromium() as found:
            yield found
    except UnavailableError as error:
        pytest.skip(str(error))
