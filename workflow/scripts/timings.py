"""What the jobs of this run took, from their benchmark files."""

from pathlib import Path

from yahtzee_core.logs import logged
from yahtzee_core.tables.provenance import Provenance
from yahtzee_core.tables.storage import write_table
from yahtzee_core.tables.timings import job_timings


def main(folder: Path, path: Path) -> None:
    """Write the table timings."""
    write_table(job_timings(folder), path, "timings", Provenance("", "", "timings", ""))


if "snakemake" in globals():
    smk = globals()["snakemake"]
    with logged(smk.log[0], "timings"):
        main(Path(smk.params.folder), Path(smk.output[0]))
