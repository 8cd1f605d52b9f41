// Advice: every option with its value as a bar, best first.

import { get } from "./api.js";
import { $, el, named, number, percent } from "./dom.js";

const SHOWN = 8;
/** The losses that fill a bar: points, and a share of games. */
const MOST_POINTS = 10;
const MOST_CHANCE = 0.2;
const CLOSENESS = {
  tie: "A tie: other actions are as good.",
  close: "Close: the next best loses little.",
  clear: "Clear: one option is best.",
};

let all = false;

/** Show advice. does: {take(action), look(action)}; names: titles of categories by id. */
export function showAdvice(game, advice, points, does) {
  const expected = advice.objective === "expected";
  const actions = all ? advice.actions : advice.actions.slice(0, SHOWN);
  const tied = advice.actions.filter((option) => option.is_best).length > 1;
  const rows = actions.map((action, i) => row(game, action, { expected, points, tied, i, does }));
  const head = expected
    ? ["Option", points === null ? "Points to come" : "Expected total", "Loss", "Bonus", fiveAlike(game)]
    : ["Option", advice.objective === "beat" ? `Chance to beat ${advice.opponent_total}` : `Chance of ${advice.target}`, "Loss"];
  const shown = head.filter((name) => name && (name !== "Bonus" || game.upper_bonus));
  $("advice-body").replaceChildren(
    el("p", { className: `closeness ${advice.closeness}` }, CLOSENESS[advice.closeness]),
    el("table", { className: "options" },
      el("caption", {}, caption(game, advice)),
      el("thead", {}, el("tr", {}, ...shown.map((name, i) =>
        el("th", { scope: "col", className: i ? "number" : "" }, name)))),
      el("tbody", {}, ...rows)),
    more(game, advice, points, does));
}

/** Show words in place of advice. */
export function adviceWords(...words) {
  $("advice-body").replaceChildren(el("p", { className: "quiet" }, ...words));
}

/** Tell that a long computation runs, and how far it is; returns what ends that. */
export function adviceWorking(game) {
  const began = Date.now();
  const bar = el("progress", { max: 1, "aria-label": `${game.title}: computing` });
  const text = el("span", {}, ` ${game.title}: computing\u2026`);
  adviceWords(bar, text);
  const timer = setInterval(async () => {
    const { share } = await get("progress").catch(() => ({ share: null }));
    if (share) bar.value = share;
    text.textContent = ` ${game.title}: computing, ${Math.round((Date.now() - began) / 1000)} s\u2026`;
  }, 1000);
  return () => clearInterval(timer);
}

function caption(game, advice) {
  if (advice.objective === "expected") return `${named(game)}: what each option leads to`;
  if (advice.objective === "beat") return `${named(game)}: the chance of more than ${advice.opponent_total}; a draw counts half`;
  return `${named(game)}: the highest chance of ${advice.target} or more, ${Math.max(advice.to_come, 0)} from here`;
}

function fiveAlike(game) {
  const category = game.categories.find((each) => each.id === game.yahtzee);
  return category ? category.title : null;
}

function more(game, advice, points, does) {
  if (advice.actions.length <= SHOWN) return null;
  return el("button", {
    type: "button",
    className: "link",
    "aria-expanded": String(all),
    onclick: () => {
      all = !all;
      showAdvice(game, advice, points, does);
      $("advice-body").querySelector("button.link").focus();
    },
  }, all ? "Show the best only" : `Show all ${advice.actions.length} actions`);
}

function row(game, option, { expected, points, tied, i, does }) {
  const mark = option.is_best && tied ? "tie" : i === 0 ? "best" : "";
  const value = expected ? number((points ?? 0) + option.value) : percent(option.value);
  const loss = option.loss === 0 || option.is_best ? "0" : expected ? number(option.loss) : percent(option.loss);
  const cells = [value, loss];
  if (expected && game.upper_bonus) cells.push(chance(option.upper_bonus));
  if (expected && game.yahtzee) cells.push(chance(option.yahtzee));
  const name = words(game, option);
  return el("tr", {
    className: mark,
    onpointerenter: () => does.look(option.action),
    onpointerleave: () => does.look(null),
  },
    el("th", { scope: "row" },
      el("button", {
        type: "button",
        className: "option",
        onclick: () => does.take(option.action),
        onfocus: () => does.look(option.action),
      }, name, mark && el("span", { className: "mark" }, mark)),
      bar(option.loss / (expected ? MOST_POINTS : MOST_CHANCE))),
    ...cells.map((cell) => el("td", { className: "number" }, cell)));
}

/** A chance; dots while it is computed. */
const chance = (p) => (p === null ? "\u2026" : percent(p));

/** What is lost, on a scale that is the same for every roll. */
function bar(share) {
  const fill = el("span", {});
  fill.style.width = `${Math.min(100, 100 * share)}%`;
  return el("span", { className: "bar", "aria-hidden": "true" }, fill);
}

/** An option in words: keep 3 3, keep nothing, score 9 in Threes. */
export function words(game, option) {
  const [verb, ...rest] = option.action.split(" ");
  if (verb === "keep") return rest[0] === "-" ? "keep nothing" : `keep ${rest.join(" ")}`;
  const category = game.categories.find((each) => each.id === rest[0]);
  const points = option.points ?? null;
  return points === null ? `score ${category.title}` : `score ${points} in ${category.title}`;
}
