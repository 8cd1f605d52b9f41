"""What the objectives of a game share as problems of the class driver."""

from collections.abc import Iterator

import pyarrow as pa

from ...arrays import Longs
from ...game.game import Game
from ...made_of import Subject
from ...partition.problem import OnSets, Shard
from ...turn.states import States


class OfGame:
    """A problem of a game; see Problem. name: of the objective."""

    name: str

    def __init__(self, game: Game) -> None:
        self.game, self.n = game, len(game.categories)

    @property
    def subject(self) -> Subject:
        """See Problem."""
        return Subject(self.game.id, self.game.fingerprint)

    @property
    def objective(self) -> str:
        """See Problem."""
        return self.name


class GameProblem(OfGame, OnSets):
    """What the objectives on the states of one player share."""

    states: States

    def pieces(self, shard: Shard, columns: list[str]) -> Iterator[tuple[Longs, pa.Table]]:
        """(numbers of the states, rows) of a shard, by piece."""
        numbers = self.states.of_masks(shard.masks)
        keys = dict(zip(("filled", "need", "chip"), self.states.columns(shard.masks), strict=True))
        for here, rows in shard.pieces(keys, columns):
            yield numbers[here], rows

    def keys(self, masks: Longs) -> dict[str, pa.Array]:
        """The columns filled, need and chip of the states of some masks."""
        filled, need, chip = self.states.columns(masks)
        return {"filled": pa.array(filled), "need": pa.array(need), "chip": pa.array(chip)}
