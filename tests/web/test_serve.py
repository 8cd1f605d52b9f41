"""yahtzee serve: where it listens, how it fails and ends, and many clients at once."""

import asyncio
import json
import socket
import sys
import threading
import time
import urllib.error
import urllib.request

import httpx
import numpy as np
import pytest
from serving import served

from yahtzee_core.cli import main

CLIENTS = 200


def test_it_prints_its_address_answers_and_ends(none):
    with served("--results", str(none)) as url:
        assert url.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(f"{url}/api/games") as answer:
            assert "yahtzee" in {game["game"] for game in json.load(answer)}
        other = urllib.request.Request(f"{url}/", headers={"Host": "evil.example"})
        with pytest.raises(urllib.error.HTTPError, match="400"):
            urllib.request.urlopen(other)


def status(url: str, host: str) -> tuple[int, str]:
    """The answer to a request that names another host."""
    answer = httpx.get(f"{url}/api/games", headers={"Host": host})
    return answer.status_code, answer.json().get("error", "") if answer.status_code != 200 else ""


def test_names_that_it_was_told(none):
    """A port forward and a name of this machine; no others, as a page elsewhere may bring its own name."""
    with served("--results", str(none), "--host-name", "localhost", "--host-name", "Box.lan:9000") as url:
        assert status(url, "localhost:9000") == status(url, "LOCALHOST") == (200, "")
        assert status(url, "box.lan:9000") == (200, "")
        for other in (
            "box.lan",
            "box.lan:9001",
            "evil.example:9000",
            "localhost.evil.example",
            "localhost:x",
        ):
            assert status(url, other)[0] == 400, other


def test_a_refusal_names_the_option(none):
    with served("--results", str(none)) as url:
        for host, name in (("localhost:9000", "localhost"), ("box.lan", "box.lan"), ("<b>", "NAME")):
            code, error = status(url, host)
            assert code == 400 and error.endswith(f"yahtzee serve --host-name {name}")


@pytest.mark.parametrize("name", ["*", "", "a b", "http://box", "box/", "a:b:c", "box:123456"])
def test_what_is_no_name_is_refused(name, capsys):
    assert main(["serve", "--port", "0", "--host-name", name]) == 2
    assert "expected a name, such as localhost:9000" in capsys.readouterr().err


@pytest.mark.slow
def test_it_ends_in_the_middle_of_a_long_computation(none):
    found = []
    with served("--results", str(none)) as url:
        body = {"position": "dice 1 3 3 5 6 | rerolls 2", "target": 300}
        asking = threading.Thread(
            target=lambda: found.append(httpx.post(f"{url}/api/advise", json=body, timeout=900))
        )
        asking.start()
        while not (httpx.get(f"{url}/api/progress").json()["share"] or 0) > 0.05:
            time.sleep(0.1)
        began = time.monotonic()
    asking.join()
    print(f"\nstopped in {time.monotonic() - began:.1f} s")
    assert (found[0].status_code, "stopping" in found[0].json()["error"]) == (503, True)


def test_a_port_in_use(capsys):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert main(["serve", "--port", str(taken.getsockname()[1])]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: serve: 127.0.0.1 port ") and error.count("\n") == 1


@pytest.mark.parametrize("arguments", [["--port", "70000"], ["--port", "-1"], ["--host", "no.such.invalid"]])
def test_bad_addresses(capsys, arguments):
    assert main(["serve", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: serve: ") and error.count("\n") == 1


def test_a_bad_game_file(capsys, tmp_path):
    assert main(["serve", str(tmp_path / "none.yaml")]) == 2
    assert "none.yaml" in capsys.readouterr().err


@pytest.mark.slow
def test_many_clients_at_once(none):
    random = np.random.default_rng(1)
    dice = [sorted(random.integers(1, 7, 5).tolist()) for _ in range(CLIENTS)]
    with served("--results", str(none)) as url:
        seconds = asyncio.run(_ask_all(url, dice))
    median, most = np.quantile(seconds, [0.5, 0.95])
    print(f"\n{CLIENTS} clients at once: median {median:.3f} s, 95% {most:.3f} s")


async def _ask_all(url: str, dice: list[list[int]]) -> list[float]:
    """Seconds of each answer; every client has a connection of its own."""
    limits = httpx.Limits(max_connections=CLIENTS, max_keepalive_connections=CLIENTS)
    async with httpx.AsyncClient(base_url=url, limits=limits, timeout=900) as client:
        await _ask(client, [1, 1, 1, 1, 1])  # solves the game
        return await asyncio.gather(*(_ask(client, each) for each in dice))


async def _ask(client: httpx.AsyncClient, dice: list[int]) -> float:
    began = time.perf_counter()
    body = {"position": {"dice": dice, "rerolls": 2, "filled": []}}
    answer = await client.post("/api/advise", json=body)
    assert answer.status_code == 200, answer.text
    assert answer.json()["actions"][0]["loss"] == 0
    return time.perf_counter() - began


def test_without_the_extra(capsys, monkeypatch):
    """The error names what to type."""
    monkeypatch.delitem(sys.modules, "yahtzee_core.web.server", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["serve"]) == 2
    told = 'serve: uvicorn is missing; expected the extra web: pip install "yahtzee-core[web]"'
    assert told in capsys.readouterr().err
