"""Configurations of the workflow: those of the repository, and errors that name the key."""

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from helpers import PROJECT
from toy_games import TOY_GAMES

from yahtzee_core.errors import UserError
from yahtzee_core.game.load import builtin_games, load_game
from yahtzee_core.partition.pairs import Pairs
from yahtzee_core.partition.partition import Partition
from yahtzee_core.policies.strategies.load import DATA, strategies_of
from yahtzee_core.runs.config import (
    Run,
    load_contests,
    load_exports,
    load_rule_changes,
    load_runs,
    load_strategies,
    load_whole,
)
from yahtzee_core.runs.export import Dataset
from yahtzee_core.runs.plan import load_plan
from yahtzee_core.solve.tsplib import load_instance
from yahtzee_core.tables.provenance import solver_fingerprint

CONFIG = PROJECT / "config"
SCHEMA = CONFIG / "schema.yaml"
TOY = {"game": "toy", "objectives": ["expected"]}
LONGEST_MESSAGE = 300


def load(*runs: Any, **keys: Any) -> dict[tuple[str, str], Run]:
    """The runs of a configuration."""
    return load_runs({"runs": list(runs), **keys}, SCHEMA, "here")


def read(name: str) -> dict[str, Any]:
    """A file of the folder config."""
    content: dict[str, Any] = yaml.safe_load((CONFIG / name).read_text(encoding="utf-8"))
    return content


# What the repository holds


def test_the_whole_configuration() -> None:
    runs = load_runs(read("config.yaml"), SCHEMA, "config.yaml")
    games = {(game, "expected") for game in builtin_games() if game != "toy"}
    assert set(runs) == games | {("yahtzee", "maxprob")}
    for (game, objective), run in runs.items():
        assert (run.name, run.source, run.objective, run.problem) == (game, game, objective, objective)
        assert run.threads is None
        assert set(run.memory) == set(run.priorities) == set(map(run.partition.name, run.partition.classes()))


DUELS = ["duel", "duel_endgame"]


def test_the_toy_configuration() -> None:
    runs = load_runs(read("toy.yaml"), SCHEMA, "toy.yaml")
    assert [objective for _, objective in runs] == ["expected", "maxprob", "maxprob_approx", *DUELS]
    alone, duels = list(runs.values())[:3], list(runs.values())[3:]
    assert {run.partition for run in alone} == {Partition(7, fixed=(0, 6))}
    assert [run.problem for run in alone] == ["expected", "maxprob_moments", "maxprob_approx"]
    assert [run.partition for run in duels] == [Pairs(7), Pairs(7, open_at_most=1)]


@pytest.mark.slow
def test_the_configuration_of_maxprob_approx() -> None:
    runs = load_runs(read("approx.yaml"), SCHEMA, "approx.yaml")
    assert list(runs) == [("yahtzee", name) for name in ("expected", "maxprob", "maxprob_approx")]
    assert len(runs["yahtzee", "maxprob_approx"].partition.classes()) > 1


def properties(schema: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every property at any depth of a JSON schema, with its path."""
    if isinstance(schema, dict):
        for name, sub in schema.get("properties", {}).items():
            yield f"{path}.{name}", sub
        for key, sub in schema.items():
            yield from properties(sub, f"{path}.{key}")
    if isinstance(schema, list):
        for i, sub in enumerate(schema):
            yield from properties(sub, f"{path}.{i}")


def objects(schema: Any) -> Iterator[dict[str, Any]]:
    """Every subschema of mappings."""
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            yield schema
        for sub in schema.values():
            yield from objects(sub)


def test_every_property_has_a_description() -> None:
    found = dict(properties(read("schema.yaml")))
    assert {path.rsplit(".", 1)[1] for path in found} == {
        *("runs", "game", "tsp", "objectives", "fixed", "memory_mb", "threads", "maxprob_moments"),
        *("maxprob_up_to", "strategies", "blind", "races", "players", "games", "seed", "open_at_most"),
        *("rule_changes", "export", "positions", "strategy", "perturbed", "shard_size"),
    }
    for path, sub in found.items():
        assert len(sub.get("description", "")) > 10, path


def test_every_mapping_is_closed() -> None:
    found = list(objects(read("schema.yaml")))
    assert len(found) == 4
    assert all(schema["additionalProperties"] is False for schema in found)


# Runs


def test_a_run() -> None:
    (run,) = load({**TOY, "fixed": 2, "threads": 3, "memory_mb": 50}).values()
    assert (run.partition, run.threads) == (Partition(7, fixed=(0, 1)), 3)
    assert run.partition.key == ((0, 1), 1)
    assert run.made_of == {
        "game": "toy",
        "game_fingerprint": load_game("toy").fingerprint,
        "objective": "expected",
        "solver_fingerprint": solver_fingerprint("expected"),
        "part": "",
    }


def test_keys_that_are_left_out() -> None:
    (run,) = load(TOY).values()
    assert (run.partition, run.threads) == (Partition(7, stride=8), None)


def test_a_run_of_held_karp() -> None:
    runs = load_runs(read("tsp.yaml"), SCHEMA, "tsp.yaml")
    names = ["burma14", "ulysses16", "gr17", "ulysses22"]
    assert list(runs) == [(name, "held_karp") for name in names]
    run = runs["gr17", "held_karp"]
    assert (run.name, run.source, run.objective, run.problem) == ("gr17", "gr17", "held_karp", "held_karp")
    assert run.partition == Partition(16, fixed=(0, 1, 2), mirrored=False)
    assert run.threads is None
    assert run.made_of == {
        "game": "gr17",
        "game_fingerprint": load_instance("gr17").fingerprint,
        "objective": "held_karp",
        "solver_fingerprint": solver_fingerprint("held_karp"),
        "part": "",
    }


def test_words_change_with_titles_only(tmp_path: Path) -> None:
    """A title is no part of what results are made of."""
    path = tmp_path / "mine.yaml"
    told = []
    for title in ("One title", "Another title"):
        path.write_text(yaml.safe_dump({**TOY_GAMES["coins"], "title": title}), encoding="utf-8")
        plan = load_plan({"runs": [{**TOY, "game": str(path)}]}, SCHEMA)
        told.append(json.loads(plan.of_game(SimpleNamespace(game="coins"))))
    assert told[0]["made_of"] == told[1]["made_of"]
    assert [one["words"][0] for one in told] == ["One title", "Another title"]


def test_a_game_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(yaml.safe_dump(TOY_GAMES["coins"]), encoding="utf-8")
    runs = load({**TOY, "game": str(path), "fixed": ["both"]}, TOY)
    assert list(runs) == [("coins", "expected"), ("toy", "expected")]
    run = runs["coins", "expected"]
    assert (run.source, run.partition) == (str(path), Partition(4, fixed=(3,)))


# Errors


def message_of(*runs: Any, **keys: Any) -> str:
    """The error of a configuration: one line that names where it is."""
    with pytest.raises(UserError) as caught:
        load(*runs, **keys)
    message = str(caught.value)
    assert (
        message.startswith("here: ")
        and "\n" not in message
        and ("; expected" in message or "; did you mean" in message)
    )
    assert len(message) < LONGEST_MESSAGE
    return message.removeprefix("here: ")


ERRORS: list[tuple[dict[str, Any], str]] = [
    (
        {"treads": 2},
        "runs.0: unknown key 'treads'; expected only game, tsp, objectives, fixed, memory_mb, threads, "
        "maxprob_moments, maxprob_up_to, strategies, rule_changes, blind, races, export, open_at_most",
    ),
    (
        {"objectives": ["fun"]},
        "runs.0.objectives.0: 'fun'; expected one of expected, exact, parts, saved, maxprob, maxprob_approx, "
        "duel, duel_expected_first, duel_expected_second, duel_endgame",
    ),
    ({"objectives": []}, "runs.0.objectives: 0 of them; expected at least 1"),
    ({"objectives": "expected"}, "runs.0.objectives: 'expected'; expected a list"),
    ({"game": 3}, "runs.0.game: 3; expected text"),
    ({"threads": 0}, "runs.0.threads: 0; expected at least 1"),
    ({"threads": True}, "runs.0.threads: True; expected a whole number"),
    ({"memory_mb": 0}, "runs.0.memory_mb: 0; expected at least 1"),
    ({"memory_mb": "2 GB"}, "runs.0.memory_mb: '2 GB'; expected a whole number"),
    ({"fixed": 8}, "runs.0: toy: fixed: 8; expected 0 to 7"),
    ({"fixed": -1}, "runs.0.fixed: -1; expected at least 0"),
    ({"fixed": [3]}, "runs.0.fixed.0: 3; expected text"),
]


@pytest.mark.parametrize(("change", "expected"), ERRORS, ids=lambda value: str(value)[:40])
def test_errors_name_the_key(change: dict[str, Any], expected: str) -> None:
    assert message_of({**TOY, **change}) == expected


@pytest.mark.parametrize("fixed", ["many", True, 1.5, None, {}])
def test_a_fixed_of_another_kind(fixed: Any) -> None:
    message = message_of({**TOY, "fixed": fixed})
    assert message.startswith(f"runs.0.fixed: {fixed!r}; expected")
    assert all(word in message for word in ("auto", "number", "list"))


def test_categories_twice() -> None:
    message = message_of({**TOY, "fixed": ["ones", "ones"]})
    assert message.startswith("runs.0.fixed: ")
    assert message.rpartition("expected: ")[2] not in {"True", ""}


def test_objectives_twice() -> None:
    assert message_of({**TOY, "objectives": ["expected"] * 2}).startswith("runs.0.objectives: ")


def test_an_unknown_category() -> None:
    message = message_of(TOY | {"game": "crag"}, {**TOY, "fixed": ["ones", "nines"]})
    assert message.startswith("runs.1: game toy: no category 'nines'; expected one of ones, twos, ")


def test_an_unknown_game() -> None:
    message = message_of({**TOY, "game": "yatzhee"})
    assert message.startswith("runs.0: no game 'yatzhee'; did you mean yahtzee? (yahtzee games lists all")


def test_a_missing_game_file() -> None:
    message = message_of({**TOY, "game": "none/such.yaml"})
    assert message.startswith("runs.0: none/such.yaml: No such file or directory; expected a game file")


def test_a_run_twice() -> None:
    message = message_of(TOY, {**TOY, "fixed": 1})
    assert message == "runs.1: toy expected is there twice; expected it once"


def test_a_file_of_a_game_that_is_there(tmp_path: Path) -> None:
    """Results go by id, so another file with the same id is the same run."""
    path = tmp_path / "mine.yaml"
    path.write_text(yaml.safe_dump({**TOY_GAMES["coins"], "id": "toy"}), encoding="utf-8")
    assert message_of(TOY, {**TOY, "game": str(path)}).startswith("runs.1: toy expected is there twice")


def test_maxprob_needs_expected() -> None:
    message = message_of({**TOY, "objectives": ["maxprob"]})
    assert message == "runs: toy has maxprob; expected the objective expected beside it"


@pytest.mark.parametrize(
    ("objectives", "beside"),
    [
        (["maxprob_approx"], "expected"),
        (["expected", "maxprob_approx"], "maxprob"),
        (["maxprob", "maxprob_approx"], "expected"),
    ],
)
def test_maxprob_approx_needs_both(objectives: list[str], beside: str) -> None:
    message = message_of({**TOY, "objectives": objectives})
    assert message.endswith(f"; expected the objective {beside} beside it")
    assert message.startswith("runs: toy has maxprob")


def test_maxprob_approx_beside_both() -> None:
    """In one run or in several."""
    names = ["maxprob_approx", "maxprob", "expected"]
    together = load({**TOY, "objectives": names})
    apart = load(*({**TOY, "objectives": [name]} for name in names))
    assert list(together) == list(apart) == [("toy", name) for name in names]
    run = together["toy", "maxprob_approx"]
    assert run.problem == "maxprob_approx" and run.made_of["objective"] == "maxprob_approx"


# Strategies


def strategies(*runs: dict[str, Any]) -> dict[tuple[str, str], str]:
    """What the runs of a configuration evaluate."""
    load(*runs)
    return load_strategies({"runs": list(runs)}, "here")


def test_no_strategies() -> None:
    assert strategies(TOY, {"tsp": "burma14"}, {**TOY, "game": "crag", "strategies": []}) == {}


def test_all_strategies() -> None:
    """Those that are made for the game."""
    found = strategies({**TOY, "strategies": "all"})
    assert found == {("toy", name): name for name in strategies_of(load_game("toy"))}
    assert "greedy" in found.values() and "glenn-rules" not in found.values()


def test_a_list_of_strategies(tmp_path: Path) -> None:
    """Of several games, in their order; a file goes by the id inside."""
    rules = tmp_path / "mine.yaml"
    found = strategies(
        {**TOY, "strategies": ["heuristic", "expected"]},
        {**TOY, "game": "yahtzee", "strategies": ["glenn-rules"]},
    )
    assert list(found.items()) == [
        (("toy", "heuristic"), "heuristic"),
        (("toy", "expected"), "expected"),
        (("yahtzee", "glenn-rules"), "glenn-rules"),
    ]
    source = builtin_raw_strategy("glenn-rules")
    rules.write_text(yaml.safe_dump({**source, "id": "my-rules"}), encoding="utf-8")
    found = strategies({**TOY, "game": "yahtzee", "strategies": [str(rules), "greedy"]})
    assert found == {("yahtzee", "my-rules"): str(rules), ("yahtzee", "greedy"): "greedy"}


def builtin_raw_strategy(name: str) -> dict[str, Any]:
    """The content of the file of a built-in strategy."""
    raw: dict[str, Any] = yaml.safe_load((DATA / f"{name}.yaml").read_text(encoding="utf-8"))
    return raw


def test_the_strategies_of_the_repository() -> None:
    for name in ("config.yaml", "toy.yaml"):
        found = load_strategies(read(name), name)
        wanted = {
            (raw["game"], raw["strategies"] == "all") for raw in read(name)["runs"] if "strategies" in raw
        }
        assert {game for game, _ in found} == {game for game, _ in wanted}
        for game, every in wanted:
            assert not every or [s for g, s in found if g == game] == list(strategies_of(load_game(game)))


STRATEGY_ERRORS: list[tuple[list[dict[str, Any]], str]] = [
    ([{**TOY, "strategies": ["nope"]}], "runs.0: no strategy 'nope'; expected one of expected, greedy"),
    (
        [TOY | {"game": "crag"}, {**TOY, "strategies": ["glenn-rules"]}],
        "runs.1: strategy glenn-rules: not made for game toy; expected one of expected, greedy",
    ),
    ([{**TOY, "strategies": ["none.yaml"]}], "runs.0: none.yaml: No such file"),
    (
        [{**TOY, "strategies": ["greedy"]}, {**TOY, "strategies": ["greedy"]}],
        "runs.1: strategies: greedy is there twice; expected it once",
    ),
    (
        [{**TOY, "objectives": ["maxprob"], "strategies": ["greedy"]}],
        "runs.0: strategies: expected a game with the objective expected",
    ),
    (
        [{"tsp": "burma14", "strategies": ["greedy"]}],
        "runs.0: strategies: expected a game with the objective expected",
    ),
]


@pytest.mark.parametrize(("runs", "expected"), STRATEGY_ERRORS, ids=lambda value: str(value)[:60])
def test_errors_of_strategies(runs: list[dict[str, Any]], expected: str) -> None:
    with pytest.raises(UserError) as caught:
        load_strategies({"runs": runs}, "here")
    assert str(caught.value).startswith(f"here: {expected}") and "\n" not in str(caught.value)


def test_a_file_with_the_id_of_another_strategy(tmp_path: Path) -> None:
    """Results go by id."""
    path = tmp_path / "mine.yaml"
    path.write_text(yaml.safe_dump({**builtin_raw_strategy("glenn-rules"), "id": "greedy"}), encoding="utf-8")
    run = {**TOY, "game": "yahtzee", "strategies": ["greedy", str(path)]}
    with pytest.raises(
        UserError, match=r"^here: runs.0: strategies: greedy is there twice; expected it once$"
    ):
        load_strategies({"runs": [run]}, "here")


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (
            "most",
            "runs.0.strategies: 'most'; expected: Strategies to evaluate: all that come with the package",
        ),
        (3, "runs.0.strategies: 3; expected: Strategies to evaluate: all that come with the package"),
        ({"greedy": 1}, "runs.0.strategies: {'greedy': 1}; expected: Strategies to evaluate: all"),
        (["greedy", "greedy"], "runs.0.strategies: ['greedy', 'greedy']; expected different items"),
        ([3], "runs.0.strategies.0: 3; expected text"),
    ],
)
def test_strategies_of_another_kind(given: Any, expected: str) -> None:
    with pytest.raises(UserError) as caught:
        load({**TOY, "strategies": given})
    assert str(caught.value).startswith(f"here: {expected}") and "\n" not in str(caught.value)


# Datasets


def exports(*runs: dict[str, Any]) -> dict[tuple[str, str], Dataset]:
    """The datasets of a configuration."""
    load(*runs)
    return load_exports({"runs": list(runs)}, "here")


def test_datasets() -> None:
    """One, or a list; each has a folder by what is drawn."""
    played = {"positions": 5, "strategy": "greedy", "perturbed": 0.25, "seed": 2, "shard_size": 2}
    crag = {**TOY, "game": "crag", "export": [{"positions": 7}, played]}
    assert exports({**TOY, "export": {"positions": 9}}) == {("toy", "uniform-seed-1"): Dataset(9)}
    assert exports(crag) == {
        ("crag", "uniform-seed-1"): Dataset(7),
        ("crag", "greedy-perturbed-0.25-seed-2"): Dataset(**played),
    }


EXPORT_ERRORS: list[tuple[dict[str, Any], str]] = [
    ({"export": [{"positions": 1}] * 2}, "export: uniform-seed-1 is there twice; expected it once"),
    ({"export": {"positions": 1, "perturbed": 0.5}}, "export: perturbed 0.5; expected a strategy beside it"),
    (
        {"export": {"positions": 1, "strategy": "nope"}},
        "export: no strategy 'nope'; expected one of expected",
    ),
    (
        {"objectives": ["exact"], "export": {"positions": 1}},
        "export: expected the objective expected beside it",
    ),
    (
        {"game": "maxi-yatzy-saved", "export": {"positions": 1}},
        "export: game maxi-yatzy-saved: export cannot",
    ),
]


@pytest.mark.parametrize(("change", "expected"), EXPORT_ERRORS, ids=lambda value: str(value)[:40])
def test_errors_of_datasets(change: dict[str, Any], expected: str) -> None:
    with pytest.raises(UserError) as caught:
        load_exports({"runs": [{**TOY, **change}]}, "here")
    assert str(caught.value).startswith(f"here: runs.0: {expected}") and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({}, "runs.0.export"),
        ({"positions": 0}, "runs.0.export"),
        ({"positions": 5, "shards": 2}, "runs.0.export"),
        ([{"positions": 5, "perturbed": 2}], "runs.0.export"),
    ],
)
def test_a_dataset_of_another_kind(asked: Any, expected: str) -> None:
    assert message_of({**TOY, "export": asked}).startswith(expected)


def test_more_shards_leave_what_the_first_are_told() -> None:
    """And the words of the job are those of the shard alone."""
    told = []
    for positions in (20, 30, 25):
        run = {**TOY, "export": {"positions": positions, "shard_size": 10}}
        plan = load_plan({"runs": [run]}, SCHEMA)
        of = {"game": "toy", "export": "uniform-seed-1"}
        told.append(
            [
                plan.of_shard(SimpleNamespace(**of, shard=f"{shard:05}"))
                for shard in (0, 1, 2)[: -(-positions // 10)]
            ]
        )
        assert plan.dataset_memory(SimpleNamespace(**of)) in range(300, 400)
        assert json.loads(plan.of_export(SimpleNamespace(**of)))["dataset"]["positions"] == positions
    assert told[0] == told[1][:2] == told[2][:2] and told[1][2] != told[2][2]


# Duels


def test_duels() -> None:
    """Beside expected; their classes hold pairs of sheets, and know their memory."""
    duels = ["duel", "duel_expected_first", "duel_endgame"]
    runs = load(TOY, {**TOY, "objectives": duels, "fixed": 1, "open_at_most": 2})
    assert [run.partition for key, run in runs.items() if key[1] in duels] == [
        *(Pairs(7, (0,)), Pairs(7, (0,)), Pairs(7, (0,), 2)),
    ]
    memory = runs["toy", "duel"].memory
    assert len(memory) == len(Pairs(7, (0,)).classes()) and 240 < max(memory.values()) < 400
    assert runs["toy", "duel_endgame"].open_at_most == 2 and runs["toy", "duel"].open_at_most is None
    assert message_of({**TOY, "objectives": ["duel"]}).startswith(
        "runs: toy has duel; expected the objective "
    )


def test_open_at_most_of_another_kind() -> None:
    assert message_of({**TOY, "open_at_most": 0}) == "runs.0.open_at_most: 0; expected at least 1"


# Contests


def test_contests() -> None:
    """Of the games that ask for them, with the memory of a job."""
    races = {"players": [2, 3], "games": 10}
    asked = {**TOY, "strategies": "all", "blind": True, "races": races, "threads": 2}
    runs = [asked, {**TOY, "game": "yatzy", "blind": False}]
    load(*runs)
    found = load_contests({"runs": runs})
    assert list(found) == [("toy", "blind"), ("toy", "races")]
    assert {contest.source for contest in found.values()} == {"toy"}
    assert [contest.threads for contest in found.values()] == [2, 1]
    assert found["toy", "races"].asked == races
    more = load_contests(read("blind.yaml"))
    assert {game for game, _ in more} == {"yahtzee", "yaht", "yacht"}
    assert 100 < found["toy", "blind"].memory_mb < more["yahtzee", "blind"].memory_mb < 2000
    assert 100 < found["toy", "races"].memory_mb < more["yahtzee", "races"].memory_mb < 3000


@pytest.mark.parametrize(
    ("races", "expected"),
    [
        (True, "runs.0.races: True; expected a mapping"),
        ({"players": [2]}, "runs.0.races: key 'games' is missing; expected players, games"),
        ({"players": [7], "games": 2}, "runs.0.races.players.0: 7; expected at most 6"),
        ({"players": [2], "games": 1}, "runs.0.races.games: 1; expected at least 2"),
    ],
)
def test_errors_of_races(races: Any, expected: str) -> None:
    assert message_of({**TOY, "strategies": "all", "races": races}) == expected


def test_contests_need_strategies() -> None:
    with pytest.raises(UserError) as caught:
        load_contests({"runs": [TOY, {**TOY, "blind": True}]})
    assert str(caught.value) == "configuration: runs.1: blind: expected strategies beside it"


def test_what_one_job_makes_is_no_run_of_classes() -> None:
    config = {"runs": [{**TOY, "objectives": ["expected", "exact", "parts"]}]}
    assert load_whole(config) == [("toy", "exact"), ("toy", "parts")]
    assert list(load(config["runs"][0])) == [("toy", "expected")]
    whole = load_whole(read("config.yaml"))
    assert len([game for game, objective in whole if objective == "exact"]) == 10
    assert [game for game, objective in whole if objective == "parts"] == ["yahtzee"]


@pytest.mark.parametrize(
    ("game", "objectives", "message"),
    [
        ("toy", ["exact"], "runs.0: objectives: exact; expected the objective expected beside it"),
        ("toy", ["parts"], "runs.0: objectives: parts; expected the objective expected beside it"),
        (
            "kismet",
            ["expected", "parts"],
            "runs.0: game kismet: parts cannot be had with several upper bonuses",
        ),
        (
            "generala-served",
            ["expected", "exact"],
            "runs.0: game generala-served: no exact values where a first",
        ),
    ],
)
def test_what_one_job_cannot_make(game: str, objectives: list[str], message: str) -> None:
    assert message_of({"game": game, "objectives": objectives}).startswith(message)


def test_rule_changes() -> None:
    """Of the games that ask for them, which must be solved."""
    assert load_rule_changes(read("config.yaml")) == ["yahtzee", "yatzy"]
    assert load_rule_changes({"runs": [{**TOY, "rule_changes": False}]}) == []
    with pytest.raises(UserError, match=r"runs\.0: rule_changes: expected a game with expected or saved"):
        load_rule_changes({"runs": [{"game": "toy", "objectives": ["maxprob"], "rule_changes": True}]})


def test_a_missing_key() -> None:
    expected = "expected game and objectives, or tsp"
    assert message_of({"game": "toy"}) == f"runs.0: key 'objectives' is missing; {expected}"
    assert message_of({"objectives": ["expected"]}) == f"runs.0: key 'game' is missing; {expected}"
    assert message_of({}) == f"runs.0: key 'game' is missing; {expected}"


TSP_ERRORS: list[tuple[dict[str, Any], str]] = [
    ({"objectives": ["expected"]}, "runs.0: objectives: expected no such key beside tsp"),
    ({"game": "toy"}, "runs.0: game: expected no such key beside tsp"),
    ({"maxprob_moments": True}, "runs.0: maxprob_moments: expected no such key beside tsp"),
    ({"maxprob_up_to": 5}, "runs.0: maxprob_up_to: expected no such key beside tsp"),
    ({"strategies": ["greedy"]}, "runs.0: strategies: expected no such key beside tsp"),
    ({"open_at_most": 1}, "runs.0: open_at_most: expected no such key beside tsp"),
    ({"races": {"players": [2], "games": 2}}, "runs.0: races: expected no such key beside tsp"),
    ({"blind": True}, "runs.0: blind: expected no such key beside tsp"),
    ({"fixed": ["ones"]}, "runs.0: fixed: a list; expected auto or a number of cities"),
    ({"fixed": 14}, "runs.0: burma14: fixed: 14; expected 0 to 13"),
    ({"tsp": 3}, "runs.0.tsp: 3; expected text"),
    (
        {"tsp": "burma"},
        "runs.0: no instance 'burma'; expected one of burma14, gr17, ulysses16, ulysses22, "
        "or a path to a .tsp file",
    ),
    ({"tsp": "none/such.tsp"}, "runs.0: none/such.tsp: No such file or directory; expected a TSPLIB file"),
]


@pytest.mark.parametrize(("change", "expected"), TSP_ERRORS, ids=lambda value: str(value)[:40])
def test_errors_of_held_karp(change: dict[str, Any], expected: str) -> None:
    with pytest.raises(UserError) as caught:
        load({"tsp": "burma14", **change})
    assert str(caught.value) == f"here: {expected}"


def test_an_unknown_key_at_the_top() -> None:
    assert message_of(TOY, rums=[]) == "top level: unknown key 'rums'; expected only runs"


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({}, "here: top level: key 'runs' is missing; expected runs"),
        ({"runs": []}, "here: runs: 0 of them; expected at least 1"),
        ({"runs": {"game": "toy"}}, "here: runs: {'game': 'toy'}; expected a list"),
        ({"runs": ["toy"]}, "here: runs.0: 'toy'; expected a mapping"),
    ],
)
def test_other_shapes(config: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError) as caught:
        load_runs(config, SCHEMA, "here")
    assert str(caught.value) == message


def test_too_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yahtzee_core.partition.choose.BUFFER_BYTES", 2_000_000)
    message = message_of({**TOY, "memory_mb": 1})
    assert message.startswith("runs.0: toy: memory_mb: 1; expected at least ")
