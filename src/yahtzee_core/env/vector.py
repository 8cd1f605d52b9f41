"""Many games at once as a Gymnasium vector environment, in NumPy arrays, millions of steps a second."""

from typing import Any, ClassVar

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ..arrays import Bools, Floats, Longs, Reals
from ..errors import UserError
from ..game.game import Game
from ..game.load import game_of
from ..policies.arena import Arena
from .games_side_by_side import GamesSideBySide
from .rewards import POINTS, check_kind, stepped
from .spaces import action_space, observation_space

Step = tuple[Reals, Floats, Bools, Bools, dict[str, Any]]


class YahtzeeVectorEnv(VectorEnv[Reals, Longs, Any]):
    """num_envs games, all at the same decision; arguments and `info` as for YahtzeeEnv, an array each.

    They end together: the last step begins new games (the mode SAME_STEP), and `info` has `final_obs`, the
    last observations, and `final_total`, what the games scored. An action that the rules do not allow is an
    error.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        game: Game | str = "yahtzee",
        rewards: str = POINTS,
        losses: bool = False,
    ) -> None:
        if num_envs < 1:
            raise UserError(f"num_envs {num_envs}; expected 1 or more")
        self.arena, self.num_envs = Arena(game_of(game)), num_envs
        self.layout, self._rewards, self._losses = self.arena.layout, check_kind(rewards), losses
        self.single_observation_space = observation_space(self.layout)
        self.single_action_space = action_space(self.layout)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.games = GamesSideBySide(self.arena, num_envs)
        self._none: Bools = np.zeros(num_envs, dtype=bool)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Reals, dict[str, Any]]:
        """New games, and their first rolls."""
        super().reset(seed=seed)
        self.games.begin(self.np_random)
        return self.games.observations(), self._info()

    def step(self, actions: Longs) -> Step:
        """Take an action in every game."""
        games, taken = self.games, np.asarray(actions, dtype=np.int64)
        self._check(taken)
        more: dict[str, Any] = {"loss": games.losses(taken)} if self._losses else {}
        reward = stepped(games, taken, self._rewards)
        over = games.over
        if over:
            more |= {"final_obs": games.observations(), "final_total": games.totals}
            games.begin(games.random)
        ended = np.full(self.num_envs, over)
        return games.observations(), reward, ended, self._none.copy(), {**self._info(), **more}

    def _check(self, actions: Longs) -> None:
        if actions.shape != (self.num_envs,):
            raise UserError(f"actions of shape {actions.shape}; expected ({self.num_envs},)")
        refused = self.games.refused(actions)
        if refused.any():
            at = int(np.flatnonzero(refused)[0])
            raise UserError(
                f"action {int(actions[at])} in game {at}; expected one that info['action_mask'] allows"
            )

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.games.possible(), "total": self.games.totals.copy()}
