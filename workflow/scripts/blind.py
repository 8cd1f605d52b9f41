"""The best answers to one strategy, neither player seeing the other."""

from pathlib import Path

import pyarrow as pa

from yahtzee_core import load_game
from yahtzee_core.logs import logged
from yahtzee_core.players.blind import blind_rows
from yahtzee_core.policies.distribution import Distribution
from yahtzee_core.tables.provenance import provenance, strategy_provenance
from yahtzee_core.tables.storage import read_table, write_table


def main(
    name: str, text: str, strategy: str, amounts: Path, expected: Path, path: Path, threads: int
) -> None:
    """Write the rows of the table blind for the strategy `text` of a game."""
    game = load_game(name)
    table = read_table(amounts, "strategy_amounts", strategy_provenance(game, text, strategy))
    totals = [row["probability"] for row in table.to_pylist() if row["quantity"] == "total"]
    own = read_table(expected, "distribution", provenance(game, "distribution"))["probability"].to_numpy()
    opponent = Distribution(game, strategy, pa.array(totals).to_numpy())
    rows = blind_rows(opponent, Distribution(game, "expected", own), threads)
    made_of = strategy_provenance(game, text, strategy, objective="blind")
    write_table(pa.Table.from_pylist(rows), path, "blind", made_of)


if "snakemake" in globals():
    smk = globals()["snakemake"]
    with logged(smk.log[0], f"blind {smk.wildcards.game} {smk.wildcards.strategy}"):
        asked, (amounts, expected) = smk.params.opponent, map(Path, smk.input)
        strategy = smk.wildcards.strategy
        main(asked["game"], asked["text"], strategy, amounts, expected, Path(smk.output[0]), smk.threads)
