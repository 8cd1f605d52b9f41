# Small tables of each game, tables by SQL, the database of all, and the check against print.


def run_of_game(wildcards):
    """A run of a game, the first one: all of them name the same file."""
    return next(run for (name, _), run in RUNS.items() if name == wildcards.game)


def source_of(wildcards):
    return run_of_game(wildcards).source


def made_of(wildcards):
    return provenance(load_game(source_of(wildcards)), "distribution").as_dict()


rule facts:
    input:
        f"{RESULTS}/{{game}}/expected.parquet",
    output:
        games=f"{RESULTS}/{{game}}/games.parquet",
        categories=f"{RESULTS}/{{game}}/categories.parquet",
        needs=f"{RESULTS}/{{game}}/needs.parquet",
        openings=f"{RESULTS}/{{game}}/openings.parquet",
        distribution=f"{RESULTS}/{{game}}/distribution.parquet",
    log:
        "logs/facts/{game}.log",
    benchmark:
        "benchmarks/facts/{game}.tsv"
    params:
        game=source_of,
        made_of=made_of,
        words=lambda wildcards: run_of_game(wildcards).words,
    script:
        "../scripts/facts.py"


rule sheet:
    output:
        **{name: f"{RESULTS}/{{game}}/{name}.parquet" for name in SHEET},
    log:
        "logs/sheet/{game}.log",
    benchmark:
        "benchmarks/sheet/{game}.tsv"
    wildcard_constraints:
        game="|".join(SHEETS) or "(?!)",
    params:
        game=source_of,
        made_of=made_of,
        words=lambda wildcards: run_of_game(wildcards).words,
    script:
        "../scripts/sheet.py"


ruleorder: sheet > facts


rule maxprob_scores:
    input:
        f"{RESULTS}/{{game}}/maxprob.parquet",
    output:
        f"{RESULTS}/{{game}}/maxprob_scores.parquet",
    log:
        "logs/maxprob_scores/{game}.log",
    benchmark:
        "benchmarks/maxprob_scores/{game}.tsv"
    params:
        game=source_of,
        problem=lambda wildcards: RUNS[wildcards.game, "maxprob"].problem,
    script:
        "../scripts/maxprob_scores.py"


rule tour:
    input:
        f"{RESULTS}/{{game}}/held_karp.parquet",
    output:
        f"{RESULTS}/{{game}}/tour.parquet",
    log:
        "logs/tour/{game}.log",
    benchmark:
        "benchmarks/tour/{game}.tsv"
    params:
        source=lambda wildcards: RUNS[wildcards.game, "held_karp"].source,
    script:
        "../scripts/tour.py"


rule sql_table:
    input:
        unpack(
            lambda wildcards: {
                name: f"{RESULTS}/{wildcards.game}/{name}.parquet"
                for name in table_inputs(wildcards.table)
            }
        ),
    output:
        f"{RESULTS}/{{game}}/{{table}}.parquet",
    log:
        "logs/sql_table/{game}/{table}.log",
    benchmark:
        "benchmarks/sql_table/{game}/{table}.tsv"
    params:
        sql=lambda wildcards: sql_text(f"tables/{wildcards.table}.sql"),
    script:
        "../scripts/sql_table.py"


rule partition_costs:
    output:
        f"{RESULTS}/partition_costs.parquet",
    log:
        "logs/partition_costs.log",
    benchmark:
        "benchmarks/partition_costs.tsv"
    params:
        made_of=lambda wildcards: solver_fingerprint("maxprob"),
    script:
        "../scripts/partition_costs.py"


rule timings:
    input:
        [f"{RESULTS}/{game}/{table}.parquet" for game, table in TABLES],
    output:
        f"{RESULTS}/timings.parquet",
    log:
        "logs/timings.log",
    params:
        folder="benchmarks",
    script:
        "../scripts/timings.py"


rule report:
    input:
        f"{RESULTS}/yahtzee.duckdb",
    output:
        f"{RESULTS}/report.html",
    log:
        "logs/report.log",
    benchmark:
        "benchmarks/report.tsv"
    params:
        made_of=report_fingerprint(),
    script:
        "../scripts/report.py"


rule database:
    input:
        [f"{RESULTS}/{game}/{table}.parquet" for game, table in TABLES],
        f"{RESULTS}/published.parquet",
        f"{RESULTS}/timings.parquet",
        f"{RESULTS}/partition_costs.parquet",
    output:
        f"{RESULTS}/yahtzee.duckdb",
    log:
        "logs/database.log",
    benchmark:
        "benchmarks/database.tsv"
    params:
        tables=TABLES,
        sql=[sql_text(script) for script in SCRIPTS],
    script:
        "../scripts/database.py"


rule check:
    input:
        [
            f"{RESULTS}/{game}/{table}.parquet"
            for game, table in TABLES
            if table
            in (
                "expected",
                "distribution",
                "maxprob_scores",
                "strategies",
                "strategy_categories",
                "races",
            )
        ],
    output:
        f"{RESULTS}/published.parquet",
    log:
        "logs/check.log",
    benchmark:
        "benchmarks/check.tsv"
    params:
        games=GAMES,
    script:
        "../scripts/check.py"
