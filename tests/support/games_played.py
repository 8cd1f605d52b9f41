"""Games played by the optimal policy, as logs."""

from random import Random

from yahtzee_core.advice.advisor import Advisor
from yahtzee_core.advice.notation import format_words
from yahtzee_core.policies.actions import option_of
from yahtzee_core.turn.positions import Action, Position


def played_log(advisor: Advisor, seed: int, turns: int | None = None) -> str:
    """A game, or its first turns: every roll and every move, and the final score of a whole game."""
    random, game, states = Random(seed), advisor.game, advisor.arena.states
    state, upper, points, lines = states.start, 0, 0, []
    for _ in range(len(game.categories) if turns is None else turns):
        dice: tuple[int, ...] = ()
        for left in reversed(range(game.rolls)):
            rolled = [random.randint(1, game.faces) for _ in range(game.dice - len(dice))]
            dice = tuple(sorted([*dice, *rolled]))
            position = Position(state.filled, upper, bool(state.chip), dice, left, points)
            best = advisor.expected(position).best
            lines.append(f"{format_words(game, position)} => {best.text}")
            if best.action.category is not None:
                break
            dice = best.action.keep or ()
        state, gain, upper = _after(advisor, position, best.action, state, upper)
        points += gain
    return "\n".join([*lines, *([] if turns else [f"final {points}"])]) + "\n"


def _after(advisor, position, action: Action, state, upper):
    states = advisor.arena.states
    option = option_of(states, position, action)
    after, gain = states.successor(state, option)
    own = int(states.options.points[option]) if advisor.game.categories[action.category].upper else 0
    return after, gain, upper + own
