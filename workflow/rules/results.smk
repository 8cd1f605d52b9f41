# What is made of all tables together: the check against print, the database, the report; and the figures.


rule check:
    """Put the results beside the numbers that others published; fail when one should agree and does not."""
    input:
        [table(name, game) for game, name in PLAN.checked],
        if_outdated(PLAN.of_check, of_all("published")),
    output:
        of_all("published"),
    log:
        "logs/check.log",
    benchmark:
        "benchmarks/check.tsv"
    conda:
        CONDA
    params:
        **job(PLAN.of_check),
    shell:
        script("check", inputs=False)


rule timings:
    """Write what the jobs took, from their benchmark files."""
    input:
        [table(name, game) for game, name in PLAN.tables],
        if_outdated(PLAN.of_timings, of_all("timings")),
    output:
        of_all("timings"),
    log:
        "logs/timings.log",
    conda:
        CONDA
    params:
        **job(PLAN.of_timings),
    shell:
        script("timings", inputs=False)


rule database:
    """Make the DuckDB database over all results."""
    input:
        [table(name, game) for game, name in PLAN.tables],
        rules.check.output,
        rules.timings.output,
        rules.partition_costs.output,
        if_outdated(PLAN.of_database, f"{RESULTS}/yahtzee.duckdb"),
    output:
        f"{RESULTS}/yahtzee.duckdb",
    log:
        "logs/database.log",
    benchmark:
        "benchmarks/database.tsv"
    conda:
        CONDA
    params:
        **job(PLAN.of_database),
    shell:
        script("database", inputs=False)


rule report:
    """Write the report over all results, as one HTML file."""
    input:
        rules.database.output,
        if_outdated(PLAN.of_report, f"{RESULTS}/report.html"),
    output:
        f"{RESULTS}/report.html",
    log:
        "logs/report.log",
    benchmark:
        "benchmarks/report.tsv"
    conda:
        CONDA
    params:
        **job(PLAN.of_report),
    shell:
        script("report", inputs=False)


rule figure:
    """Draw one figure, as SVG and PNG; the SVG stands in Snakemake's own report, too."""
    input:
        drawn_from,
        if_outdated(
            asked_of_figure,
            f"{RESULTS}/{{folder}}figures/{{figure}}.svg",
            f"{RESULTS}/{{folder}}figures/{{figure}}.png",
        ),
    output:
        report(
            f"{RESULTS}/{{folder}}figures/{{figure}}.svg",
            caption="../report/figure.rst",
            category="Figures",
            labels={"figure": "{folder}{figure}"},
        ),
        f"{RESULTS}/{{folder}}figures/{{figure}}.png",
    log:
        "logs/figure/{folder}{figure}.log",
    benchmark:
        "benchmarks/figure/{folder}{figure}.tsv"
    wildcard_constraints:
        folder="([a-z0-9-]+/)?",
        figure="|".join(FIGURES),
    conda:
        CONDA
    params:
        **job(asked_of_figure),
    shell:
        script("figure")
