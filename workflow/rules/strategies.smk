# Strategies: one job each, then one table for all of a game.


rule strategy:
    """Evaluate one strategy of a game exactly."""
    input:
        table("expected"),
        if_outdated(PLAN.of_strategy, *strategy_tables()),
    output:
        strategy_tables(),
    log:
        "logs/strategy/{game}/{strategy}.log",
    benchmark:
        "benchmarks/strategy/{game}/{strategy}.tsv"
    conda:
        CONDA
    params:
        **job(PLAN.of_strategy),
    shell:
        script("strategy")


rule strategies:
    """Put the tables of all strategies of a game one after another, by falling mean, and pair them."""
    input:
        of_strategies,
        if_outdated(PLAN.of_strategies, *tables([*STRATEGY_TABLES, "strategy_pairs"])),
    output:
        tables([*STRATEGY_TABLES, "strategy_pairs"]),
    log:
        "logs/strategies/{game}.log",
    benchmark:
        "benchmarks/strategies/{game}.tsv"
    conda:
        CONDA
    params:
        **job(PLAN.of_strategies),
    shell:
        script("strategies", inputs=False)
