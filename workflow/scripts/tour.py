"""The shortest tour of an instance, read back from the table of Held-Karp."""

from pathlib import Path

from yahtzee_core.logs import logged
from yahtzee_core.runs.driver import read_lengths
from yahtzee_core.runs.objectives.held_karp import HeldKarpClasses
from yahtzee_core.runs.tour import tour_rows
from yahtzee_core.solve.tsplib import load_instance
from yahtzee_core.tables.provenance import made_of
from yahtzee_core.tables.storage import write_table


def main(source: str, table: Path, path: Path) -> None:
    """Write the table `tour`."""
    problem = HeldKarpClasses(load_instance(source))
    write_table(tour_rows(problem, read_lengths(problem, table)), path, "tour", made_of(problem))


if "snakemake" in globals():
    smk = globals()["snakemake"]
    with logged(smk.log[0], f"tour {smk.wildcards.game}"):
        main(smk.params.source, Path(smk.input[0]), Path(smk.output[0]))
