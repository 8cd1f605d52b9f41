"""Games played by the optimal policy, as logs."""

from random import Random

from yahtzee_core.advice.advisor import Advisor
from yahtzee_core.advice.game_so_far import GameSoFar
from yahtzee_core.advice.notation import format_words


def played_log(advisor: Advisor, seed: int, turns: int | None = None) -> str:
    """A game, or its first turns: every roll and every move, and the final score of a whole game."""
    random, rules, lines = Random(seed), advisor.game, []
    game = GameSoFar.start(advisor.arena.states, rules.rolls - 1)
    while not game.over and game.turn != (turns or 0) + bool(turns):
        thrown = [random.randint(1, rules.faces) for _ in range(rules.dice - len(game.kept))]
        position = game.rolled(tuple(sorted([*game.kept, *thrown])), game.rerolls)
        best = advisor.expected(position).best
        lines.append(f"{format_words(rules, position)} => {best.text}")
        game = game.after(position, best.action)
    return "\n".join([*lines, *([] if turns else [f"final {game.points}"])]) + "\n"
