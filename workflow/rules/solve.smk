# The partition classes of an objective: one job each, then one table.


rule solve_class:
    """Solve one partition class from the shards of the classes that it depends on."""
    input:
        shards_read,
        if_outdated(
            PLAN.of_class, f"{RESULTS}/{{game}}/{{objective}}/shards/{{part}}.parquet"
        ),
    output:
        f"{RESULTS}/{{game}}/{{objective}}/shards/{{part}}.parquet",
    log:
        "logs/solve_class/{game}/{objective}/{part}.log",
    benchmark:
        "benchmarks/solve_class/{game}/{objective}/{part}.tsv"
    wildcard_constraints:
        objective="(?!({})/)[a-z_]+".format(PLAN.patterns()["duel"]),
    priority: EFFORT.class_priority
    conda:
        CONDA
    threads: EFFORT.class_threads
    resources:
        mem_mb=lambda wildcards, attempt: attempt
        * PLAN.run(wildcards).memory[wildcards.part],
    params:
        **job(PLAN.of_class),
    shell:
        script("solve_class", inputs=False)


use rule solve_class as solve_pairs with:
    input:
        shards_read,
        if_outdated(
            PLAN.of_class, f"{RESULTS}/{{game}}/{{objective}}/sums/{{part}}.parquet"
        ),
    output:
        shard=temp(f"{RESULTS}/{{game}}/{{objective}}/shards/{{part}}.parquet"),
        sums=f"{RESULTS}/{{game}}/{{objective}}/sums/{{part}}.parquet",
    log:
        "logs/solve_pairs/{game}/{objective}/{part}.log",
    benchmark:
        "benchmarks/solve_pairs/{game}/{objective}/{part}.tsv"
    wildcard_constraints:
        objective=PLAN.patterns()["duel"],


rule merge:
    """Merge the shards of an objective, or the sums of its classes, into one table."""
    input:
        shards_merged,
        if_outdated(PLAN.of_run, table("{objective}")),
    output:
        f"{RESULTS}/{{game}}/{{objective}}.parquet",
    log:
        "logs/merge/{game}/{objective}.log",
    benchmark:
        "benchmarks/merge/{game}/{objective}.tsv"
    priority: EFFORT.merge_priority
    conda:
        CONDA
    threads: EFFORT.merge_threads
    params:
        **job(PLAN.of_run),
    shell:
        script("merge", inputs=False)


rule tour:
    """Read the shortest tour of an instance back from the table of Held-Karp."""
    input:
        table("held_karp"),
        if_outdated(PLAN.of_tour, table("tour")),
    output:
        table("tour"),
    log:
        "logs/tour/{game}.log",
    benchmark:
        "benchmarks/tour/{game}.tsv"
    conda:
        CONDA
    params:
        **job(PLAN.of_tour),
    shell:
        script("tour")
