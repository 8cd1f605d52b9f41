// The distribution of the final total: a game played forwards, layer by layer; policies/walk.py.

import { bits, pacer } from "./solved.js";
import { Refused } from "./tables.js";

const QUANTILES = [0.05, 0.25, 0.5, 0.75, 0.95];
const DIGITS = 1e-12;
const MOST = 2 ** 30;

/** Probability of every total at the end, from [state, points behind, probability]; stopped(): nobody waits. */
export async function totals(solved, start, stopped = () => false) {
  await solved.values();
  const { kernel, tables, states } = solved;
  const from = masksOf(solved, start);
  const most = farthest(solved, start, from);
  const spans = { place: kernel.room("i8", states), length: kernel.room("i8", states) };
  const room = solved.weighing();
  let here = layer(solved, from[0], most, spans);
  try {
    start.forEach(([state, points, p]) => { rowOf(solved, here, spans, state)[points] += p; });
    const pause = pacer();
    for (const after of from.slice(1)) {
      const there = layer(solved, after, most, spans);
      for (const mask of here.masks) {
        if (!visits(solved, mask, here, most, room)) continue;
        solved.weigh(mask, room);
        kernel.call("push", solved.address, solved.maskAt(mask), 1, room.weights, spans.place, spans.length,
          here.address, there.address);
        await pause();
        if (stopped()) throw new DOMException("nobody waits for this", "AbortError");
      }
      kernel.free(here.address);
      here = there;
    }
    const found = new Float64Array(Math.max(...most.total) + 1);
    for (const mask of here.masks) {
      eachState(tables, mask, (state) => rowOf(solved, here, spans, state).forEach((p, i) => { found[i] += p; }));
    }
    return found;
  } finally {
    kernel.free(here.address, spans.place, spans.length, ...Object.values(room));
  }
}

/** The masks that can follow, by layer from that of the start. */
function masksOf(solved, start) {
  const filled = [...new Set(start.map(([state]) => maskOf(solved.tables, state)))];
  const common = filled.reduce((all, mask) => all & mask);
  const layers = solved.masks.slice(bits(filled[0]));
  return layers.map((masks) => masks.filter((mask) => (mask & common) === common && solved.tables.arrays.lanes[mask]));
}

function maskOf({ arrays: { offset } }, state) {
  let low = 0;
  let high = offset.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (offset[middle] <= state) low = middle;
    else high = middle;
  }
  return low;
}

/** The most points behind every state, -1 where no game gets there. */
function farthest(solved, start, layers) {
  const { kernel, states, address } = solved;
  const most = kernel.room("i4", states);
  kernel.view("i4", most, states).fill(-1);
  for (const [state, points] of start) {
    const behind = kernel.view("i4", most, states);
    behind[state] = Math.max(behind[state], points);
  }
  for (const masks of layers) for (const mask of masks) kernel.call("most_behind", address, solved.maskAt(mask), 1, most);
  const found = kernel.view("i4", most, states).slice();
  kernel.free(most);
  return { at: (state) => found[state], total: found.subarray(solved.tables.arrays.offset[layers.at(-1)[0]]) };
}

/** Rows of zeros for the states of some masks, their places noted in the spans. */
function layer(solved, masks, most, spans) {
  const { kernel, tables, states } = solved;
  const [place, length] = [spans.place, spans.length].map((address) => kernel.view("i8", address, states));
  const begins = new Map();
  let size = 0;
  for (const mask of masks) {
    begins.set(mask, size);
    eachState(tables, mask, (state) => {
      place[state] = BigInt(size);
      length[state] = BigInt(most.at(state) + 1);
      size += most.at(state) + 1;
    });
  }
  if (8 * size > MOST) throw new Refused("this distribution takes too much memory for a browser; a server (yahtzee serve) has it");
  const address = kernel.room("f8", size);
  kernel.view("f8", address, size).fill(0);
  return { masks, address, size, begins };
}

/** The row of a state in a layer; a view. */
function rowOf(solved, here, spans, state) {
  const [at, length] = [spans.place, spans.length].map((address) => Number(solved.kernel.view("i8", address + 8 * state, 1)[0]));
  return solved.kernel.view("f8", here.address + 8 * at, length);
}

function eachState({ arrays: { offset, lanes } }, mask, does) {
  for (let lane = 0; lane < lanes[mask]; lane++) does(offset[mask] + lane);
}

/** Note in which lanes of a mask a game comes by; whether in any. */
function visits(solved, mask, here, most, room) {
  const { kernel, tables: { arrays: { offset, lanes } } } = solved;
  const visit = kernel.view("f8", room.visit, lanes[mask]);
  const rows = kernel.view("f8", here.address, here.size);
  let at = here.begins.get(mask);
  let any = 0;
  for (let lane = 0; lane < lanes[mask]; lane++) {
    const end = at + most.at(offset[mask] + lane) + 1;
    let first = at;
    while (first < end && rows[first] === 0) first++;
    visit[lane] = Number(first < end);
    any += visit[lane];
    at = end;
  }
  return any > 0;
}

/** Where a turn leads after an action: [state, points, probability]. */
export function after(solved, turn, position, action) {
  const { run } = solved.kernel;
  const found = [];
  turn.weights(position, action).forEach((weight, option) => {
    if (!weight) return;
    const args = [solved.address, turn.filled, turn.lane, option];
    found.push([run.after(...args), run.gain(...args), weight]);
  });
  return found;
}

export const mean = (p) => p.reduce((sum, each, total) => sum + each * total, 0);

export function sd(p) {
  const middle = mean(p);
  return Math.sqrt(p.reduce((sum, each, total) => sum + each * (total - middle) ** 2, 0));
}

/** P(total >= t) for every t, from the top. */
export function atLeast(p) {
  const found = Float64Array.from(p);
  for (let t = p.length - 2; t >= 0; t--) found[t] += found[t + 1];
  return found;
}

/** Some quantiles, by per cent; see Distribution.quantile. */
export function quantiles(p, behind) {
  const least = atLeast(p);
  return Object.fromEntries(QUANTILES.map((share) => [`${Math.round(100 * share)}%`, behind + quantile(p, least, share)]));
}

function quantile(p, least, share) {
  if (share > 0.5) {
    const left = (1 - share + Number.EPSILON / 2) * (1 + DIGITS);
    return p.findIndex((_, t) => (least[t + 1] ?? 0) <= left);
  }
  let sum = 0;
  return p.findIndex((each) => (sum += each) >= share * (1 - DIGITS));
}
