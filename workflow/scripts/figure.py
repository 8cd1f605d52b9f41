"""A figure, as SVG and PNG."""

from yahtzee_core.report.figures.drawing import draw_figure
from yahtzee_core.runs.job import Job, run_job


def main(job: Job) -> None:
    """Draw it from its tables."""
    tables = {path.stem: path for path in job.inputs}
    draw_figure(job.asked["figure"], job.asked["game"], tables, job.output.with_suffix(""))


if __name__ == "__main__":
    run_job(main)
