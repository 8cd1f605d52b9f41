"""A small network that learns from labelled positions what a state is worth, in NumPy (docs/agents.md)."""

import sys
from itertools import pairwise

import numpy as np

import yahtzee_core as yz


class Network:
    """Two hidden layers of tanh, trained by Adam on squared errors."""

    def __init__(self, inputs, hidden=64, seed=1):
        random = np.random.default_rng(seed)
        sizes = [inputs, hidden, hidden, 1]
        self.layers = [random.normal(0, a**-0.5, (a, b)) for a, b in pairwise(sizes)]
        self.biases = [np.zeros(b) for b in sizes[1:]]
        self.random = random

    def forward(self, x):
        """What every layer gives."""
        steps = [x]
        for i, (w, b) in enumerate(zip(self.layers, self.biases, strict=True)):
            x = x @ w + b
            x = np.tanh(x) if i < len(self.layers) - 1 else x
            steps.append(x)
        return steps

    def train(self, x, y, epochs=40, size=512, rate=3e-3):
        """Adam, with a rate that falls to nothing."""
        parameters = self.layers + self.biases
        first, second = ([np.zeros_like(p) for p in parameters] for _ in range(2))
        steps = epochs * (len(x) // size)
        for step in range(1, steps + 1):
            at = self.random.integers(0, len(x), size=size)
            gradients = self.gradients(x[at], y[at])
            now = rate * 0.5 * (1 + np.cos(np.pi * step / steps))
            for i, gradient in enumerate(gradients):
                first[i] += 0.1 * (gradient - first[i])
                second[i] += 0.001 * (gradient**2 - second[i])
                size_now = np.sqrt(second[i] / (1 - 0.999**step)) + 1e-8
                parameters[i] -= now * (first[i] / (1 - 0.9**step)) / size_now

    def gradients(self, x, y):
        """Of the mean squared error, for the layers, then for the biases."""
        steps = self.forward(x)
        error = (steps[-1] - y[:, None]) * (2 / len(x))
        layers, biases = [], []
        for i in reversed(range(len(self.layers))):
            layers.insert(0, steps[i].T @ error)
            biases.insert(0, error.sum(axis=0))
            error = error @ self.layers[i].T * (1 - steps[i] ** 2)
        return layers + biases


def inputs(open_, need, chip):
    """(n, .): open categories, what is missing for the bonus, whether there is any, and the chip."""
    need = np.asarray(need, dtype=float)[:, None]
    return np.hstack([open_, need / 63, need > 0, np.asarray(chip, dtype=float)[:, None]])


def learn(game="yahtzee", positions=600_000, epochs=40, seed=1):
    """A network of the value of states, from positions after the first roll of a turn."""
    half = positions // 2
    kinds = [yz.labelled(game, half, seed), yz.labelled(game, half, seed, agent="expected", perturbed=0.1)]
    x, y = [], []
    for examples in kinds:
        here = examples.rerolls == examples.game.rolls - 1
        sheet = examples.observations[here]
        n = len(examples.game.categories)
        x.append(inputs(sheet[:, :n], sheet[:, n], sheet[:, n + 1]))
        y.append(np.nanmax(examples.values[here], axis=1))
    x, y = np.concatenate(x), np.concatenate(y)
    scale = y.std()
    network = Network(x.shape[1], seed=seed)
    network.train(x, y / scale, epochs)

    def imitation(states):
        return network.forward(inputs(states.open, states.need, states.chip))[-1][:, 0] * scale

    return imitation


if __name__ == "__main__":
    game = sys.argv[1] if len(sys.argv) > 1 else "yahtzee"
    found = yz.evaluate(learn(game), game)
    print(
        found, f"lost by keeps {found.losses.keep_loss:.4f}, by categories {found.losses.category_loss:.4f}"
    )
