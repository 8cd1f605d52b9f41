"""The tables of all strategies of a game, one after another, by falling mean, and of their pairs."""

import pyarrow as pa

from yahtzee_core import load_game
from yahtzee_core.runs.evaluations import pair_rows
from yahtzee_core.runs.job import Job, run_job
from yahtzee_core.tables.provenance import provenance, strategy_provenance
from yahtzee_core.tables.schemas import STRATEGIES
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
    rows = {schema: pa.concat_tables([read(s, schema) for s in order]) for schema in STRATEGIES}
    rows["strategy_pairs"] = pair_rows(rows["strategy_amounts"])
    for schema, path in job.by_name.items():
        write_table(rows[schema], path, schema, provenance(game, "strategies"))


if __name__ == "__main__":
    run_job(main)
