"""A strategy evaluated exactly: its tables."""

from pathlib import Path

from yahtzee_core import load_game
from yahtzee_core.logs import logged
from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.evaluation import evaluate
from yahtzee_core.policies.strategies.load import load_strategy
from yahtzee_core.runs.driver import read_expected
from yahtzee_core.runs.evaluations import evaluation_tables
from yahtzee_core.tables.provenance import strategy_provenance
from yahtzee_core.tables.storage import write_table


def main(name: str, text: str, expected: Path, outputs: dict[str, Path]) -> None:
    """Write the tables of the strategy `text` of a game to the paths in `outputs`."""
    game = load_game(name)
    strategy = load_strategy(text, game)
    tables = evaluation_tables(evaluate(Arena(game, read_expected(game, expected)), strategy))
    for schema, path in outputs.items():
        write_table(tables[schema], path, schema, strategy_provenance(game, text, strategy.id))


if "snakemake" in globals():
    smk = globals()["snakemake"]
    with logged(smk.log[0], f"strategy {smk.wildcards.game} {smk.wildcards.strategy}"):
        outputs = {name: Path(path) for name, path in smk.output.items()}
        asked = smk.params.strategy
        main(asked["game"], asked["text"], Path(smk.input[0]), outputs)
