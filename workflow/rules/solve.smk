# The partition classes of an objective: one job each, then one table.


def run_of(wildcards):
    return RUNS[wildcards.game, wildcards.objective]


def shards_of(run, classes):
    folder = f"{RESULTS}/{run.name}/{run.objective}/shards"
    return [f"{folder}/{run.partition.name(part)}.parquet" for part in classes]


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
    priority: lambda wildcards: run_of(wildcards).priorities[wildcards.part]
    threads: lambda wildcards: run_of(wildcards).threads
    resources:
        mem_mb=lambda wildcards: run_of(wildcards).memory[wildcards.part],
    params:
        run=parameters_of,
    script:
        "../scripts/solve_class.py"


rule merge:
    input:
        lambda wildcards: shards_of(
            run_of(wildcards), run_of(wildcards).partition.classes()
        ),
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
