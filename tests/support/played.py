"""Games played by the rules of the oracle, as logs."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from html.parser import HTMLParser
from random import Random

from brute_force import START, BruteForce, Dice, keeps
from brute_force import State as RealState
from helpers import TOYS, actions, advisor, builtin_raw, distribution, merged, toy_distribution, toy_oracle

from yahtzee_core.advice.advisor import Advisor
from yahtzee_core.advice.review import Review, review_text

Choose = Callable[[RealState, Dice, int], str]


@dataclass(frozen=True)
class Played:
    """A game: its moves as lines of a log, its points by category with extra Yahtzees, and its score."""

    lines: tuple[str, ...]
    sheet: tuple[int, ...]
    extra: int
    score: int

    @property
    def text(self) -> str:
        """The log."""
        return "\n".join([*self.lines, f"final {self.score}"])


@cache
def rules(name: str) -> BruteForce:
    """The rules of a game, from its file; not solved."""
    return toy_oracle(name) if name in TOYS else BruteForce(builtin_raw(name))


def play(name: str, seed: int, choose: Choose) -> Played:
    """Play with seeded dice; rules and points are the oracle's."""
    random, oracle = Random(f"{name} {seed}"), rules(name)
    raw, real, lines = oracle.raw, START, []
    points = dict.fromkeys(oracle.categories, 0)
    score = extra = 0
    while len(real[0]) < len(points):
        keep: Dice = ()
        for left in reversed(range(raw["rolls"])):
            rolled = [random.randint(1, raw["faces"]) for _ in range(raw["dice"] - len(keep))]
            dice = tuple(sorted([*keep, *rolled]))
            action = choose(real, dice, left)
            state = f"filled {' '.join(sorted(real[0])) or '-'} | upper {real[1]} | chip {chip(raw, real)}"
            lines.append(f"dice {' '.join(map(str, dice))} | rerolls {left} | {state} => {action}")
            kind, _, what = action.partition(" ")
            if kind == "score":
                ((gains, real),) = [(g, s) for c, g, s in oracle.gains(real, dice) if c == what]
                points[what], score, extra = gains[0], score + sum(gains), extra + (gains[2] > 0)
                break
            keep = tuple(map(int, what.replace("-", "").split()))
    return Played(tuple(lines), tuple(points.values()), extra, score)


def chip(raw: dict[str, dict[str, int]], real: RealState) -> str:
    """Whether extra Yahtzees earn a bonus; never where there is none."""
    return "yes" if real[2] and raw.get("yahtzee", {}).get("bonus", 0) else "no"


def at_random(name: str, seed: int) -> Choose:
    """Any keep, sometimes a category early, any category."""
    random = Random(seed)

    def choose(real: RealState, dice: Dice, left: int) -> str:
        if left and random.random() < 0.9:
            keep = random.choice(sorted(keeps(dice)))
            return f"keep {' '.join(map(str, keep)) or '-'}"
        return f"score {random.choice(rules(name).choices(*real, dice))[0]}"

    return choose


def optimally(name: str) -> Choose:
    """The first action of actions.py."""
    table = advisor(name).arena.optimal

    def choose(real: RealState, dice: Dice, left: int) -> str:
        return actions(table, merged(table.states, real), dice, left)[0].text

    return choose


@cache
def reviewer(name: str) -> Advisor:
    """An advisor that shares the distribution of other tests."""
    found = advisor(name)
    vars(found)["totals"] = toy_distribution(name) if name in TOYS else distribution(name)
    return found


def reviewed(name: str, text: str) -> Review:
    """The review of a log."""
    return review_text(reviewer(name), text)


@cache
def random_game(name: str, seed: int = 0) -> Played:
    """A game played at random."""
    return play(name, seed, at_random(name, seed))


GAME = [
    "dice 1 1 2 | rerolls 2 => keep 1 1",
    "dice 1 1 3 | rerolls 1 => keep 1 1",
    "dice 1 1 1 | rerolls 0 => score yahtzee",
    "dice 2 2 2 | rerolls 2 => score twos",
    "dice 1 1 1 | rerolls 2 => score ones",
    "dice 4 4 3 | rerolls 2 => score fours",
    "dice 1 3 3 | rerolls 2 => score threes",
    "dice 1 2 3 | rerolls 2 => score straight",
    "dice 4 4 3 | rerolls 2 => score pair",
]
"""15, 6 + 20, 3 + 20, 8, 6 with the upper bonus of 10, 8, 11."""


class Reader(HTMLParser):
    """What a page holds."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.outside: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag != "meta":
            self.open.append(tag)
        self.outside += [value or "" for key, value in attrs if key in ("src", "href", "action")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
