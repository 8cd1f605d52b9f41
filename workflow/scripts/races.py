"""Races against one strategy, by players who see the sheets of the others."""

from pathlib import Path
from typing import Any

import pyarrow as pa

from yahtzee_core import load_game
from yahtzee_core.logs import logged
from yahtzee_core.players.races import race_rows
from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.strategies.load import load_strategy
from yahtzee_core.runs.driver import read_expected
from yahtzee_core.tables.provenance import strategy_provenance
from yahtzee_core.tables.storage import write_table


def main(name: str, text: str, asked: dict[str, Any], expected: Path, path: Path) -> None:
    """Write the rows of the table races for the strategy `text` of a game."""
    game = load_game(name)
    strategy, arena = load_strategy(text, game), Arena(game, read_expected(game, expected))
    rows = race_rows(arena, strategy, asked["players"], asked["games"], asked.get("seed", 1))
    made_of = strategy_provenance(game, text, strategy.id, objective="races")
    write_table(pa.Table.from_pylist(rows), path, "races", made_of)


if "snakemake" in globals():
    smk = globals()["snakemake"]
    with logged(smk.log[0], f"races {smk.wildcards.game} {smk.wildcards.strategy}"):
        opponent = smk.params.opponent
        main(opponent["game"], opponent["text"], smk.params.asked, Path(smk.input[0]), Path(smk.output[0]))
