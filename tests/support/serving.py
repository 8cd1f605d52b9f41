"""Applications and servers for tests."""

import signal
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from yahtzee_core.web.app import make_app
from yahtzee_core.web.limits import Settings, names_of
from yahtzee_core.web.service import Service

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # starlette would rather have another HTTP client
    from fastapi.testclient import TestClient

BASE = "http://127.0.0.1:8765"


def client_of(service: Service, site: Path | None = None, **limits: float) -> TestClient:
    """A client of an application with some limits; errors of the server are answers, not exceptions."""
    settings = Settings(names_of("127.0.0.1", 8765), **{"burst": 100_000, **limits})
    app = make_app(service, settings, site=site)
    return TestClient(app, base_url=BASE, raise_server_exceptions=False)


@contextmanager
def served(*arguments: str) -> Iterator[str]:
    """The address of a server in a process of its own, on a free port; interrupted at the end."""
    command = [sys.executable, "-m", "yahtzee_core.cli", "serve", "--port", "0", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip().rstrip("/")
        finally:
            process.send_signal(signal.SIGINT)
            try:
                _, errors = process.communicate(timeout=300)
            except subprocess.TimeoutExpired:
                process.kill()
                raise
    assert (process.returncode, "Traceback" in errors) == (0, False), errors
