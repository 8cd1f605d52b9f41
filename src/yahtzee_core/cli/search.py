"""yahtzee search: find the numbers or the rules of a strategy, with exact fitness."""

import argparse
import re
import sys
from pathlib import Path
from typing import Any

from ..checked_yaml import yaml_text
from ..errors import UserError
from ..files import read_text, write_text
from ..game.game import Game
from ..game.load import load_game
from .input import add_game
from .output import progress_bar

KINDS = ("means", "means_with_variances", "pairs", "rules", "card")
MOST_LINES = 30
"""What fits on a page."""


def add_command(commands: Any) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "search",
        help="find a better strategy, with exact fitness",
        description="Find the numbers of a formula (means and means_with_variances by CMA-ES, pairs by least "
        "squares), better rules by local search from a file of rules, or a card: a ranked list of keeps and "
        "a par for each category. Every candidate is evaluated exactly. The state of the search is kept "
        "beside the result, and an interrupted search goes on.",
    )
    add_game(parser)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--out", type=Path, required=True, help="the .yaml file to write; its name is the id")
    parser.add_argument("--start", type=Path, help="rules, card: the .yaml file to begin with")
    parser.add_argument("--seed", type=int, default=1, help="default: 1")
    parser.add_argument("--generations", type=int, default=60, help="default: 60")
    parser.add_argument(
        "--lines", type=int, default=MOST_LINES, help=f"card: at most so many lines; default: {MOST_LINES}"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Search, and write what was found."""
    from ..policies.arena import Arena  # slow to import
    from ..policies.strategies.strategy import ID

    if options.generations < 1 or options.seed < 1:
        raise UserError("search: expected --generations and --seed from 1")
    if not 1 <= options.lines <= MOST_LINES:
        raise UserError(f"search: --lines {options.lines}; expected 1 to {MOST_LINES}")
    name = options.out.stem
    if not re.fullmatch(ID, name) or options.out.suffix not in (".yaml", ".yml"):
        raise UserError(
            f"search: --out {options.out}; expected a name of a-z, 0-9, - and _ that ends in .yaml"
        )
    game = load_game(options.game)
    content, score = _found(Arena(game), options)
    command = f"yahtzee search {options.game} {options.kind} --seed {options.seed}"
    if options.kind != "pairs":
        command += f" --generations {options.generations}"
    if options.kind == "card":
        command += f" --lines {options.lines}"
    if options.start:
        command += f" --start {options.start.name}"
    title = "Card" if options.kind == "card" else re.sub("[-_]", " ", name).capitalize()
    head = {"id": name, "title": title, "source": command}
    write_text(options.out, yaml_text({**head, **content}))
    print(f"{options.out}: expected score {score:.4f} in {game.id}")


def _found(arena: Any, options: argparse.Namespace) -> tuple[dict[str, Any], float]:
    """What the file holds beside its head, and the expected score."""
    from ..policies.card_worth import order_given_up
    from ..policies.search.card import search_card
    from ..policies.search.fit import fit_pairs
    from ..policies.search.numbers import search_numbers
    from ..policies.search.rules import search_rules
    from ..policies.search.state import SearchState
    from ..policies.strategies.card import Card

    path = options.out.with_suffix(".search")
    state = SearchState(path, options.kind, arena.game, options.seed)
    if options.kind == "pairs":
        numbers, score = fit_pairs(arena)
        return {"formula": "pairs", "numbers": numbers}, score
    if options.kind == "card":
        begin = _start(options.start, arena.game, ("keep", "par")) if options.start else None
        asked = (options.lines, options.seed, options.generations)
        card, score = search_card(arena, *asked, state, _progress, begin)
        head = {"id": options.out.stem, "title": "", "source": "", "games": [arena.game.id]}
        with progress_bar("which lines to give up first") as progress:
            order = order_given_up(arena, Card(arena.game, str(options.out), {**head, **card}), progress)
        return {"games": [arena.game.id], **card, "smaller": order}, score
    if options.kind == "rules":
        start = _start(options.start, arena.game, ("keep", "score", "fill"))
        return search_rules(arena, start, options.seed, options.generations, state, _progress)
    numbers, score = search_numbers(arena, options.kind, options.seed, options.generations, state, _progress)
    return {"formula": options.kind, "numbers": numbers}, score


def _start(path: Path | None, game: Game, keys: tuple[str, ...]) -> dict[str, Any]:
    """The lists of a file to begin with."""
    if path is None:
        raise UserError("search: rules without --start; expected a file of rules to begin with")
    from ..policies.strategies.rules import load_rules

    raw = load_rules(read_text(path, "a file of rules"), str(path))
    missing = [key for key in keys if key not in raw]
    if missing:
        raise UserError(f"{path}: no key {missing[0]}; expected {', '.join(keys)}")
    if set(raw[keys[-1]]) != {c.id for c in game.categories}:
        raise UserError(f"{path}: not made for game {game.id}; expected rules for its categories")
    return {key: raw[key] for key in keys}


def _progress(generation: int, score: float) -> None:
    print(f"generation {generation}: {score:.4f}", file=sys.stderr, flush=True)
