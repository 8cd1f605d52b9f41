"""The shortest tour of an instance, read back from the table of Held-Karp."""

from yahtzee_core.runs.driver import read_lengths
from yahtzee_core.runs.job import Job, run_job
from yahtzee_core.runs.objectives.held_karp import HeldKarpProblem
from yahtzee_core.runs.run import Run
from yahtzee_core.runs.tour import tour_rows
from yahtzee_core.solve.tsplib import load_instance
from yahtzee_core.tables.provenance import made_of
from yahtzee_core.tables.storage import write_table


def main(job: Job) -> None:
    """Write the table `tour`."""
    problem = HeldKarpProblem(load_instance(Run.of(job.asked["run"]).source))
    rows = tour_rows(problem, read_lengths(problem, job.input))
    write_table(rows, job.output, "tour", made_of(problem))


if __name__ == "__main__":
    run_job(main)
