// A played game reviewed: advice/review.py.

import { formatAction, formatWords, log as parseLog } from "./notation.js";
import { SoFar, followed, ofSheet } from "./sofar.js";
import { atLeast, totals } from "./totals.js";
import { advised, taken } from "./turn.js";
import { words } from "./why.js";

const TIE = 1e-9;
const WORST = 5;
const OPEN = "the turn that goes on";
const GRADES = [[TIE, "best"], [0.5, "good"], [2, "inaccurate"], [5, "mistake"], [Infinity, "blunder"]];

/** The answer to `review`: a log of any level. */
export async function review(solved, text, stopped) {
  const { tables } = solved;
  const log = parseLog(tables, text);
  await solved.values();
  if (log.sheet) {
    const end = ofSheet(tables, log);
    return summed(solved, "sheet", end, end.points, [], null, stopped);
  }
  const full = tables.sheet.rolls === 1 || log.moves.some((move) => move.written.rerolls > 0);
  const steps = followed(SoFar.start(tables, full ? tables.sheet.rolls - 1 : 0), log);
  const decisions = decided(solved, steps, full);
  await explain(solved, decisions);
  const { move, after } = steps.at(-1);
  const toCome = move.action.keep ? decisions.at(-1).value : valueAfter(solved, after);
  const luck = full ? decisions.reduce((sum, each) => sum + each.luck, 0) : null;
  return summed(solved, full ? "full" : "categories", after, after.points + toCome, decisions, luck, stopped);
}

const valueAfter = (solved, game) => solved.valueOf(solved.tables.state(game.here));

/** What each move was worth. */
function decided(solved, steps, full) {
  let before = solved.valueOf(solved.tables.state(SoFar.start(solved.tables).here));
  return steps.map(({ move, position, after }) => {
    const { actions } = advised(solved, position);
    const made = taken(solved.tables, position, actions, move.action);
    const [best] = actions;
    const luck = full ? best.value - before : null;
    before = move.action.keep ? made.value : valueAfter(solved, after);
    return {
      line: move.line,
      position,
      actions,
      action: made.action,
      value: made.value,
      best: best.action,
      best_value: best.value,
      loss: made.loss,
      grade: GRADES.find(([most]) => made.loss <= most)[1],
      luck,
      why: [],
    };
  });
}

/** Words on the worst decisions. */
async function explain(solved, decisions) {
  const worst = decisions.filter((each) => each.loss > TIE).sort((a, b) => b.loss - a.loss).slice(0, WORST);
  if (!worst.length || !solved.partsFit) return;
  await solved.parts();
  for (const each of worst) each.why = words(solved, each.position, each.actions, each.action);
}

async function summed(solved, level, end, expected, decisions, luck, stopped) {
  const { tables } = solved;
  const loss = decisions.length ? decisions.reduce((sum, each) => sum + each.loss, 0) : null;
  const games = end.over ? await solvedTotals(solved, stopped) : null;
  const categories = new Map(decisions.filter((each) => !each.action.keep)
    .map((each) => [each.position.filled, tables.categories[each.action.category].id]));
  return {
    ...tables.about,
    level,
    over: end.over,
    score: end.points,
    expected_final: expected,
    start_value: solved.valueOf(tables.state(SoFar.start(tables).here)),
    luck,
    loss,
    mean_loss: loss === null ? null : loss / decisions.length,
    percentile: games && 100 * Math.min(games.slice(0, end.points + 1).reduce((sum, p) => sum + p, 0), 1),
    at_least: games && (atLeast(games)[end.points] ?? 0),
    loss_by_kind: sums(decisions, (each) => (each.action.keep ? "keep" : "category")),
    loss_by_category: sums(decisions, (each) => categories.get(each.position.filled) ?? OPEN),
    decisions: decisions.map(({ actions, ...each }) => ({
      ...each,
      position: formatWords(tables, each.position),
      action: formatAction(tables, each.action),
      best: formatAction(tables, each.best),
    })),
  };
}

/** The totals of optimal games from the start, kept once they are there. */
async function solvedTotals(solved, stopped) {
  const state = solved.tables.state(SoFar.start(solved.tables).here);
  solved.totals ||= await totals(solved, [[state, 0, 1]], stopped);
  return solved.totals;
}

function sums(decisions, key) {
  const found = {};
  for (const each of decisions) found[key(each)] = (found[key(each)] ?? 0) + each.loss;
  return found;
}
