"""The best answers to one strategy, neither player seeing the other."""

import pyarrow as pa

from yahtzee_core import load_game
from yahtzee_core.made_of import Provenance
from yahtzee_core.players.blind import blind_rows
from yahtzee_core.policies.distribution import Distribution
from yahtzee_core.runs.job import Job, run_job
from yahtzee_core.tables.provenance import provenance, strategy_provenance
from yahtzee_core.tables.storage import read_table, write_table


def main(job: Job) -> None:
    """Write the rows of the table blind for a strategy of a game."""
    game, made_of = load_game(job.asked["game"]), Provenance(**job.asked["made_of"])
    played = strategy_provenance(game, job.asked["text"], made_of.part)
    amounts = read_table(job.named("strategy_amounts"), "strategy_amounts", played)
    totals = [row["probability"] for row in amounts.to_pylist() if row["quantity"] == "total"]
    best = read_table(job.named("distribution"), "distribution", provenance(game, "distribution"))
    opponent = Distribution(game, made_of.part, pa.array(totals).to_numpy())
    own = Distribution(game, "expected", best["probability"].to_numpy())
    rows = blind_rows(opponent, own, job.threads)
    write_table(pa.Table.from_pylist(rows), job.output, "blind", made_of)


if __name__ == "__main__":
    run_job(main)
