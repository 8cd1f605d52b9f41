# What a rule is worth: a game solved again with one rule changed at a time, and a figure of it.


rule rule_changes:
    output:
        f"{RESULTS}/{{game}}/rule_changes.parquet",
    log:
        "logs/rule_changes/{game}.log",
    benchmark:
        "benchmarks/rule_changes/{game}.tsv"
    params:
        source=source_of,
        made_of=lambda wildcards: provenance(
            load_game(source_of(wildcards)), "rule_changes"
        ).as_dict(),
    script:
        "../scripts/rule_changes.py"
