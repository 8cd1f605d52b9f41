"""yahtzee play: a game in the terminal, with advice."""

import argparse
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import UserError
from ..files import write_text
from ..game.joker_rules import named
from ..game.load import load_game
from ..game.names import plain
from ..turn.ties import POINTS
from .input import add_game, input_lines, names_dice, prompted
from .output import print_rows, print_wrapped, several
from .why import print_lost

if TYPE_CHECKING:
    from ..advice.playing import Playing
    from ..turn.positions import Action

HELP = """\
  3 3 5, keep 3 3 5   keep these dice and roll the others (keep - keeps none)
  score CATEGORY      score the roll; the beginning of the name is enough
  dice 1 3 3 5 6      with real dice: what fell, in place of the dice shown
  advice              the best five actions
  sheet               the score sheet, and what the dice would score in it
  undo                take back the last move, and its dice
  help, quit
A word may be cut to its first letter, but for score. After a move stands what
it lost: points that the best move is expected to bring more."""
ADVISED = 5
WORDS = ("keep", "score", "dice", "advice", "sheet", "undo", "help", "quit")


def add_command(commands: Any) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "play",
        help="play a game in the terminal, with advice",
        description="A game in the terminal: type help for the commands. Reads commands from a script, too.",
    )
    add_game(parser)
    parser.add_argument("--seed", type=int, help="of the dice; the same seed brings the same dice")
    parser.add_argument("--log", type=Path, help="write the log of the game there (yahtzee review reads it)")
    parser.add_argument("--results", type=Path, default=Path("results"), help="default: results")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Play until the game is done, or the player quits."""
    from ..advice.advisor import Advisor  # slow to import
    from ..advice.playing import Playing

    seed = secrets.randbelow(10**9) if options.seed is None else options.seed
    advisor = Advisor(load_game(options.game), options.results)
    _ = advisor.arena.optimal  # what moves are worth is found, or refused, before the first of them
    playing = Playing(advisor, seed)
    print(f"{named(advisor.game)}, seed {seed}; help tells the commands")
    if options.log:
        _save(playing, options.log)  # now, rather than to lose a game that was played
    _show(playing)
    lines = input_lines()
    while not playing.done:
        line = prompted(lines)
        if line is None or line in ("quit", "q"):
            break
        try:
            _command(playing, line)
        except UserError as error:
            print_wrapped(str(error))
    if options.log:
        _save(playing, options.log)
    if playing.done:
        _end(playing)


def _command(playing: "Playing", line: str) -> None:
    from ..advice.notation import parse_action, parse_roll

    if not line:
        return
    word, _, rest = line.partition(" ")
    if names_dice(line):
        word, rest = "keep", line
    word = next((w for w in WORDS if w == word or (w[0] == word and w != "sheet")), word)
    match word:
        case "keep":
            _act(playing, parse_action(f"keep {rest}", playing.advisor.game))
            _show(playing)
        case "score":
            _score(playing, rest.strip())
        case "dice":
            playing.put(parse_roll(rest, playing.advisor.game))
            _show(playing)
        case "advice":
            _advise(playing)
        case "sheet":
            _sheet(playing)
        case "undo":
            playing.undo()
            _show(playing)
        case "help":
            print(HELP)
        case _:
            raise UserError(f"'{line[:30]}'; expected {', '.join(WORDS)}")


def _score(playing: "Playing", name: str) -> None:
    from ..turn.positions import Action

    game = playing.advisor.game
    names = [c.id for c in game.categories]
    matching = [names[c] for c in game.places(name)] or [
        n for n in names if name and n.startswith(plain(name))
    ]
    if len(matching) != 1:
        between = matching or playing.now.game.open_names
        raise UserError(f"score: '{name}'; expected one of {', '.join(between)}")
    gain = _act(playing, Action(category=names.index(matching[0])))
    print(f"{matching[0]}: {several(gain, 'point')}, {playing.now.game.points} in all")
    if not playing.done:
        _show(playing)


def _act(playing: "Playing", action: "Action") -> int:
    """Make a move, and say what it loses; the points that it scores."""
    position = playing.position
    gain = playing.act(action)
    advice = playing.advisor.expected(position)
    taken = advice.taken(action)
    if taken.loss > POINTS.points:
        print_lost(advice, taken, "the best was to")
    return gain


def _show(playing: "Playing") -> None:
    game, left = playing.now.game, playing.now.game.rerolls
    dice = " ".join(f"[{face}]" for face in playing.now.dice)
    rerolls, points = several(left or 0, "reroll"), several(game.points or 0, "point")
    print(f"turn {game.turn}: {dice}   {rerolls} left, {points}")


def _advise(playing: "Playing") -> None:
    advice = playing.advisor.expected(playing.position)
    rows = [[o.text, o.value, o.loss] for o in advice.actions[:ADVISED]]
    print(f"{named(advice.game)}, expected points to come; {advice.closeness}")
    print_rows(["action", "value", "loss"], rows)


def _sheet(playing: "Playing") -> None:
    now, game = playing.now.game, playing.advisor.game
    gains = {} if playing.done else _gains(playing)
    rows: list[list[Any]] = [
        [c.id, points, gains.get(i)]
        for i, (c, points) in enumerate(zip(game.categories, now.sheet, strict=True))
    ]
    if game.upper_bonus:
        rows.append([f"upper total (bonus {game.upper_bonus} from {game.threshold})", now.upper, None])
    rows.append(["total, bonuses included", now.points, None])
    head = [game.id, "points", "these dice, with bonuses"]
    print_rows(head if gains else head[:2], [row if gains else row[:2] for row in rows])


def _gains(playing: "Playing") -> dict[int, int]:
    """What the dice would bring in each category, with the bonuses that they earn there."""
    now = playing.now.game
    return {category: after.points - now.points for category, after in now.scores(playing.position).items()}


def _save(playing: "Playing", path: Path) -> None:
    write_text(path, playing.log_text())


def _end(playing: "Playing") -> None:
    """The sheet, and the loss of each move."""
    from ..advice.review import review_text
    from .review import HEAD, graded, print_review

    _sheet(playing)
    print()
    review = review_text(playing.advisor, playing.log_text())
    print_review(review)
    print("\nevery move:")
    rows = [[decision.turn, *graded(review, decision)] for decision in review.decisions]
    print_rows(["turn", *HEAD], rows)
