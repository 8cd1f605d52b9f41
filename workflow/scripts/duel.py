"""A duel of a game, solved; its plies are in the folder duel beside the table until it is done."""

from pathlib import Path

from yahtzee_core import load_game
from yahtzee_core.duel_run import duel_rows, run_duel
from yahtzee_core.logs import logged
from yahtzee_core.provenance import provenance
from yahtzee_core.storage import write_table


def main(source: str, path: Path, threads: int) -> None:
    """Write the table duel."""
    game = load_game(source)
    found = run_duel(game, path.with_suffix(""), threads)
    write_table(duel_rows(found), path, "duel", provenance(game, "duel"))


if "snakemake" in globals():
    smk = globals()["snakemake"]
    with logged(smk.log[0], f"duel {smk.wildcards.game}"):
        main(smk.params.source, Path(smk.output[0]), smk.threads)
