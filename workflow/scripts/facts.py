"""Small tables of a game: its row, its sheet, its upper totals, its opening rolls, its totals."""

from pathlib import Path

from yahtzee_core import load_game
from yahtzee_core.logs import logged
from yahtzee_core.policies.distribution import expected_distribution
from yahtzee_core.runs.driver import read_expected
from yahtzee_core.runs.facts import distribution_rows, opening_rows, sheet_rows
from yahtzee_core.tables.provenance import provenance
from yahtzee_core.tables.storage import write_table


def main(name: str, expected: Path, outputs: dict[str, Path]) -> None:
    """Write the tables games, categories, needs, openings and distribution to the paths in `outputs`."""
    game = load_game(name)
    table = read_expected(game, expected)
    rows = {
        **sheet_rows(table.states),
        "openings": opening_rows(table),
        "distribution": distribution_rows(expected_distribution(table)),
    }
    for schema, path in outputs.items():
        write_table(rows[schema], path, schema, provenance(game, "distribution"))


if "snakemake" in globals():
    smk = globals()["snakemake"]
    with logged(smk.log[0], f"facts {smk.wildcards.game}"):
        outputs = {name: Path(path) for name, path in smk.output.items()}
        main(smk.params.game, Path(smk.input[0]), outputs)
