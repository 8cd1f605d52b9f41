"""The spaces of a game: what actions and observations can be (policies/layout.py)."""

import numpy as np
from gymnasium.spaces import Box, Discrete

from ..policies.layout import Layout


def observation_space(layout: Layout) -> Box:
    """A row of an observation; learners want some room in a column that is always 0."""
    return Box(np.zeros_like(layout.most), np.maximum(layout.most, 1), dtype=np.float32)


def action_space(layout: Layout) -> Discrete:
    """The numbers of the actions."""
    return Discrete(layout.n_actions)
