// What the page knows: the game, the aim, the sheet it began with, the moves, and the dice on the table.
// Everything else is asked from the server. The address holds all of it.

export const state = fresh("yahtzee");
/** What the server told of it: the sheet of the game, and where the game stands. */
export const now = { game: null, standing: null };

const before = [];
const MOST_UNDO = 200;

function fresh(game) {
  return { game, objective: "expected", score: null, sheet: {}, extra: 0, moves: [], ...noDice() };
}

export function noDice() {
  return { dice: [], kept: [], rerolls: null };
}

/** Begin a game, with the same aim. */
export function restart(game) {
  const { objective, score } = state;
  Object.assign(state, fresh(game), { objective, score });
}

/** Remember how things are, for undo; the aim is not undone. */
export function remember() {
  before.push(JSON.stringify({ ...state, objective: undefined, score: undefined }));
  if (before.length > MOST_UNDO) before.shift();
}

/** Nothing was changed after all. */
export const forgetLast = () => before.pop();

/** Go back one step; false when there is none. */
export function goBack() {
  const last = before.pop();
  if (last) Object.assign(state, JSON.parse(last));
  return Boolean(last) || takeBackMove();
}

/** Take back the last move of a log that came from elsewhere. */
function takeBackMove() {
  const move = state.moves.pop();
  if (!move) return false;
  Object.assign(state, { dice: [...move.dice], kept: move.dice.map(() => false), rerolls: move.rerolls });
  return true;
}

export const canGoBack = () => before.length > 0 || state.moves.length > 0;

/** The aim as the server has it, null for the expected score. */
export function aim() {
  if (state.objective === "expected" || state.score === null) return null;
  return state.objective === "beat" ? { opponent_total: state.score } : { target: state.score };
}

/** The total to reach, null for the expected score. */
export const target = () => aim() && state.score + (state.objective === "beat" ? 1 : 0);

/** A move in notation 3. */
export const lineOf = (move) => `dice ${move.dice.join(" ")} | rerolls ${move.rerolls} => ${move.action}`;

export const logText = () => state.moves.map(lineOf).join("\n");

/** The body of /api/play. */
export function question() {
  const { game, sheet, extra, dice, rerolls } = state;
  const body = { game, sheet, extra_yahtzees: extra, log: logText(), dice };
  return dice.length ? { ...body, rerolls } : body;
}

/** The state as the address has it. */
export function toHash() {
  const words = new Map([["game", state.game]]);
  if (state.objective !== "expected") words.set("aim", `${state.objective}.${state.score ?? ""}`);
  const sheet = Object.entries(state.sheet).map(([id, points]) => `${id}.${points}`);
  if (sheet.length) words.set("sheet", sheet.join("~"));
  if (state.extra) words.set("extra", state.extra);
  if (state.moves.length) words.set("log", state.moves.map(short).join("~"));
  if (state.dice.length) {
    words.set("dice", `${state.dice.join(".")}*${state.rerolls}`);
    words.set("kept", state.kept.map(Number).join(""));
  }
  return `#${[...words].map((word) => word.map(escaped).join("=")).join("&")}`;
}

/** Safe in an address, and as short as can be. */
const escaped = (text) => encodeURIComponent(text).replaceAll("%7E", "~");

const short = (move) => `${move.dice.join(".")}*${move.rerolls}*${move.action.replaceAll(" ", ".")}`;

/** Take over the state of an address; false when it has none. */
export function fromHash(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  if (!words.get("game")) return false;
  const [objective, score] = (words.get("aim") || "expected.").split(".");
  const [dice, rerolls] = (words.get("dice") || "").split("*");
  const faces = numbers(dice);
  Object.assign(state, fresh(words.get("game")), {
    objective: ["target", "beat"].includes(objective) ? objective : "expected",
    score: score ? Number.parseInt(score, 10) : null,
    sheet: Object.fromEntries(parts(words.get("sheet")).map((part) => pair(part.split(".")))),
    extra: Number.parseInt(words.get("extra") || "0", 10),
    moves: parts(words.get("log")).map(long),
    dice: faces,
    kept: faces.map((_, i) => (words.get("kept") || "")[i] === "1"),
    rerolls: faces.length ? Number.parseInt(rerolls, 10) : null,
  });
  before.length = 0;
  return true;
}

const parts = (text) => (text ? text.split("~") : []);
const pair = ([id, points]) => [id, Number.parseInt(points, 10)];
const numbers = (text) => (text ? text.split(".").map((word) => Number.parseInt(word, 10)) : []);

function long(text) {
  const [dice, rerolls, action] = text.split("*");
  return {
    dice: numbers(dice),
    rerolls: Number.parseInt(rerolls, 10),
    action: (action || "").replaceAll(".", " "),
  };
}

/** Forget the moves of this turn: the dice were changed by hand. */
export function dropTurn() {
  while (state.moves.length && state.moves.at(-1).action.startsWith("keep")) state.moves.pop();
}

/** Let the game begin from the sheet as it stands. */
export function becomeSheet(standing) {
  const filled = Object.entries(standing.sheet).filter(([, points]) => points !== null);
  Object.assign(state, { sheet: Object.fromEntries(filled), extra: standing.extra_yahtzees, moves: [] });
}
