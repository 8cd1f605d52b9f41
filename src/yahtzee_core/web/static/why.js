// Why: what the best action gains and gives up beside another one, category by category; and what is to come.

import { words } from "./advice.js";
import { $, el, named, number, percent } from "./dom.js";

/** The points that fill half a bar, where no difference is larger. */
const LEAST = 2;
/** What rounds to 0 has no row. */
const SHOWN = 0.005;
const BONUSES = { upper_bonus: "Upper bonus", yahtzee_bonus: "Extra bonuses" };

/** Show why the best action is best, beside the other one of a comparison. */
export function showWhy(game, why) {
  const [best, other] = [why.action, why.against].map((action) => words(game, { action }));
  const parts = why.parts.filter((part) => Math.abs(part.difference) >= SHOWN);
  const full = Math.max(LEAST, ...parts.map((part) => Math.abs(part.difference)));
  $("why").hidden = false;
  $("why-words").textContent = why.sentences.join(" ");
  $("why-body").replaceChildren(...(parts.length ? [el("table", { className: "gains" },
    el("caption", {}, `${named(game)}: points of ${best}, less those of ${other}`),
    el("thead", {}, el("tr", {},
      el("th", { scope: "col" }, "Category"),
      el("td", { "aria-hidden": "true" }),
      el("th", { scope: "col", className: "number" }, "Points"))),
    el("tbody", {}, ...parts.map((part) => row(game, part, full))))] : []));
}

/** Words in place of it; none hides it. */
export function whyWords(text) {
  $("why").hidden = !text;
  $("why-words").textContent = text;
  $("why-body").replaceChildren();
}

/** Show on the sheet what is to come after the action that is looked at, best or other; null: nothing. */
export function showToCome(game, why, action) {
  const table = $("sheet-body").querySelector("table");
  const parts = new Map((why?.parts || []).map((part) => [part.part, ofAction(part, action === why.against)]));
  parts.set("total", { points: [...parts.values()].reduce((sum, part) => sum + part.points, 0) });
  table.classList.toggle("to-come", Boolean(why));
  for (const cell of table.querySelectorAll("[data-part]")) {
    const part = why && parts.get(cell.dataset.part);
    cell.replaceChildren(...(part ? [`${number(part.points, 1)} `, chance(part)] : []));
  }
  $("sheet-note").hidden = !why;
  $("sheet-note").textContent = why
    ? `To come after ${words(game, { action })}: expected points, and the chance of more than 0.` : "";
}

const ofAction = (part, against) => (against
  ? { points: part.points_against, chance: part.chance_against }
  : { points: part.points, chance: part.chance });

const chance = (part) => el("small", {}, part.chance === undefined ? "" : percent(part.chance));

function row(game, part, full) {
  const title = BONUSES[part.part] || game.categories.find((each) => each.id === part.part).title;
  const sign = part.difference > 0 ? "+" : "";
  return el("tr", {},
    el("th", { scope: "row" }, title),
    el("td", { "aria-hidden": "true" }, bar(part.difference / full)),
    el("td", { className: "number" }, sign + number(part.difference)));
}

/** To the right what the best action gains, to the left what it gives up. */
function bar(share) {
  const fill = el("span", { className: share > 0 ? "gain" : "gives" });
  fill.style.width = `${50 * Math.abs(share)}%`;
  return el("span", { className: "two-sided" }, fill);
}
