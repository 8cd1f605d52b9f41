"""A user's own strategy from a Python file: estimates, choosers, and what is refused."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers import all_decisions, arena, optimal_policy, toy_arena
from hypothesis import given, settings
from hypothesis import strategies as st
from lanes import examples
from toy_games import TOY_GAMES

from yahtzee_core.errors import UserError
from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.decisions import Policy, unpack
from yahtzee_core.policies.evaluation import evaluate
from yahtzee_core.policies.strategies.custom import ChooserPolicy, Positions, load_custom, strategy_of
from yahtzee_core.policies.strategies.load import load_strategy
from yahtzee_core.policies.strategies.rules import parse_rules
from yahtzee_core.policies.strategies.strategy import Batch, Strategy
from yahtzee_core.policies.walk import walk
from yahtzee_core.solve.bounds import Quantity
from yahtzee_core.turn.options import NO_OPTION
from yahtzee_core.turn.positions import Action

RULES = """
id: pairs-first
title: Pairs first
source: Test
keep:
  - {keep: kind, count: 2, own: open}
  - {keep: kind, count: 1, prefer: low, rerolls: 2}
score: [{score: yahtzee}, {score: straight}, {score: upper, count: 2}]
fill: [ones, yahtzee, straight, twos, pair, threes, fours]
"""
CHOOSERS = '''
import numpy as np


class PairsFirst:
    """The rules of the test, in NumPy, without their compiler."""

    def keep(self, positions):
        kept = np.zeros_like(positions.dice)
        for i, (dice, open_) in enumerate(zip(positions.dice, positions.states.open)):
            pairs = [f for f in (3, 2, 1, 0) if dice[f] >= 2 and open_[f]]
            first = [f for f in range(4) if dice[f]] if positions.rerolls == 2 else []
            for f in (pairs or first)[:1]:
                kept[i, f] = dice[f]
        return kept

    def score(self, positions):
        order = [6, 5, 3, 2, 1, 0]
        fill = [0, 6, 5, 1, 4, 2, 3]
        chosen = []
        for dice, points in zip(positions.dice, positions.points):
            good = [c for c in order if points[c] > 0 and (c > 3 or dice[c] >= 2)]
            chosen.append((good + [c for c in fill if points[c] >= 0])[0])
        return np.array(chosen)


class Stubborn:
    def __init__(self):
        self.calls = 0

    def keep(self, positions):
        return positions.dice

    def score(self, positions):
        return (positions.options >= 0).argmax(axis=1)


stubborn = Stubborn()
number = 3


def greedy(states):
    return np.zeros(len(states))


def turns(states):
    return states.turns * 7


def nothing(states):
    return np.zeros(3)


def words(states):
    return ["many"] * len(states)


def endless(states):
    return np.full(len(states), np.inf)


class Bad(Stubborn):
    kept, scored = "dice", "options"

    def keep(self, positions):
        return self.wrong_keep(positions) if hasattr(self, "wrong_keep") else positions.dice

    def score(self, positions):
        return self.wrong_score(positions) if hasattr(self, "wrong_score") else super().score(positions)


class TooMany(Bad):
    def wrong_keep(self, positions):
        return positions.dice + (positions.dice == 1)


class Less(Bad):
    def wrong_keep(self, positions):
        return positions.dice - 1


class Halves(Bad):
    def wrong_keep(self, positions):
        return positions.dice / 2


class Flat(Bad):
    def wrong_keep(self, positions):
        return positions.dice[:, 0]


class First(Bad):
    def wrong_score(self, positions):
        return np.zeros(len(positions), dtype=int)


class Beyond(Bad):
    def wrong_score(self, positions):
        return np.full(len(positions), 7)


class Below(Bad):
    def wrong_score(self, positions):
        return np.full(len(positions), -1)


class One(Bad):
    def wrong_score(self, positions):
        return 4
'''


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The path of a Python file of strategies."""
    path = tmp_path_factory.mktemp("custom") / "mine.py"
    path.write_text(CHOOSERS, encoding="utf-8")
    return str(path)


def loaded(file: str, name: str) -> Strategy:
    """A strategy of the file."""
    return load_strategy(f"{file}:{name}", arena("toy").game)


def policy(file: str, name: str) -> Policy:
    """Its policy in toy."""
    return loaded(file, name).policy(arena("toy"))


# What is played


def test_a_chooser_that_copies_rules_is_evaluated_alike(file: str) -> None:
    """Every decision, and so every number."""
    game, rules = arena("toy"), parse_rules(RULES, "test.yaml")
    mine, theirs = evaluate(game, loaded(file, "PairsFirst")), evaluate(game, rules)
    decided = (all_decisions(game, strategy.policy(game)) for strategy in (loaded(file, "PairsFirst"), rules))
    assert np.array_equal(*decided)
    assert mine.mean == theirs.mean < arena("toy").optimal.start_value
    for name in ("visits", "mean", "cross", "taken", "secured", "final"):
        assert np.array_equal(getattr(mine.walk, name), getattr(theirs.walk, name)), name
    assert np.array_equal(mine.distribution.probability, theirs.distribution.probability)
    assert np.array_equal(mine.losses.loss, theirs.losses.loss)


def test_estimates(file: str) -> None:
    """A function of all states at once; greedy is the built-in one, `turns` sees how many are to come."""
    game = arena("toy")
    greedy = load_strategy("greedy", game.game).policy(game)
    assert np.array_equal(all_decisions(game, policy(file, "greedy")), all_decisions(game, greedy))
    turns = all_decisions(game, policy(file, "turns"))
    assert np.array_equal(turns, all_decisions(game, greedy))


def test_names_and_sources(file: str) -> None:
    for name in ("greedy", "PairsFirst", "stubborn"):
        strategy = loaded(file, name)
        assert (strategy.id, strategy.source) == (name, f"{file}:{name}")
        assert strategy.fits(arena("toy").game) and strategy.fits(arena("yaht").game)


def test_objects_and_classes(file: str) -> None:
    one, other = (walk(arena("toy"), policy(file, name)) for name in ("stubborn", "Stubborn"))
    assert np.array_equal(one.mean, other.mean)
    assert isinstance(policy(file, "stubborn"), ChooserPolicy)


def test_modules(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(file).parent))
    assert load_custom("mine:greedy").source == "mine:greedy"


# What a chooser is shown


class Follower:
    """Takes the decisions of another policy, by what it is shown of every position."""

    def __init__(self, arena: Arena, followed: Policy) -> None:
        self.arena, self.decisions = arena, all_decisions(arena, followed)

    def _decided(self, positions: Positions) -> Any:
        states, batch = self.arena.states, positions.states
        masks = batch.filled.astype(np.int64)
        rank = states.rank[states.upper_filled[masks], batch.need]
        at = states.offset[masks] + rank + batch.chip * states.n_needs[states.upper_filled[masks]]
        return self.decisions[positions.rerolls, at, positions.roll]

    def keep(self, positions: Positions) -> Any:
        return self.arena.states.options.lattice.counts[self._decided(positions)]

    def score(self, positions: Positions) -> Any:
        return self.arena.states.options.category[self._decided(positions)]


@pytest.mark.parametrize("name", sorted(TOY_GAMES))
def test_any_policy_may_be_chosen(name: str) -> None:
    """The best one of every game, through dice by face and places of categories."""
    game = toy_arena(name)
    best = optimal_policy(game)
    chooser = ChooserPolicy(game, Follower(game, best), "test")
    assert np.array_equal(all_decisions(game, chooser), all_decisions(game, best))
    one, other = (walk(game, each, list(Quantity)) for each in (chooser, best))
    assert np.array_equal(one.mean, other.mean) and np.array_equal(one.cross, other.cross)


@given(data=st.data(), name=st.sampled_from(["joker-forced", "joker-free-gap", "upper-bonus"]))
@settings(max_examples=examples(20), deadline=None)
def test_positions(data: st.DataObject, name: str) -> None:
    """Dice, options and points of one position."""
    game = toy_arena(name)
    states = game.states
    at = data.draw(st.integers(0, int(states.offset[-2]) - 1))
    roll = data.draw(st.integers(0, states.options.lattice.n_rolls - 1))
    state = states.state(at)
    batch = Batch.of(states, np.array([state.filled])).where(
        np.array([at - int(states.offset[state.filled])])
    )
    shown = Positions(game, batch, np.array([roll]), 0)
    options = states.options.of(state.filled, roll)
    by_category = {int(states.options.category[o]): o for o in options}
    assert len(shown) == 1 and shown.dice[0].tolist() == states.options.lattice.rolls[roll].tolist()
    for category in range(len(game.game.categories)):
        option = by_category.get(category, NO_OPTION)
        assert shown.options[0, category] == option
        assert shown.points[0, category] == (-1 if option == NO_OPTION else states.options.points[option])


def test_only_visited_positions_are_asked_for(file: str) -> None:
    """Lanes with a visit are decided as ever."""
    game, chooser = arena("toy"), policy(file, "PairsFirst")
    masks = game.states.masks[:-1]
    visit = walk(game, chooser).visits[game.states.of_masks(masks)]
    some, every = (unpack(game.states, masks, chooser.decide(masks, v)) for v in (visit, None))
    assert np.array_equal(some[:, visit > 0], every[:, visit > 0]) and (visit == 0).any()


# What is refused


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("TooMany", r"keep returned \[2, 2, 0, 0\] for dice 1 1 2 with filled -; expected some of the dice"),
        ("Less", r"keep returned \[2, -1, -1, -1\] for dice 1 1 1 with filled -; expected some of the dice"),
        ("Halves", r"keep returned float64 of shape \(20, 4\); expected whole numbers of shape \(20, 4\)"),
        ("Flat", r"keep returned int32 of shape \(20,\); expected whole numbers of shape \(20, 4\)"),
        ("Beyond", "score returned 7 for dice 1 1 1 with filled -; expected a category open to the roll"),
        ("Below", "score returned -1 for dice 1 1 1 with filled -; expected a category open to the roll"),
        ("One", r"score returned int64 of shape \(\); expected whole numbers of shape \(20,\)"),
    ],
)
def test_choices_that_the_game_does_not_have(file: str, name: str, message: str) -> None:
    start = np.array([0], dtype=np.int64)
    with pytest.raises(UserError, match=f"^strategy {file}:{name}: {message}$"):
        policy(file, name).decide(start, None)


def test_a_filled_category(file: str) -> None:
    message = "score returned 0 for dice 1 1 1 with filled ones; expected a category open to the roll"
    with pytest.raises(UserError, match=f"^strategy {file}:First: {message}$"):
        walk(arena("toy"), policy(file, "First"))


def test_a_category_that_the_joker_rule_forbids(file: str) -> None:
    """All dice show 1, ones are open, and the Yahtzee category is filled: ones it must be."""
    game = toy_arena("joker-forced")
    masks = np.array([game.game.mask(["yahtzee"])], dtype=np.int64)
    lattice = game.states.options.lattice
    chooser = ChooserPolicy(game, Triple(), "strategy x")
    with pytest.raises(
        UserError, match=r"^strategy x: score returned 3 for dice 1 1 1 with filled yahtzee; "
    ):
        chooser.decide(masks, None)
    assert lattice.faces_of(lattice.first_roll) == (1, 1, 1)


class Triple:
    """Scores in the fourth category whatever happens."""

    def keep(self, positions: Positions) -> Any:
        return positions.dice

    def score(self, positions: Positions) -> Any:
        return np.full(len(positions), 3)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("none.py:greedy", "strategy none.py:greedy: no file none.py; expected file.py:name or module:name"),
        (
            "no_such_module:greedy",
            "strategy no_such_module:greedy: No module named 'no_such_module'; expected file.py:name or .*",
        ),
        ("{file}:grey", "strategy {file}:grey: no 'grey' in {file}; expected a function or a class"),
        (
            "{file}:number",
            "strategy {file}:number: int; expected a function, a method act, or methods keep and score",
        ),
    ],
)
def test_strategies_that_are_not_there(file: str, text: str, message: str) -> None:
    with pytest.raises(UserError, match=f"^{message.format(file=file)}$"):
        load_strategy(text.format(file=file), arena("toy").game)


@pytest.mark.parametrize("name", ["nothing", "endless"])
def test_estimates_of_the_wrong_kind_name_the_strategy(file: str, name: str) -> None:
    with pytest.raises(UserError, match=f"^strategy {file}:{name}: "):
        policy(file, name)


@pytest.mark.parametrize(("name", "shape"), [("nothing", r"\(3,\)"), ("endless", r"\(1080,\)")])
def test_estimates_of_the_wrong_kind(file: str, name: str, shape: str) -> None:
    with pytest.raises(UserError, match=f"an estimate of shape {shape}; expected 1080 finite numbers"):
        policy(file, name)


def test_an_estimate_of_words(file: str) -> None:
    with pytest.raises(UserError, match=f"^strategy {file}:words: "):
        policy(file, "words")


def test_a_name_alone() -> None:
    with pytest.raises(UserError, match=r"^strategy :greedy: "):
        load_strategy(":greedy", arena("toy").game)


def test_a_file_that_is_no_python(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("def greedy(:\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"bad\.py:greedy: "):
        load_strategy(f"{tmp_path}/bad.py:greedy", arena("toy").game)


def test_a_dataclass_with_late_annotations(tmp_path: Path) -> None:
    """As Python's manual has it: sys.modules[name] = module before it is executed."""
    text = (
        "from __future__ import annotations\nfrom dataclasses import dataclass\n\n"
        "@dataclass\nclass Mine:\n    least: int = 3\n\n"
        "    def keep(self, positions):\n        return positions.dice\n\n"
        "    def score(self, positions):\n        return (positions.options >= 0).argmax(axis=1)\n"
    )
    (tmp_path / "late.py").write_text(text, encoding="utf-8")
    assert load_strategy(f"{tmp_path}/late.py:Mine", arena("toy").game).id == "Mine"


# Agents: numbers of actions


class Numbered(Follower):
    """Takes the decisions of another policy, as numbers of actions."""

    def act(self, positions: Positions) -> Any:
        decided = self._decided(positions).astype(np.int64)
        if positions.rerolls:
            return decided
        return self.arena.layout.n_keeps + self.arena.states.options.category[decided]


@pytest.mark.parametrize("name", sorted(TOY_GAMES))
def test_any_policy_as_an_agent(name: str) -> None:
    """An object with act, and a function of positions; those that are come to alone are asked for."""
    game = toy_arena(name)
    best = optimal_policy(game)
    agent = Numbered(game, best)
    asked = []

    def function(positions: Positions) -> Any:
        asked.append(len(positions))
        return agent.act(positions)

    found = [evaluate(game, strategy_of(each, "agent", "agent")) for each in (agent, function)]
    right = walk(game, best, [Quantity.TOTAL])
    for each in found:
        assert each.mean == float(right.mean.sum()) and not each.losses.loss.any()
        assert np.array_equal(each.distribution.probability, right.amounts[Quantity.TOTAL])
    assert sum(asked) <= game.states.offset[-2] * game.states.options.lattice.n_rolls * game.game.rolls


def test_an_agent_is_asked_once_for_what_it_comes_to() -> None:
    """Each position of these states, once. It scores the first that it may, and stays away from most."""
    game, seen = arena("toy"), []

    def first(positions: Positions) -> Any:
        seen.extend(zip([positions.rerolls] * len(positions), positions.at.tolist(), positions.roll.tolist()))
        if positions.rerolls:
            return game.states.options.lattice.first_roll + positions.roll
        return game.layout.n_keeps + (positions.points >= 0).argmax(axis=1)

    found = evaluate(game, strategy_of(first, "first", "first"))
    come_to = np.flatnonzero(found.walk.visits[: game.states.offset[-2]] > 0)
    assert len(seen) == len(set(seen)) == len(come_to) * game.states.options.lattice.n_rolls * game.game.rolls
    assert {at for _, at, _ in seen} == set(come_to.tolist()) and len(come_to) < len(game.states) / 2


def test_what_an_agent_is_shown() -> None:
    """Observations as their columns say, and actions that the rules allow."""
    game = toy_arena("joker-forced")
    layout, states = game.layout, game.states
    batch = Batch.of(states)
    at = np.flatnonzero(batch.filled != game.game.full)
    for left in range(game.game.rolls):
        roll = np.arange(len(at)) % states.options.lattice.n_rolls
        shown = Positions(game, batch.where(at), roll, left)
        assert np.array_equal(shown.at, at)
        observed = dict(zip(layout.columns, shown.observations.T))
        assert (shown.observations <= layout.most).all() and (shown.observations >= 0).all()
        assert np.array_equal(observed["need"], batch.need[at]) and (observed["rerolls"] == left).all()
        assert np.array_equal(observed["dice 1"], shown.dice[:, 0])
        for i, possible in enumerate(shown.possible):
            actions = {layout.action(int(number)) for number in np.flatnonzero(possible)}
            filled = int(batch.filled[at[i]])
            if left:
                kept = states.options.lattice.keeps_of(states.options.lattice.first_roll + int(roll[i]))
                right = {Action(keep=states.options.lattice.faces_of(keep)) for keep in kept}
            else:
                options = states.options.of(filled, int(roll[i]))
                right = {Action(category=int(states.options.category[o])) for o in options}
            assert actions == right
            assert {layout.number(action) for action in actions} == set(np.flatnonzero(possible).tolist())


@pytest.mark.parametrize(
    ("first", "last", "message"),
    [
        (
            -1,
            None,
            "act returned -1 for dice 1 1 1 with filled -; expected the number of a keep of these dice",
        ),
        (99, None, "act returned 99 for dice .*; expected the number of a keep of these dice"),
        (0, 0, r"act returned 0 for dice .*; expected 35 and the place of a category open to the roll"),
        (0, 42, r"act returned 42 for dice .*; expected 35 and the place"),
        (0.5, None, r"act returned float64 of shape \(20,\); expected whole numbers of shape \(20,\)"),
    ],
)
def test_actions_that_the_game_does_not_have(first: float, last: int | None, message: str) -> None:
    def agent(positions: Positions) -> Any:
        if last is None and not positions.rerolls:
            return 35 + positions.points.argmax(axis=1)
        return np.full(len(positions), first if positions.rerolls else last)

    with pytest.raises(UserError, match=f"^strategy x: {message}"):
        evaluate(arena("toy"), strategy_of(agent, "x", "x"))


def test_dice_and_places_as_actions() -> None:
    """What cannot be kept is -1, which is refused with the dice; another shape is refused at once."""
    game = arena("toy")
    n_rolls = game.states.options.lattice.n_rolls
    batch = Batch.of(game.states, np.array([0])).where(np.zeros(n_rolls, dtype=np.int64))
    shown = Positions(game, batch, np.arange(n_rolls), 1)
    assert np.array_equal(shown.keep(shown.dice), game.states.options.lattice.first_roll + shown.roll)
    assert not shown.keep(0 * shown.dice).any() and (shown.keep(shown.dice - 1) == -1).all()
    assert (shown.keep(shown.dice + 1) == -1).all()
    assert shown.category(np.full(n_rolls, 3)).tolist() == [38] * n_rolls
    with pytest.raises(UserError, match=r"dice of shape \(4,\); expected whole numbers of shape \(20, 4\)"):
        shown.keep(shown.dice[0])


def test_numbers_of_actions() -> None:
    layout = arena("toy").layout
    assert layout.n_keeps == 35 and layout.text(35) == "score ones" and layout.text(0) == "keep -"
    for number in (-1, layout.n_actions):
        with pytest.raises(UserError, match=f"game toy: action {number}; expected 0 to 41"):
            layout.action(number)
    with pytest.raises(UserError, match="expected some of 3 dice with faces 1 to 4"):
        layout.number(Action(keep=(6,)))
