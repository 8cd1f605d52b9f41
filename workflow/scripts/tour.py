"""The shortest tour of an instance, read back from the table of Held-Karp."""

from pathlib import Path

from yahtzee_core.logs import logged
from yahtzee_core.objectives.held_karp import HeldKarpClasses
from yahtzee_core.storage import write_table
from yahtzee_core.tour import tour_rows
from yahtzee_core.tsplib import load_instance


def main(source: str, table: Path, path: Path) -> None:
    """Write the table `tour`."""
    problem = HeldKarpClasses(load_instance(source))
    write_table(tour_rows(problem, table), path, "tour", problem.made_of())


if "snakemake" in globals():
    smk = globals()["snakemake"]
    with logged(smk.log[0], f"tour {smk.wildcards.game}"):
        main(smk.params.source, Path(smk.input[0]), Path(smk.output[0]))
