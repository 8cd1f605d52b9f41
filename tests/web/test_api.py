"""The JSON answers: those of the command line, one-line refusals, and what guards them."""

import asyncio
import json
import threading
import time

import pytest
from games_played import played_log
from helpers import parse
from played import GAME
from serving import TestClient, client_of
from toy_games import TOY_GAMES

from yahtzee_core.cli import main
from yahtzee_core.errors import UserError
from yahtzee_core.web.limits import Gate, Rates, Running, names_of
from yahtzee_core.web.memo import Memo
from yahtzee_core.web.models import AdviseBody
from yahtzee_core.web.service import Service, games_of
from yahtzee_core.web.sheets import sheet_json

POSITION = "dice 1 3 3 5 6 | rerolls 2 | upper 8 | filled ones twos chance | chip no | points 30"
TOY = "dice 1 1 3 | rerolls 1 | upper 4 | filled fours | points 4"
NO_POINTS = "dice 1 3 3 5 6 | rerolls 2 | filled chance"


def printed(capsys: pytest.CaptureFixture, *arguments: str):
    """What a command prints as JSON."""
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def asked(client: TestClient, path: str, **body):
    answer = client.post(path, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(client: TestClient, path: str, status: int, **body) -> str:
    answer = client.post(path, json=body)
    assert answer.status_code == status, answer.text
    assert set(answer.json()) == {"error"}
    return answer.json()["error"]


@pytest.mark.slow
def test_advice_is_that_of_the_command_line(client, capsys, none):
    expected = printed(capsys, "advise", POSITION, "--results", str(none))
    assert asked(client, "/api/advise", position=POSITION) == expected
    body = {"dice": [6, 3, 5, 3, 1], "rerolls": 2, "upper": 8, "filled": ["chance", "ones", "twos"]}
    assert asked(client, "/api/advise", position={**body, "points": 30}) == expected


def test_advice_of_a_small_game_is_that_of_the_command_line(client, capsys, none):
    expected = printed(capsys, "advise", "toy", TOY, "--results", str(none))
    assert asked(client, "/api/advise", game="toy", position=TOY) == expected
    body = {"dice": [3, 1, 1], "rerolls": 1, "upper": 4, "filled": ["fours"], "points": 4}
    assert asked(client, "/api/advise", game="toy", position=body) == expected


@pytest.mark.parametrize("aim", ["target", "to_come", "opponent_total"])
def test_targets_are_those_of_the_command_line(client, capsys, none, aim):
    command = ["advise", "toy", TOY, f"--{aim.replace('_', '-')}", "30"]
    expected = printed(capsys, *command, "--results", str(none))
    body = {"game": "toy", aim: 30, "position": TOY}
    assert asked(client, "/api/advise", **body) == expected
    assert client.get("/api/progress").json() == {"working": None, "share": None}


def test_statistics_are_those_of_the_command_line(client, capsys):
    expected = printed(capsys, "evaluate", "toy", "greedy")
    assert asked(client, "/api/strategy", game="toy", strategy="greedy") == expected


def test_review_is_that_of_the_command_line(client, service, capsys, none, tmp_path):
    log = tmp_path / "game.txt"
    log.write_text(played_log(service.advisor("toy"), seed=3), encoding="utf-8")
    expected = printed(capsys, "review", "toy", str(log), "--results", str(none))
    assert asked(client, "/api/review", game="toy", log=log.read_text(encoding="utf-8")) == expected
    assert expected["level"] == "full" and expected["loss"] == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("action", ["keep 1", None])
def test_why_is_that_of_the_command_line(client, capsys, none, action):
    """Beside an action; without one, or with the best, beside the next."""
    arguments = ["--against", action] if action else ["--why"]
    expected = printed(capsys, "advise", "toy", TOY, *arguments, "--results", str(none))
    best = {"action": expected["actions"][0]["action"]}
    for more in [{"action": action}] if action else [{}, best]:
        found = asked(client, "/api/why", game="toy", position=TOY, **more)
        assert found["why"] == expected["why"][0] and found["position"] == expected["position"]
        assert found["fingerprint"] == expected["fingerprint"]


def test_a_quiz_is_that_of_the_command_line(client, capsys, none):
    """The same seed asks the same; the sheet of a question is that of its position."""
    expected = printed(capsys, "quiz", "toy", "--seed", "4", "--questions", "3", "--results", str(none))
    found = asked(client, "/api/quiz", game="toy", strategy="greedy", seed=4, questions=3)
    assert (found["strategy"], found["seed"]) == ("greedy", 4)
    for mine, theirs in zip(found["questions"], expected["questions"], strict=True):
        assert {key: mine[key] for key in ("position", "played", "loss")} == {
            key: theirs[key] for key in ("position", "played", "loss")
        }
        body = {key: mine[key] for key in ("extra_yahtzees", "dice", "rerolls")}
        sheet = {name: points for name, points in mine["sheet"].items() if points is not None}
        standing = asked(client, "/api/play", game="toy", sheet=sheet, **body)
        words = asked(client, "/api/advise", game="toy", position=standing["position"])["position"]
        assert words == mine["position"]


def test_any_seed_is_told(client):
    found = [asked(client, "/api/quiz", game="toy", strategy="greedy", questions=1)["seed"] for _ in range(3)]
    assert len({*found}) > 1


def test_why_of_the_only_action(client):
    last = "dice 114 | rerolls 0 | filled ones twos threes fours pair straight | upper 9"
    assert asked(client, "/api/why", game="toy", position=last)["why"] is None


def test_answers_have_the_fields_of_their_schema(client):
    schemas = client.get("/api/openapi.json").json()["components"]["schemas"]
    advice = asked(client, "/api/advise", game="toy", position=TOY)
    review = asked(client, "/api/review", game="toy", log="\n".join(GAME))
    assert schemas["Advice"]["required"] == list(advice)
    assert schemas["RankedAction"]["required"] == list(advice["actions"][0])
    assert schemas["Review"]["required"] == list(review)
    assert schemas["Decision"]["required"] == list(review["decisions"][0])
    why = asked(client, "/api/why", game="toy", position=TOY)
    assert schemas["WhyAnswer"]["required"] == list(why)
    assert schemas["Why"]["required"] == list(why["why"])
    assert schemas["PartOfWhy"]["required"] == list(why["why"]["parts"][0])
    assert schemas["Advice"]["properties"]["closeness"]["enum"] == ["tie", "close", "clear"]


@pytest.mark.parametrize("points", [0, 30])
def test_distribution_explains_the_value(client, points):
    position = {"dice": [1, 1, 3], "rerolls": 1, "filled": ["fours"], "points": points}
    best = asked(client, "/api/advise", game="toy", position=position)["actions"][0]
    found = asked(client, "/api/distribution", game="toy", position=position, action=best["action"])
    assert sum(found["probability"]) == pytest.approx(1)
    mean = sum(s * p for s, p in zip(found["score"], found["probability"], strict=True))
    assert found["mean"] == pytest.approx(mean) == pytest.approx(points + best["value"])
    assert found["score"][0] >= points and min(found["quantiles"].values()) >= points


def test_the_optimal_strategy_decides_as_advised(client):
    position = "dice 1 3 3 5 6 | rerolls 0 | filled ones | upper 2"
    for rerolls in (0, 1, 2):
        here = position.replace("rerolls 0", f"rerolls {rerolls}")
        best = asked(client, "/api/advise", position=here)["actions"][0]
        found = asked(client, "/api/strategy/decision", strategy="expected", position=here)
        assert (found["action"], found["loss"]) == (best["action"], 0)


def test_every_strategy_decides_something_possible(client):
    strategies = client.get("/api/strategies", params={"game": "toy"}).json()
    assert {"expected", "greedy"} <= {s["id"] for s in strategies}
    for strategy in strategies:
        body = {"game": "toy", "strategy": strategy["id"], "position": TOY}
        assert asked(client, "/api/strategy/decision", **body)["loss"] >= 0


def test_games_tell_what_a_sheet_can_hold(client):
    games = {game["game"]: game for game in client.get("/api/games").json()}
    sheet = {c["id"]: c for c in games["yahtzee"]["categories"]}
    assert sheet["ones"]["points"] == [0, 1, 2, 3, 4, 5] and sheet["full_house"]["points"] == [0, 25]
    assert sheet["ones"]["upper"] and not sheet["chance"]["upper"]
    assert (games["yahtzee"]["threshold"], games["yahtzee"]["yahtzee"]) == (63, "yahtzee")


@pytest.mark.parametrize(("order", "joker"), [(None, True), ("down", False), ("up", False)])
def test_a_sheet_in_order_offers_no_joker_before_its_yahtzee(order, joker):
    """The triple scores 16 as a joker alone; in order it comes before the Yahtzee, or the upper section."""
    raw = TOY_GAMES["joker-free"] | ({"order": order} if order else {})
    sheet = {c["id"]: c["points"] for c in sheet_json(parse(raw))["categories"]}
    assert (16 in sheet["triple"]) == joker and len(sheet["triple"]) > 1


def test_a_log_played_again(client, service):
    log = played_log(service.advisor("yahtzee"), seed=1, turns=3)
    found = asked(client, "/api/play", log=log, dice=[6, 6, 6, 6, 6])
    assert sum(p is not None for p in found["sheet"].values()) == 3
    assert found["points"] == sum(filter(None, found["sheet"].values()))
    assert found["rerolls"] == 2 and not found["over"]
    assert found["position"]["points"] == found["points"] and len(found["scores"]) == 10


def test_a_log_played_again_agrees_with_its_review(client, service):
    for seed in range(5):
        log = played_log(service.advisor("toy"), seed)
        found = asked(client, "/api/play", game="toy", log=log)
        assert found["over"] and found["position"] is None
        assert found["points"] == asked(client, "/api/review", game="toy", log=log)["score"]


def test_extra_yahtzees_are_counted(client):
    log = "dice 6 6 6 6 6 | rerolls 0 => score yahtzee\ndice 6 6 6 6 6 | rerolls 0 => score sixes\n"
    found = asked(client, "/api/play", log=log, dice=[6, 6, 6, 6, 6], rerolls=0)
    assert (found["points"], found["extra_yahtzees"], found["yahtzee_bonus"]) == (180, 1, 100)
    assert found["scores"]["full_house"] == {"points": 25, "gain": 125}


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({"log": "dice 1 1 3 3 3 | rerolls 2 => keep 6"}, "line 1: keep 6: the dice are 1 1 3 3 3"),
        ({"log": "dice 1 1 3 3 3 | rerolls 2 => keep 1 1", "dice": [1, 2, 3, 4, 5]}, "kept 1 1 among them"),
        ({"log": "dice 1 1 3 3 3 | rerolls 2 => keep 1\ndice 1 2 3 4 5 | rerolls 0 => keep 1"}, "expected 1"),
        ({"sheet": {"ones": 7}}, "7 points in ones; expected one of 0, 1, 2, 3, 4, 5"),
        ({"extra_yahtzees": 1}, "sheet: 1 extra Yahtzees; expected none"),
        ({"sheet": {"nix": 7}}, "no category 'nix'"),
        (
            {"sheet": {"ones": 1}, "log": "dice 1 1 3 3 3 | rerolls 0 => score ones"},
            "score ones: it is filled; expected another",
        ),
        ({"log": "dice 1 1 3 3 3 | rerolls 0 => score ones\nfinal 2"}, "line 2: the log ends with twos"),
    ],
)
def test_logs_that_cannot_be(client, body, reason):
    assert reason in refused(client, "/api/play", 400, **body)


@pytest.mark.parametrize(
    ("path", "status", "body", "reason"),
    [
        ("advise", 400, {"position": "dice 1 2"}, "expected 5 dice with faces"),
        ("advise", 400, {"position": TOY, "game": "../toy.yaml"}, "no game '../toy.yaml'"),
        (
            "advise",
            400,
            {"position": POSITION, "target": 3, "to_come": 3},
            "target and to_come: expected one",
        ),
        ("advise", 400, {"position": NO_POINTS, "target": 3}, "target: the position does not say its points"),
        ("advise", 422, {"position": POSITION, "objective": "maxprob"}, "body.objective: Extra inputs"),
        ("advise", 400, {"position": POSITION.replace("30", "999999999")}, "100000 at most"),
        ("advise", 422, {"position": POSITION, "surprise": 1}, "body.surprise: Extra inputs"),
        ("advise", 422, {"position": "x" * 3000}, "at most 2000"),
        ("advise", 422, {"position": POSITION, "target": "3"}, "body.target"),
        (
            "distribution",
            400,
            {"position": POSITION, "action": "keep 6 6"},
            "keep 6 6: the dice are 1 3 3",
        ),
        ("distribution", 400, {"position": POSITION, "action": "dance"}, "expected keep and dice"),
        ("why", 400, {"position": POSITION, "action": "keep 6 6"}, "keep 6 6 is not possible in"),
        ("why", 422, {"position": POSITION, "target": 3}, "body.target: Extra inputs"),
        ("quiz", 400, {"game": "toy", "strategy": "expected"}, "it loses nothing in 20 games"),
        ("quiz", 422, {"strategy": "greedy", "questions": 51}, "body.questions"),
        ("review", 400, {"log": ""}, "log: empty"),
        ("review", 400, {"log": "dice 1 1 3 3 3 | rerolls 2 => keep 6"}, "line 1"),
        ("strategy", 400, {"strategy": "os:system"}, "no strategy 'os:system'"),
        ("strategy", 400, {"strategy": "/etc/passwd.yaml"}, "no strategy"),
        ("strategy/decision", 400, {"strategy": "greedy", "position": "1 2 3"}, "position: 3 words"),
    ],
)
def test_refusals_are_one_line(client, path, status, body, reason):
    error = refused(client, f"/api/{path}", status, **body)
    assert reason in error and "\n" not in error and "Traceback" not in error


def test_bodies_that_are_not_json(client):
    kind = {"content-type": "application/json"}
    for body in (
        b"{",
        b"\xff",
        b'{"position": "\\ud800"}',
        b"[" * 50_000,
        b'{"score": 1' + b"0" * 6000 + b"}",
    ):
        answer = client.post("/api/advise", content=body, headers=kind)
        assert answer.status_code in (400, 422) and set(answer.json()) == {"error"}
    plain = {"content-type": "text/plain"}  # what other pages can send without asking
    assert client.post("/api/advise", content=b'{"position": "x"}', headers=plain).status_code == 422


def test_an_error_of_the_server_tells_no_trace(client, service, monkeypatch):
    monkeypatch.setattr(service, "play", lambda body: 1 / 0)
    answer = client.post("/api/play", json={})
    assert answer.status_code == 500 and "division" not in answer.text and set(answer.json()) == {"error"}


def test_unknown_paths_and_methods(client):
    assert client.get("/api/nix").json() == {"error": "Not Found"}
    assert client.get("/api/advise").status_code == 405
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/docs"):
        assert client.get(path).status_code == 404


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1:1", "127.0.0.1", "localhost.evil:8765", ""])
def test_other_names_are_refused(client, host):
    for path in ("/", "/api/games"):
        answer = client.get(path, headers={"host": host})
        assert answer.status_code == 400 and "Host" in answer.json()["error"]


@pytest.mark.parametrize("host", ["localhost:8765", "[::1]:8765", "LOCALHOST:8765"])
def test_own_names_are_answered(client, host):
    assert client.get("/api/progress", headers={"host": host}).status_code == 200


def test_names_of_addresses():
    assert names_of("127.0.0.1", 80) > {"localhost", "localhost:80"}
    assert names_of("192.0.2.1", 8000) == {"192.0.2.1:8000"}
    assert names_of("::1", 8000) > {"[::1]:8000", "127.0.0.1:8000"}


def test_large_bodies_are_refused(client):
    assert client.post("/api/review", content=b"x" * 100_001).status_code == 413
    pieces = (b"x" * 1000 for _ in range(200))  # no length is told
    assert client.post("/api/review", content=pieces).status_code == 413


def test_clients_that_ask_too_often(service):
    with client_of(service, burst=3, rate=0.001) as client:
        found = [client.get("/api/progress") for _ in range(5)]
        assert [answer.status_code for answer in found] == [200, 200, 200, 429, 429]
        assert "too many" in found[-1].json()["error"] and found[-1].headers["retry-after"]


def test_rates_fill_again_and_forget():
    now = [0.0]
    rates = Rates(2, 1.0, lambda: now[0])
    assert [rates.take("a"), rates.take("a"), rates.take("a"), rates.take("b")] == [True, True, False, True]
    now[0] = 1.5
    assert [rates.take("a"), rates.take("a")] == [True, False]
    for i in range(5000):
        rates.take(str(i))
    assert len(rates._left) <= 1024


def test_headers(client):
    for path, cache in (("/", "no-cache"), ("/api/games", "no-store"), ("/api/nix", "no-store")):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cache-control"] == cache


def test_too_many_long_computations_are_refused_and_block_nobody(none, monkeypatch):
    service = Service(games_of([]), none)
    go, found = threading.Event(), []
    monkeypatch.setattr(service, "_worked", lambda *a: go.wait(30) and service.advisor("toy").expected(a[1]))
    service.advisor("toy")

    def ask(score: int) -> None:
        body = {"game": "toy", "target": score, "position": TOY}
        found.append(client.post("/api/advise", json=body))

    with client_of(service) as client:
        threads = [threading.Thread(target=ask, args=(score,)) for score in range(8)]
        for thread in threads:
            thread.start()
        while len(found) < 3:
            time.sleep(0.01)
        assert {answer.status_code for answer in found} == {503}
        assert "waiting" in found[0].json()["error"] and found[0].headers["retry-after"]
        asked(client, "/api/advise", game="toy", position=TOY)
        go.set()
        for thread in threads:
            thread.join()
    assert sorted(answer.status_code for answer in found) == [200] * 5 + [503] * 3


def test_nothing_is_computed_for_who_is_gone():
    made: list[int] = []

    async def ask(is_gone: bool):
        async def gone() -> bool:
            return is_gone

        return await Gate("test", Running(), 1, 1).run(lambda: made.append(1) or 7, gone)

    assert (asyncio.run(ask(True)), asyncio.run(ask(False)), made) == (None, 7, [1])


def test_who_goes_later_is_noticed():
    left, asked_ = threading.Event(), []

    async def gone() -> bool:
        asked_.append(1)
        return len(asked_) > 2

    assert asyncio.run(Gate("test", Running(), 1, 1).run(lambda: left.wait(10), gone, left.set)) is True


def test_an_abandoned_computation_ends(none):
    service = Service(games_of([]), none)
    advisor, report = service.advisor("toy"), service.abandon
    advisor.progress = lambda share: (report(), service._report(share))
    body = AdviseBody(game="toy", target=30, position=TOY)
    with pytest.raises(UserError, match="nobody waits"):
        service.advise(body)
    advisor.progress = service._report
    assert json.loads(service.advise(body))["target"] == 30


def test_what_is_being_made_is_made_once():
    memo: Memo[int] = Memo(2)
    made, found, go = [], [], threading.Event()

    def make() -> int:
        made.append(1)
        go.wait(10)
        return 7

    threads = [threading.Thread(target=lambda: found.append(memo.get("a", make))) for _ in range(5)]
    for thread in threads:
        thread.start()
    go.set()
    for thread in threads:
        thread.join()
    assert (len(made), found) == (1, [7] * 5)


def test_what_fails_is_tried_again_and_what_is_old_is_forgotten():
    memo: Memo[int] = Memo(2)
    with pytest.raises(ZeroDivisionError):
        memo.get("a", lambda: 1 // 0)
    assert [memo.get("a", lambda: 1), memo.get("b", lambda: 2), memo.get("c", lambda: 3)] == [1, 2, 3]
    assert memo.get("a", lambda: 4) == 4 and memo.get("c", lambda: 5) == 3


def test_a_stopped_service_ends_long_computations(none):
    service = Service(games_of([]), none)
    service.stopped = True
    with client_of(service) as client:
        body = {"game": "toy", "target": 30, "position": TOY}
        assert "nobody waits" in refused(client, "/api/advise", 400, **body)


def test_games_of_files(tmp_path, none):
    path = tmp_path / "mine.yaml"
    text = "id: {}\ntitle: Mine\ndice: 2\nfaces: 3\nrolls: 2\ncategories:\n"
    text += "  - {{id: sum, title: Sum, section: lower, score: all}}\n"
    path.write_text(text.format("mine"), encoding="utf-8")
    with client_of(Service(games_of([str(path)]), none)) as client:
        assert asked(client, "/api/advise", game="mine", position="dice 3 1 | rerolls 1 | filled -")
        enum = client.get("/api/openapi.json").json()["components"]["schemas"]["AdviseBody"]["properties"]
        assert "mine" in enum["game"]["enum"]
    path.write_text(text.format("yahtzee"), encoding="utf-8")
    with pytest.raises(UserError, match="expected another id"):
        games_of([str(path)])
