"""The contests against all strategies of a game, one after another, by id of the opponent."""

import pyarrow as pa

from yahtzee_core import load_game
from yahtzee_core.runs.job import Job, run_job
from yahtzee_core.tables.provenance import provenance, strategy_provenance
from yahtzee_core.tables.storage import read_table, write_table


def main(job: Job) -> None:
    """Write a table from the files <table>/<strategy>.parquet beside it."""
    game, table = load_game(job.asked["game"]), job.asked["table"]
    folder = job.output.with_suffix("")
    rows = [
        read_table(folder / f"{strategy}.parquet", table, strategy_provenance(game, text, strategy, table))
        for strategy, text in sorted(job.asked["texts"].items())
    ]
    write_table(pa.concat_tables(rows), job.output, table, provenance(game, table))


if __name__ == "__main__":
    run_job(main)
