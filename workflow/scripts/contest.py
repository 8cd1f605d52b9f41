"""The contests against all strategies of a game, one after another, by id of the opponent."""

from pathlib import Path

import pyarrow as pa

from yahtzee_core import load_game
from yahtzee_core.logs import logged
from yahtzee_core.tables.provenance import provenance, strategy_provenance
from yahtzee_core.tables.storage import read_table, write_table


def main(name: str, table: str, texts: dict[str, str], path: Path) -> None:
    """Write a table from the files <table>/<strategy>.parquet beside it.

    texts: what load_strategy is given, by id of the strategy.
    """
    game, folder = load_game(name), path.with_suffix("")
    rows = [
        read_table(folder / f"{strategy}.parquet", table, strategy_provenance(game, text, strategy, table))
        for strategy, text in sorted(texts.items())
    ]
    write_table(pa.concat_tables(rows), path, table, provenance(game, table))


if "snakemake" in globals():
    smk = globals()["snakemake"]
    with logged(smk.log[0], f"contest {smk.wildcards.game} {smk.wildcards.contest}"):
        main(smk.params.game, smk.wildcards.contest, smk.params.texts, Path(smk.output[0]))
