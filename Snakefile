# Exact play of dice games of the Yahtzee family: table of contents.
#   snakemake --cores 16                                   all runs of config/config.yaml
#   snakemake --cores 2 --configfile config/toy.yaml       a toy game
from pathlib import Path

from snakemake.exceptions import WorkflowError
from yahtzee_core import UserError
from yahtzee_core.config import load_runs
from yahtzee_core.queries import table_names

if not config:

    configfile: "config/config.yaml"


try:
    RUNS = load_runs(
        config, Path(workflow.basedir) / "config/schema.yaml", "configuration"
    )
except UserError as error:
    raise WorkflowError(str(error)) from None

GAMES = sorted({game for game, _ in RUNS})
RESULTS = "results"


wildcard_constraints:
    game="[a-z0-9-]+",
    objective="[a-z]+",


include: "workflow/rules/expected.smk"
include: "workflow/rules/tables.smk"


rule all:
    default_target: True
    input:
        f"{RESULTS}/yahtzee.duckdb",
