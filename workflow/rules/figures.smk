# Figures, as SVG and PNG; the SVGs stand in Snakemake's own report, too.


def drawn(names, game="{game}"):
    """The files of some figures of a game; of "all", those of the partition."""
    folder = f"{RESULTS}/figures" if game == "all" else f"{RESULTS}/{game}/figures"
    about = {"caption": "../report/figure.rst", "category": "Figures"}
    files = [f"{folder}/{name}.svg" for name in names]
    shown = [report(file, labels={"figure": file}, **about) for file in files]
    return shown + [f"{folder}/{name}.png" for name in names]


rule partition_figures:
    input:
        f"{RESULTS}/partition_costs.parquet",
    output:
        drawn(PARTITION_FIGURES, "all"),
    log:
        "logs/partition_figures.log",
    benchmark:
        "benchmarks/partition_figures.tsv"
    script:
        "../scripts/partition_figures.py"


rule figures:
    input:
        f"{RESULTS}/{{game}}/maxprob_vs_expected.parquet",
    output:
        drawn(FIGURES),
    log:
        "logs/figures/{game}.log",
    benchmark:
        "benchmarks/figures/{game}.tsv"
    script:
        "../scripts/figures.py"


use rule figures as approx_figures with:
    input:
        f"{RESULTS}/{{game}}/maxprob_approx_vs_expected.parquet",
    output:
        drawn(APPROX_FIGURES),
    log:
        "logs/approx_figures/{game}.log",
    benchmark:
        "benchmarks/approx_figures/{game}.tsv"


rule duel_figures:
    input:
        f"{RESULTS}/{{game}}/duel.parquet",
    output:
        drawn(DUEL_FIGURES),
    log:
        "logs/duel_figures/{game}.log",
    benchmark:
        "benchmarks/duel_figures/{game}.tsv"
    script:
        "../scripts/duel_figures.py"


rule strategy_figures:
    input:
        strategies=f"{RESULTS}/{{game}}/strategies.parquet",
        losses=f"{RESULTS}/{{game}}/strategy_losses.parquet",
        pairs=f"{RESULTS}/{{game}}/strategy_pairs.parquet",
    output:
        drawn(STRATEGY_FIGURES),
    log:
        "logs/strategy_figures/{game}.log",
    benchmark:
        "benchmarks/strategy_figures/{game}.tsv"
    script:
        "../scripts/strategy_figures.py"


rule rule_figures:
    input:
        f"{RESULTS}/{{game}}/rule_changes.parquet",
    output:
        drawn(RULE_FIGURES),
    log:
        "logs/rule_figures/{game}.log",
    benchmark:
        "benchmarks/rule_figures/{game}.tsv"
    script:
        "../scripts/rule_figures.py"
