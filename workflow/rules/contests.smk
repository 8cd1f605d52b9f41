# Contests against every strategy of a game: one job each, then one table.


rule blind:
    """Find the best answers to one strategy, neither player seeing the other."""
    input:
        f"{RESULTS}/{{game}}/strategies/{{strategy}}/strategy_amounts.parquet",
        table("distribution"),
    output:
        f"{RESULTS}/{{game}}/blind/{{strategy}}.parquet",
    log:
        "logs/blind/{game}/{strategy}.log",
    benchmark:
        "benchmarks/blind/{game}/{strategy}.tsv"
    threads: lambda wildcards: PLAN.contests[wildcards.game, "blind"].threads
    resources:
        mem_mb=lambda wildcards: PLAN.contests[wildcards.game, "blind"].memory_mb,
    params:
        **job(PLAN.of_opponent("blind")),
    shell:
        script("blind")


rule races:
    """Play races against one strategy, by players who see the sheets of the others."""
    input:
        table("expected"),
    output:
        f"{RESULTS}/{{game}}/races/{{strategy}}.parquet",
    log:
        "logs/races/{game}/{strategy}.log",
    benchmark:
        "benchmarks/races/{game}/{strategy}.tsv"
    resources:
        mem_mb=lambda wildcards: PLAN.contests[wildcards.game, "races"].memory_mb,
    params:
        **job(PLAN.of_opponent("races")),
    shell:
        script("races")


rule contest:
    """Put the contests against all strategies of a game one after another."""
    input:
        of_opponents,
    output:
        table("{contest}"),
    log:
        "logs/contest/{game}/{contest}.log",
    benchmark:
        "benchmarks/contest/{game}/{contest}.tsv"
    params:
        **job(PLAN.of_contest),
    shell:
        script("contest", inputs=False)
