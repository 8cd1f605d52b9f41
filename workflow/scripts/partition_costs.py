"""What fixed-subset partitioning costs, by the formulas of Cremers 2002 and for real."""

from yahtzee_core.made_of import Provenance
from yahtzee_core.runs.job import Job, run_job
from yahtzee_core.runs.partition_costs import partition_cost_rows
from yahtzee_core.tables.provenance import solver_fingerprint
from yahtzee_core.tables.storage import write_table


def main(job: Job) -> None:
    """Write the table partition_costs."""
    made_of = Provenance("", "", "partition_costs", solver_fingerprint("partition_costs"))
    write_table(partition_cost_rows(), job.output, "partition_costs", made_of)


if __name__ == "__main__":
    run_job(main)
