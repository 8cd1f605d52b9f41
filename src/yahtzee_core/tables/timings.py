"""What the jobs of the workflow took, from the benchmark files that Snakemake writes."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa

from .schemas import SCHEMAS


def job_timings(folder: Path) -> pa.Table:
    """The table `timings`: a row for every benchmark file below a folder, in the order of their names.

    A file of another form, as of a job that runs now, is left out.
    """
    rows = sorted(_rows(folder), key=lambda row: (row["rule"], row["job"]))
    names = SCHEMAS["timings"].names
    return pa.table({name: [row[name] for row in rows] for name in names}, schema=_plain())


def _rows(folder: Path) -> Iterator[dict[str, Any]]:
    for path in folder.rglob("*.tsv"):
        rule, *rest = path.relative_to(folder).with_suffix("").parts
        with path.open(encoding="utf-8") as file:
            for row in csv.DictReader(file, delimiter="\t"):
                seconds, cpu, memory = (_number(row.get(key)) for key in ("s", "cpu_time", "max_rss"))
                if seconds is not None:
                    job = "/".join(rest) or rule
                    measured = {"seconds": seconds, "cpu_seconds": cpu, "memory_mb": memory}
                    yield {"rule": rule, "job": job, **measured}


def _number(text: str | None) -> float | None:
    """None where Snakemake had no time to measure, and writes a dash."""
    try:
        return float(text or "")
    except ValueError:
        return None


def _plain() -> pa.Schema:
    return pa.schema([(field.name, field.type) for field in SCHEMAS["timings"]])
