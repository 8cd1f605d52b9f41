"""MaxProb_s at the start of the game, for every score s."""

from yahtzee_core import load_game
from yahtzee_core.runs.driver import read_maxprob_scores
from yahtzee_core.runs.job import Job, run_job
from yahtzee_core.runs.run import Run
from yahtzee_core.tables.provenance import provenance
from yahtzee_core.tables.storage import write_table


def main(job: Job) -> None:
    """Write the table maxprob_scores from the shard of `maxprob` that holds the start."""
    run = Run.of(job.asked["run"])
    game = load_game(run.source)
    rows = read_maxprob_scores(game, run.problem, job.input, run.start_part)
    write_table(rows, job.output, "maxprob_scores", provenance(game, run.problem))


if __name__ == "__main__":
    run_job(main)
