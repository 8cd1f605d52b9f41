"""Instances of TSPLIB: the parts of the format that small symmetric instances use."""

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources
from math import acos, cos, isfinite, sqrt
from pathlib import Path
from typing import Any

import numpy as np

from ..arrays import Ints
from ..errors import UserError
from ..files import read_text

Distances = Ints
Point = tuple[float, ...]
INSTANCES = resources.files(__package__) / "tsp"
LONGEST = 10**7
"""The longest distance: a path through 24 cities then fits in 32 bits."""
MOST_CITY = 10**9
"""The highest number of a city."""
EARTH = 6378.388
"""Radius in km, as TSPLIB defines its GEO distances."""


@dataclass(frozen=True)
class Instance:
    """A travelling salesman problem. distance: (n, n) int32, symmetric.

    numbers: those of the cities as the instance has them, in its order; None: 1, 2, ..., as for a matrix.
    """

    name: str
    distance: Distances
    numbers: tuple[int, ...] | None = None

    @property
    def cities(self) -> Ints:
        """(n,) int32: the numbers of the cities."""
        return np.array(self.numbers or range(1, len(self.distance) + 1), dtype=np.int32)

    @property
    def fingerprint(self) -> str:
        """SHA-256 (hex, 16 digits) of the distances and the numbers of the cities."""
        return hashlib.sha256(self.distance.tobytes() + self.cities.tobytes()).hexdigest()[:16]


def builtin_instances() -> list[str]:
    """Names of the instances that the package carries, sorted."""
    return sorted(p.name[:-4] for p in INSTANCES.iterdir() if p.name.endswith(".tsp"))


def load_instance(name: str) -> Instance:
    """The built-in instance of that name, or that of a .tsp file; UserError in one line."""
    if name.lower().endswith(".tsp"):
        return parse_instance(read_text(Path(name), "a TSPLIB file"), name)
    if name not in builtin_instances():
        known = ", ".join(builtin_instances())
        raise UserError(f"no instance '{name}'; expected one of {known}, or a path to a .tsp file")
    return parse_instance((INSTANCES / f"{name}.tsp").read_text(encoding="utf-8"), f"{name}.tsp")


def parse_instance(text: str, where: str) -> Instance:
    """An instance from TSPLIB text; `where` is the file name that errors give."""
    header = dict(re.findall(r"^(\w+)\s*:\s*(.*?)\s*$", text, re.MULTILINE))
    body = re.split(r"^(?:NODE_COORD|EDGE_WEIGHT)_SECTION\s*:?\s*$", text, flags=re.MULTILINE)
    try:
        n = int(header.get("DIMENSION", 0))
        numbers = [float(word) for word in body[-1].replace("EOF", "").split()] if len(body) == 2 else []
    except ValueError as error:
        raise UserError(f"{where}: {error}; expected numbers") from None
    if not all(isfinite(number) for number in numbers):
        raise UserError(f"{where}: nan or inf; expected numbers")
    if not 2 <= n <= 24:
        raise UserError(f"{where}: DIMENSION: {n}; expected 2 to 24 cities")
    kind, cities = header.get("EDGE_WEIGHT_TYPE", ""), None
    if kind == "EXPLICIT":
        distance = _explicit(numbers, n, header.get("EDGE_WEIGHT_FORMAT", ""), where)
    elif kind in METRICS:
        distance = _pairwise(_coordinates(numbers, n, where), METRICS[kind], where)
        cities = _cities(numbers[::3], where)
    else:
        raise UserError(f"{where}: EDGE_WEIGHT_TYPE: '{kind}'; expected EXPLICIT, {', '.join(METRICS)}")
    return Instance(header.get("NAME", Path(where).stem).removesuffix(".tsp"), distance, cities)


def _euclidean(p: Point, q: Point) -> int:
    return int(sqrt((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2) + 0.5)


def _great_circle(p: Point, q: Point) -> int:
    """Whole km between coordinates in degrees and minutes, DDD.MM."""
    (a, b), (c, d) = (map(_radians, point) for point in (p, q))
    east, minus, plus = cos(b - d), cos(a - c), cos(a + c)
    return int(EARTH * acos(0.5 * ((1 + east) * minus - (1 - east) * plus)) + 1)


def _radians(coordinate: float) -> float:
    """TSPLIB's own conversion, with its value of pi."""
    degrees = int(coordinate)
    return 3.141592 * (degrees + 5 * (coordinate - degrees) / 3) / 180


METRICS: dict[str, Callable[[Point, Point], int]] = {"GEO": _great_circle, "EUC_2D": _euclidean}


def _coordinates(numbers: list[float], n: int, where: str) -> list[Point]:
    if len(numbers) != 3 * n:
        raise UserError(f"{where}: {len(numbers)} numbers; expected {n} cities with two coordinates")
    return [(numbers[3 * i + 1], numbers[3 * i + 2]) for i in range(n)]


def _cities(numbers: list[float], where: str) -> tuple[int, ...]:
    """The numbers of the cities, each once."""
    wrong = [number for number in numbers if number != int(number) or not 1 <= number <= MOST_CITY]
    if wrong:
        raise UserError(f"{where}: city {wrong[0]:g}; expected whole numbers from 1 to {MOST_CITY}")
    twice = next((number for number in numbers if numbers.count(number) > 1), None)
    if twice is not None:
        raise UserError(f"{where}: city {twice:g} is there twice; expected it once")
    return tuple(map(int, numbers))


def _pairwise(points: list[Point], metric: Callable[[Point, Point], int], where: str) -> Distances:
    rows = [[0 if p is q else metric(p, q) for q in points] for p in points]
    longest = max(map(max, rows))
    if longest > LONGEST:
        raise UserError(f"{where}: a distance of {longest:.3g}; expected at most {LONGEST}")
    return np.array(rows, dtype=np.int32)


def _explicit(numbers: list[float], n: int, shape: str, where: str) -> Distances:
    shapes: dict[str, tuple[Any, Any]] = {
        "LOWER_DIAG_ROW": np.tril_indices(n),
        "FULL_MATRIX": (np.repeat(np.arange(n), n), np.tile(np.arange(n), n)),
    }
    if shape not in shapes:
        raise UserError(f"{where}: EDGE_WEIGHT_FORMAT: '{shape}'; expected one of {', '.join(shapes)}")
    rows, columns = shapes[shape]
    if len(numbers) != len(rows):
        raise UserError(f"{where}: {len(numbers)} numbers; expected {len(rows)} weights")
    wrong = [number for number in numbers if number != int(number) or not 0 <= number <= LONGEST]
    if wrong:
        raise UserError(f"{where}: weight {wrong[0]:g}; expected whole numbers from 0 to {LONGEST}")
    matrix = np.zeros((n, n), dtype=np.int32)
    matrix[rows, columns] = numbers
    if shape == "FULL_MATRIX" and not np.array_equal(matrix, matrix.T):
        raise UserError(f"{where}: not symmetric; expected a symmetric matrix")
    return np.maximum(matrix, matrix.T)
