"""The tables of a game that need no values: its row, its sheet, its upper totals."""

from pathlib import Path

from yahtzee_core import load_game
from yahtzee_core.logs import logged
from yahtzee_core.runs.facts import sheet_rows
from yahtzee_core.tables.provenance import provenance
from yahtzee_core.tables.storage import write_table
from yahtzee_core.turn.states import States


def main(name: str, outputs: dict[str, Path]) -> None:
    """Write the tables games, categories and needs to the paths in `outputs`."""
    game = load_game(name)
    rows = sheet_rows(States(game))
    for schema, path in outputs.items():
        write_table(rows[schema], path, schema, provenance(game, "distribution"))


if "snakemake" in globals():
    smk = globals()["snakemake"]
    with logged(smk.log[0], f"sheet {smk.wildcards.game}"):
        main(smk.params.game, {name: Path(path) for name, path in smk.output.items()})
