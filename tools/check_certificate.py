"""Checks a certificate: that the expected score of a dice game under best play lies between two numbers.

    python tools/check_certificate.py GAME.yaml CERTIFICATE.parquet

It shares no code with the solver. A certificate has two numbers for every state, lo and hi, in multiples of
2^-bits. Let B be the best turn of a state by numbers of the states after it. In all states, by upper totals,

    hi[s] = B(hi)[s], every division rounded up;      lo[s] = B(lo)[s], every division rounded down

is checked, in whole numbers. At the end of a game lo = V = hi = 0. If lo <= V <= hi in the states after s,
then B(lo) <= B(V) = V <= B(hi) in s, as means and maxima of larger numbers are larger, and rounding widens.
So lo <= V <= hi in all of them. It needs NumPy, pyarrow, PyYAML.
"""

import json
import sys
from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, pairwise, product

import numpy as np
import pyarrow.parquet as pq
import yaml

WIDEST = 1e-10  # points between lo and hi


def refuse(why):
    """The verdict: not proved."""
    sys.exit(f"refused: {why}")


class Rules:
    """A game file, and the keeps of its dice: all multisets of at most all dice, the smallest first."""

    def __init__(self, raw):
        self.raw, self.sheet = raw, raw["categories"]
        keys = {*raw, *raw.get("upper", {}), *(key for category in self.sheet for key in category)}
        if strange := keys & {"saved_rolls", "first_roll", "order", "colours", "one_colour", "further"}:
            refuse(f"the game has {min(strange)}; expected a game without")
        self.dice, self.faces = raw["dice"], range(1, raw["faces"] + 1)
        sets = [[*combinations_with_replacement(self.faces, n)] for n in range(self.dice + 1)]
        number, self.rolls = {k: i for i, k in enumerate(k for keeps in sets for k in keeps)}, sets[-1]
        self.sizes = [slice(*pair) for pair in pairwise(np.cumsum([0, *map(len, sets)]).tolist())]
        up = [[[number[*sorted((*k, f)),] for k in keeps] for f in self.faces] for keeps in sets[:-1]]
        down = [[[number[k[:i] + k[i + 1 :]] for k in sets[n]] for i in range(n)] for n in range(len(sets))]
        self.up, self.down = [*map(np.array, up)], [*map(np.array, down)]
        self.equal = np.array([len(set(roll)) == 1 for roll in self.rolls])
        self.upper = sum(1 << i for i, c in enumerate(self.sheet) if c["section"] == "upper")
        ids, bonus, rule = [c["id"] for c in self.sheet], raw.get("upper", {}), raw.get("yahtzee", {})
        self.threshold, self.bonus = bonus.get("threshold", 0), bonus.get("bonus", 0)
        self.yahtzee, self.extra = ids.index(rule["category"]) if rule else len(ids), rule.get("bonus", 0)
        joker = raw.get("joker", {"placement": None, "scores": {}})
        self.placement = joker["placement"]
        self.joker = {ids.index(name): points for name, points in joker["scores"].items()}
        self.plain = np.array([[points(category, roll) for roll in self.rolls] for category in self.sheet])
        for category, score in self.joker.items() if self.placement == "always" else ():
            self.plain[category, self.equal] = score

    def options(self, filled):
        """(points, allowed, extra): by category and roll, and by roll, with these categories filled."""
        scores, n = self.plain.copy(), len(self.sheet)
        allowed = np.array([[not filled >> c & 1] * len(self.rolls) for c in range(n)])
        extra = self.equal & bool(filled >> self.yahtzee & 1)
        for roll in np.flatnonzero(extra) if self.placement in ("free", "forced") else ():
            free, face = np.flatnonzero(allowed[:, roll]), self.rolls[roll][0]
            own = [c for c in free if self.upper >> c & 1 and self.sheet[c].get("face") == face]
            if not own:
                scores[[*self.joker], roll] = [*self.joker.values()]
            if self.placement == "forced":
                allowed[:, roll] = np.isin(range(n), own or [c for c in free if ~self.upper >> c & 1] or free)
        return scores, allowed, extra

    @cache
    def totals(self, filled):
        """The totals that filled upper categories can make; the threshold stands for what is above it."""
        sums = {0}
        for c in range(len(self.sheet)):
            if filled >> c & 1:
                sums = {min(s + p, self.threshold) for s in sums for p in {*self.plain[c].tolist()}}
        return np.array(sorted(sums))

    @cache
    def need(self, filled):
        """By upper total: the least sum of open upper categories that earns the bonus; 0 for none."""
        sums = {0}
        for c in range(len(self.sheet)):
            if not filled >> c & 1 and self.upper >> c & 1:
                sums |= {s + p for s in sums for p in {*self.plain[c].tolist()}}
        missing = [self.threshold - total for total in range(self.threshold + 1)]
        return np.array([min((s for s in sums if s >= m), default=0) if m > 0 else 0 for m in missing])


def points(category, roll):
    """What a roll scores in a category, without bonuses and jokers."""
    count, sums = Counter(roll), [0]
    if "face" in category:
        sums = [category["face"] * n for f, n in count.items() if f == category["face"]]
    if "groups" in category:
        sizes, found = category["groups"], []
        for faces in product(count, repeat=len(sizes)):
            used = Counter(face for face, size in zip(faces, sizes) for _ in range(size))
            if used <= count and (len(used) == len(sizes) or not category.get("distinct", True)):
                found.append(sum(used.elements()))
        sums = [s + f for s in sums for f in found]
    if "run" in category:
        starts = [d for d in count if all(count[d + i] for i in range(category["run"]))]
        sums = [s + sum(range(d, d + category["run"])) for s in sums for d in starts]
    if "faces" in category:
        sums = [s + sum(category["faces"]) for s in sums if all(count[f] for f in category["faces"])]
    if not sums or category.get("total", sum(roll)) != sum(roll):
        return 0
    score = {"all": sum(roll), "matching": max(sums)}.get(category["score"], category["score"])
    return score + category.get("plus", 0)


def turn(rules, leaf):
    """(lanes, 2): the start of a turn from (n_rolls, lanes, 2), lo rounded down and hi up."""
    a = np.empty((rules.sizes[-1].stop, leaf[0].size), dtype=np.int64)
    a[rules.sizes[-1]] = leaf.reshape(len(leaf), -1)
    rounding = np.resize([0, len(rules.faces) - 1], leaf[0].size)
    for left in reversed(range(rules.raw["rolls"])):
        for keeps, up in reversed([*zip(rules.sizes, rules.up)]):
            a[keeps] = rounding
            for rows in up:
                a[keeps] += a.take(rows, axis=0)
            a[keeps] //= len(rules.faces)
        for keeps, down in zip(rules.sizes, rules.down) if left else ():
            for rows in down:
                np.maximum(a[keeps], a.take(rows, axis=0), out=a[keeps])
    return a[0].reshape(leaf.shape[1:])


def check(rules, key, numbers, bits):
    """Compare every state, the fullest first; refuses where one differs."""
    n, seen = len(rules.sheet), np.zeros(len(key), dtype=bool)

    @cache
    def places(filled):
        """By chip and upper total the row of a state, -1 where there is none."""
        wanted = key_of(filled, rules.need(filled & rules.upper), np.array([[0], [1]]))
        found = np.minimum(np.searchsorted(key, wanted), len(key) - 1)
        return np.where(key[found] == wanted, found, -1)

    def rows(filled, total, chip):
        found = places(filled)[chip, total]
        if (found < 0).any():
            refuse(f"a state with the categories {filled:b} filled is missing")
        return found

    for filled in sorted(range(1 << n), key=int.bit_count, reverse=True):
        chips = [0, 1] if rules.extra > 0 and filled >> rules.yahtzee & 1 else [0]
        total, chip = (x.ravel() for x in np.meshgrid(rules.totals(filled & rules.upper), chips))
        best = np.full((len(rules.rolls), len(total), 2), -1, dtype=np.int64)
        scores, allowed, extra = rules.options(filled) if filled != (1 << n) - 1 else ((), (), ())
        for c in range(n) if len(scores) else ():
            kinds, kind = np.unique(scores[c, allowed[c]] * 2 + extra[allowed[c]], return_inverse=True)
            score, more = np.divmod(kinds[:, None], 2)
            after = np.minimum(total + score * (rules.upper >> c & 1), rules.threshold)
            earned = (total < rules.threshold) & (after >= rules.threshold)
            gain = score + rules.bonus * earned + rules.extra * more * chip
            chip_after = chip | ((score > 0) & (c == rules.yahtzee and rules.extra > 0))
            value = numbers[rows(filled | 1 << c, after, chip_after)] + (gain[..., None] << bits)
            best[allowed[c]] = np.maximum(best[allowed[c]], value[kind])
        found = turn(rules, best) if len(scores) else np.zeros((len(total), 2), dtype=np.int64)
        at = rows(filled, total, chip)
        if (numbers[at] != found).any():
            refuse(f"lo or hi of a state with the categories {filled:b} filled is not that of the best turn")
        seen[at] = True
    if not seen.all():
        refuse("there are states that no game comes to")


def key_of(filled, need, chip):
    return (filled * 2 + chip) * (1 << 20) + need


def main(game, certificate):
    """Check, and print what is proved."""
    with open(game, encoding="utf-8") as file:
        rules = Rules(yaml.safe_load(file))
    table = pq.read_table(certificate)
    bits = json.loads(table.schema.metadata[b"certificate"])["bits"]
    filled, need, chip = (table[name].to_numpy().astype(np.int64) for name in ("filled", "need", "chip"))
    scaled = np.stack([table[name].to_numpy() for name in ("lo", "hi")], axis=1) * 2.0**bits
    numbers, key = scaled.astype(np.int64), key_of(filled, need, chip)
    order = np.argsort(key)
    if (numbers != scaled).any() or np.abs(scaled).max() >= 2**53 or (np.diff(key[order]) == 0).any():
        refuse(f"expected one row a state, of multiples of 2^-{bits} that a double holds")
    check(rules, key[order], numbers[order], bits)
    widest = float((numbers[:, 1] - numbers[:, 0]).max() / 2**bits)
    if widest > WIDEST:
        refuse(f"hi - lo is {widest:.2g} points in a state; expected at most {WIDEST}")
    low, high = (np.format_float_positional(x) for x in (scaled[filled == 0][0] / 2.0**bits))
    print(f"accepted: {rules.raw['id']}, {len(key)} states, hi - lo at most {widest:.2g} points")
    print(f"{rules.raw['id']}: expected score from {low} to {high}")


if __name__ == "__main__":
    main(*sys.argv[1:])
