# Contests against every strategy of a game: one job each, then one table.


rule blind:
    """Find the best answers to one strategy, neither player seeing the other."""
    input:
        f"{RESULTS}/{{game}}/strategies/{{strategy}}/strategy_amounts.parquet",
        table("distribution"),
        if_outdated(PLAN.of_opponent("blind"), table("blind/{strategy}")),
    output:
        table("blind/{strategy}"),
    log:
        "logs/blind/{game}/{strategy}.log",
    benchmark:
        "benchmarks/blind/{game}/{strategy}.tsv"
    conda:
        CONDA
    threads: lambda wildcards: PLAN.contests[wildcards.game, "blind"].threads
    resources:
        mem_mb=lambda wildcards, attempt: attempt
        * PLAN.contests[wildcards.game, "blind"].memory_mb,
    params:
        **job(PLAN.of_opponent("blind")),
    shell:
        script("blind")


rule races:
    """Play races against one strategy, by players who see the sheets of the others."""
    input:
        table("expected"),
        if_outdated(PLAN.of_opponent("races"), table("races/{strategy}")),
    output:
        table("races/{strategy}"),
    log:
        "logs/races/{game}/{strategy}.log",
    benchmark:
        "benchmarks/races/{game}/{strategy}.tsv"
    conda:
        CONDA
    resources:
        mem_mb=lambda wildcards, attempt: attempt
        * PLAN.contests[wildcards.game, "races"].memory_mb,
    params:
        **job(PLAN.of_opponent("races")),
    shell:
        script("races")


rule contest:
    """Put the contests against all strategies of a game one after another."""
    input:
        of_opponents,
        if_outdated(PLAN.of_contest, table("{contest}")),
    output:
        table("{contest}"),
    log:
        "logs/contest/{game}/{contest}.log",
    benchmark:
        "benchmarks/contest/{game}/{contest}.tsv"
    conda:
        CONDA
    params:
        **job(PLAN.of_contest),
    shell:
        script("contest", inputs=False)
