// A game on the page: what can be done, and what is asked and shown after it.

import * as api from "./api.js";
import { adviceWords, words } from "./advice.js";
import * as counsel from "./counsel.js";
import { showDice, thrown } from "./dice.js";
import { $, problem, say } from "./dom.js";
import * as panels from "./panels.js";
import { plotWords } from "./plot.js";
import { showSetUp, showSheet } from "./sheet.js";
import * as s from "./state.js";

const { now, state } = s;
let games = [];
let editing = false;
let decided = "";
let queue = Promise.resolve();

/** Change the state, ask where the game stands then, and show it; what is refused is taken back.
 * Changes wait for each other; one that returns false is none. */
export const change = (how, done = "") => inTurn(() => changed(how, done));

function inTurn(does) {
  queue = queue.then(does).catch((error) => problem(error.message));
  return queue;
}

/** Ask again, as the aim is another one. */
export const askAgain = () => inTurn(refresh);

async function changed(how, done) {
  s.remember();
  if (how() === false) {
    s.forgetLast();
    return;
  }
  try {
    await refresh();
    say(typeof done === "function" ? done() : done);
  } catch (error) {
    s.goBack();
    await refresh().catch(() => {});
    problem(error.message);
  }
}

/** Ask where the game stands, and show it. */
async function refresh() {
  const found = await api.post("play", s.question());
  now.standing = found;
  state.rerolls = found.position ? found.position.rerolls : null;
  now.game = games.find((each) => each.game === state.game);
  problem("");
  history.replaceState(null, "", s.toHash());
  show();
  if ($("always").checked && found.position) advise();
  if (found.over) counsel.review(logText(), goTo);
}

function show() {
  showDice(state, now.game, { toggle, face });
  showSheet(now.game, now.standing, editing, { score, fill });
  $("game").value = now.game.game;
  $("rules").firstChild.textContent = `Rules of ${now.game.title}`;
  $("rule").textContent = now.game.rule;
  $("roll").disabled = now.standing.over || (state.dice.length > 0 && state.rerolls === 0);
  $("advise").disabled = !now.standing.position;
  $("undo").disabled = !s.canGoBack();
  $("left").textContent = leftWords();
  $("log-text").value = logText();
  counsel.clear();
  adviceWords(now.standing.over ? "The game is over." : "Roll, then ask for advice on what to keep or score.");
  if (!now.standing.over) panels.reviewWords("");
  if (!state.moves.length || now.standing.over) plotWords("Advice shows here how the final total is spread.");
  showSetUp(now.game, now.standing, editing);
}

function leftWords() {
  if (now.standing.over) return `${now.game.title}: the game is over with ${now.standing.points} points.`;
  if (!state.dice.length) return `${now.game.title}: roll the dice to begin the turn.`;
  if (!state.rerolls) return "No rolls left: choose a category on the sheet.";
  const left = state.rerolls === 1 ? "1 roll" : `${state.rerolls} rolls`;
  return `${left} left. Click the dice to keep, then roll the others, or score.`;
}

function logText() {
  return s.logText() + (now.standing.over && state.moves.length ? `\nfinal ${now.standing.points}` : "");
}

/** Roll what is not kept; what is kept becomes a move of the log. */
export const roll = () => change(() => {
  const first = !state.dice.length;
  if (now.standing.over || (!first && !state.rerolls)) return false;
  moveOn(state.dice.filter((_, i) => state.kept[i]));
  const fresh = thrown(now.game.dice, now.game.faces);
  state.dice = fresh.map((face, i) => (!first && state.kept[i] ? state.dice[i] : face));
  state.kept = state.dice.map((_, i) => !first && state.kept[i]);
  return true;
}, () => `Rolled ${state.dice.join(" ")}.`);

const sorted = () => [...state.dice].sort((a, b) => a - b);

function score(category) {
  let said = "";
  return change(() => {
    const found = now.standing.scores?.[category];
    if (!found) return false;
    const { title } = now.game.categories.find((each) => each.id === category);
    said = `Scored ${found.points} in ${title}.`;
    state.moves.push({ dice: sorted(), rerolls: state.rerolls, action: `score ${category}` });
    Object.assign(state, s.noDice());
    return true;
  }, () => {
    if (document.activeElement === document.body) $("roll").focus();
    return said;
  });
}

/** Keep a die, or not. */
export async function toggle(place) {
  await queue;
  if (!state.dice[place] || !state.rerolls) return;
  state.kept[place] = !state.kept[place];
  history.replaceState(null, "", s.toHash());
  showDice(state, now.game, { toggle, face });
  say(`Die ${place + 1}, ${state.dice[place]}: ${state.kept[place] ? "kept" : "to be rolled"}.`);
}

/** Take what is typed: dice that fell, a log or a filled sheet, or a position in any notation. */
export async function enter(words) {
  await queue;
  const text = words.trim();
  const parts = text.split(/[\s,;]+/);
  const isSheet = parts.length === now.game.categories.length && parts.every((part) => /^\d+$/.test(part));
  if (/=>/.test(text) || /\p{L}+[^|]*\n/u.test(text) || isSheet) return importLog(text);
  if (/[|{]/.test(text) || parts.length > now.game.dice) return counsel.adviseText(text);
  return enterDice(text);
}

/** Put dice on the table that fell elsewhere: "13356", or with blanks or commas between. */
async function enterDice(words) {
  const { dice, faces, title } = now.game;
  const parts = words.trim().split(/[\s,;]+/).filter(Boolean);
  const fell = (parts.length === 1 && faces < 10 ? [...parts[0]] : parts).map(Number);
  if (fell.length !== dice || !fell.every((face) => Number.isInteger(face) && face >= 1 && face <= faces)) {
    problem(`${title}: ${dice} dice with faces 1 to ${faces} are expected, for example ` +
      `${Array.from({ length: dice }, (_, i) => Math.min(i + 1, faces)).join(" ")}.`);
    return;
  }
  await change(() => fall(fell), () => `Dice ${fell.join(" ")}.`);
  if (!$("problem").textContent) $("typed").value = "";
}

/** The next roll of the turn is these dice; those that were kept must be among them. */
function fall(fell) {
  if (now.standing.over || (state.dice.length && !state.rerolls)) return false;
  const kept = state.dice.filter((_, i) => state.kept[i]);
  if (!kept.every((face) => count(kept, face) <= count(fell, face))) {
    throw new Error(`${kept.join(" ")} were kept and must be among the dice that fell.`);
  }
  moveOn(kept);
  state.dice = fell;
  state.kept = marked(fell, kept);
  return true;
}

/** Which of the dice are those to keep. */
function marked(dice, kept) {
  const left = [...kept];
  return dice.map((face) => {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** What is kept becomes a move of the log, and a roll less is left. */
function moveOn(kept) {
  const first = !state.dice.length;
  if (!first) {
    const keep = `keep ${[...kept].sort((a, b) => a - b).join(" ") || "-"}`;
    state.moves.push({ dice: sorted(), rerolls: state.rerolls, action: keep });
  }
  state.rerolls = first ? now.standing.rerolls : state.rerolls - 1;
}

/** Change a die by hand. What was kept before it, when it cannot have been, is forgotten. */
function face(place, value) {
  return change(() => {
    if (!state.dice.length) {
      state.dice = Array.from({ length: now.game.dice }, () => 1);
      state.kept = state.dice.map(() => false);
      state.rerolls = now.standing.rerolls;
    }
    state.dice[place] = value;
    const held = [...now.standing.kept];
    const fits = held.every((f) => count(held, f) <= count(state.dice, f));
    if (now.standing.began && !fits) s.dropTurn();
  }, `Die ${place + 1} is ${value}.`);
}

const count = (faces, face) => faces.filter((each) => each === face).length;

function fill(category, points) {
  return change(() => {
    s.becomeSheet(now.standing);
    if (points === "") delete state.sheet[category];
    else state.sheet[category] = Number(points);
  }, "The sheet is changed; the game begins from it.");
}

/** Do what an option of a position says: mark the dice to keep, or score. Nothing when that is past. */
async function take(action, position) {
  await queue;
  if (position !== now.standing.position) return;
  const [verb, ...rest] = action.split(" ");
  if (verb === "score") {
    await score(rest[0]);
    return;
  }
  state.kept = marked(state.dice, rest[0] === "-" ? [] : rest.map(Number));
  history.replaceState(null, "", s.toHash());
  showDice(state, now.game, { toggle, face });
  say(`${words(now.game, { action })}: press Roll.`);
  $("roll").focus();
}

/** Go back to a move of the log, as it was before it; undo leads here again. */
function goTo(i) {
  return change(() => {
    const move = state.moves[i];
    state.moves = state.moves.slice(0, i);
    Object.assign(state, { dice: [...move.dice], kept: move.dice.map(() => false), rerolls: move.rerolls });
  }, `Back at move ${i + 1}; undo leads to the end again.`);
}

/** Begin again, perhaps with another game. */
export async function begin(name) {
  await change(() => s.restart(name), "A new game. Roll the dice.");
  await offerStrategies();
}

/** Ask for advice; an option that is clicked is taken. */
export async function advise() {
  await queue;
  await counsel.advise(take);
}

/** Do what the advice says is best, when there is advice. */
export async function takeBest() {
  await queue;
  await counsel.takeBest(take);
}

/** Review a game that goes on. */
export const reviewSoFar = () => inTurn(() => counsel.review(logText(), goTo));

/** One step of the chosen strategy: roll when there is something to roll, else its advice, taken. */
export async function step() {
  await queue;
  if (now.standing.over) return;
  if (!state.dice.length || (state.rerolls && decided === s.toHash())) {
    await roll();
    return;
  }
  const strategy = $("strategies").value;
  const title = $("strategies").selectedOptions[0].textContent;
  try {
    const body = { game: state.game, strategy, position: now.standing.position };
    const found = await api.post("strategy/decision", body, "decision");
    panels.showDecision(now.game, title, found);
    await take(found.action, body.position);
    $("step").focus();
    decided = s.toHash();
  } catch (error) {
    if (!api.isVoid(error)) problem(error.message);
  }
}

/** Whether the sheet is open for setting up a position. */
export function setUp(on) {
  editing = on;
  show();
}

/** Extra Yahtzees with a bonus, or rolls left, set by hand. */
export const setExtra = (extra) => change(() => {
  s.becomeSheet(now.standing);
  state.extra = extra;
}, `Extra bonuses: ${extra}.`);

export const setRerolls = (rerolls) => change(() => {
  s.dropTurn();
  state.rerolls = rerolls;
}, () => `Rolls left: ${rerolls}.`);

/** Go back one step. */
export const undo = () => inTurn(async () => {
  if (!s.goBack()) return;
  await refresh();
  say("Undone.");
});

/** Take over a log. */
export async function importLog(log) {
  say("");
  try {
    if (!log.trim()) throw new Error("The box is empty: paste a log, or a score sheet, and import it then.");
    const found = await api.post("play", { game: state.game, log }, "import");
    await change(() => {
      s.restart(state.game);
      state.moves = found.moves;
      if (!found.moves.length) s.becomeSheet(found);
    }, "The log is imported.");
  } catch (error) {
    problem(error.message);
  }
}

/** Ask which games there are. */
export async function load() {
  games = await api.get("games");
  return games;
}

/** Show what the address says; a new game when it says nothing that can be. */
export const open = () => inTurn(opened);

async function opened() {
  if (!s.fromHash(location.hash)) s.restart(first());
  try {
    await refresh();
  } catch (error) {
    s.restart(first());
    await refresh();
    problem(`The address does not hold a game: ${error.message}`);
  }
  await offerStrategies();
}

const first = () => (games.find((each) => each.game === "yahtzee") || games[0]).game;

async function offerStrategies() {
  panels.showStrategies(await api.get(`strategies?game=${encodeURIComponent(state.game)}`));
}
