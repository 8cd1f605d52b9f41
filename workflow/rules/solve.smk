# The partition classes of an objective: one job each, then one table.


def run_of(wildcards):
    return RUNS[wildcards.game, wildcards.objective]


def shards_of(run, classes):
    folder = f"{RESULTS}/{run.name}/{run.objective}/shards"
    return [f"{folder}/{run.partition.name(part)}.parquet" for part in classes]


def sums_of(run):
    folder = f"{RESULTS}/{run.name}/{run.objective}/sums"
    parts = run.partition.classes()
    return [f"{folder}/{run.partition.name(part)}.parquet" for part in parts]


def merged_of(run):
    """Sums of a class stay when its shard goes."""
    return (
        sums_of(run)
        if run.objective in DUELS
        else shards_of(run, run.partition.classes())
    )


def dependencies_of(wildcards):
    run = run_of(wildcards)
    part = run.partition.named(wildcards.part)
    return shards_of(run, run.partition.dependencies(part))


def parameters_of(wildcards):
    """What a job needs to know, and what makes it run again when it changes."""
    run = run_of(wildcards)
    return {
        "source": run.source,
        "problem": run.problem,
        "highest": run.highest,
        "open_at_most": run.open_at_most,
        "partition": run.partition.key,
        "made_of": run.made_of,
    }


rule solve_class:
    input:
        dependencies_of,
    output:
        f"{RESULTS}/{{game}}/{{objective}}/shards/{{part}}.parquet",
    log:
        "logs/solve_class/{game}/{objective}/{part}.log",
    benchmark:
        "benchmarks/solve_class/{game}/{objective}/{part}.tsv"
    wildcard_constraints:
        objective="(?!({})/)[a-z_]+".format("|".join(DUELS)),
    priority: lambda wildcards: run_of(wildcards).priorities[wildcards.part]
    threads: lambda wildcards: run_of(wildcards).threads
    resources:
        mem_mb=lambda wildcards: run_of(wildcards).memory[wildcards.part],
    params:
        run=parameters_of,
    script:
        "../scripts/solve_class.py"


use rule solve_class as solve_pairs with:
    output:
        shard=temp(f"{RESULTS}/{{game}}/{{objective}}/shards/{{part}}.parquet"),
        sums=f"{RESULTS}/{{game}}/{{objective}}/sums/{{part}}.parquet",
    log:
        "logs/solve_pairs/{game}/{objective}/{part}.log",
    benchmark:
        "benchmarks/solve_pairs/{game}/{objective}/{part}.tsv"
    wildcard_constraints:
        objective="|".join(DUELS),


rule merge:
    input:
        lambda wildcards: merged_of(run_of(wildcards)),
    output:
        f"{RESULTS}/{{game}}/{{objective}}.parquet",
    log:
        "logs/merge/{game}/{objective}.log",
    benchmark:
        "benchmarks/merge/{game}/{objective}.tsv"
    params:
        run=parameters_of,
    script:
        "../scripts/merge.py"
