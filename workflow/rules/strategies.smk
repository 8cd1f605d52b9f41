# Strategies: one job each, then one table for all of a game, and figures.


def strategy_params(wildcards):
    """What a job needs to know, and what makes it run again when it changes."""
    text = STRATEGIES[wildcards.game, wildcards.strategy]
    game = load_game(source_of(wildcards))
    made_of = strategy_provenance(game, text, wildcards.strategy)
    return {"game": source_of(wildcards), "text": text, "made_of": made_of.as_dict()}


rule strategy:
    input:
        f"{RESULTS}/{{game}}/expected.parquet",
    output:
        **{
            table: f"{RESULTS}/{{game}}/strategies/{{strategy}}/{table}.parquet"
            for table in STRATEGY_TABLES
        },
    log:
        "logs/strategy/{game}/{strategy}.log",
    benchmark:
        "benchmarks/strategy/{game}/{strategy}.tsv"
    params:
        strategy=strategy_params,
    script:
        "../scripts/strategy.py"


rule strategies:
    input:
        lambda wildcards: [
            f"{RESULTS}/{game}/strategies/{strategy}/{table}.parquet"
            for game, strategy in STRATEGIES
            if game == wildcards.game
            for table in STRATEGY_TABLES
        ],
    output:
        **{table: f"{RESULTS}/{{game}}/{table}.parquet" for table in STRATEGY_TABLES},
    log:
        "logs/strategies/{game}.log",
    benchmark:
        "benchmarks/strategies/{game}.tsv"
    params:
        game=source_of,
        texts=lambda wildcards: {
            strategy: text
            for (game, strategy), text in STRATEGIES.items()
            if game == wildcards.game
        },
        made_of=lambda wildcards: solver_fingerprint("strategies"),
    script:
        "../scripts/strategies.py"
