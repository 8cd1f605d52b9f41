"""MaxProb_s at the start of the game, for every score s."""

from pathlib import Path

from yahtzee_core import load_game
from yahtzee_core.logs import logged
from yahtzee_core.runs.driver import read_maxprob_scores
from yahtzee_core.tables.provenance import provenance
from yahtzee_core.tables.storage import write_table


def main(name: str, problem: str, table: Path, path: Path) -> None:
    """Write the table maxprob_scores from the start of the merged table of `maxprob`."""
    game = load_game(name)
    rows = read_maxprob_scores(game, problem, table)
    write_table(rows, path, "maxprob_scores", provenance(game, problem))


if "snakemake" in globals():
    smk = globals()["snakemake"]
    with logged(smk.log[0], f"maxprob_scores {smk.wildcards.game}"):
        main(smk.params.game, smk.params.problem, Path(smk.input[0]), Path(smk.output[0]))
