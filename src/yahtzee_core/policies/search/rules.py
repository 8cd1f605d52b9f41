"""A better list of rules, by local search with the exact expected score as fitness (Glenn 2007, III-A).

Every generation tries OFFSPRING lists that differ from the best one in a rule or two, and takes the best of
them when it scores no less. Lists never grow beyond MOST rules. The state is written after
every generation; an interrupted search goes on from it, with the same results. In the end every rule
and every condition that is worth less than WORTH points is left out: a person has to follow the list.
"""

import copy
from collections.abc import Callable
from random import Random
from typing import Any

from ...errors import UserError
from ...turn.machine import cores
from ...turn.threads import in_threads
from ..arena import Arena
from ..strategies.rules import RulesPolicy
from ..walk import walk
from .state import SearchState

Rules = dict[str, Any]
OFFSPRING = 4
LEAST = 3
"""Categories of a game that rules can be drawn for."""
WORTH = 0.02
"""Points that a rule or a condition must be worth to be kept in the end."""
OPTIONAL = {"open", "upper_open_at_most", "rerolls", "at_least", "own", "earns_bonus"}
MOST = {"keep": 16, "score": 16}
"""As many rules as fit on a page."""


def search_rules(
    arena: Arena,
    start: Rules,
    seed: int,
    generations: int,
    state: SearchState,
    progress: Callable[[int, float], None],
) -> tuple[Rules, float]:
    """The best rules and their exact expected score. start: the keys keep, score and fill."""
    if len(arena.game.categories) < LEAST or not any(not c.upper for c in arena.game.categories):
        raise UserError(
            f"search: rules in game {arena.game.id}; expected {LEAST} categories, one of them lower"
        )
    state_now: dict[str, Any] = state.load() or {"generation": 0, "rules": start}
    state_now.setdefault("score", _score(arena, state_now["rules"]))
    while state_now["generation"] < generations:
        number = state_now["generation"]
        draws = [Random(f"{seed} {number} {i}") for i in range(OFFSPRING)]
        tried = [_changed(arena, state_now["rules"], random) for random in draws]
        scores = list(in_threads(lambda rules: _score(arena, rules), tried, cores()))
        best = max(range(OFFSPRING), key=lambda i: scores[i])
        if scores[best] >= state_now["score"]:
            state_now |= {"rules": tried[best], "score": scores[best]}
        state_now["generation"] = number + 1
        state.save(state_now)
        progress(number + 1, state_now["score"])
    return pruned(arena, state_now["rules"])


def pruned(arena: Arena, rules: Rules) -> tuple[Rules, float]:
    """The rules without what is worth less than WORTH points, and their exact expected score."""
    score = _score(arena, rules)
    for kind in ("keep", "score"):
        for i in reversed(range(len(rules[kind]))):
            shorter = {**rules, kind: rules[kind][:i] + rules[kind][i + 1 :]}
            if (without := _score(arena, shorter)) > score - WORTH:
                rules, score = shorter, without
                continue
            for key in sorted(rules[kind][i].keys() & OPTIONAL):
                simpler = {**rules, kind: [*rules[kind]]}
                simpler[kind][i] = {k: v for k, v in rules[kind][i].items() if k != key}
                if (without := _score(arena, simpler)) > score - WORTH:
                    rules, score = simpler, without
    return rules, score


def _score(arena: Arena, rules: Rules) -> float:
    try:
        return float(walk(arena, RulesPolicy(arena, rules)).mean.sum())
    except UserError:  # a change that made no sense, such as a run without its length
        return float("-inf")


def _changed(arena: Arena, rules: Rules, random: Random) -> Rules:
    """The rules with one to three changes."""
    rules = copy.deepcopy(rules)
    for _ in range(random.choice([1, 1, 2, 3])):
        kind = random.choices(["keep", "score", "fill"], [5, 4, 1])[0]
        if kind == "fill":
            _move(rules["fill"], random)
        else:
            _change_list(arena, kind, rules[kind], random)
    return rules


def _change_list(arena: Arena, kind: str, rules: list[Rules], random: Random) -> None:
    change = random.choice(["move", "move", "add", "remove", "replace", "adjust", "adjust"])
    make = _keep_rule if kind == "keep" else _score_rule
    if change == "move" and len(rules) > 1:
        _move(rules, random)
    elif change == "add" and len(rules) < MOST[kind]:
        rules.insert(random.randint(0, len(rules)), make(arena, random))
    elif change == "remove" and len(rules) > 1:
        rules.pop(random.randrange(len(rules)))
    elif change == "replace":
        rules[random.randrange(len(rules))] = make(arena, random)
    else:
        _adjust(arena, rules[random.randrange(len(rules))], kind, random)


def _move(items: list[Any], random: Random) -> None:
    items.insert(random.randrange(len(items)), items.pop(random.randrange(len(items))))


def _adjust(arena: Arena, rule: Rules, kind: str, random: Random) -> None:
    """Another value for one key of a rule."""
    other = (_keep_rule if kind == "keep" else _score_rule)(arena, random)
    if random.random() < 0.5:
        rule.pop("open", None)
        if "open" in other:
            rule["open"] = other["open"]
    elif "at_least" in rule:
        rule["at_least"] = max(1, rule["at_least"] + random.choice([-3, -2, -1, 1, 2, 3]))
    elif "count" in rule and other.get(kind) == rule[kind] and "count" in other:
        rule |= {key: other[key] for key in ("count", "prefer") if key in other}
    elif random.random() < 0.5:
        rule["upper_open_at_most"] = random.randint(0, 5)
    else:
        rule.pop("upper_open_at_most", None)


def _keep_rule(arena: Arena, random: Random) -> Rules:
    game = arena.game
    kind = random.choice(["all", "kind", "kind", "kind", "pairs", "run", "run", "faces"])
    rule: Rules = {"keep": kind}
    if kind == "all":
        rule["made"] = random.choice([c.id for c in game.categories if not c.upper])
    elif kind == "kind":
        rule |= {"count": random.randint(1, game.dice - 1), "prefer": random.choice(["high", "low", "most"])}
        if random.random() < 0.5:
            rule["own"] = "open"
        if random.random() < 0.4:
            first = random.randint(1, game.faces)
            rule["faces"] = list(range(first, game.faces + 1))
    elif kind == "run":
        rule |= {"count": random.randint(3, max(3, min(game.dice, game.faces) - 1)), "prefer": "high"}
    elif kind == "faces":
        first = random.randint(1, max(1, game.faces - 2))
        rule["faces"] = list(range(first, first + 3))
    return _with_conditions(arena, rule, random, game.rolls)


def _score_rule(arena: Arena, random: Random) -> Rules:
    game = arena.game
    if random.random() < 0.5:
        rule: Rules = {"score": random.choice([c.id for c in game.categories])}
        if random.random() < 0.5:
            rule["at_least"] = random.randint(1, 30)
        return _with_conditions(arena, rule, random, 0)
    rule = {
        "score": "upper",
        "count": random.randint(1, game.dice - 1),
        "prefer": random.choice(["high", "low"]),
    }
    if random.random() < 0.4:
        rule["faces"] = sorted(random.sample(range(1, game.faces + 1), random.randint(1, game.faces - 1)))
    if random.random() < 0.15:
        rule["earns_bonus"] = True
    return _with_conditions(arena, rule, random, 0)


def _with_conditions(arena: Arena, rule: Rules, random: Random, rolls: int) -> Rules:
    names = [c.id for c in arena.game.categories]
    if random.random() < 0.6:
        rule["open"] = random.sample(names, random.randint(1, 3))
    if random.random() < 0.2:
        rule["upper_open_at_most"] = random.randint(0, 5)
    if rolls > 2 and random.random() < 0.2:
        rule["rerolls"] = random.randint(1, rolls - 1)
    return rule
