// The distribution of the final total, as an SVG plot with its mean and median.

import { $, el, named, number, percent, svg } from "./dom.js";

const WIDTH = 420;
const HEIGHT = 220;
const SIDE = 14;
const TOP = 40;
const BOTTOM = 28;
const TAIL = 0.001;
let last = null;

/** Show a distribution; aim: a total to reach, null for none; chance: of the aim, when one plays for it. */
export function showPlot(game, found, aim, chance) {
  const range = rangeOf(found, aim);
  const bins = binned(found, range);
  const highest = Math.max(...bins.map((bin) => bin.p));
  const x = (score) => SIDE + ((score - range.first) / (range.last - range.first)) * (WIDTH - 2 * SIDE);
  const y = (p) => HEIGHT - BOTTOM - (p / highest) * (HEIGHT - BOTTOM - TOP);
  const median = found.quantiles["50%"];
  const parts = [area(bins, x, y, "area")];
  if (last?.game === found.game) parts.unshift(ghost(x));
  if (aim !== null) parts.push(area(bins.filter((bin) => bin.score >= aim), x, y, "reached"));
  parts.push(axis(range, x), mark(x(found.mean), `mean ${number(found.mean, 1)}`, "mean", found.mean >= median),
    mark(x(median), `median ${median}`, "median", found.mean < median));
  const text = words(game, found, aim, chance);
  $("plot").replaceChildren(
    svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": text }, ...parts),
    el("p", {}, text));
  last = { game: found.game, mean: found.mean };
}

/** Show words in place of the plot, and forget the mean before. */
export function plotWords(text) {
  last = null;
  $("plot").replaceChildren(el("p", { className: "quiet" }, text));
}

function words(game, found, aim, chance) {
  const { "5%": low, "95%": high } = found.quantiles;
  const reach = aim === null ? "" : ` ${reached(found, aim, chance)}`;
  return `${named(game)}: after ${found.action}, nine in ten games end from ${low} to ${high}, when play goes on ` +
    `for the highest expected score (mean ${number(found.mean)}, standard deviation ${number(found.sd)}, ` +
    `median ${found.quantiles["50%"]}).${reach}`;
}

/** Both chances of the aim: playing on for it, as the advice does, and for the expected score, as the plot does. */
function reached(found, aim, { objective, value }) {
  const what = objective === "beat" ? "You win (a draw counts half)" : `You reach ${aim} or more`;
  return `${what} in ${percent(value)} of games when you play for that; ${aim} or more come in ` +
    `${percent(atLeast(found, aim))} when you play for the expected score.`;
}

const atLeast = (found, aim) =>
  found.score.reduce((sum, score, i) => (score >= aim ? sum + found.probability[i] : sum), 0);

function rangeOf(found, aim) {
  let below = 0;
  const kept = found.score.filter((_, i) => {
    below += found.probability[i];
    return below > TAIL && below - found.probability[i] < 1 - TAIL;
  });
  const first = Math.min(kept[0], aim ?? Infinity);
  const end = Math.max(kept.at(-1), aim ?? 0);
  return { first, last: Math.max(end, first + 10), step: Math.max(1, Math.ceil((end - first) / 80)) };
}

/** Probabilities of a few scores at a time, as single ones jump. */
function binned(found, range) {
  const bins = [];
  for (let score = range.first; score <= range.last; score += range.step) bins.push({ score, p: 0 });
  found.score.forEach((score, i) => {
    const bin = bins[Math.floor((score - range.first) / range.step)];
    if (bin && score >= range.first) bin.p += found.probability[i];
  });
  bins.forEach((bin) => { bin.end = bin.score + range.step; });
  return bins;
}

function area(bins, x, y, className) {
  if (!bins.length) return svg("path", { class: className });
  const steps = bins.map((bin) => `L${r(x(bin.score))},${r(y(bin.p))}H${r(x(bin.end))}`);
  const d = `M${r(x(bins[0].score))},${HEIGHT - BOTTOM}${steps.join("")}V${HEIGHT - BOTTOM}Z`;
  return svg("path", { class: className, d });
}

/** Where the mean was before. */
const ghost = (x) => svg("line", { class: "ghost", x1: x(last.mean), x2: x(last.mean), y1: TOP, y2: HEIGHT - BOTTOM });

function mark(at, text, className, right) {
  const near = right ? at > WIDTH - 110 : at < 110;
  const anchor = right !== near ? "start" : "end";
  const dx = anchor === "start" ? 6 : -6;
  return svg("g", { class: className },
    svg("line", { x1: r(at), x2: r(at), y1: TOP - 20, y2: HEIGHT - BOTTOM }),
    svg("text", { x: r(at + dx), y: TOP - (className === "mean" ? 24 : 8), "text-anchor": anchor }, text));
}

function axis(range, x) {
  const width = range.last - range.first;
  const step = [5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 5000].find((each) => width / each <= 6) || width;
  const ticks = [];
  for (let score = Math.ceil(range.first / step) * step; score <= range.last; score += step) {
    ticks.push(svg("text", { x: r(x(score)), y: HEIGHT - 8, "text-anchor": "middle" }, String(score)));
  }
  const line = svg("line", { x1: SIDE, x2: WIDTH - SIDE, y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM });
  return svg("g", { class: "axis" }, line, ...ticks);
}

const r = (value) => Math.round(value * 10) / 10;
