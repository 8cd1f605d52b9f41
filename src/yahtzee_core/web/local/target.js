// Advice for a total to reach or to beat: solve/maxprob.py, and advice/advisor.py for `maxprob` and `beat`.

import { bits, pacer } from "./solved.js";
import { Refused } from "./tables.js";
import { answer, closeness, ranked, turnOf } from "./turn.js";

const PAD = 8;
const TIE = 1e-9;
const SHARE = 1e-12;
const CLOSE_SHARE = 0.01;
/** Numbers that a browser solves in less than twenty seconds. */
const MOST = 12e6;
const TOO_LONG = "a total to reach or to beat takes a browser more than twenty seconds from here; expected a later turn, " +
  "or a server: yahtzee serve";
const PROBABILITIES = (best) => SHARE * Math.abs(best);

/** The aim of a question: {target}, {to_come} or {opponent_total}; null for the expected score. */
export function aimOf({ target = null, to_come: toCome = null, opponent_total: opponent = null }) {
  const given = Object.entries({ target, to_come: toCome, opponent_total: opponent }).filter(([, total]) => total !== null);
  if (given.length > 1) throw new Refused(`${given.map(([name]) => name).join(" and ")}: expected one of them`);
  return given.length ? Object.fromEntries(given) : null;
}

/** The answer to `advise` for an aim. work: told the share that is done, and whether somebody waits. */
export async function targetAdvice(solved, asked, aim, work) {
  const { tables } = solved;
  const position = withPoints(asked, aim);
  const behind = position.points ?? 0;
  const isBeat = "opponent_total" in aim;
  const total = isBeat ? aim.opponent_total : aim.target ?? aim.to_come + behind;
  const { most } = await limits(solved);
  if (total > most) tables.refuse(`score ${total}; expected 0 to ${most}, the most that can come`);
  const needed = total + Number(isBeat) - behind;
  const probabilities = await chancesAfter(solved, position, needed, isBeat ? 0.5 : 0, work);
  const turn = new TargetTurn(tables, position, probabilities, turnOf(solved, position).options);
  const actions = ranked(tables, position, turn, PROBABILITIES);
  const found = { actions, closeness: closeness(position, actions, CLOSE_SHARE * actions[0].value) };
  const words = isBeat ? { opponent_total: total } : { target: total };
  return answer(tables, position, isBeat ? "beat" : "maxprob", found, { ...words, to_come: needed });
}

function withPoints(position, aim) {
  if ("to_come" in aim || position.points !== null) return position;
  if (!position.filled) return { ...position, points: 0 };
  const [name] = Object.keys(aim);
  const more = name === "target" ? " or to_come" : "";
  throw new Refused(`${name}: the position does not say its points; expected them (points 120)${more}`);
}

/** By state: what is certain to come, and the most that can; and the most of a game; once. */
function limits(solved) {
  solved.limits ||= bounded(solved);
  return solved.limits;
}

async function bounded(solved) {
  const { kernel, states, address, tables } = solved;
  const [first, last] = [0, 0].map(() => kernel.room("i4", states));
  for (const room of [first, last]) kernel.view("i4", room, states).fill(0);
  const pause = pacer();
  for (const mask of solved.masks.toReversed().flat()) {
    if (tables.arrays.lanes[mask]) kernel.call("bounds", address, solved.maskAt(mask), 1, first, last);
    await pause();
  }
  const [certain, most] = [first, last].map((room) => kernel.view("i4", room, states).slice());
  kernel.free(first, last);
  const start = tables.state({ filled: 0, upper: 0, chip: false });
  return { certain, mostOf: most, most: most[start] };
}

/** By option of the turn: the highest probability of so many more points when it is taken. */
async function chancesAfter(solved, position, needed, draw, work) {
  const { tables, kernel: { run }, address } = solved;
  const lane = tables.lane(position);
  const key = `${position.filled} ${lane} ${needed} ${draw}`;
  if (solved.targets?.key === key) return solved.targets.found;
  const found = new Float64Array(solved.nOptions).fill(NaN);
  const options = tables.inSituation(position.filled);
  const after = options.map((option) => run.after(address, position.filled, lane, option));
  const at = await rowsOf(solved, position.filled, new Set(after), Math.max(needed, 0), draw, work);
  options.forEach((option, i) => { found[option] = at(after[i], needed - run.gain(address, position.filled, lane, option)); });
  solved.targets = { key, found };
  return found;
}

/** The rows of the states that follow on a mask, solved backwards; gives those that are wanted. */
async function rowsOf(solved, filled, wanted, highest, draw, { done, stopped }) {
  const { kernel, states, tables, address } = solved;
  const { certain, mostOf } = await limits(solved);
  const first = certain.map((points) => Math.min(points, highest));
  const last = mostOf.map((points) => Math.min(points + Number(draw > 0), highest));
  const layers = solved.masks.slice(bits(filled) + 1).reverse()
    .map((masks) => masks.filter((mask) => (mask & filled) === filled && tables.arrays.lanes[mask]));
  const size = (mask) => eachState(tables, mask).reduce((sum, state) => sum + last[state] - first[state], 0);
  const all = layers.flat().reduce((sum, mask) => sum + size(mask), 0);
  if (all > MOST) throw new Refused(TOO_LONG);
  const rooms = { place: kernel.room("i8", states), first: kernel.put("i4", first), last: kernel.put("i4", last) };
  let here = rowsOfLayer(solved, layers[0], rooms, first, last);
  try {
    for (const mask of layers[0]) for (const state of eachState(tables, mask)) here.row(state).fill(draw);
    const pause = pacer();
    let count = 0;
    for (const layer of layers.slice(1)) {
      const there = rowsOfLayer(solved, layer, rooms, first, last);
      for (const mask of layer) {
        kernel.call("maxprob", address, solved.maskAt(mask), 1, rooms.place, rooms.first, rooms.last, here.room, there.room);
        count += size(mask);
        done(count / all);
        await pause();
        if (stopped()) {
          kernel.free(there.room);
          throw new DOMException("nobody waits for this", "AbortError");
        }
      }
      kernel.free(here.room);
      here = there;
    }
    const rows = new Map([...wanted].map((state) => [state, here.row(state).slice()]));
    return (state, needed) => (needed <= first[state] ? 1 : rows.get(state)[needed - first[state] - 1] ?? 0);
  } finally {
    kernel.free(here.room, ...Object.values(rooms));
  }
}

const eachState = ({ arrays: { offset, lanes } }, mask) => Array.from({ length: lanes[mask] }, (_, lane) => offset[mask] + lane);

/** Rows for the states of some masks, 1 before each and 0 after it; their places are noted. */
function rowsOfLayer(solved, masks, rooms, first, last) {
  const { kernel, states, tables } = solved;
  const members = masks.flatMap((mask) => eachState(tables, mask));
  const count = members.reduce((sum, state) => sum + last[state] - first[state] + 2 * PAD, 0);
  const room = kernel.room("f8", count);
  const place = kernel.view("i8", rooms.place, states);
  const numbers = kernel.view("f8", room, count).fill(0);
  let at = 0;
  for (const state of members) {
    numbers.fill(1, at, at + PAD);
    place[state] = BigInt(at + PAD);
    at += last[state] - first[state] + 2 * PAD;
  }
  const row = (state) => {
    const begin = Number(kernel.view("i8", rooms.place + 8 * state, 1)[0]);
    return kernel.view("f8", room + 8 * begin, last[state] - first[state]);
  };
  return { room, row };
}

/** A turn by probabilities, then points: turn/one_turn.py with the rule PROBABILITIES_THEN_POINTS. */
class TargetTurn {
  constructor(tables, position, options, optionsThen) {
    Object.assign(this, { tables, options, optionsThen, keeps: [], keepsThen: [], decisions: [] });
    const { firstRoll } = tables;
    const n = tables.keeps.length;
    let rows = { value: new Float64Array(n), then: new Float64Array(n), what: new Int32Array(n) };
    for (let roll = 0; roll < n - firstRoll; roll++) {
      const offers = [...tables.options(position.filled, roll).values()];
      put(rows, firstRoll + roll, offers.map((option) => [options[option], optionsThen[option], option]));
    }
    this.decisions.push(rows.what.slice(firstRoll));
    for (let left = 1; left < tables.sheet.rolls; left++) {
      rows = this.kept(rows);
      this.keeps.push(...rows.value);
      this.keepsThen.push(...rows.then);
      this.choose(rows);
      this.decisions.push(rows.what.slice(firstRoll));
    }
  }

  /** What it is worth to keep k, from the rolls after it. */
  kept({ value, then }) {
    const { firstRoll, sheet: { faces }, arrays: { up } } = this.tables;
    for (let k = firstRoll - 1; k >= 0; k--) {
      for (const row of [value, then]) {
        let sum = 0;
        for (let f = 0; f < faces; f++) sum += row[up[k * faces + f]];
        row[k] = sum / faces;
      }
    }
    return { value, then, what: Int32Array.from(value, (_, k) => k) };
  }

  /** The best keep within each, by the tie rule. */
  choose(rows) {
    const { down, down_start: start } = this.tables.arrays;
    for (let k = 1; k < rows.value.length; k++) {
      const offers = [k, ...down.subarray(start[k], start[k + 1])];
      put(rows, k, offers.map((each) => [rows.value[each], rows.then[each], rows.what[each]]));
    }
  }

  decided(roll, rerolls) {
    const decision = this.decisions[rerolls][roll];
    return rerolls ? { keep: this.tables.keeps[decision] } : { category: this.tables.arrays.category[decision] };
  }
}

/** Offer one after another (ties.py); the best is put at a place: the highest value, and what follows the choice. */
function put(rows, at, [first, ...others]) {
  let [value, then, what] = first;
  for (const [offered, offeredThen, offeredWhat] of others) {
    const above = value * (1 + SHARE) < offered;
    const near = value * (1 - SHARE) <= offered;
    if (above || (near && then + TIE < offeredThen)) [then, what] = [offeredThen, offeredWhat];
    value = Math.max(value, offered);
  }
  rows.value[at] = value;
  rows.then[at] = then;
  rows.what[at] = what;
}
