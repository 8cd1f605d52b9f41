"""The locks of the lanes, each within the next; the page that tells how to configure the workflow."""

import re
import tomllib

import pytest
import yaml
from helpers import PROJECT

from yahtzee_core.version import VERSION

LANES = ("run", "test", "check")
PIN = re.compile(r"^([a-z0-9-]+)==(\S+)", re.MULTILINE)


def pins(lane: str) -> set[tuple[str, str]]:
    """The names and versions in a lock."""
    text = (PROJECT / "requirements" / f"{lane}.lock").read_text(encoding="utf-8")
    return set(PIN.findall(text))


@pytest.mark.parametrize(("less", "more"), [("run", "test"), ("test", "check")])
def test_no_package_is_in_two_versions(less: str, more: str) -> None:
    assert pins(less) < pins(more)


def test_a_lane_has_what_it_uses_and_no_more() -> None:
    names = {lane: {name for name, _ in pins(lane)} for lane in LANES}
    assert {"snakemake", "matplotlib", "cython", "duckdb"} <= names["run"]
    assert {"pytest", "fastapi", "cma"} <= names["test"] - names["run"]
    assert {"playwright", "schemathesis", "mkdocs", "mypy"} <= names["check"] - names["test"]


@pytest.mark.parametrize("lane", LANES)
def test_every_version_has_hashes(lane: str) -> None:
    text = (PROJECT / "requirements" / f"{lane}.lock").read_text(encoding="utf-8")
    entries = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)[1:]
    assert len(entries) >= len(pins(lane))
    assert all("--hash=sha256:" in entry for entry in entries)


def test_the_page_of_the_catalog_names_every_key() -> None:
    schema = yaml.safe_load((PROJECT / "config/schema.yaml").read_text(encoding="utf-8"))
    keys = schema["properties"]["runs"]["items"]["properties"]
    page = (PROJECT / "config/README.md").read_text(encoding="utf-8")
    words = set(re.findall(r"`(\w+)`", page))
    assert {*keys, *keys["objectives"]["items"]["enum"]} <= words


def test_one_version() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    cited = yaml.safe_load((PROJECT / "CITATION.cff").read_text(encoding="utf-8"))
    assert project["project"]["version"] == cited["version"] == VERSION
