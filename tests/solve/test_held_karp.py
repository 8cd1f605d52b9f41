"""Held-Karp: TSPLIB files, optima that are known, and all permutations of small instances."""

from functools import cache
from itertools import pairwise, permutations
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lanes import examples, slow_but

from yahtzee_core.errors import UserError
from yahtzee_core.partition.partition import Class, Partition
from yahtzee_core.runs.driver import merge, read_lengths, shard_path, solve_class, solve_classes
from yahtzee_core.runs.objectives import Problem, load_problem
from yahtzee_core.runs.objectives import held_karp as classes
from yahtzee_core.runs.objectives.held_karp import HeldKarpProblem
from yahtzee_core.runs.tour import tour_rows
from yahtzee_core.solve.held_karp import NEVER, shortest, solve_sets
from yahtzee_core.solve.tsplib import Instance, builtin_instances, load_instance, parse_instance
from yahtzee_core.tables.provenance import Provenance, made_of
from yahtzee_core.tables.storage import read_table

Matrix = list[list[int]]
OPTIMA = {"burma14": 3323, "ulysses16": 6859, "gr17": 2085}
KNOWN = "burma14, gr17, ulysses16, ulysses22"
SQUARE = """NAME: square
TYPE: TSP
DIMENSION: 4
EDGE_WEIGHT_TYPE: EUC_2D
NODE_COORD_SECTION
1 0 0
2 0 10
3 10.0 10
4 1e1 0
EOF
"""
TRIANGLE = """NAME : triangle.tsp
TYPE : TSP
DIMENSION : 3
EDGE_WEIGHT_TYPE : EXPLICIT
EDGE_WEIGHT_FORMAT : FULL_MATRIX
EDGE_WEIGHT_SECTION :
0 3 4
3 0 5
4 5 0
EOF
"""


# Files


@pytest.mark.parametrize("name", builtin_instances())
def test_builtin_instances(name: str) -> None:
    instance = load_instance(name)
    n = int("".join(letter for letter in name if letter.isdigit()))
    distance = instance.distance
    assert instance.name == name and distance.shape == (n, n) and distance.dtype == np.int32
    assert (distance == distance.T).all() and (np.diag(distance) == 0).all()
    assert (distance[~np.eye(n, dtype=bool)] > 0).all()


def test_which_instances_are_built_in() -> None:
    assert ", ".join(builtin_instances()) == KNOWN
    fingerprints = {load_instance(name).fingerprint for name in builtin_instances()}
    assert len(fingerprints) == 4 and all(len(found) == 16 for found in fingerprints)


def test_a_plane() -> None:
    """Distances are rounded: the diagonal of the square is 14.1."""
    instance = parse_instance(SQUARE, "square.tsp")
    assert instance.distance.tolist() == [[0, 10, 14, 10], [10, 0, 10, 14], [14, 10, 0, 10], [10, 14, 10, 0]]


NUMBERED = SQUARE.replace("1 0 0", "40 0 0").replace("2 0 10", "7 10 10").replace("3 10.0 10", "3 0 10")
NUMBERED = NUMBERED.replace("4 1e1 0", "100000 10 0")


def test_cities_have_the_numbers_of_the_file() -> None:
    """In the order of the file, 40 and 7 are across the square: no tour goes from one to the other."""
    problem = HeldKarpProblem(parse_instance(NUMBERED, "numbered.tsp"))
    assert problem.instance.cities.tolist() == [40, 7, 3, 100000]
    assert parse_instance(TRIANGLE, "x").cities.tolist() == [1, 2, 3]
    assert problem.instance.fingerprint != Instance("other", problem.instance.distance).fingerprint
    rows = all_rows(problem.instance)
    found = tour_rows(problem, lambda cities: rows[cities])
    assert found["city"].to_pylist() in ([40, 3, 7, 100000, 40], [40, 100000, 7, 3, 40])
    assert found["length"].to_pylist() == [0, 10, 20, 30, 40]


def test_a_matrix() -> None:
    instance = parse_instance(TRIANGLE, "triangle.tsp")
    assert (instance.name, instance.distance.tolist()) == ("triangle", [[0, 3, 4], [3, 0, 5], [4, 5, 0]])


def test_a_lower_triangle() -> None:
    text = TRIANGLE.replace("FULL_MATRIX", "LOWER_DIAG_ROW").replace("0 3 4\n3 0 5\n4 5 0", "0 3 0\n4 5 0")
    assert text.count("\n") == TRIANGLE.count("\n") - 1
    assert parse_instance(text, "x").fingerprint == parse_instance(TRIANGLE, "x").fingerprint


def test_a_file(tmp_path: Path) -> None:
    """Without a name in it, that of the file."""
    path = tmp_path / "other.tsp"
    path.write_text(SQUARE.replace("NAME: square\n", ""), encoding="utf-8")
    instance = load_instance(str(path))
    assert instance.name == "other"
    assert instance.fingerprint == parse_instance(SQUARE, "x").fingerprint


ERRORS = [
    (SQUARE.replace("EUC_2D", "MAN_2D"), "EDGE_WEIGHT_TYPE: 'MAN_2D'; expected EXPLICIT, GEO, EUC_2D"),
    (
        SQUARE.replace("EDGE_WEIGHT_TYPE: EUC_2D\n", ""),
        "EDGE_WEIGHT_TYPE: ''; expected EXPLICIT, GEO, EUC_2D",
    ),
    (SQUARE.replace("4 1e1", "3 1e1"), "city 3 is there twice; expected it once"),
    (SQUARE.replace("4 1e1", "0 1e1"), "city 0; expected whole numbers from 1 to 1000000000"),
    (SQUARE.replace("4 1e1", "1.5 1e1"), "city 1.5; expected whole numbers from 1 to 1000000000"),
    (SQUARE.replace("4 1e1 0\n", ""), "9 numbers; expected 4 cities with two coordinates"),
    (SQUARE.partition("NODE")[0], "0 numbers; expected 4 cities with two coordinates"),
    (TRIANGLE.replace("4 5 0", "4 5"), "8 numbers; expected 9 weights"),
    (
        TRIANGLE.replace("FULL_MATRIX", "UPPER_ROW"),
        "EDGE_WEIGHT_FORMAT: 'UPPER_ROW'; expected one of LOWER_DIAG_ROW, FULL_MATRIX",
    ),
    (SQUARE.replace("10.0", "ten"), "could not convert string to float: 'ten'; expected numbers"),
    (
        SQUARE.replace("DIMENSION: 4", "DIMENSION: four"),
        "invalid literal for int() with base 10: 'four'; expected numbers",
    ),
    (SQUARE.replace("DIMENSION: 4", "DIMENSION: 25"), "DIMENSION: 25; expected 2 to 24 cities"),
    (SQUARE.replace("DIMENSION: 4", "DIMENSION: 1"), "DIMENSION: 1; expected 2 to 24 cities"),
    ("", "DIMENSION: 0; expected 2 to 24 cities"),
]


@pytest.mark.parametrize(("text", "message"), ERRORS, ids=[message for _, message in ERRORS])
def test_errors(text: str, message: str) -> None:
    with pytest.raises(UserError) as caught:
        parse_instance(text, "x.tsp")
    assert str(caught.value) == f"x.tsp: {message}"


@pytest.mark.parametrize(("text", "message"), ERRORS, ids=[message for _, message in ERRORS])
def test_errors_of_a_file(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "x.tsp"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError) as caught:
        load_instance(str(path))
    assert str(caught.value) == f"{path}: {message}"


NO_DISTANCES = {
    "nan": TRIANGLE.replace("0 3 4\n3", "0 nan 4\nnan"),
    "inf": TRIANGLE.replace("0 3 4\n3", "0 inf 4\ninf"),
    "too large for 32 bits": TRIANGLE.replace("0 3 4\n3", "0 3e9 4\n3e9"),
    "paths longer than NEVER": TRIANGLE.replace("0 3 4\n3", "0 900000000 4\n900000000"),
    "not symmetric": TRIANGLE.replace("0 3 4\n3", "0 3 4\n7"),
    "not whole": TRIANGLE.replace("0 3 4\n3", "0 3.7 4\n3.7"),
    "a coordinate that is nan": SQUARE.replace("10.0", "nan"),
}


@pytest.mark.parametrize("text", NO_DISTANCES.values(), ids=list(NO_DISTANCES))
def test_what_is_no_distance(text: str) -> None:
    """Refused, where anything else would be another problem than that of the file."""
    assert text not in (TRIANGLE, SQUARE)
    with pytest.raises(UserError) as caught:
        parse_instance(text, "x.tsp")
    assert str(caught.value).startswith("x.tsp: ") and "\n" not in str(caught.value)


def test_a_missing_file(tmp_path: Path) -> None:
    path = tmp_path / "none.tsp"
    with pytest.raises(UserError) as caught:
        load_instance(str(path))
    assert str(caught.value) == f"{path}: No such file or directory; expected a TSPLIB file"


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "bad.tsp"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(UserError) as caught:
        load_instance(str(path))
    assert str(caught.value) == f"{path}: not UTF-8 text; expected a TSPLIB file"


def test_an_unknown_name() -> None:
    with pytest.raises(UserError) as caught:
        load_instance("berlin52")
    assert str(caught.value) == (f"no instance 'berlin52'; expected one of {KNOWN}, or a path to a .tsp file")


# Optima, class by class


def partitions(n: int) -> list[Partition]:
    """Some partitions of the sets of n cities."""
    kinds = [((), 1), ((0, 1, 2), 1), ((n - 1, 3), 1), ((), 4), ((1,), 3), ((), n + 1)]
    return [Partition(n, fixed, stride, mirrored=False) for fixed, stride in kinds]


def problem_of(name: str) -> HeldKarpProblem:
    """Held-Karp for a built-in instance."""
    return HeldKarpProblem(load_instance(name))


def lengths(path: Path, made_of: Provenance) -> dict[int, bytes]:
    """The bits of the rows of a file, by set."""
    rows = read_table(path, "held_karp", made_of)
    cities = rows["cities"].to_pylist()
    assert len(set(cities)) == len(cities)
    flat = rows["length"].combine_chunks().flatten().to_numpy().reshape(len(cities), -1)
    return {mask: row.tobytes() for mask, row in zip(cities, flat, strict=True)}


def all_rows(instance: Instance) -> npt.NDArray[np.int32]:
    """All rows, without classes or files."""
    n = len(instance.distance) - 1
    masks = np.arange(1 << n)
    length = np.full((1 << n, n), NEVER, dtype=np.int32)
    for size in range(n + 1):
        solve_sets(instance, masks[np.bitwise_count(masks) == size], masks, length)
    return length


@cache
def in_memory(name: str) -> dict[int, bytes]:
    """Their bits, by set, for a built-in instance."""
    return {mask: row.tobytes() for mask, row in enumerate(all_rows(load_instance(name)))}


def check_tour(problem: HeldKarpProblem, path: Path, optimum: int) -> None:
    """A tour visits every city once and comes back; its length is the optimum."""
    rows = tour_rows(problem, read_lengths(problem, path))
    distance = problem.instance.distance
    cities = [city - 1 for city in rows["city"].to_pylist()]
    assert cities[0] == cities[-1] == 0
    assert sorted(cities[:-1]) == list(range(len(distance)))
    assert rows["position"].to_pylist() == list(range(len(distance) + 1))
    steps = [0, *(int(distance[a, b]) for a, b in pairwise(cities))]
    assert rows["length"].to_pylist() == np.cumsum(steps).tolist()
    assert sum(steps) == optimum


CASES = [*(("burma14", i) for i in range(6)), ("ulysses16", 1), ("ulysses16", 4), ("gr17", 2), ("gr17", 5)]


@pytest.mark.parametrize(("name", "which"), slow_but(CASES, CASES[0], CASES[1]))
def test_known_optima(name: str, which: int, tmp_path: Path) -> None:
    """Every partition has the bits of memory, in shards and merged."""
    problem = problem_of(name)
    partition, path = partitions(problem.n)[which], tmp_path / "merged.parquet"
    solve_classes(problem, partition, tmp_path / "shards")
    assert len(list(tmp_path.rglob("*.parquet"))) == len(partition.classes())
    merge(problem, partition, tmp_path / "shards", path)
    merged = lengths(path, made_of(problem))
    assert merged == in_memory(name)
    for part in partition.classes():
        origin = made_of(problem, partition.name(part))
        found = lengths(shard_path(tmp_path / "shards", partition, part), origin)
        assert list(found) == partition.masks(part).tolist()
        assert all(merged[mask] == row for mask, row in found.items())
    check_tour(problem, path, OPTIMA[name])


@pytest.mark.parametrize(("name", "which"), [("burma14", 1), ("burma14", 4), ("ulysses16", 2)])
def test_what_is_not_kept(name: str, which: int, tmp_path: Path) -> None:
    """Only the last class is left, with the same bytes; the optimum is in it."""
    problem = problem_of(name)
    partition = partitions(problem.n)[which]
    solve_classes(problem, partition, tmp_path / "all", keep=True)
    solve_classes(problem, partition, tmp_path / "last", keep=False)
    (left,) = [p for p in (tmp_path / "last").rglob("*") if p.is_file()]
    last = partition.classes()[-1]
    assert left == shard_path(tmp_path / "last", partition, last)
    assert left.read_bytes() == shard_path(tmp_path / "all", partition, last).read_bytes()
    row = lengths(left, made_of(problem, partition.name(last)))[(1 << problem.n) - 1]
    assert shortest(problem.instance, np.frombuffer(row, dtype=np.int32))[0] == OPTIMA[name]


def test_what_is_dropped_on_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before a class is solved, exactly what it or a later one reads is there."""
    problem = problem_of("burma14")
    partition, seen = Partition(problem.n, (2, 5), mirrored=False), []
    parts = partition.classes()

    def watched(problem: Problem, partition: Partition, part: Class, folder: Path) -> None:
        at = parts.index(part)
        later = {d for of in parts[at:] for d in partition.dependencies(of)}
        there = {of for of in parts if shard_path(folder, partition, of).exists()}
        assert there == later & set(parts[:at])
        solve_class(problem, partition, part, folder)
        seen.append(part)

    monkeypatch.setattr("yahtzee_core.runs.driver.solve_class", watched)
    solve_classes(problem, partition, tmp_path, keep=False)
    assert seen == parts


def small(n: int, name: str = "small") -> Instance:
    """The first n cities of burma14."""
    return Instance(name, load_instance("burma14").distance[:n, :n].copy())


@pytest.mark.parametrize("piece", [1, 100])
def test_the_size_of_pieces_changes_nothing(
    piece: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(classes, "PIECE", piece)
    problem, path = HeldKarpProblem(small(9)), tmp_path / "merged.parquet"
    partition = Partition(problem.n, (1, 2), mirrored=False)
    solve_classes(problem, partition, tmp_path)
    merge(problem, partition, tmp_path, path)
    expected = all_rows(small(9))
    assert lengths(path, made_of(problem)) == {m: row.tobytes() for m, row in enumerate(expected)}


def test_shards_of_another_instance_are_refused(tmp_path: Path) -> None:
    """One with the same name and another distance."""
    one, changed = small(6), small(6)
    changed.distance[1, 2] = changed.distance[2, 1] = one.distance[1, 2] + 1
    partition = Partition(5, (0,), mirrored=False)
    solve_classes(HeldKarpProblem(one), partition, tmp_path)
    with pytest.raises(UserError) as caught:
        merge(HeldKarpProblem(changed), partition, tmp_path, tmp_path / "merged.parquet")
    message = f"game_fingerprint is '{one.fingerprint}', expected '{changed.fingerprint}'"
    assert message in str(caught.value) and "delete it and run again" in str(caught.value)
    assert not (tmp_path / "merged.parquet").exists()


def test_load_problem() -> None:
    problem = load_problem("held_karp", "burma14")
    assert (problem.n, problem.mirrored, problem.table_schema) == (13, False, "held_karp")
    assert problem.sizes().tolist() == [4 * 13] * 2**13


# All permutations


@st.composite
def matrices(draw: st.DrawFn) -> Matrix:
    """Symmetric distances of 2 to 7 cities, some with many ties."""
    n, most = draw(st.sampled_from([2, 3, 5, 6, 7])), draw(st.sampled_from([3, 1000]))
    matrix = [[0] * n for _ in range(n)]
    for a in range(n):
        for b in range(a):
            matrix[a][b] = matrix[b][a] = draw(st.integers(0, most))
    return matrix


def best(matrix: Matrix) -> int:
    """The length of the shortest of all tours."""
    tours = ((0, *order, 0) for order in permutations(range(1, len(matrix))))
    return min(sum(matrix[a][b] for a, b in pairwise(tour)) for tour in tours)


@settings(max_examples=examples(13), deadline=None)
@given(matrices(), st.data())
def test_tours_by_permutations(
    tmp_path_factory: pytest.TempPathFactory, matrix: Matrix, data: st.DataObject
) -> None:
    problem = HeldKarpProblem(Instance("drawn", np.array(matrix, dtype=np.int32)))
    fixed = data.draw(st.lists(st.sampled_from(range(problem.n)), unique=True, max_size=2))
    stride = data.draw(st.integers(1, problem.n + 1))
    partition = Partition(problem.n, tuple(fixed), stride, mirrored=False)
    folder = tmp_path_factory.mktemp("drawn")
    solve_classes(problem, partition, folder)
    merge(problem, partition, folder, folder / "merged.parquet")
    check_tour(problem, folder / "merged.parquet", best(matrix))


@settings(max_examples=examples(13), deadline=None)
@given(matrices())
def test_paths_by_permutations(matrix: Matrix) -> None:
    """Every L[S](j), from its definition."""
    n = len(matrix) - 1
    expected = np.full((1 << n, n), NEVER, dtype=np.int32)
    for mask in range(1, 1 << n):
        for order in permutations([c for c in range(n) if mask >> c & 1]):
            path = (0, *(c + 1 for c in order))
            found = sum(matrix[a][b] for a, b in pairwise(path))
            expected[mask, order[-1]] = min(expected[mask, order[-1]], found)
    assert all_rows(Instance("drawn", np.array(matrix, dtype=np.int32))).tolist() == expected.tolist()
