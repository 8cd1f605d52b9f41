"""Answers: the same numbers from the results as from nothing, and results that do not fit are not used."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from helpers import builtin_raw, distribution, parse, solved, toy_expected, toy_maxprob, toy_states
from lanes import slow_but
from made_results import write_distribution, write_maxprob
from toy_games import TOY_GAMES

from yahtzee_core.advice import answers
from yahtzee_core.advice.answers import ScoreAnswer, distribution_of, maxprob_of
from yahtzee_core.errors import UserError
from yahtzee_core.game.game import Game
from yahtzee_core.partition.partition import Partition
from yahtzee_core.policies.distribution import Distribution
from yahtzee_core.solve.scores import MaxProbTable
from yahtzee_core.turn.states import State

NAME = "joker-free"
GAME: Game = toy_states(NAME).game
OTHER = parse({**TOY_GAMES[NAME], "yahtzee": {"category": "yahtzee", "bonus": 19}})
"""The same id and the same states, with other points."""
PARTITION = Partition(5, fixed=(0, 4))


def unused(*arguments: object, **keywords: object) -> None:
    """In the place of what must not be called."""
    raise AssertionError("solved again")


@pytest.fixture(scope="module")
def without(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Results without moments; tests only read them."""
    folder = tmp_path_factory.mktemp("without")
    write_maxprob(GAME, PARTITION, folder)
    write_distribution(GAME, folder)
    return folder


@pytest.fixture(scope="module")
def moments(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Results with moments; tests only read them."""
    folder = tmp_path_factory.mktemp("moments")
    write_maxprob(GAME, PARTITION, folder, "maxprob_moments")
    return folder


def some_states() -> list[State]:
    """Every seventh state, the start and the end."""
    states = toy_states(NAME)
    return [states.state(at) for at in (*range(0, len(states), 7), len(states) - 1)]


def most(state: State) -> int:
    """The most points from a state."""
    table = toy_maxprob(NAME)
    return int(table.bounds.most[table.states.index(state)])


def expected(state: State, score: int) -> ScoreAnswer:
    """The answer of a whole solve, with moments."""
    table, values = toy_maxprob(NAME), toy_expected(NAME)
    at = table.states.index(state)
    if score == 0:
        return ScoreAnswer(1.0, float(values.value[at]), float(values.sd[at]))
    assert table.rows is not None
    mean, second = (float(table.rows.row(at, which)[score - 1]) for which in (2, 3))
    return ScoreAnswer(table.probability(state, score), mean, max(second - mean * mean, 0) ** 0.5)


def check(found: ScoreAnswer, state: State, score: int, with_moments: bool) -> None:
    """Compare with a whole solve, in every bit but for a root."""
    exact = expected(state, score)
    assert found.probability == exact.probability, (state, score)
    assert isinstance(found.probability, float)
    assert found.mean == (exact.mean if with_moments else None), (state, score)
    assert found.sd == (pytest.approx(exact.sd, rel=1e-12, abs=0) if with_moments else None)


@pytest.mark.parametrize("asked", [False, True])
def test_from_nothing(asked: bool, tmp_path: Path) -> None:
    for state in some_states():
        for score in {0, most(state) // 2, most(state)}:
            check(maxprob_of(GAME, state, score, tmp_path, asked), state, score, asked)


@pytest.mark.parametrize("asked", [False, True])
def test_from_results_with_moments(asked: bool, moments: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moments are told also when nobody asked: they cost nothing."""
    monkeypatch.setattr(answers, "solve_maxprob", unused)
    for state in some_states():
        for score in range(0, most(state) + 1, 1 + most(state) // 5):
            check(maxprob_of(GAME, state, score, moments, asked), state, score, True)


def test_from_results_without_moments(without: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "solve_maxprob", unused)
    for state in some_states():
        for score in range(0, most(state) + 1, 1 + most(state) // 5):
            check(maxprob_of(GAME, state, score, without), state, score, False)


def test_moments_are_solved_when_the_results_lack_them(without: Path) -> None:
    for score in (0, 1, 30, most(toy_states(NAME).start)):
        found = maxprob_of(GAME, toy_states(NAME).start, score, without, moments=True)
        check(found, toy_states(NAME).start, score, True)


@pytest.mark.parametrize("score", [-1, 140, 10_000])
def test_scores_out_of_range(score: int, without: Path, moments: Path, tmp_path: Path) -> None:
    """The same words with results and without; at the end of the game, nothing can come."""
    end = toy_states(NAME).state(len(toy_states(NAME)) - 1)
    for state, high in ((end, 0), (toy_states(NAME).start, 139)):
        for results in (without, moments, tmp_path):
            with pytest.raises(UserError) as caught:
                maxprob_of(GAME, state, score, results)
            assert str(caught.value) == (
                f"game joker-free: score {score}; expected 0 to {high}, the most that can come"
            )


def test_progress_is_told_when_there_is_something_to_do(without: Path, tmp_path: Path) -> None:
    told: list[float] = []
    maxprob_of(GAME, toy_states(NAME).start, 50, without, progress=told.append)
    assert told == []
    maxprob_of(GAME, toy_states(NAME).start, 50, tmp_path, progress=told.append)
    assert told == sorted(told) and told[-1] == 1


# Results that do not fit


def fresh(game: Game, tmp_path: Path) -> ScoreAnswer:
    """From nothing, with moments."""
    return maxprob_of(game, State(0, 10, 0), 60, tmp_path / "nothing", moments=True)


@pytest.mark.parametrize("asked", [False, True])
def test_a_table_of_another_game_file_is_not_used(
    asked: bool, without: Path, moments: Path, tmp_path: Path
) -> None:
    for results in (without, moments):
        found = maxprob_of(OTHER, State(0, 10, 0), 60, results, asked)
        assert found.probability == fresh(OTHER, tmp_path).probability
        assert found.probability != fresh(GAME, tmp_path).probability
        assert (found.mean is None) != asked


def test_a_title_is_no_other_game(without: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "solve_maxprob", unused)
    titled = parse({**TOY_GAMES[NAME], "title": "Another"})
    assert maxprob_of(titled, State(0, 10, 0), 60, without).probability > 0


Damage = Callable[[bytes], bytes]
DAMAGES: dict[str, Damage] = {
    "empty": lambda content: b"",
    "half": lambda content: content[: len(content) // 2],
    "no parquet": lambda content: b"a,b\n1,2\n",
    "no footer": lambda content: content[:-8] + b"PAR1PAR1",
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_table_is_not_used(name: str, without: Path, tmp_path: Path) -> None:
    """One that is no table at all."""
    for table in ("maxprob", "distribution"):
        content = (without / NAME / f"{table}.parquet").read_bytes()
        path = tmp_path / NAME / f"{table}.parquet"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(DAMAGES[name](content))
    check(maxprob_of(GAME, State(0, 10, 0), 60, tmp_path), State(0, 10, 0), 60, False)
    assert distribution_of(GAME, tmp_path).mean == pytest.approx(toy_expected(NAME).start_value, rel=1e-12)


def damaged(path: Path, column: str, step: int) -> Iterator[bytes]:
    """The file with one bit turned, in every so many bytes of the first chunk of a column."""
    content = path.read_bytes()
    with pq.ParquetFile(path) as file:
        group = file.metadata.row_group(0)
        chunks = {
            group.column(i).path_in_schema.split(".")[0]: group.column(i) for i in range(group.num_columns)
        }
    start = chunks[column].dictionary_page_offset or chunks[column].data_page_offset
    for at in range(start, start + chunks[column].total_compressed_size, step):
        yield content[:at] + bytes([content[at] ^ 0x10]) + content[at + 1 :]


def said(ask: Callable[[], object]) -> object:
    """An answer, or the words of an error."""
    try:
        return ask()
    except UserError as error:
        return str(error)


def check_damaged(ask: Callable[[], object], path: Path, content: bytes) -> None:
    """The right answer, or an error in one line that names the file; never another number."""
    path.parent.mkdir(parents=True, exist_ok=True)
    exact = ask()
    path.write_bytes(content)
    found = said(ask)
    path.unlink()
    assert found == exact or (isinstance(found, str) and str(path) in found and "\n" not in found)


@pytest.mark.parametrize("column", slow_but(["filled", "certain", "most", "probability"]))
def test_a_turned_bit_in_maxprob(column: str, without: Path, tmp_path: Path) -> None:
    """The start is in the first chunk: its probabilities are asked for all over."""

    def ask() -> list[float]:
        start = toy_states(NAME).start
        return [maxprob_of(GAME, start, score, tmp_path).probability for score in (5, 60, 139)]

    for content in damaged(without / NAME / "maxprob.parquet", column, 23):
        check_damaged(ask, tmp_path / NAME / "maxprob.parquet", content)


def test_a_turned_bit_in_the_distribution(without: Path, tmp_path: Path) -> None:
    def ask() -> list[float]:
        found: list[float] = distribution_of(GAME, tmp_path).probability.tolist()
        return found

    for content in damaged(without / NAME / "distribution.parquet", "probability", 97):
        check_damaged(ask, tmp_path / NAME / "distribution.parquet", content)


# The distribution


def test_the_distribution(without: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solved_now = distribution_of(GAME, tmp_path)
    monkeypatch.setattr(answers, "solve_expected", unused)
    stored = distribution_of(GAME, without)
    assert isinstance(stored, Distribution) and stored.game is GAME
    assert stored.strategy == solved_now.strategy == "expected"
    assert stored.probability.tobytes() == solved_now.probability.tobytes()
    assert stored.at_least.tolist() == solved_now.at_least.tolist()


def test_a_distribution_of_another_game_file_is_not_used(without: Path, tmp_path: Path) -> None:
    found = distribution_of(OTHER, without)
    assert found.game is OTHER
    assert found.probability.tobytes() == distribution_of(OTHER, tmp_path).probability.tobytes()
    assert found.mean < distribution_of(GAME, without).mean


def test_the_builtin_toy_from_nothing(tmp_path: Path) -> None:
    game = parse(builtin_raw("toy"))
    assert distribution_of(game, tmp_path).probability.tolist() == distribution("toy").probability.tolist()
    found = maxprob_of(game, solved("toy").states.start, 0, tmp_path, moments=True)
    assert found == ScoreAnswer(1.0, solved("toy").start_value, solved("toy").start_sd)


def test_the_whole_solve_is_one_with_moments() -> None:
    """What these tests compare with."""
    table: MaxProbTable = toy_maxprob(NAME)
    assert table.rows is not None and len(table.rows.numbers) == 4
    assert most(table.states.start) == 139
