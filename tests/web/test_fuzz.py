"""Requests drawn from the documented schema: no server error, and answers as documented."""

import copy
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from serving import TestClient, client_of

schemathesis = pytest.importorskip("schemathesis", reason="needs the lane check: make setup")
pytestmark = pytest.mark.slow

EXAMPLES = 100
OPERATIONS = (
    "GET /api/games",
    "GET /api/progress",
    "GET /api/strategies",
    "POST /api/advise",
    "POST /api/distribution",
    "POST /api/play",
    "POST /api/quiz",
    "POST /api/review",
    "POST /api/strategy",
    "POST /api/strategy/decision",
    "POST /api/why",
)
WORDS = "dice 1 1 3 | rerolls 1 | filled fours | upper 4"
LOG = "dice 1 1 3 | rerolls 0 => score chance"
MEANT = {
    "game": ["toy"],
    "strategy": ["greedy", "expected", "nix"],
    "action": ["keep 1 1", "keep -", "score ones", "score yahtzee"],
    "log": [LOG, "final 3", "1 2 3", ""],
    "position": [
        WORDS,
        {"dice": [1, 1, 3], "rerolls": 1, "filled": []},
        {"dice": [4, 1, 1], "rerolls": 0, "filled": ["ones"], "upper": 2, "points": 2},
        {"dice": [1, 1, 3], "rerolls": 0, "filled": ["fours"], "upper": 3},
    ],
}


@pytest.fixture(scope="module")
def fuzzed(service) -> Iterator[tuple[TestClient, Counter]]:
    with client_of(service) as client:
        cases: Counter[int] = Counter()
        yield client, cases
    print(f"\nfuzzed: {sum(cases.values())} cases, by status {dict(sorted(cases.items()))}")


def test_all_operations_are_fuzzed(client):
    paths = client.get("/api/openapi.json").json()["paths"]
    assert sorted(f"{m.upper()} {path}" for path, ms in paths.items() for m in ms) == sorted(OPERATIONS)


@pytest.mark.parametrize("name", OPERATIONS)
def test_no_request_makes_the_server_fail(fuzzed, name):
    client, cases = fuzzed
    method, path = name.split()
    raw = _small(client.get("/api/openapi.json").json())
    documented, meant = (schemathesis.openapi.from_dict(each)[path][method] for each in (raw, _meant(raw)))
    drawn = st.one_of(
        meant.as_strategy(generation_mode=schemathesis.GenerationMode.POSITIVE),
        meant.as_strategy(generation_mode=schemathesis.GenerationMode.POSITIVE).map(lambda case: case),
        documented.as_strategy(generation_mode=schemathesis.GenerationMode.POSITIVE),
        documented.as_strategy(generation_mode=schemathesis.GenerationMode.NEGATIVE),
    )

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=drawn)
    def ask(case: Any) -> None:
        asked = case.as_transport_kwargs(base_url=str(client.base_url))
        asked["content"] = asked.pop("data", None)
        known = ("method", "url", "params", "json", "content", "headers")
        answer = client.request(**{key: asked[key] for key in known if asked.get(key) is not None})
        cases[answer.status_code] += 1
        assert answer.status_code < 500, answer.text
        case.validate_response(answer, checks=[schemathesis.checks.response_schema_conformance])

    ask()


def _small(raw: dict[str, Any]) -> dict[str, Any]:
    """The schema, with a small game alone."""
    raw = copy.deepcopy(raw)
    for model in raw["components"]["schemas"].values():
        if "enum" in model["properties"].get("game", {}):
            model["properties"]["game"]["enum"] = ["toy"]
    return raw


def _meant(raw: dict[str, Any]) -> dict[str, Any]:
    """The schema, but that most of what is asked can be."""
    raw = copy.deepcopy(raw)
    models = raw["components"]["schemas"]
    for name in [name for name in models if name.endswith("Body")]:
        properties = models[name]["properties"]
        models[name]["required"] = sorted(
            {*models[name].get("required", []), *(properties.keys() & MEANT.keys())}
        )
        for key in properties.keys() & MEANT.keys():
            properties[key] = {"enum": MEANT[key]}
    play = models["PlayBody"]["properties"]
    play["dice"] = {"enum": [[], [1, 1, 3], [4, 4, 4], [9, 1, 1]]}
    play["sheet"] = {"enum": [{}, {"ones": 1}, {"ones": 9}, {"fours": 8, "chance": 9}]}
    play["extra_yahtzees"] = {"enum": [0, 1]}
    return raw
