// The dice on the table: buttons that keep, keys and a menu that change the face.

import { $, el, svg } from "./dom.js";

const PIPS = {
  1: [[50, 50]],
  2: [[28, 28], [72, 72]],
  3: [[26, 26], [50, 50], [74, 74]],
  4: [[28, 28], [72, 28], [28, 72], [72, 72]],
  5: [[27, 27], [73, 27], [50, 50], [27, 73], [73, 73]],
  6: [[29, 24], [71, 24], [29, 50], [71, 50], [29, 76], [71, 76]],
};

/** Fair faces from the random numbers of the browser, without the bias of a remainder. */
export function thrown(count, faces) {
  const found = [];
  const limit = 256 - (256 % faces);
  while (found.length < count) {
    for (const byte of crypto.getRandomValues(new Uint8Array(32))) {
      if (byte < limit && found.length < count) found.push((byte % faces) + 1);
    }
  }
  return found;
}

/** Show the dice. does: {toggle(i), face(i, face)}. */
export function showDice(state, game, does) {
  const at = [...$("dice").children].indexOf(document.activeElement?.closest("#dice > div"));
  const count = game.dice;
  const dice = Array.from({ length: count }, (_, i) => die(state.dice[i], state.kept[i], i, game, does));
  $("dice").replaceChildren(...dice);
  if (at >= 0) dice[at]?.firstChild.focus();
}

function die(face, kept, place, game, does) {
  const name = face ? `Die ${place + 1}: ${face}${kept ? ", kept" : ""}` : `Die ${place + 1}: not rolled`;
  const button = el("button", {
    type: "button",
    className: "die",
    "aria-label": name,
    "aria-pressed": String(Boolean(kept)),
    "aria-haspopup": "menu",
    title: "Click: keep. A digit, arrow up and down, or a right click: another face.",
    onclick: () => does.toggle(place),
    oncontextmenu: (event) => openMenu(event, place, game, does),
    onkeydown: (event) => turn(event, face, place, game, does),
  }, picture(face));
  return el("div", {}, button, el("span", { className: "held", "aria-hidden": "true" }, kept ? "kept" : ""));
}

function picture(face) {
  const attributes = { viewBox: "0 0 100 100", "aria-hidden": "true" };
  if (!face) return svg("svg", attributes, text("\u2013"));
  if (!PIPS[face]) return svg("svg", attributes, text(String(face)));
  return svg("svg", attributes, ...PIPS[face].map(([cx, cy]) => svg("circle", { cx, cy, r: 9.5 })));
}

const text = (word) => svg("text", { x: 50, y: 67, "text-anchor": "middle" }, word);

function turn(event, face, place, game, does) {
  const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
  const typed = /^[1-9]$/.test(event.key) && Number(event.key) <= game.faces ? Number(event.key) : null;
  if (!step && !typed) return;
  event.preventDefault();
  event.stopPropagation();
  const next = typed || (face ? ((face - 1 + step + game.faces) % game.faces) + 1 : 1);
  does.face(place, next);
}

function openMenu(event, place, game, does) {
  event.preventDefault();
  document.querySelector("#dice [role=menu]")?.remove();
  const opener = event.currentTarget;
  const items = Array.from({ length: game.faces }, (_, i) => el("button", {
    type: "button",
    role: "menuitem",
    onclick: () => does.face(place, i + 1),
  }, String(i + 1)));
  const close = () => menu.remove();
  const menu = el("div", {
    role: "menu",
    "aria-label": `Face of die ${place + 1}`,
    onfocusout: (focus) => { if (!menu.contains(focus.relatedTarget)) close(); },
    onkeydown: (key) => inMenu(key, items, () => { close(); opener.focus(); }),
  }, ...items);
  opener.after(menu);
  items[0].focus();
}

function inMenu(event, items, close) {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (event.key === "Escape") close();
  if (!step) return;
  event.preventDefault();
  const at = items.indexOf(document.activeElement);
  items[(at + step + items.length) % items.length].focus();
}
