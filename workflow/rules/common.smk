# Functions for the rules: where files are, and how a script is run.
import sys
from pathlib import Path

from snakemake.exceptions import WorkflowError

from yahtzee_core import UserError, blas
from yahtzee_core.report.figures.catalogue import (
    FIGURES,
    figure_told,
    figures_of,
    partition_figures,
)
from yahtzee_core.runs.cluster import lead_jobs_here
from yahtzee_core.runs.effort import Effort
from yahtzee_core.runs.export import shard_name
from yahtzee_core.runs.job import OUTDATED, is_outdated, newer_file
from yahtzee_core.runs.plan import load_plan
from yahtzee_core.tables.queries import table_inputs
from yahtzee_core.tables.records import put_back_times
from yahtzee_core.tables.schemas import STRATEGIES as STRATEGY_TABLES
from yahtzee_core.tables.wanted import FACTS, SHEET

RESULTS = "results"
HERE = Path(workflow.current_basedir).resolve()
SCRIPTS = HERE.parent / "scripts"
CONDA = HERE.parent / "envs/yahtzee.yaml"
DEPLOYED = bool(workflow.deployment_settings.deployment_method)


def plan_of(config):
    """The plan of a configuration; its errors in one line."""
    try:
        return load_plan(config, HERE.parents[1] / "config/schema.yaml")
    except UserError as error:
        raise WorkflowError(str(error)) from None


def script(name, inputs=True):
    """The command that runs a script for a job; `inputs` is False where the script finds them by itself."""
    files = (
        "--inputs {input:q} --outputs {output:q}" if inputs else "--outputs {output:q}"
    )
    told = "--log {log:q} --threads {threads} --asked {params.asked:q}"
    return f"{{params.python:q}} {{params.scripts:q}}/{name}.py {told} {files}"


def cores():
    """The cores that jobs share; on a cluster each job has one, unless the configuration says otherwise."""
    return workflow.cores if workflow.local_exec else 1


def job(asked):
    """The parameters of a rule. asked: what its script is told; only a change of that makes a job again.

    Snakemake does not compare paths, so that a copy of the results in another folder is not made again. The Python
    of a container or of a conda environment is the one that is found there (--sdm apptainer, --sdm conda).
    """
    python = Path("python" if DEPLOYED else sys.executable)
    return {"asked": asked, "python": python, "scripts": SCRIPTS}


def if_outdated(asked, *outputs):
    """An input of a rule that makes a job again when a result is not of what would be asked for now.

    Snakemake knows it by itself where it made the result, but not in a folder that results were copied to.
    """

    def outdated(wildcards):
        told = asked(wildcards) if callable(asked) else asked
        paths = [Path(output.format(**wildcards)) for output in outputs]
        again = any(is_outdated(path, told) for path in paths)
        return [newer_file(f"{RESULTS}/{OUTDATED}")] if again else []

    return outdated


def table(name, game="{game}"):
    """The file of a table of a game, or of an instance."""
    return f"{RESULTS}/{game}/{name}.parquet"


def tables(names, game="{game}"):
    """The files of some tables of a game."""
    return [table(name, game) for name in names]


def strategy_tables():
    """The files of the tables of one strategy."""
    return tables([f"strategies/{{strategy}}/{name}" for name in STRATEGY_TABLES])


def dataset_file(name, game="{game}", export="{export}"):
    """A file of a dataset."""
    return f"{RESULTS}/{game}/exports/{export}/{name}"


def dataset_shards(wildcards):
    """All shards of a dataset."""
    names = map(shard_name, range(PLAN.dataset(wildcards).shards))
    return [dataset_file(name, wildcards.game, wildcards.export) for name in names]


def of_all(name):
    """The file of a table of all games together."""
    return f"{RESULTS}/{name}.parquet"


def figure(name, game="", kind="svg"):
    """The file of a figure of a game, or of none."""
    folder = f"{RESULTS}/{game}" if game else RESULTS
    return f"{folder}/figures/{name}.{kind}"


def shards(run, parts, kind="shards"):
    """The files of some classes of a run."""
    folder = f"{RESULTS}/{run.name}/{run.objective}/{kind}"
    return [f"{folder}/{run.partition.name(part)}.parquet" for part in parts]


def shards_read(wildcards):
    """The shards that a class is solved from."""
    run = PLAN.run(wildcards)
    part = run.partition.named(wildcards.part)
    return shards(run, run.partition.dependencies(part))


def shard_of_start(wildcards):
    """The shard of maxprob that holds the start: the scores do not wait for the merge."""
    run = PLAN.runs[wildcards.game, "maxprob"]
    return f"{RESULTS}/{run.name}/{run.objective}/shards/{run.start_part}.parquet"


def shards_merged(wildcards):
    """All shards of a run, or all sums, which stay when the shards go."""
    run = PLAN.run(wildcards)
    kind = "sums" if run.load().sums_schema else "shards"
    return shards(run, run.partition.classes(), kind)


def of_strategies(wildcards):
    """The tables of all strategies of a game."""
    folder = f"{RESULTS}/{wildcards.game}/strategies"
    strategies = PLAN.strategies_of(wildcards.game)
    return [f"{folder}/{s}/{t}.parquet" for s in strategies for t in STRATEGY_TABLES]


def of_opponents(wildcards):
    """The tables of a contest against all strategies of a game."""
    folder = f"{RESULTS}/{wildcards.game}/{wildcards.contest}"
    return [f"{folder}/{s}.parquet" for s in PLAN.strategies_of(wildcards.game)]


def asked_of_figure(wildcards):
    """What the job of a figure is asked for."""
    return figure_told(wildcards.folder.rstrip("/"), wildcards.figure)


def drawn_from(wildcards):
    """The tables that a figure is drawn from."""
    names = FIGURES[wildcards.figure].tables
    return [f"{RESULTS}/{wildcards.folder}{name}.parquet" for name in names]


if workflow.is_main_process and Path(RESULTS).is_dir():
    put_back_times(Path(RESULTS))


onsuccess:
    put_back_times(Path(RESULTS))  # Snakemake touches what a job has written


onstart:
    if workflow.non_local_exec:
        lead_jobs_here(HERE.parents[1])
    else:
        # With a limit of jobs a second, each look at the ready jobs has a timer look again a second later. These add
        # up: 14,000 looks for 134 jobs, half of what the main process takes. No local run needs the limit.
        workflow.scheduler.job_rate_limiter = None
