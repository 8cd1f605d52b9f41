# The partition classes of `expected`: one job each, then one table.


def run_of(wildcards):
    return RUNS[wildcards.game, "expected"]


def shards_of(run, classes):
    folder = f"{RESULTS}/{run.game.id}/{run.objective}/shards"
    return [f"{folder}/{run.partition.name(part)}.parquet" for part in classes]


def dependencies_of(wildcards):
    run = run_of(wildcards)
    part = run.partition.named(wildcards.part)
    return shards_of(run, run.partition.dependencies(part))


rule solve_class:
    input:
        dependencies_of,
    output:
        f"{RESULTS}/{{game}}/expected/shards/{{part}}.parquet",
    log:
        "logs/solve_class/{game}/expected/{part}.log",
    benchmark:
        "benchmarks/solve_class/{game}/expected/{part}.tsv"
    threads: lambda wildcards: run_of(wildcards).threads
    resources:
        mem_mb=lambda wildcards: 200 + run_of(wildcards).memory_mb,
    params:
        game=lambda wildcards: run_of(wildcards).source,
        partition=lambda wildcards: run_of(wildcards).partition_key,
        made_of=lambda wildcards: run_of(wildcards).fingerprints,
    script:
        "../scripts/solve_class.py"


rule merge:
    input:
        lambda wildcards: shards_of(
            run_of(wildcards), run_of(wildcards).partition.classes()
        ),
    output:
        f"{RESULTS}/{{game}}/expected.parquet",
    log:
        "logs/merge/{game}/expected.log",
    benchmark:
        "benchmarks/merge/{game}/expected.tsv"
    params:
        game=lambda wildcards: run_of(wildcards).source,
        partition=lambda wildcards: run_of(wildcards).partition_key,
        made_of=lambda wildcards: run_of(wildcards).fingerprints,
    script:
        "../scripts/merge.py"
