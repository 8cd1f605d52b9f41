# Contests against every strategy of a game: one job each, then one table.


def contest_of(wildcards, table):
    return CONTESTS[wildcards.game, table]


def opponent_params(wildcards, table):
    """What a job needs to know, and what makes it run again when it changes."""
    source = contest_of(wildcards, table).source
    text = STRATEGIES[wildcards.game, wildcards.strategy]
    made_of = strategy_provenance(
        load_game(source), text, wildcards.strategy, objective=table
    )
    return {"game": source, "text": text, "made_of": made_of.as_dict()}


rule blind:
    input:
        amounts=f"{RESULTS}/{{game}}/strategies/{{strategy}}/strategy_amounts.parquet",
        expected=f"{RESULTS}/{{game}}/distribution.parquet",
    output:
        f"{RESULTS}/{{game}}/blind/{{strategy}}.parquet",
    log:
        "logs/blind/{game}/{strategy}.log",
    benchmark:
        "benchmarks/blind/{game}/{strategy}.tsv"
    threads: lambda wildcards: contest_of(wildcards, "blind").threads
    resources:
        mem_mb=lambda wildcards: contest_of(wildcards, "blind").memory_mb,
    params:
        opponent=lambda wildcards: opponent_params(wildcards, "blind"),
    script:
        "../scripts/blind.py"


rule races:
    input:
        f"{RESULTS}/{{game}}/expected.parquet",
    output:
        f"{RESULTS}/{{game}}/races/{{strategy}}.parquet",
    log:
        "logs/races/{game}/{strategy}.log",
    benchmark:
        "benchmarks/races/{game}/{strategy}.tsv"
    resources:
        mem_mb=lambda wildcards: contest_of(wildcards, "races").memory_mb,
    params:
        opponent=lambda wildcards: opponent_params(wildcards, "races"),
        asked=lambda wildcards: contest_of(wildcards, "races").asked,
    script:
        "../scripts/races.py"


rule contest:
    input:
        lambda wildcards: [
            f"{RESULTS}/{game}/{wildcards.contest}/{strategy}.parquet"
            for game, strategy in STRATEGIES
            if game == wildcards.game
        ],
    output:
        f"{RESULTS}/{{game}}/{{contest}}.parquet",
    log:
        "logs/contest/{game}/{contest}.log",
    benchmark:
        "benchmarks/contest/{game}/{contest}.tsv"
    params:
        game=lambda wildcards: contest_of(wildcards, wildcards.contest).source,
        texts=lambda wildcards: {
            strategy: text
            for (game, strategy), text in STRATEGIES.items()
            if game == wildcards.game
        },
        made_of=lambda wildcards: solver_fingerprint(wildcards.contest),
    script:
        "../scripts/contest.py"
