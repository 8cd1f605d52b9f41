"""A log played again without values: where the game stands. The page knows no rules, it asks here."""

from dataclasses import dataclass
from typing import Any

from ..advice.game_so_far import GameSoFar
from ..advice.gamelog import Move, followed, lines_of, parse_log
from ..advice.notation import as_json, format_words
from ..advice.quiz import Question
from ..game.game import Game
from ..turn.positions import Position, format_action
from ..turn.states import States
from .models import MoveAnswer, PlayAnswer, PlayBody, QuestionAnswer, answer


@dataclass(frozen=True)
class Standing:
    """Where a game stands, and the moves that led there."""

    now: GameSoFar
    moves: list[Move]


def replay(states: States, body: PlayBody) -> Standing:
    """Where a game stands after a log, that began with a sheet; UserError names the line."""
    points = {states.game.index(category): points for category, points in body.sheet.items()}
    sheet = tuple(points.get(category) for category in range(len(states.game.categories)))
    start = GameSoFar(states, sheet, body.extra_yahtzees).checked()
    if not lines_of(body.log):
        return Standing(start, [])
    log = parse_log(body.log, states)
    if log.sheet:
        return Standing(log.sheet, [])
    return Standing(list(followed(start, log))[-1].after, log.moves)


def standing_json(standing: Standing, dice: list[int], rerolls: int | None) -> dict[str, Any]:
    """A standing, and with dice the position and what they score. rerolls: None for as many as there are."""
    now, game = standing.now, standing.now.states.game
    left = game.rolls - 1 if now.left is None else now.left
    position = now.rolled(tuple(sorted(dice)), left if rerolls is None else rerolls) if dice else None
    return answer(
        PlayAnswer,
        now,
        game=game.id,
        sheet={c.id: points for c, points in zip(game.categories, now.sheet, strict=True)},
        upper_bonus=game.upper_bonus_of(now.upper),
        extra_yahtzees=now.extra,
        yahtzee_bonus=now.extra * game.yahtzee_bonus,
        moves=[_move(game, move) for move in standing.moves],
        began=now.left is not None,
        rerolls=left if position is None else position.rerolls,
        position=None if position is None else as_json(game, position),
        scores=None if position is None else _scores(now, position),
    )


def _move(game: Game, move: Move) -> dict[str, Any]:
    return answer(MoveAnswer, move.written, action=format_action(game, move.action))


def _scores(now: GameSoFar, position: Position) -> dict[str, dict[str, int | None]]:
    """By category that may be chosen: its points, and the gain with bonuses."""
    return {
        now.states.game.categories[category].id: {
            "points": after.sheet[category],
            "gain": after.points - now.points,
        }
        for category, after in now.scores(position).items()
    }


def question_json(question: Question) -> dict[str, Any]:
    """A question of a quiz, from a game that is known as far as it went."""
    position, now = question.position, question.game
    if now is None:
        raise ValueError("a question without its game; expected one of a strategy")
    game = now.states.game
    return answer(
        QuestionAnswer,
        question,
        position=format_words(game, position),
        sheet={c.id: points for c, points in zip(game.categories, now.sheet, strict=True)},
        extra_yahtzees=now.extra,
        dice=list(position.dice),
        rerolls=position.rerolls,
        played=format_action(game, question.played),
    )
