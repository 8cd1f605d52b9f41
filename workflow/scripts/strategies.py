"""The tables of all strategies of a game, one after another, by falling mean."""

from pathlib import Path

import pyarrow as pa

from yahtzee_core import load_game
from yahtzee_core.logs import logged
from yahtzee_core.tables.provenance import provenance, strategy_provenance
from yahtzee_core.tables.storage import read_table, write_table


def main(name: str, folder: Path, texts: dict[str, str], outputs: dict[str, Path]) -> None:
    """Write each table in `outputs` from the files <folder>/<strategy>/<table>.parquet.

    texts: what load_strategy is given, by id of the strategy.
    """
    game = load_game(name)

    def read(strategy: str, schema: str) -> pa.Table:
        made_of = strategy_provenance(game, texts[strategy], strategy)
        return read_table(folder / strategy / f"{schema}.parquet", schema, made_of)

    means = {strategy: read(strategy, "strategies")["mean"][0].as_py() for strategy in texts}
    order = sorted(means, key=lambda strategy: -means[strategy])
    for schema, path in outputs.items():
        rows = pa.concat_tables([read(strategy, schema) for strategy in order])
        write_table(rows, path, schema, provenance(game, "strategies"))


if "snakemake" in globals():
    smk = globals()["snakemake"]
    with logged(smk.log[0], f"strategies {smk.wildcards.game}"):
        outputs = {name: Path(path) for name, path in smk.output.items()}
        folder = Path(smk.output[0]).parent / "strategies"
        main(smk.params.game, folder, smk.params.texts, outputs)
