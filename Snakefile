# Exact play of dice games of the Yahtzee family: table of contents.
#   snakemake --cores 16                                   all runs of config/config.yaml
#   snakemake --cores 2 --configfile config/toy.yaml       a toy game
import shlex
import sys
from pathlib import Path

from snakemake.exceptions import WorkflowError
from yahtzee_core import UserError, load_game
from yahtzee_core.runs.config import (
    CONTEST_TABLES,
    load_contests,
    load_rule_changes,
    load_runs,
    load_strategies,
)
from yahtzee_core.runs.objectives import DUELS, OBJECTIVES
from yahtzee_core.tables.provenance import (
    provenance,
    solver_fingerprint,
    strategy_provenance,
)
from yahtzee_core.report.blocks import report_fingerprint
from yahtzee_core.tables.queries import SCRIPTS, sql_tables, sql_text, table_inputs
from yahtzee_core.tables.wanted import (
    APPROX_FIGURES,
    DUEL_FIGURES,
    FIGURES,
    PARTITION_FIGURES,
    RULE_FIGURES,
    SHEET,
    STRATEGY_FIGURES,
    result_figures,
    result_tables,
)
from yahtzee_core.tables.schemas import STRATEGIES as STRATEGY_TABLES

# Snakemake pastes the interpreter into shell commands as it is; the path may hold blanks and quotes.
sys.executable = shlex.quote(sys.executable)

if not config:

    configfile: "config/config.yaml"


try:
    RUNS = load_runs(
        config, Path(workflow.basedir) / "config/schema.yaml", "configuration"
    )
    STRATEGIES = load_strategies(config, "configuration")
    CHANGED = load_rule_changes(config)
    CONTESTS = load_contests(config)
except UserError as error:
    raise WorkflowError(str(error)) from None

RESULTS = "results"
GAMES = sorted({game for game, objective in RUNS if objective in ("expected", "saved")})
TOURS = sorted({name for name, objective in RUNS if objective == "held_karp"})
WHOLE = [key for key, run in RUNS.items() if key[0] in GAMES and run.highest is None]
PLAYED = sorted({game for game, _ in STRATEGIES})
SHEETS = sorted({run.name for run in RUNS.values() if run.sheet_only})
TABLES = result_tables(WHOLE, PLAYED, SHEETS, CHANGED, CONTESTS)


wildcard_constraints:
    game="[a-z0-9-]+",
    objective="|".join([*OBJECTIVES, *DUELS, "duel_endgame", "held_karp"]),
    table="|".join(sql_tables()),
    strategy="[A-Za-z0-9_-]+",
    contest="|".join(CONTEST_TABLES),


include: "workflow/rules/solve.smk"
include: "workflow/rules/tables.smk"
include: "workflow/rules/figures.smk"
include: "workflow/rules/strategies.smk"
include: "workflow/rules/rule_changes.smk"
include: "workflow/rules/contests.smk"


rule all:
    default_target: True
    input:
        [f"{RESULTS}/{game}/{table}.parquet" for game, table in TABLES],
        [f"{RESULTS}/report.html"] if GAMES else [],
        [f"{RESULTS}/{name}/tour.parquet" for name in TOURS],
        [f"{RESULTS}/{game}/{objective}.parquet" for game, objective in RUNS],
        [f"{RESULTS}/figures/{figure}.svg" for figure in PARTITION_FIGURES if TABLES],
        [
            f"{RESULTS}/{game}/figures/{figure}.svg"
            for game, figure in result_figures(TABLES)
        ],
