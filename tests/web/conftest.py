"""One service for the tests of a process: its games are solved once, and not from results."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from serving import TestClient, client_of

from yahtzee_core.web.service import Service, games_of


@pytest.fixture(scope="session")
def none(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder without results."""
    return tmp_path_factory.mktemp("none")


@pytest.fixture(scope="session")
def service(none: Path) -> Service:
    return Service(games_of([]), none)


@pytest.fixture(scope="session")
def client(service: Service) -> Iterator[TestClient]:
    with client_of(service) as found:
        yield found
