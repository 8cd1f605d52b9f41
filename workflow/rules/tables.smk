# Small tables of each game, tables by SQL, and the database of all.


rule facts:
    input:
        f"{RESULTS}/{{game}}/expected.parquet",
    output:
        games=f"{RESULTS}/{{game}}/games.parquet",
        categories=f"{RESULTS}/{{game}}/categories.parquet",
        needs=f"{RESULTS}/{{game}}/needs.parquet",
        openings=f"{RESULTS}/{{game}}/openings.parquet",
    log:
        "logs/facts/{game}.log",
    benchmark:
        "benchmarks/facts/{game}.tsv"
    params:
        game=lambda wildcards: run_of(wildcards).source,
        made_of=lambda wildcards: run_of(wildcards).fingerprints,
    script:
        "../scripts/facts.py"


rule sql_tables:
    input:
        expected=f"{RESULTS}/{{game}}/expected.parquet",
        categories=f"{RESULTS}/{{game}}/categories.parquet",
        needs=f"{RESULTS}/{{game}}/needs.parquet",
    output:
        [f"{RESULTS}/{{game}}/{name}.parquet" for name in table_names()],
    log:
        "logs/sql_tables/{game}.log",
    benchmark:
        "benchmarks/sql_tables/{game}.tsv"
    script:
        "../scripts/sql_tables.py"


rule database:
    input:
        expand(
            f"{RESULTS}/{{game}}/{{name}}.parquet",
            game=GAMES,
            name=[
                "games",
                "categories",
                "needs",
                "openings",
                "expected",
                *table_names(),
            ],
        ),
    output:
        f"{RESULTS}/yahtzee.duckdb",
    log:
        "logs/database.log",
    benchmark:
        "benchmarks/database.tsv"
    params:
        games=GAMES,
    script:
        "../scripts/database.py"
