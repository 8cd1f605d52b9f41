# Datasets of labelled positions: one job a shard, then a manifest.


rule export_shard:
    """Draw the positions of one shard of a dataset, and write what every action is worth in them."""
    input:
        table("expected"),
        if_outdated(PLAN.of_shard, dataset_file("positions-{shard}.parquet")),
    output:
        dataset_file("positions-{shard}.parquet"),
    log:
        "logs/export_shard/{game}/{export}/{shard}.log",
    benchmark:
        "benchmarks/export_shard/{game}/{export}/{shard}.tsv"
    conda:
        CONDA
    resources:
        mem_mb=lambda wildcards, attempt: attempt * PLAN.dataset_memory(wildcards),
    params:
        **job(PLAN.of_shard),
    shell:
        script("export_shard")


rule export:
    """Write the manifest of a dataset: what it is made of, its columns, and its shards with their digests."""
    input:
        dataset_shards,
        if_outdated(PLAN.of_export, dataset_file("manifest.json")),
    output:
        dataset_file("manifest.json"),
    log:
        "logs/export/{game}/{export}.log",
    benchmark:
        "benchmarks/export/{game}/{export}.tsv"
    conda:
        CONDA
    params:
        **job(PLAN.of_export),
    shell:
        script("export", inputs=False)
