# Exact play of dice games of the Yahtzee family: table of contents.
#   snakemake --cores 16        all runs of config/config.yaml
#   snakemake --list            what each rule does
# With --sdm apptainer jobs run in this container (workflow/container.def), with conda in workflow/envs/yahtzee.yaml.
container: "yahtzee-core.sif"


if not config:

    configfile: Path(workflow.current_basedir) / "config/config.yaml"


include: "workflow/rules/common.smk"


PLAN = plan_of(config)
EFFORT = Effort(PLAN, cores)


wildcard_constraints:
    **PLAN.patterns(),


include: "workflow/rules/solve.smk"
include: "workflow/rules/tables.smk"
include: "workflow/rules/strategies.smk"
include: "workflow/rules/contests.smk"
include: "workflow/rules/exports.smk"
include: "workflow/rules/results.smk"


rule all:
    """All tables, figures, tours and datasets that the configuration asks for, and the report."""
    default_target: True
    input:
        [table(name, game) for game, name in [*PLAN.tables, *PLAN.runs]],
        [table("tour", name) for name in PLAN.tours],
        [f"{RESULTS}/report.html"] if PLAN.games else [],
        [figure(name, game) for game, name in figures_of(PLAN.tables)],
        [dataset_file("manifest.json", game, name) for game, name in PLAN.exports],
        [figure(name) for name in partition_figures() if PLAN.tables],
