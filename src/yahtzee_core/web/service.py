"""The answers, from games that are solved once: plain values in, JSON values out, from any thread."""

from dataclasses import replace
from pathlib import Path
from secrets import randbelow
from typing import Any

import numpy as np

from ..advice.advice import Advice
from ..advice.advisor import Advisor
from ..advice.aims import EXPECTED, Aim
from ..advice.as_json import advice_json, evaluation_json, quantiles, record, review_json
from ..advice.notation import format_words, parse_action, parse_position, position_of_json
from ..advice.quiz import strategy_questions
from ..advice.review import review_text
from ..errors import UserError
from ..game.about import about
from ..game.game import Game
from ..game.load import builtin_games, load_game
from ..game.refusals import require_policies
from ..policies.decisions import Policy, decided
from ..policies.evaluation import evaluate
from ..policies.parts import Parts
from ..policies.strategies.load import strategies_of
from ..policies.strategies.strategy import Strategy
from ..tables.storage import to_json
from ..turn.positions import Action, Position, format_action, state_of
from .memo import Memo
from .models import (
    MOST_POINTS,
    AdviseBody,
    AnyPosition,
    DecisionAnswer,
    DecisionBody,
    DistributionBody,
    PlayBody,
    QuizBody,
    ReviewBody,
    StrategyAnswer,
    StrategyBody,
    WhyBody,
    answer,
)
from .replay import question_json, replay, standing_json
from .sheets import sheet_json

Value = dict[str, Any]


def games_of(files: list[str]) -> dict[str, Game]:
    """The built-in games and those of some files, by id; UserError when two have the same id."""
    games = {name: load_game(name) for name in builtin_games()}
    for file in files:
        game = load_game(file)
        require_policies(game, "advice")
        if game.id in games and game.fingerprint != games[game.id].fingerprint:
            raise UserError(f"{file}: there is a game {game.id}; expected another id")
        games[game.id] = game
    return games


class Service:
    """Answers for some games. Every method may be called from many threads."""

    def __init__(self, games: dict[str, Game], results: Path) -> None:
        self.games, self.results = games, results
        self.stopped = self._abandoned = False
        self._working: tuple[str, float] | None = None
        self._sheets: Memo[list[Value]] = Memo(1)
        self._advisors: Memo[Advisor] = Memo(len(games))
        self._parts: Memo[Parts] = Memo(len(games))
        self._strategies: Memo[dict[str, Strategy]] = Memo(len(games))
        self._policies: Memo[Policy] = Memo(64)
        self._advice: Memo[Advice] = Memo(1024)
        self._texts: Memo[str] = Memo(512)

    def sheets(self) -> list[Value]:
        """All games with their sheets."""
        return self._sheets.get("sheets", lambda: [sheet_json(game) for game in self.games.values()])

    def advise(self, body: AdviseBody) -> str:
        """Advice for a position, as JSON text."""
        aim = body.aim
        advisor = self.advisor(body.game)
        position = _position(advisor, body.position)
        key = "advise", body.game, position, aim
        return self._texts.get(key, lambda: to_json(advice_json(self._advised(advisor, position, aim))))

    def distribution(self, body: DistributionBody) -> str:
        """The final total after an action, as JSON text."""
        advisor = self.advisor(body.game)
        position = _position(advisor, body.position)
        action = parse_action(body.action, advisor.game)
        key = "distribution", body.game, position, action
        return self._texts.get(key, lambda: to_json(self._distribution(advisor, position, action)))

    def why(self, body: WhyBody) -> str:
        """Why the best action is best, beside another one, as JSON text."""
        advisor = self.advisor(body.game)
        position = _position(advisor, body.position)
        action = None if body.action is None else parse_action(body.action, advisor.game)
        key = "why", body.game, position, action
        return self._texts.get(key, lambda: to_json(self._why(advisor, position, action)))

    def review(self, body: ReviewBody) -> Value:
        """A game reviewed."""
        return review_json(review_text(self.advisor(body.game), body.log))

    def play(self, body: PlayBody) -> Value:
        """Where a game stands."""
        standing = replay(self.advisor(body.game).arena.states, body)
        return standing_json(standing, body.dice, body.rerolls)

    def strategies(self, name: str) -> list[Value]:
        """The strategies that fit a game."""
        return [answer(StrategyAnswer, strategy) for strategy in self._fitting(name).values()]

    def statistics(self, body: StrategyBody) -> str:
        """The exact statistics of a strategy, as JSON text."""
        strategy = self._strategy(body.game, body.strategy)
        arena = self.advisor(body.game).arena
        key = "statistics", body.game, strategy.id
        return self._texts.get(key, lambda: to_json(evaluation_json(evaluate(arena, strategy))))

    def decision(self, body: DecisionBody) -> Value:
        """What a strategy does in a position, and what that loses."""
        strategy = self._strategy(body.game, body.strategy)
        advisor = self.advisor(body.game)
        position = _position(advisor, body.position)
        key = body.game, strategy.id
        policy = self._policies.get(key, lambda: strategy.policy(advisor.arena))
        action = decided(advisor.arena, policy, position)
        advice = self._advised(advisor, position)
        taken = advice.taken(action)
        here, best = format_words(advisor.game, position), advice.best.text
        own = {**about(advisor.game), "strategy": strategy.id, "position": here, "best": best}
        return answer(DecisionAnswer, taken, action=taken.text, **own)

    def quiz(self, body: QuizBody) -> Value:
        """Positions in which a strategy loses points."""
        strategy, advisor = self._strategy(body.game, body.strategy), self.advisor(body.game)
        seed = randbelow(10**9) if body.seed is None else body.seed
        questions = strategy_questions(advisor, strategy, body.questions, seed)
        return {
            **about(advisor.game),
            "strategy": strategy.id,
            "seed": seed,
            "questions": [question_json(question) for question in questions],
        }

    def progress(self) -> Value:
        """How far the long computation is."""
        working, share = self._working or (None, None)
        return {"working": working, "share": share}

    def advisor(self, name: str) -> Advisor:
        """The advisor of a game, made ready; UserError for games that are not served."""
        if name not in self.games:
            raise UserError(f"no game '{name[:40]}'; expected one of {', '.join(self.games)}")
        return self._advisors.get(name, lambda: self._ready(self.games[name]))

    def _ready(self, game: Game) -> Advisor:
        advisor = Advisor(game, self.results, self._report)
        _ = advisor.arena.optimal, advisor.chances
        return advisor

    def abandon(self) -> None:
        """End the long computation: nobody waits for it."""
        self._abandoned = True

    def _report(self, share: float) -> None:
        if self.stopped or self._abandoned:
            raise UserError("nobody waits for this any more")
        if self._working:
            self._working = self._working[0], share

    def _advised(self, advisor: Advisor, position: Position, aim: Aim = EXPECTED) -> Advice:
        key = advisor.game.id, position, aim
        if aim == EXPECTED:
            return self._advice.get(key, lambda: advisor.expected(position))
        return self._advice.get(key, lambda: self._worked(advisor, position, aim))

    def _worked(self, advisor: Advisor, position: Position, aim: Aim) -> Advice:
        self._working, self._abandoned = (f"{advisor.game.id}: {aim.objective}", 0.0), False
        try:
            return aim.advice(advisor, position)
        finally:
            self._working = None

    def _why(self, advisor: Advisor, position: Position, action: Action | None) -> Value:
        self._parts.get(advisor.game.id, lambda: advisor.parts)  # one for all who ask
        advice = self._advised(advisor, position)
        reasons = advice.why(None if action == advice.best.action else action)[:1]
        return {
            **about(advisor.game),
            "position": format_words(advisor.game, position),
            "why": record(advisor.game, reasons[0]) if reasons else None,
        }

    def _distribution(self, advisor: Advisor, position: Position, action: Action) -> Value:
        totals = advisor.distribution(replace(position, points=None), action)
        (at,), behind = np.nonzero(totals.probability), position.points or 0
        return {
            **about(advisor.game),
            "position": format_words(advisor.game, position),
            "action": format_action(advisor.game, action),
            "score": list(range(behind + int(at[0]), behind + int(at[-1]) + 1)),
            "probability": totals.probability[at[0] : at[-1] + 1].tolist(),
            "mean": behind + totals.mean,
            "sd": totals.sd,
            "quantiles": quantiles(totals, behind),
        }

    def _fitting(self, name: str) -> dict[str, Strategy]:
        game = self.advisor(name).game
        return self._strategies.get(name, lambda: strategies_of(game))

    def _strategy(self, game: str, name: str) -> Strategy:
        known = self._fitting(game)
        if name not in known:
            raise UserError(f"no strategy '{name[:40]}' for {game}; expected one of {', '.join(known)}")
        return known[name]


def _position(advisor: Advisor, written: AnyPosition) -> Position:
    """A position that can be; UserError when it cannot."""
    states = advisor.arena.states
    if isinstance(written, str):
        position = parse_position(written, states)
    else:
        position = position_of_json(written.model_dump(exclude_none=True), states.game)
    if position.points is not None and position.points > MOST_POINTS:
        raise UserError(f"position: {position.points} points; expected {MOST_POINTS} at most")
    state_of(states, position)
    return position
