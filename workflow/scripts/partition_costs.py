"""What fixed-subset partitioning costs, by the formulas of Cremers 2002 and for real."""

from pathlib import Path

from yahtzee_core.logs import logged
from yahtzee_core.runs.partition_costs import partition_cost_rows
from yahtzee_core.tables.provenance import Provenance
from yahtzee_core.tables.storage import write_table


def main(path: Path) -> None:
    """Write the table partition_costs."""
    write_table(partition_cost_rows(), path, "partition_costs", Provenance("", "", "partition_costs", ""))


if "snakemake" in globals():
    smk = globals()["snakemake"]
    with logged(smk.log[0], "partition_costs"):
        main(Path(smk.output[0]))
