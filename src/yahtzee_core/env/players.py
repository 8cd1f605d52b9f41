"""Two or more players in turn, all of whom see all sheets, as a PettingZoo environment (AEC)."""

from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import seeding

from ..arrays import Reals
from ..errors import UserError
from ..extras import missing
from ..game.game import Game
from ..game.load import game_of
from ..policies.arena import Arena
from .games_side_by_side import GamesSideBySide
from .spaces import action_space, observation_space

try:
    from pettingzoo import AECEnv
    from pettingzoo.utils import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper
except ImportError:
    raise missing("environments of several players", "pettingzoo", "rl") from None


def players_env(game: Game | str = "yahtzee", players: int = 2) -> AECEnv:
    """The environment in the wrappers of PettingZoo: an action that the rules do not allow loses the game."""
    env: AECEnv = TerminateIllegalWrapper(YahtzeePlayersEnv(game, players), illegal_reward=-1)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(env))


class YahtzeePlayersEnv(AECEnv):  # type: ignore[misc]
    """Players take turns, each of several decisions; the rewards come at the end and sum up to 0.

    The winner gets 1, and several share it; the others pay it, in equal parts. When all have the same
    total everybody gets 0. An observation is a dictionary: `observation`, the row of layout.py for the
    player's own game and its points so far, then for each of the others, in turn from the next one, its
    open categories, need, chip and points so far; and `action_mask`. The dice are those of the player who
    moves; a player who does not is shown its sheet with no dice and no action.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "yahtzee_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self, game: Game | str = "yahtzee", players: int = 2, render_mode: str | None = None
    ) -> None:
        super().__init__()
        if players < 2:
            raise UserError(f"{players} players; expected 2 or more")
        self.arena, self.render_mode = Arena(game_of(game)), render_mode
        self.layout = self.arena.layout
        self.possible_agents = [f"player_{i}" for i in range(players)]
        self._number = {agent: i for i, agent in enumerate(self.possible_agents)}
        self._games = [GamesSideBySide(self.arena, 1) for _ in self.possible_agents]
        self._sheet = len(self.arena.game.categories) + 2
        self._spaces = self._observation_space()
        self._actions = action_space(self.layout)
        self._random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> Dict:
        """Of every player the same."""
        return self._spaces

    def action_space(self, agent: str) -> Discrete:
        """Of every player the same."""
        return self._actions

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """New games; the first player has rolled."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        for games in self._games:
            games.begin(self._random)
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """What a player sees."""
        at, n = self._number[agent], len(self._games)
        own = self._games[at]
        row, mask = own.observations()[0], own.possible()[0]
        if agent != self.agent_selection or own.over:
            row[self._sheet :] = 0
            mask[:] = 0
        others = [self._games[(at + i) % n] for i in range(1, n)]
        parts = [
            row,
            own.totals,
            *(x for o in others for x in (o.observations()[0, : self._sheet], o.totals)),
        ]
        return {"observation": np.concatenate(parts).astype(np.float32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The player whose turn it is takes an action."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        games = self._games[self._number[agent]]
        taken = np.array([-1 if action is None else int(action)], dtype=np.int64)
        if games.refused(taken)[0]:
            raise UserError(f"{agent}: action {action}; expected one that its action_mask allows")
        turn = games.turn
        games.step(taken)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if games.turn > turn:
            self.agent_selection = self.agents[(self._number[agent] + 1) % len(self.agents)]
        if all(each.over for each in self._games):
            self.rewards = dict(zip(self.agents, self._outcome(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The totals, in the mode `ansi`."""
        if self.render_mode is None:
            return None
        return ", ".join(
            f"{agent} {int(games.totals[0])}"
            for agent, games in zip(self.possible_agents, self._games, strict=True)
        )

    def close(self) -> None:
        """Nothing is held."""

    def _outcome(self) -> list[float]:
        totals = np.array([int(games.totals[0]) for games in self._games])
        wins = totals == totals.max()
        if wins.all():
            return [0.0] * len(totals)
        shares: Reals = np.where(wins, 1 / wins.sum(), -1 / (~wins).sum())
        return [float(share) for share in shares]

    def _observation_space(self) -> Dict:
        most = float(np.iinfo(np.int32).max)
        own = observation_space(self.layout).high
        others = [part for _ in self._games[1:] for part in (own[: self._sheet], [most])]
        high = np.concatenate([own, [most], *others]).astype(np.float32)
        mask = Box(0, 1, (self.layout.n_actions,), dtype=np.int8)
        return Dict({"observation": Box(np.zeros_like(high), high, dtype=np.float32), "action_mask": mask})
