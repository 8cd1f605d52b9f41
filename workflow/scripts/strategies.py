"""The tables of all strategies of a game, one after another, by falling mean."""

import pyarrow as pa

from yahtzee_core import load_game
from yahtzee_core.runs.job import Job, run_job
from yahtzee_core.tables.provenance import provenance, strategy_provenance
from yahtzee_core.tables.storage import read_table, write_table


def main(job: Job) -> None:
    """Write each table from the files strategies/<strategy>/<table>.parquet."""
    game, texts = load_game(job.asked["game"]), job.asked["texts"]
    folder = job.output.parent / "strategies"

    def read(strategy: str, schema: str) -> pa.Table:
        made_of = strategy_provenance(game, texts[strategy], strategy)
        return read_table(folder / strategy / f"{schema}.parquet", schema, made_of)

    means = {strategy: read(strategy, "strategies")["mean"][0].as_py() for strategy in texts}
    order = sorted(means, key=lambda strategy: -means[strategy])
    for schema, path in job.by_name.items():
        rows = pa.concat_tables([read(strategy, schema) for strategy in order])
        write_table(rows, path, schema, provenance(game, "strategies"))


if __name__ == "__main__":
    run_job(main)
