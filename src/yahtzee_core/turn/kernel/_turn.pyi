from collections.abc import Sequence

from ...arrays import Floats, Ints, Longs, Reals, Shorts
from ..states import States
from ..transitions import Transitions

source_sha256: str
pad: int
block: int
tie: float
relative_tie: float
single_tie: float

def variants() -> list[str]: ...
def at_most_rows(
    mass: Floats, place: Longs, length: Ints, state: Longs, points: Longs, rows: Floats
) -> None: ...
def put_rows(numbers: Floats, place: Longs, length: Longs, into: Floats) -> None: ...
def normal_rows(
    rows: Floats, place: Longs, length: Longs, first: Ints, mean: Floats, sd: Floats, scale: float
) -> None: ...
def take_rows(rows: Floats, place: Longs, length: Longs, into: Floats) -> None: ...
def pad_rows(rows: Reals, place: Longs, length: Longs, before: Floats, after: Floats) -> None: ...
def move_rows(rows: Reals, place: Longs, length: Longs, into: Reals, into_place: Longs) -> None: ...
def flip_rows(
    rows: Reals, place: Longs, length: Longs, into: Reals, into_place: Longs, complement: bool
) -> None: ...
def add_rows(
    rows: Reals, place: Longs, length: Longs, into_place: Longs, weight: Floats, into: Floats
) -> None: ...
def highest_rows(
    rows: Reals,
    place: Longs,
    length: Longs,
    into_place: Longs,
    name: Longs,
    highest: Floats,
    where: Longs,
) -> None: ...

class Kernel:
    def __init__(self, states: States, transitions: Transitions, variant: str | None = None) -> None: ...
    def expected(self, offset: Longs, masks: Longs, value: Floats, second: Floats) -> None: ...
    def chain(self, offset: Longs, saves: Ints, masks: Longs, value: Floats, second: Floats) -> None: ...
    def bounds(self, offset: Longs, masks: Longs, first: Ints, last: Ints) -> None: ...
    def most_behind(self, offset: Longs, masks: Longs, quantity: int, most: Ints) -> None: ...
    def decide(
        self, offset: Longs, masks: Longs, value: Floats, visit: Floats | None, decisions: Shorts
    ) -> None: ...
    def play(
        self, masks: Longs, visit: Floats, decisions: Shorts, weights: Floats, final: Floats
    ) -> None: ...
    def follow(
        self, offset: Longs, masks: Longs, value: Floats, second: Floats, decisions: Shorts
    ) -> None: ...
    def compare(
        self,
        offset: Longs,
        masks: Longs,
        value: Floats,
        visit: Floats,
        judge: Shorts,
        mine: Shorts,
        criteria: Floats,
    ) -> None: ...
    def actions(
        self,
        offset: Longs,
        masks: Longs,
        blocks: Longs,
        value: Floats,
        options: Floats,
        keeps: Floats,
        decisions: Shorts,
    ) -> None: ...
    def push(
        self,
        offset: Longs,
        masks: Longs,
        quantity: int,
        weights: Floats,
        place: Longs,
        most: Ints,
        before: Floats,
        after: Floats,
    ) -> None: ...
    def chances(
        self, offset: Longs, masks: Longs, weights: Floats, yahtzee: int, chances: Floats
    ) -> None: ...
    def tally(
        self,
        offset: Longs,
        masks: Longs,
        weights: Floats,
        place: Longs,
        before: Floats,
        after: Floats,
        cross: Floats,
        taken: Floats,
        secured: Floats,
        upper: int,
    ) -> None: ...
    def maxprob(
        self,
        offset: Longs,
        place: Longs,
        first: Ints,
        last: Ints,
        rows: Sequence[Reals],
        into: Sequence[Reals],
        masks: Longs,
    ) -> None: ...
    def forward(
        self,
        offset: Longs,
        place: Longs,
        first: Ints,
        last: Ints,
        utilities: Floats,
        before: Floats,
        after: Floats,
        masks: Longs,
    ) -> None: ...
    def pull(
        self, offset: Longs, masks: Longs, weights: Floats, place: Longs, length: Ints, rows: Floats
    ) -> None: ...
    def race_worth(
        self,
        offset: Longs,
        masks: Longs,
        state: Longs,
        points: Longs,
        place: Longs,
        low: Ints,
        length: Ints,
        mass: Floats,
        chance: Floats,
        worth: Floats,
    ) -> None: ...
    def decide_games(self, masks: Longs, games: Longs, worth: Floats, decisions: Shorts) -> None: ...
    def mixture(
        self,
        offset: Longs,
        place: Longs,
        first: Ints,
        last: Ints,
        rows: Sequence[Reals],
        into: Sequence[Reals],
        masks: Longs,
        weights: Floats,
    ) -> None: ...
    def lattice_alone(self, width: int, lanes: int) -> None: ...
