// The page: buttons, boxes and keys.

import { statistics } from "./counsel.js";
import { $, el, problem } from "./dom.js";
import * as game from "./game.js";
import * as quiz from "./quiz.js";
import { state } from "./state.js";

const KEYS = { r: game.roll, a: game.advise, u: game.undo, s: game.step };

function wire() {
  const clicks = {
    roll: game.roll,
    advise: game.advise,
    undo: game.undo,
    step: game.step,
    statistics,
    "quiz-begin": quiz.begin,
    new: () => game.begin(state.game),
    import: () => game.importLog($("log-text").value),
    "so-far": game.reviewSoFar,
    export: save,
    edit: edit,
  };
  for (const [id, does] of Object.entries(clicks)) $(id).addEventListener("click", () => run(does));
  $("game").addEventListener("change", () => run(() => game.begin($("game").value)));
  $("objective").addEventListener("change", () => run(aim));
  $("score").addEventListener("change", () => run(aim));
  $("extra").addEventListener("change", () => run(() => game.setExtra(Number($("extra").value))));
  $("rerolls").addEventListener("change", () => run(() => game.setRerolls(Number($("rerolls").value))));
  $("enter").addEventListener("submit", (event) => {
    event.preventDefault();
    run(() => game.enter($("typed").value));
  });
  $("typed").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    $("enter").requestSubmit();
  });
  $("choices").addEventListener("submit", (event) => event.preventDefault());
  window.addEventListener("hashchange", () => run(open));
  document.addEventListener("keydown", press);
}

/** Do something; what goes wrong is told. */
function run(does) {
  Promise.resolve().then(does).catch((error) => problem(error.message));
}

function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !$("shortcuts").checked) return;
  if (event.target.closest("input:not([type=checkbox]), select, textarea")) return;
  if (event.key === "Enter") {
    if (event.target.closest("button, a, summary, input")) return;
    event.preventDefault(); // or it would press the button that has the focus next
    run(game.takeBest);
    return;
  }
  if (event.key === "?") {
    $("keys").open = true;
    $("keys").querySelector("summary").focus();
    return;
  }
  if (/^[1-9]$/.test(event.key)) game.toggle(Number(event.key) - 1);
  else if (KEYS[event.key]) run(KEYS[event.key]);
}

function aim() {
  state.objective = $("objective").value;
  const given = Number.parseInt($("score").value, 10);
  state.score = Number.isNaN(given) ? null : given;
  showAim();
  return game.askAgain();
}

/** Show the aim as the state has it. */
function showAim() {
  $("objective").value = state.objective;
  $("score").value = state.score ?? "";
  $("score-label").hidden = state.objective === "expected";
  $("score-word").textContent = state.objective === "beat" ? "Their total" : "Score";
}

function edit() {
  const on = $("edit").getAttribute("aria-pressed") !== "true";
  $("edit").setAttribute("aria-pressed", String(on));
  game.setUp(on);
}

function save() {
  const url = URL.createObjectURL(new Blob([`${$("log-text").value}\n`], { type: "text/plain" }));
  const link = el("a", { href: url, download: `${state.game}.txt` });
  link.click();
  URL.revokeObjectURL(url);
}

async function open() {
  await game.open();
  showAim();
}

async function start() {
  const games = await game.load();
  $("game").replaceChildren(...games.map((each) => el("option", { value: each.game }, each.title)));
  wire();
  await open();
  document.body.dataset.ready = "yes";
}

run(start);
