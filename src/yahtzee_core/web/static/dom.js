// Small helpers to make elements and to write numbers.

export const $ = (id) => document.getElementById(id);

/** An element with properties (attributes where there is a dash or no such property) and children. */
export function el(tag, properties = {}, ...children) {
  return filled(document.createElement(tag), properties, children);
}

/** The same for SVG, where everything is an attribute. */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function filled(node, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name.includes("-") || !(name in node)) node.setAttribute(name, value);
    else node[name] = value;
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** Words that screen readers say, and that stand above the table. */
export function say(text) {
  $("status").textContent = text;
}

/** A reason why something is not possible, or nothing. */
export function problem(text) {
  $("problem").textContent = text || "";
  $("problem").hidden = !text;
}

/** The title of a game, with its joker rule where the title does not say it: what stands beside its values. */
export function named(game) {
  return game.joker && !game.title.includes("joker") ? `${game.title} (${game.joker})` : game.title;
}

export const number = (value, digits = 2) => value.toFixed(digits).replace("-", "\u2212");

/** A probability in per cent, with at least two digits that count. */
export function percent(p) {
  if (p === 0) return "0%";
  if (p >= 0.9995 && p < 1) return "> 99.9%";
  if (p < 1e-5) return `${p.toExponential(1).replace("-", "\u2212")}`;
  return `${(100 * p).toFixed(p < 0.001 ? 3 : 1)}%`;
}

/** A table with a caption that names the game, columns and rows of cells (text, numbers or nodes). */
export function table(caption, head, rows) {
  const cell = (tag, value, extra) =>
    el(tag, { className: isNumber(value) ? "number" : "", ...extra }, value ?? "");
  const first = rows[0] || [];
  const heads = head.map((name, i) =>
    el("th", { scope: "col", className: isNumber(first[i]) ? "number" : "" }, name));
  return el("table", {},
    el("caption", {}, caption),
    el("thead", {}, el("tr", {}, ...heads)),
    el("tbody", {}, ...rows.map((row) => el("tr", {},
      ...row.map((value, i) => (i ? cell("td", value) : cell("th", value, { scope: "row" })))))));
}

const isNumber = (value) => typeof value === "string" && /^[>\u2212+\d.]/.test(value) && /\d/.test(value);
