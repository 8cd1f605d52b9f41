# Small tables of each game.


rule facts:
    """Write the small tables of a game: its row, its sheet, its upper totals, its opening rolls, its totals."""
    input:
        table("expected"),
        if_outdated(PLAN.of_game, *tables(FACTS)),
    output:
        tables(FACTS),
    log:
        "logs/facts/{game}.log",
    benchmark:
        "benchmarks/facts/{game}.tsv"
    priority: EFFORT.facts_priority
    conda:
        CONDA
    params:
        **job(PLAN.of_game),
    shell:
        script("facts")


rule sheet:
    """Write the small tables of a game that need no values; for games without tables of a policy."""
    input:
        if_outdated(PLAN.of_game, *tables(SHEET)),
    output:
        tables(SHEET),
    log:
        "logs/sheet/{game}.log",
    benchmark:
        "benchmarks/sheet/{game}.tsv"
    wildcard_constraints:
        game=PLAN.patterns()["sheet"],
    conda:
        CONDA
    params:
        **job(PLAN.of_game),
    shell:
        script("sheet", inputs=False)


ruleorder: sheet > facts


rule maxprob_scores:
    """Write the highest probability of every score of a game."""
    input:
        shard_of_start,
        if_outdated(PLAN.of_scores, table("maxprob_scores")),
    output:
        table("maxprob_scores"),
    log:
        "logs/maxprob_scores/{game}.log",
    benchmark:
        "benchmarks/maxprob_scores/{game}.tsv"
    conda:
        CONDA
    params:
        **job(PLAN.of_scores),
    shell:
        script("maxprob_scores")


rule rule_changes:
    """Solve a game again with one rule changed at a time."""
    input:
        if_outdated(PLAN.of_rule_changes, table("rule_changes")),
    output:
        table("rule_changes"),
    log:
        "logs/rule_changes/{game}.log",
    benchmark:
        "benchmarks/rule_changes/{game}.tsv"
    conda:
        CONDA
    params:
        **job(PLAN.of_rule_changes),
    shell:
        script("rule_changes", inputs=False)


rule exact:
    """Solve a game exactly, in fractions, and check every decision of its policy."""
    input:
        if_outdated(PLAN.of_exact, table("exact")),
    output:
        table("exact"),
    log:
        "logs/exact/{game}.log",
    benchmark:
        "benchmarks/exact/{game}.tsv"
    priority: EFFORT.exact_priority
    conda:
        CONDA
    threads: EFFORT.exact_threads
    params:
        **job(PLAN.of_exact),
    shell:
        script("exact", inputs=False)


rule parts:
    """Write what is to come from every state of a game, by category and bonus."""
    input:
        table("expected"),
        if_outdated(PLAN.of_parts, table("parts")),
    output:
        table("parts"),
    log:
        "logs/parts/{game}.log",
    benchmark:
        "benchmarks/parts/{game}.tsv"
    conda:
        CONDA
    params:
        **job(PLAN.of_parts),
    shell:
        script("parts")


rule sql_table:
    """Write a table of a game by the SQL file of its name."""
    input:
        lambda wildcards: tables(table_inputs(wildcards.table), wildcards.game),
        if_outdated(PLAN.of_sql, table("{table}")),
    output:
        table("{table}"),
    log:
        "logs/sql_table/{game}/{table}.log",
    benchmark:
        "benchmarks/sql_table/{game}/{table}.tsv"
    conda:
        CONDA
    params:
        **job(PLAN.of_sql),
    shell:
        script("sql_table")


rule partition_costs:
    """Write what fixed-subset partitioning costs, by the formulas of Cremers 2002 and for real."""
    input:
        if_outdated(PLAN.of_partition_costs, of_all("partition_costs")),
    output:
        of_all("partition_costs"),
    log:
        "logs/partition_costs.log",
    benchmark:
        "benchmarks/partition_costs.tsv"
    conda:
        CONDA
    params:
        **job(PLAN.of_partition_costs),
    shell:
        script("partition_costs", inputs=False)
