// The score sheet: points, what the dice would score, and boxes to set up a position.

import { $, el } from "./dom.js";

/** Show the sheet. does: {score(id), fill(id, points)}. */
export function showSheet(game, standing, editing, does) {
  const upper = game.categories.filter((category) => category.upper);
  const lower = game.categories.filter((category) => !category.upper);
  const row = (category) => line(category, standing, editing, does);
  const rows = upper.map(row);
  if (game.upper_bonus) rows.push(...bonusLines(game, standing));
  rows.push(...lower.map(row));
  if (game.yahtzee_bonus) rows.push(sum("Extra bonuses", `${standing.yahtzee_bonus}`, "yahtzee_bonus", extraTitle(game)));
  rows.push(sum("Total", `${standing.points}`, "total", "", "total"));
  const focused = $("sheet-body").contains(document.activeElement) && document.activeElement.ariaLabel;
  $("sheet-body").replaceChildren(el("table", { className: "sheet" },
    el("caption", {}, `${game.title}: score sheet`),
    el("thead", {}, el("tr", {},
      el("th", { scope: "col" }, "Category"),
      el("th", { scope: "col", className: "number" }, "Points"),
      el("th", { scope: "col", className: "number" }, "To come"))),
    el("tbody", {}, ...rows)));
  if (focused) [...$("sheet-body").querySelectorAll("[aria-label]")].find((e) => e.ariaLabel === focused)?.focus();
}

/** Show or hide what else can be set up. */
export function showSetUp(game, standing, editing) {
  $("extra-label").hidden = !editing || !game.yahtzee_bonus;
  if (document.activeElement !== $("extra")) $("extra").value = standing.extra_yahtzees;
  $("rerolls-label").hidden = !editing || !standing.position;
  $("rerolls").replaceChildren(...Array.from({ length: game.rolls }, (_, left) =>
    el("option", { value: String(left), selected: left === standing.rerolls }, String(left))));
}

const extraTitle = (game) => `${game.yahtzee_bonus} each`;

function bonusLines(game, standing) {
  const missing = Math.max(game.threshold - standing.upper, 0);
  return [
    sum("Upper total", `${standing.upper}`, "", missing ? `${missing} short of ${game.threshold}` : "reached"),
    sum("Upper bonus", `${standing.upper_bonus}`, "upper_bonus", `${game.upper_bonus} from ${game.threshold}`),
  ];
}

const sum = (name, points, part, note = "", kind = "sum") => el("tr", { className: kind },
  el("th", { scope: "row" }, name, note && el("small", {}, ` ${note}`)),
  el("td", { className: "number" }, points), toCome(part));

/** Where why.js tells what is to come in a part of the total. */
const toCome = (part) => el("td", { className: "number", "data-part": part || null });

function line(category, standing, editing, does) {
  const points = standing.sheet[category.id];
  const label = el("th", { scope: "row", title: category.scores }, category.title);
  const cell = el("td", { className: "number" });
  if (editing) cell.append(box(category, points, does));
  else if (points !== null) cell.append(String(points));
  else if (standing.scores) cell.append(offer(category, standing.scores[category.id], does));
  return el("tr", { className: points === null ? "open" : "filled" }, label, cell, toCome(category.id));
}

function box(category, points, does) {
  const choice = (value, text) => el("option", { value, selected: String(points ?? "") === value }, text);
  return el("select", {
    "aria-label": `Points of ${category.title}`,
    onchange: (event) => does.fill(category.id, event.target.value),
  }, choice("", "open"), ...category.points.map((p) => choice(String(p), String(p))));
}

function offer(category, score, does) {
  if (!score) return el("span", { className: "quiet" }, "not allowed");
  const bonus = score.gain - score.points;
  const words = bonus ? `${score.points} + ${bonus}` : `${score.points}`;
  return el("button", {
    type: "button",
    className: score.gain ? "offer" : "offer zero",
    "aria-label": `Score ${words} in ${category.title}`,
    onclick: () => does.score(category.id),
  }, words);
}
