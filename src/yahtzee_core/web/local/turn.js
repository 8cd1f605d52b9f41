// One turn of one state, from what the kernel says of it; advice/advisor.py and policies/actions.py.

import { checkKeep, optionOf } from "./sofar.js";
import { formatAction, formatWords } from "./notation.js";
import { Refused } from "./tables.js";

const BLOCK = 8;
const TIE = 1e-9;
/** How far below the best a value in points is still tied with it. */
const POINTS = () => TIE;
const CLOSE = 0.5;
const TURNS = 16;

/** The turn of a state under the values that are at an address; those of the optimal values are kept. */
export function turnOf(solved, position) {
  const state = solved.tables.state(position);
  const kept = solved.turns.get(state) || new Turn(solved, position, solved.value);
  solved.turns.delete(state);
  solved.turns.set(state, kept);
  if (solved.turns.size > TURNS) solved.turns.delete(solved.turns.keys().next().value);
  return kept;
}

export class Turn {
  constructor(solved, position, value) {
    const { kernel, tables, nOptions, nKeeps, nRolls, rolls } = solved;
    Object.assign(this, { solved, tables, filled: position.filled, lane: tables.lane(position) });
    const block = Math.floor(this.lane / BLOCK);
    const at = this.lane % BLOCK;
    const sizes = [nOptions, (rolls - 1) * nKeeps, rolls * nRolls];
    const rooms = sizes.map((size, i) => kernel.room(i < 2 ? "f8" : "u2", size * BLOCK));
    kernel.call("actions", solved.address, solved.maskAt(this.filled), block, value, ...rooms);
    [this.options, this.keeps, this.decisions] = rooms.map((room, i) => {
      const all = kernel.view(i < 2 ? "f8" : "u2", room, sizes[i] * BLOCK);
      return all.filter((_, place) => place % BLOCK === at);
    });
    kernel.free(...rooms);
  }

  /** What is done with a roll and so many rerolls left. */
  decided(roll, rerolls) {
    const decision = this.decisions[rerolls * this.solved.nRolls + roll];
    return rerolls ? { keep: this.tables.keeps[decision] } : { category: this.tables.arrays.category[decision] };
  }

  /** All actions of a position, best first. */
  actions(position) {
    const known = ({ action }) => this.chances(position, action);
    return ranked(this.tables, position, this, POINTS).map((each) => ({ ...each, ...known(each) }));
  }

  /** The chances of the upper bonus and of the category for equal dice; null while they are not known. */
  chances(position, action) {
    const { tables, solved } = this;
    const own = tables.header.equal_dice;
    const known = solved.rows ? this.prospects(position, action) : null;
    return {
      upper_bonus: known && tables.sheet.upper_bonus ? known.chance[tables.n] : null,
      yahtzee: known && own >= 0 ? known.chance[own] : null,
    };
  }

  /** What an action brings when optimal play follows: points and chance by part, and where this turn ends. */
  prospects(position, action) {
    const { columns } = this.solved;
    const { n } = this.tables;
    const numbers = this.follow(this.partRows(), position, action);
    return {
      points: numbers.slice(0, columns / 2),
      chance: numbers.slice(columns / 2, columns),
      turn: numbers.slice(columns, columns + n),
    };
  }

  /** By option: the parts after it, those that it scores itself, and its category. */
  partRows() {
    if (this.rowsOfParts) return this.rowsOfParts;
    const { solved, tables, filled, lane } = this;
    const { columns, kernel: { run }, address } = solved;
    const { category, points } = tables.arrays;
    const rows = new Map();
    for (const option of tables.inSituation(filled)) {
      const args = [address, filled, lane, option];
      const row = new Float64Array(columns + tables.n);
      row.set(solved.rowOf(run.after(...args)));
      const added = [[category[option], points[option]], [tables.n, run.upper_bonus(...args)],
        [tables.n + 1, run.extra(...args) * tables.bonus]];
      for (const [part, amount] of added) {
        if (!amount) continue;
        row[part] += amount;
        row[columns / 2 + part] = 1;
      }
      row[columns + category[option]] = 1;
      rows.set(option, row);
    }
    this.rowsOfParts = rows;
    return rows;
  }

  /** What follows on an action under best play, from the rows of the options. */
  follow(rows, position, action) {
    const weights = this.weights(position, action);
    const sum = new Float64Array(rows.values().next().value.length);
    for (const [option, row] of rows) {
      const weight = weights[option];
      if (weight) row.forEach((number, i) => { sum[i] += weight * number; });
    }
    return sum;
  }

  /** Probability that the turn ends with each option after an action, under best play. */
  weights(position, action) {
    const { solved, tables } = this;
    const { nOptions, nKeeps, nRolls, firstRoll, faces } = solved;
    const weights = new Float64Array(nOptions);
    if (!action.keep) {
      weights[optionOf(tables, position, action)] = 1;
      return weights;
    }
    checkKeep(tables, position, action);
    let kept = new Float64Array(nKeeps);
    kept[tables.keepAt.get(action.keep.join(" "))] = 1;
    for (let left = position.rerolls - 1; left >= 0; left--) {
      for (let keep = 0; keep < firstRoll; keep++) {
        const share = kept[keep] / faces;
        if (share) for (let f = 0; f < faces; f++) kept[tables.arrays.up[keep * faces + f]] += share;
      }
      const next = left ? new Float64Array(nKeeps) : weights;
      for (let roll = 0; roll < nRolls; roll++) next[this.decisions[left * nRolls + roll]] += kept[firstRoll + roll];
      kept = next;
    }
    return weights;
  }
}

/** The keeps inside a roll, in the order in which the tie rule meets them. */
function inOrder(tables, roll) {
  const { down, down_start: start } = tables.arrays;
  const seen = new Set();
  const visit = (keep) => {
    if (seen.has(keep)) return;
    seen.add(keep);
    for (let i = start[keep]; i < start[keep + 1]; i++) visit(down[i]);
  };
  visit(roll);
  return seen;
}

/** All actions of a position, best first. turn: values of options and of keeps by rerolls left, what is decided, and
 * perhaps the points by which actions are told apart that tie, of options and of keeps. */
export function ranked(tables, position, turn, rule) {
  const roll = tables.roll(position.dice);
  const rows = [...tables.options(position.filled, roll)].map(([category, option]) => ({
    action: { category },
    value: turn.options[option],
    then: turn.optionsThen?.[option] ?? 0,
    points: tables.arrays.points[option],
  }));
  if (position.rerolls) {
    for (const keep of inOrder(tables, tables.firstRoll + roll)) {
      const at = (position.rerolls - 1) * tables.keeps.length + keep;
      const then = turn.keepsThen?.[at] ?? 0;
      rows.push({ action: { keep: tables.keeps[keep] }, value: turn.keeps[at], then, points: null });
    }
  }
  const first = formatAction(tables, turn.decided(roll, position.rerolls));
  const best = Math.max(...rows.map((row) => row.value));
  const [rank, rankThen] = [ranks(rows.map((row) => row.value), rule), ranks(rows.map((row) => row.then), POINTS)];
  return rows.map((row, i) => ({ ...row, text: formatAction(tables, row.action), ranks: [rank[i], rankThen[i]] }))
    .sort((a, b) => (a.text !== first) - (b.text !== first) || a.ranks[0] - b.ranks[0] || a.ranks[1] - b.ranks[1])
    .map((row) => ({ ...row, loss: best - row.value, is_best: best - row.value <= rule(best) }));
}

/** The rank of each value, 0 for the highest; values that tie with the highest of their rank share it. */
function ranks(values, rule) {
  const places = values.map((_, place) => place).sort((a, b) => values[b] - values[a]);
  const found = [];
  let rank = -1;
  let leader = Infinity;
  for (const place of places) {
    if (rank < 0 || leader - values[place] > rule(leader)) {
      rank += 1;
      leader = values[place];
    }
    found[place] = rank;
  }
  return found;
}

/** The actions of a position, and how close the best one is. */
export function advised(solved, position) {
  const actions = turnOf(solved, solved.tables.checked(position)).actions(position);
  return { actions, closeness: closeness(position, actions, CLOSE) };
}

/** How close the best action is; close: what the next best loses less than then. */
export function closeness(position, actions, close) {
  const [best, ...others] = actions;
  const same = others.findIndex((other) => sameChoice(position, best, other));
  if (same >= 0) others.splice(same, 1);
  if (!others.length) return "clear";
  if (others[0].is_best) return "tie";
  return others[0].loss < close ? "close" : "clear";
}

/** Whether one keeps all dice and the other scores them, and both are worth the same. */
export function sameChoice(position, one, other) {
  const whole = ({ action }) => action.keep?.length === position.dice.length;
  const scoring = Boolean(one.action.keep) !== Boolean(other.action.keep);
  const same = (one.is_best && other.is_best) || one.value === other.value;
  return same && scoring && (whole(one) || whole(other));
}

/** An action as it is ranked. */
export function taken(tables, position, actions, action) {
  const text = formatAction(tables, action);
  const found = actions.find((each) => each.text === text);
  if (found) return found;
  throw new Refused(`game ${tables.id}: ${text} is not possible in '${formatWords(tables, position)}'; ` +
    "expected an action that is");
}

/** The answer to `advise` for the expected score. */
export function advice(solved, position) {
  return answer(solved.tables, position, "expected", advised(solved, position));
}

/** Advice as JSON. aim: the total, and the points to it. */
export function answer(tables, position, objective, found, aim = {}) {
  return {
    ...tables.about,
    objective,
    position: formatWords(tables, position),
    closeness: found.closeness,
    actions: found.actions.map((each) => ({
      action: each.text,
      value: each.value,
      loss: each.loss,
      is_best: each.is_best,
      points: each.points,
      upper_bonus: each.upper_bonus ?? null,
      yahtzee: each.yahtzee ?? null,
    })),
    ...aim,
  };
}
