"""An oracle: small dice games solved by brute force in exact fractions.

It shares no code with the solver. It reads a game as the plain dictionary of its YAML file, has its
own scoring, and sums over ordered rolls of distinguishable dice instead of weighted multisets.

A state is (filled, upper, chip): the ids of the filled categories, the real total of the upper
section (never capped), and whether the Yahtzee category was scored above 0.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import lcm
from typing import Any

Dice = tuple[int, ...]
State = tuple[frozenset[str], int, bool]
Choice = tuple[str, int, State]
Gains = tuple[int, int, int]
"""Points in a category, of the upper bonus, and of the Yahtzee bonus."""
Goal = tuple[Fraction, ...]
"""What a player maximises: the first entry, among equals the second one. Averages go by entry."""

START: State = (frozenset(), 0, False)


def fits(category: dict[str, Any], dice: Dice, colours: list[list[int]]) -> list[int]:
    """Sums of the dice of each way in which the roll meets the conditions on faces of a category.

    Empty when it fails one of them; [0] for the ways of a category without conditions.
    """
    sums = [0]
    if "face" in category:
        same = [d for d in dice if d == category["face"]]
        sums = [s + sum(same) for s in sums if same]
    one_colour = category.get("one_colour", False)
    if "groups" in category:
        groups, distinct = category["groups"], category.get("distinct", True)
        parts = [tuple(d for d in dice if d in colour) for colour in colours] if one_colour else [dice]
        sums = [s + g for s in sums for part in parts for g in group_sums(part, groups, distinct)]
    elif one_colour:
        sums = sums if any(set(dice) <= set(colour) for colour in colours) else []
    if "run" in category:
        length = category["run"]
        runs = [range(d, d + length) for d in set(dice)]
        sums = [s + sum(run) for s in sums for run in runs if set(run) <= set(dice)]
    if "faces" in category:
        sums = [s + sum(category["faces"]) for s in sums if set(category["faces"]) <= set(dice)]
    return sums


def group_sums(dice: Dice, groups: list[int], distinct: bool) -> list[int]:
    """Sums of the dice of each way to give every group a face of which the roll has enough dice."""
    sums = []
    for faces in product(sorted(set(dice)), repeat=len(groups)):
        needed = [face for face, size in zip(faces, groups, strict=True) for _ in range(size)]
        enough = all(needed.count(face) <= dice.count(face) for face in faces)
        if enough and not (distinct and len(set(faces)) < len(faces)):
            sums.append(sum(needed))
    return sums


def pattern_points(category: dict[str, Any], dice: Dice, colours: list[list[int]] = []) -> int:  # noqa: B006
    """Points of a roll in a category, without bonuses and jokers."""
    sums = fits(category, dice, colours)
    if not sums or category.get("total", sum(dice)) != sum(dice):
        return 0
    plus = category.get("plus", 0)
    if category["score"] == "all":
        return sum(dice) + plus
    return plus + (max(sums) if category["score"] == "matching" else int(category["score"]))


def keeps(dice: Dice) -> set[Dice]:
    """All multisets of dice that may be kept, sorted, from none to all."""
    return {k for n in range(len(dice) + 1) for k in combinations(sorted(dice), n)}


def in_integers(best: dict[Dice, Goal]) -> tuple[dict[Dice, tuple[int, ...]], list[int]]:
    """Goals as integers over one common denominator for each place: faster, and as exact as fractions."""
    common = [lcm(*(number.denominator for number in place)) for place in zip(*best.values())]
    whole = {
        dice: tuple(x.numerator * (over // x.denominator) for x, over in zip(goal, common))
        for dice, goal in best.items()
    }
    return whole, common


class BruteForce:
    """One game, solved. `raw` is the dictionary of its YAML file, which must be valid.

    No two upper categories may have the same face.
    """

    def __init__(self, raw: dict[str, Any]) -> None:
        self.raw = raw
        self.categories: dict[str, dict[str, Any]] = {c["id"]: c for c in raw["categories"]}
        self.dice: int = raw["dice"]
        self.upper_of_face: dict[int, str] = {
            c["face"]: c["id"] for c in raw["categories"] if c["section"] == "upper" and "face" in c
        }

    def points(self, category_id: str, dice: Dice) -> int:
        """Points of a roll in a category, without bonuses and jokers."""
        joker = self.raw.get("joker", {})
        if joker.get("placement") == "always" and len(set(dice)) == 1 and category_id in joker["scores"]:
            return int(joker["scores"][category_id])
        return pattern_points(self.categories[category_id], dice, self.raw.get("colours", []))

    @cache  # noqa: B019
    def choices(self, filled: frozenset[str], upper: int, chip: bool, dice: Dice) -> list[Choice]:
        """(category, points with all bonuses, next state) of each category that may be filled."""
        return [(c, sum(gains), after) for c, gains, after in self.gains((filled, upper, chip), dice)]

    def gains(self, state: State, dice: Dice) -> list[tuple[str, Gains, State]]:
        """The same with the points apart."""
        extra = self._is_extra(state[0], dice)
        return [self._gains(state, c, dice, extra) for c in self._allowed(state[0], dice)]

    @cache  # noqa: B019
    def value(self, state: State) -> Fraction:
        """The highest expected points to come, at the start of a turn."""
        return self._turn(state, lambda dice: self._best_value(state, dice))[0]

    def option_values(self, state: State, dice: Dice, rerolls: int) -> dict[str, Fraction]:
        """Expected points to come by action: "score ones", or "keep 1 1 2" ("keep -" for none)."""
        if rerolls == 0:
            choices = self.choices(*state, dice)
            return {f"score {c}": points + self.value(after) for c, points, after in choices}
        after_reroll = self._rolls(lambda d: self._best_value(state, d), rerolls - 1)
        return {
            f"keep {' '.join(map(str, keep)) or '-'}": self._mean(keep, after_reroll)[0]
            for keep in keeps(dice)
        }

    @cache  # noqa: B019
    def maxprob(self, state: State, needed: int) -> Fraction:
        """The highest probability of at least `needed` more points, at the start of a turn."""
        if needed <= 0 or needed > self.most(state):
            return Fraction(needed <= 0)

        def best(dice: Dice) -> Goal:
            choices = self.choices(*state, dice)
            return (max(self.maxprob(after, needed - points) for _, points, after in choices),)

        return self._turn(state, best)[0]

    @cache  # noqa: B019
    def most(self, state: State) -> int:
        """The most points that can come."""
        choices = [choice for dice in self._all_rolls() for choice in self.choices(*state, dice)]
        return max((points + self.most(after) for _, points, after in choices), default=0)

    def maxprob_mean(self, state: State, needed: int) -> Fraction:
        """The highest expected points to come among the strategies of the highest probability."""
        return self._maxprob_goal(state, needed, 1)[1]

    def maxprob_moments(self, state: State, needed: int) -> tuple[Fraction, Fraction]:
        """Smallest and largest E[(points to come)^2] among the strategies of maxprob_mean."""
        return -self._maxprob_goal(state, needed, -1)[2], self._maxprob_goal(state, needed, 1)[2]

    def second_moments(self, state: State) -> tuple[Fraction, Fraction]:
        """Smallest and largest E[(points to come)^2] among the strategies of the highest value."""
        return -self._value_and_square(state, -1)[1], self._value_and_square(state, 1)[1]

    @cache  # noqa: B019
    def value_in_hand(self, state: State, saved: int = 0, sign: int = 1) -> Goal:
        """Where rolls are saved, or a first roll scores more: the highest expected points to come with
        `saved` rolls in hand and, among the strategies of that, the highest sign * E[points^2]."""
        if len(state[0]) == len(self.categories):
            return Fraction(0), Fraction(0)
        rerolls = self.raw["rolls"] - 1 + saved
        return self._mean((), {d: self._in_hand(state, d, rerolls, True, sign) for d in self._all_rolls()})

    @cache  # noqa: B019
    def _in_hand(self, state: State, dice: Dice, rerolls: int, first: bool, sign: int) -> Goal:
        """The best of scoring a roll, which saves the rerolls left, and of each keep."""
        goals = [self._scored_in_hand(choice, rerolls, sign) for choice in self._premium(state, dice, first)]
        for keep in self._keeps(dice) if rerolls else ():
            rolled = {d: self._in_hand(state, d, rerolls - 1, False, sign) for d in self._rolled(keep)}
            goals.append(self._mean(keep, rolled))
        return max(goals)

    def _premium(self, state: State, dice: Dice, first: bool) -> list[Choice]:
        """The choices, with what a first roll scores more."""
        return [
            (c, sum(gains) + (first and gains[0] > 0) * self.categories[c].get("first_roll", 0), after)
            for c, gains, after in self.gains(state, dice)
        ]

    def _scored_in_hand(self, choice: Choice, rerolls: int, sign: int) -> Goal:
        _, points, after = choice
        value, square = self.value_in_hand(after, rerolls * self.raw.get("saved_rolls", False), sign)
        return points + value, sign * (points**2 + 2 * points * value) + square

    def states(self) -> set[State]:
        """All states that can occur at the start of a turn or at the end of the game."""
        found, new = {START}, {START}
        while new:
            new = {after for state in new for after in self._successors(state)} - found
            found |= new
        return found

    @cache  # noqa: B019
    def _value_and_square(self, state: State, sign: int) -> Goal:
        """Highest value and, among the strategies that reach it, the highest sign * E[points^2]."""

        def best(dice: Dice) -> Goal:
            goals = []
            for _, points, after in self.choices(*state, dice):
                value, square = self._value_and_square(after, sign)
                goals.append((points + value, sign * (points**2 + 2 * points * value) + square))
            return max(goals)

        return self._turn(state, best, goals=2)

    @cache  # noqa: B019
    def _maxprob_goal(self, state: State, needed: int, sign: int) -> Goal:
        """Highest probability of `needed`, then highest mean, then highest sign * E[points^2]."""
        if needed <= 0:
            return Fraction(1), *self._value_and_square(state, sign)

        def best(dice: Dice) -> Goal:
            goals = []
            for _, points, after in self.choices(*state, dice):
                probability, mean, square = self._maxprob_goal(after, needed - points, sign)
                square += sign * (points**2 + 2 * points * mean)
                goals.append((probability, points + mean, square))
            return max(goals)

        return self._turn(state, best, goals=3)

    def _successors(self, state: State) -> set[State]:
        return {after for dice in self._all_rolls() for _, _, after in self.choices(*state, dice)}

    def _best_value(self, state: State, dice: Dice) -> Goal:
        return (max(p + self.value(after) for _, p, after in self.choices(*state, dice)),)

    def _turn(self, state: State, scored: Callable[[Dice], Goal], goals: int = 1) -> Goal:
        """The best average of a whole turn; `scored` gives the best of a roll without rerolls."""
        if len(state[0]) == len(self.categories):
            return (Fraction(0),) * goals
        rolls, common = self._rolls_in_integers(scored, self.raw["rolls"] - 1)
        return tuple(map(Fraction, self._sums((), rolls), [self._ordered_rolls * over for over in common]))

    def _rolls(self, scored: Callable[[Dice], Goal], rerolls: int) -> dict[Dice, Goal]:
        """The best of every sorted roll with that many rerolls left."""
        rolls, common = self._rolls_in_integers(scored, rerolls)
        return {dice: tuple(map(Fraction, sums, common)) for dice, sums in rolls.items()}

    def _rolls_in_integers(
        self, scored: Callable[[Dice], Goal], rerolls: int
    ) -> tuple[dict[Dice, tuple[int, ...]], list[int]]:
        """The same over one denominator for each place of a goal."""
        best, common = in_integers({dice: scored(dice) for dice in self._all_rolls()})
        all_keeps = {keep for dice in best for keep in self._keeps(dice)} if rerolls else set()
        for _ in range(rerolls):
            kept = {keep: self._sums(keep, best) for keep in all_keeps}
            best = {dice: max(kept[keep] for keep in self._keeps(dice)) for dice in best}
        return best, [over * self._ordered_rolls**rerolls for over in common]

    @property
    def _ordered_rolls(self) -> int:
        """How many ordered rolls of all dice there are."""
        return int(self.raw["faces"] ** self.dice)

    def _sums(self, keep: Dice, best: dict[Dice, tuple[int, ...]]) -> tuple[int, ...]:
        """Sums of `best` over as many ordered rolls as there are, those after a keep coming alike often."""
        goals = [(best[dice], times) for dice, times in self._weights(keep)]
        return tuple(sum(goal[i] * times for goal, times in goals) for i in range(len(goals[0][0])))

    @cache  # noqa: B019
    def _weights(self, keep: Dice) -> list[tuple[Dice, int]]:
        """The sorted rolls that come of a keep, by how many of all ordered rolls they stand for."""
        alike = self.raw["faces"] ** len(keep)
        return [(dice, times * alike) for dice, times in self._rolled(keep).items()]

    def _mean(self, keep: Dice, best: dict[Dice, Goal]) -> Goal:
        """Average of `best` over all ordered rolls of the dice that are not kept."""
        whole, common = in_integers(best)
        return tuple(map(Fraction, self._sums(keep, whole), [self._ordered_rolls * over for over in common]))

    @cache  # noqa: B019
    def _rolled(self, keep: Dice) -> Counter[Dice]:
        """The sorted rolls that come of a keep, by the number of ordered rolls of the other dice."""
        return Counter(tuple(sorted(keep + dice)) for dice in self._ordered(self.dice - len(keep)))

    @cache  # noqa: B019
    def _keeps(self, dice: Dice) -> set[Dice]:
        return keeps(dice)

    @cache  # noqa: B019
    def _ordered(self, n: int) -> list[Dice]:
        return list(product(range(1, self.raw["faces"] + 1), repeat=n))

    @cache  # noqa: B019
    def _all_rolls(self) -> set[Dice]:
        return {tuple(sorted(dice)) for dice in self._ordered(self.dice)}

    def _is_extra(self, filled: frozenset[str], dice: Dice) -> bool:
        return self.raw.get("yahtzee", {}).get("category") in filled and len(set(dice)) == 1

    def _own_is_open(self, filled: frozenset[str], dice: Dice) -> bool:
        """Whether the upper category of the face of equal dice exists and is open."""
        return self.upper_of_face.get(dice[0]) not in {None, *filled}

    def _allowed(self, filled: frozenset[str], dice: Dice) -> list[str]:
        """Open categories that the roll may go in, in sheet order."""
        is_open = [c for c in self.categories if c not in filled]
        if "order" in self.raw:
            return is_open[:1] if self.raw["order"] == "down" else is_open[-1:]
        forced = self.raw.get("joker", {}).get("placement") == "forced"
        if not (forced and self._is_extra(filled, dice)):
            return is_open
        if self._own_is_open(filled, dice):
            return [self.upper_of_face[dice[0]]]
        lower = [c for c in is_open if self.categories[c]["section"] == "lower"]
        return lower or is_open

    def _gains(self, state: State, category_id: str, dice: Dice, extra: bool) -> tuple[str, Gains, State]:
        """What it means to score a roll in an allowed category."""
        filled, upper, chip = state
        points = self.points(category_id, dice)
        on_own = self.raw.get("joker", {}).get("placement") == "always"
        if extra and not on_own and not self._own_is_open(filled, dice):
            points = self.raw.get("joker", {}).get("scores", {}).get(category_id, points)
        in_upper = self.categories[category_id]["section"] == "upper"
        total = upper + points if in_upper else upper
        bonuses = [self.raw["upper"], *self.raw["upper"].get("further", [])] if "upper" in self.raw else []
        upper_bonus = sum(one["bonus"] for one in bonuses if upper < one["threshold"] <= total)
        yahtzee_bonus = self.raw["yahtzee"].get("bonus", 0) if extra and chip else 0
        is_yahtzee = category_id == self.raw.get("yahtzee", {}).get("category")
        chip = points > 0 if is_yahtzee else chip
        return category_id, (points, upper_bonus, yahtzee_bonus), (filled | {category_id}, total, chip)
