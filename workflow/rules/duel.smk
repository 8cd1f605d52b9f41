# Two players who see everything: one job, which goes on from its last whole ply when it was killed.


rule duel:
    output:
        f"{RESULTS}/{{game}}/duel.parquet",
    log:
        "logs/duel/{game}.log",
    benchmark:
        "benchmarks/duel/{game}.tsv"
    threads: lambda wildcards: DUELS[wildcards.game].threads
    resources:
        mem_mb=lambda wildcards: DUELS[wildcards.game].memory_mb,
    params:
        source=lambda wildcards: DUELS[wildcards.game].source,
        made_of=lambda wildcards: DUELS[wildcards.game].made_of,
    script:
        "../scripts/duel.py"
