"""One game as a Gymnasium environment."""

from typing import Any, ClassVar

import gymnasium
import numpy as np

from ..arrays import Bools, Reals
from ..errors import UserError
from ..game.game import Game
from ..game.load import game_of
from ..policies.arena import Arena
from ..turn.positions import format_dice
from .games_side_by_side import GamesSideBySide
from .rewards import POINTS, check_kind, stepped
from .spaces import action_space, observation_space

MOST_ILLEGAL = 100
"""Actions of a game that the rules do not allow, before it is given up: a learner may ask for ever."""


class YahtzeeEnv(gymnasium.Env[Reals, np.int64]):
    """A game of one player, one decision a step.

    game: an id, the path of a game file, or a Game. rewards: `points`, as they are gained, or `shaped` by
    exact values (rewards.py). losses: tell in `info` what the action just taken loses against best play.

    info: `action_mask`, (n_actions,) int8, 1 where the rules allow an action; `total`, the points so far;
    `loss`. An action that the rules do not allow changes nothing and pays nothing, and `illegal` says why;
    the game is truncated at MOST_ILLEGAL of them.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": ["ansi"],
        "render_fps": 1,
    }

    def __init__(
        self,
        game: Game | str = "yahtzee",
        rewards: str = POINTS,
        losses: bool = False,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise UserError(f"render_mode {render_mode!r}; expected ansi or None")
        self.arena, self.render_mode = Arena(game_of(game)), render_mode
        self.layout, self._rewards, self._losses = self.arena.layout, check_kind(rewards), losses
        self.observation_space = observation_space(self.layout)
        self.action_space = action_space(self.layout)
        self._games = GamesSideBySide(self.arena, 1)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Reals, dict[str, Any]]:
        """A new game, and its first roll."""
        super().reset(seed=seed)
        self._games.begin(self.np_random)
        self._illegal = 0
        return self._games.observations()[0], self._info()

    def step(self, action: np.int64) -> tuple[Reals, float, bool, bool, dict[str, Any]]:
        """Take an action."""
        games, taken = self._games, np.array([int(action)], dtype=np.int64)
        if games.over or games.refused(taken)[0]:
            self._illegal += 1
            info = {**self._info(), "illegal": self._why(int(action))}
            truncated = games.over or self._illegal >= MOST_ILLEGAL
            return games.observations()[0], 0.0, False, truncated, info
        loss = {"loss": float(games.losses(taken)[0])} if self._losses else {}
        reward = float(stepped(games, taken, self._rewards)[0])
        return games.observations()[0], reward, games.over, False, {**self._info(), **loss}

    def action_masks(self) -> Bools:
        """(n_actions,): which actions the rules allow; the method that learners with masks look for."""
        allowed: Bools = self._games.possible()[0].astype(bool)
        return allowed

    def render(self) -> str | None:
        """The position in a line, in the mode `ansi`."""
        if self.render_mode is None:
            return None
        games = self._games
        filled = " ".join(self.arena.game.names(int(self.layout.filled[games.at[0]]))) or "-"
        words = [f"dice {self._dice()}", f"rerolls {games.left}", f"filled {filled}"]
        return " | ".join([*words, f"points {int(games.totals[0])}"])

    def _dice(self) -> str:
        lattice = self.arena.states.options.lattice
        return format_dice(lattice.faces_of(lattice.first_roll + int(self._games.roll[0])))

    def _why(self, action: int) -> str:
        if self._games.over:
            return "the game is over; expected a reset"
        name = self.layout.text(action) if 0 <= action < self.layout.n_actions else f"action {action}"
        wanted = "a keep of these dice" if self._games.left else "a category that is open to them"
        return f"{name}: dice {self._dice()}, {self._games.left} rerolls left; expected {wanted}"

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._games.possible()[0], "total": int(self._games.totals[0])}
