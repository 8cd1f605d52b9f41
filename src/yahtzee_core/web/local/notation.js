// How people write positions, actions and logs: advice/notation.py and advice/gamelog.py, for one game.

import { Refused } from "./tables.js";

const POSITION = ["dice", "rerolls", "filled", "upper", "chip", "points"];
const MOST_IN_A_WORD = 9;

const refuse = (reason) => { throw new Refused(reason); };
const rising = (numbers) => [...numbers].sort((a, b) => a - b);
const words = (text) => text.split(/\s+/).filter(Boolean);
export const formatDice = (dice) => dice.join(" ") || "-";

/** A name without its case, and with _ for all that is no letter or digit. */
const plain = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_+|_+$/g, "");

/** The places that the name of a category can mean. */
function places(tables, name) {
  const { names } = tables.header;
  const own = tables.categories.findIndex((each) => each.id === name);
  return own >= 0 ? [own] : names[plain(name)] || [];
}

/** Place of a category by its id, or as people write it. */
export function category(tables, name) {
  const found = places(tables, name);
  const ids = tables.categories.map((each) => each.id);
  if (!found.length) tables.refuse(`no category '${name.slice(0, 40)}'; expected one of ${ids.join(", ")}`);
  if (found.length > 1) {
    tables.refuse(`'${name.slice(0, 40)}' can be ${found.map((c) => ids[c]).join(" or ")}; expected ids`);
  }
  return found[0];
}

/** Mask of categories with blanks or commas between. */
function maskOf(tables, text) {
  return text.split(",").reduce((mask, part) => mask | maskOfWords(tables, part), 0);
}

function maskOfWords(tables, text) {
  const ids = tables.categories.map((each) => each.id);
  const each = words(text);
  if (each.every((word) => ids.includes(word))) return each.reduce((mask, id) => mask | 1 << ids.indexOf(id), 0);
  const found = readings(tables, text);
  if (!found.length) return each.reduce((mask, word) => mask | 1 << category(tables, word), 0);
  if (found.length > 1) {
    tables.refuse(`'${text.trim().slice(0, 40)}' can be ${found.map((mask) => tables.names(mask).join(" ")).join(" or ")}; expected ids`);
  }
  return found[0];
}

/** The masks that words can mean, two at the most; titles may have several words. */
function readings(tables, text) {
  const each = plain(text).split("_");
  const after = [...each.map(() => []), [0]];
  for (let first = each.length - 1; first >= 0; first--) {
    const masks = new Set();
    for (let last = first + 1; last <= each.length; last++) {
      for (const place of tables.header.names[each.slice(first, last).join("_")] || []) {
        after[last].forEach((mask) => masks.add(mask | 1 << place));
      }
    }
    after[first] = [...masks].slice(0, 2);
  }
  return after[0];
}

/** A position in any notation: dice, words, a line, a sheet, JSON. */
export function position(tables, written) {
  if (typeof written === "object") return fromJson(tables, written);
  const text = written.replace(/^\ufeff/, "").trim();
  if (text.startsWith("{")) return fromJsonText(tables, text);
  if (text.includes("|") || POSITION.some((word) => text.toLowerCase().startsWith(word))) {
    const part = partial(tables, text, `${tables.sheet.rolls - 1}`);
    return { ...part, filled: part.filled ?? 0, upper: part.upper ?? 0, chip: part.chip ?? false };
  }
  return fromTokens(tables, text);
}

function fromTokens(tables, text) {
  const { n } = tables;
  const { dice, rolls } = tables.sheet;
  const tokens = words(text.replaceAll(",", " "));
  if ([1, dice].includes(tokens.length) && tokens.every((token) => /^\d+$/.test(token))) {
    return { filled: 0, upper: 0, chip: false, dice: roll(tables, text), rerolls: rolls - 1, points: null };
  }
  const hasChip = tokens.length > n + 1 && /^(true|false)$/i.test(tokens[n + 1]);
  if (tokens.length === n + 3 + dice || (hasChip && tokens.length === n + 4)) return fromLine(tables, tokens);
  if ([n + 1 + dice, n + 2].includes(tokens.length)) return fromSheet(tables, tokens);
  return refuse(
    `position: ${tokens.length} words; expected ${dice} dice, ${n + 3 + dice} words (marks, upper total, chip, ` +
    `rerolls, dice), ${n + 1 + dice} (points, rerolls, dice), parts with | between, or JSON`);
}

function fromLine(tables, tokens) {
  const { n } = tables;
  const marks = tokens.slice(0, n);
  const [upper, chip, rerolls] = tokens.slice(n, n + 3);
  const wrong = marks.find((mark) => !/^[-xX]$/.test(mark));
  if (wrong) refuse(`position: mark '${wrong.slice(0, 20)}'; expected - (open) or x (filled)`);
  if (!/^(true|false)$/i.test(chip)) refuse(`position: chip '${chip.slice(0, 20)}'; expected True or False`);
  return {
    filled: marks.reduce((mask, each, c) => (each === "-" ? mask : mask | 1 << c), 0),
    upper: number(upper, "upper total"),
    chip: chip.toLowerCase() === "true",
    rerolls: number(rerolls, "rerolls"),
    dice: roll(tables, tokens.slice(n + 3).join(" ")),
    points: null,
  };
}

function fromSheet(tables, tokens) {
  const { n } = tables;
  const sheet = tokens.slice(0, n).map((token) => (token === "-" ? null : number(token, "points")));
  return tables.position(sheet, roll(tables, tokens.slice(n + 1).join(" ")), number(tokens[n], "rerolls"));
}

function fromJsonText(tables, text) {
  let raw;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    refuse(`position: not JSON: ${error.message}; expected a JSON object`);
  }
  return fromJson(tables, raw);
}

function fromJson(tables, raw) {
  const whole = (value) => Number.isInteger(value) && value >= 0;
  for (const key of Object.keys(raw)) {
    if (!POSITION.includes(key)) refuse(`position: ${key}; expected ${POSITION.join(", ")}`);
  }
  if (!Array.isArray(raw.dice) || !raw.dice.every(whole)) refuse("position: dice; expected a list of faces");
  if (!whole(raw.rerolls)) refuse("position: rerolls; expected a whole number");
  if (!Array.isArray(raw.filled)) refuse("position: filled; expected a list of categories");
  return {
    filled: raw.filled.reduce((mask, name) => mask | 1 << category(tables, `${name}`), 0),
    upper: raw.upper ?? 0,
    chip: raw.chip ?? false,
    dice: rising(raw.dice),
    rerolls: raw.rerolls,
    points: raw.points ?? null,
  };
}

/** Words of a position, in which only dice and rerolls must be there; what they leave out is null. */
function partial(tables, text, rerolls = null) {
  const parts = {};
  for (const part of text.split("|").map((each) => each.trim()).filter(Boolean)) {
    const [, word, value] = /^(\S*)\s?(.*)$/s.exec(part);
    const key = word.toLowerCase();
    if (!POSITION.includes(key)) {
      refuse(`position: '${part}'; expected parts ${POSITION.join(", ")}, with | between`);
    }
    if (key in parts) refuse(`position: ${key} is there twice; expected it once`);
    parts[key] = value.trim();
  }
  if (rerolls !== null) parts.rerolls ??= rerolls;
  for (const key of ["dice", "rerolls"]) if (!(key in parts)) refuse(`position: no part '${key}'; expected it`);
  const { filled, upper, points } = parts;
  const chip = parts.chip?.toLowerCase();
  const upperTotal = upper === undefined ? null : number(upper, "upper", "the total of the upper section");
  if (![undefined, "yes", "no"].includes(chip)) refuse(`position: chip: '${chip}'; expected yes or no`);
  return {
    dice: roll(tables, parts.dice),
    rerolls: number(parts.rerolls, "rerolls"),
    filled: filled === undefined ? null : filled === "-" ? 0 : maskOf(tables, filled),
    upper: upperTotal,
    chip: chip === undefined ? null : chip === "yes",
    points: points === undefined ? null : number(points, "points"),
  };
}

function number(text, key, expected = "a whole number", what = "position") {
  if (!/^\d{1,9}$/.test(text ?? "")) refuse(`${what}: ${key}: '${(text ?? "").slice(0, 20)}'; expected ${expected}`);
  return Number(text);
}

/** Faces in rising order; digits are dice where no face has two of them. */
function faces(tables, text, what) {
  const most = tables.sheet.faces;
  const each = words(text.replaceAll(",", " "));
  if (most <= MOST_IN_A_WORD) {
    const digits = each.flatMap((word) => (/^\d+$/.test(word) ? [...word] : [word]));
    return rising(digits.map((digit) => number(digit, "dice", "faces", what)));
  }
  return rising(each.map((word) => {
    const expected = `faces 1 to ${most} with blanks between`;
    const found = number(word, "dice", expected, what);
    if (found < 1 || found > most) {
      refuse(`${what}: dice: '${word}'; expected ${expected}, such as ${[...word].join(" ")}`);
    }
    return found;
  }));
}

/** All dice of a position. */
function roll(tables, text) {
  const { dice, faces: most } = tables.sheet;
  const fell = faces(tables, text, "position");
  const word = text.trim();
  if (fell.length === 1 && dice > 1 && word.length === dice) {
    refuse(`position: dice: '${word}' is one die that shows ${word}, or ${[...word].join(" and ")}; expected ` +
      `${dice} dice with faces 1 to ${most} and blanks between`);
  }
  return fell;
}

/** An action: {keep} or {category}. */
export function action(tables, text) {
  const [, verb, rest] = /^(\S*)\s?(.*)$/s.exec(text.replace(/^\ufeff/, "").trim());
  if (verb.toLowerCase() === "score") return { category: category(tables, rest.trim()) };
  if (verb.toLowerCase() === "keep" && rest.trim()) {
    return { keep: rest.trim() === "-" ? [] : faces(tables, rest, "action") };
  }
  return refuse(`action: '${text.trim().slice(0, 40)}'; expected keep and dice (or -), or score and a category`);
}

export const formatAction = (tables, { keep, category: c }) =>
  (keep ? `keep ${formatDice(keep)}` : `score ${tables.categories[c].id}`);

/** Notation 3, words. */
export function formatWords(tables, { dice, rerolls, upper, filled, chip, points }) {
  const end = points === null ? "" : ` | points ${points}`;
  return `dice ${dice.join(" ")} | rerolls ${rerolls} | upper ${upper} | ` +
    `filled ${tables.names(filled).join(" ") || "-"} | chip ${chip ? "yes" : "no"}${end}`;
}

/** Notation 4, a value. */
export function formatJson(tables, { dice, rerolls, upper, filled, chip, points }) {
  return { dice, rerolls, upper, filled: tables.names(filled), chip, ...(points === null ? {} : { points }) };
}

/** [number, text] of the lines of a log that say something. */
export const linesOf = (text) => text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/)
  .map((line, i) => [i + 1, line.trim()])
  .filter(([, line]) => line && !line.startsWith("#"));

/** Errors of what is done name a line. */
export function naming(line, does) {
  try {
    return does();
  } catch (error) {
    if (error instanceof Refused) error.message = `line ${line}: ${error.message}`;
    throw error;
  }
}

/** A log: {moves, final, finalLine}, or {sheet, extra} with the points of all categories. */
export function log(tables, text) {
  const lines = linesOf(text);
  if (!lines.length) refuse("log: empty; expected moves (position => action) or a score sheet");
  if (!lines.some(([, line]) => line.includes("=>"))) return filledSheet(tables, lines);
  const found = { moves: [], final: null, finalLine: null };
  lines.forEach(([at, line]) => naming(at, () => {
    if (found.final !== null) refuse("text after final; expected it last");
    if (/^final /i.test(line)) {
      Object.assign(found, { final: whole(line.slice(5).trim(), "final"), finalLine: at });
      return;
    }
    const [, where, what] = /^(.*?)=>(.*)$/s.exec(line) || refuse(`'${line.slice(0, 40)}'; expected position => action`);
    found.moves.push({ line: at, written: partial(tables, where), action: action(tables, what) });
  }));
  return found;
}

function filledSheet(tables, lines) {
  const { n } = tables;
  let points = new Map();
  let extra = 0;
  lines.forEach(([at, line]) => naming(at, () => {
    const each = words(line.replaceAll(",", " ").replaceAll(":", " "));
    const last = each.at(-1) ?? line;
    const name = each.slice(0, -1);
    if (each.length === n && /^(-|\d+)$/.test(each[0])) {
      if (points.size) refuse("points are there twice; expected them once");
      points = new Map(each.map((word, c) => [c, whole(word, "points")]));
    } else if (name.length === 1 && name[0].toLowerCase() === "extra") {
      if (extra) refuse("extra is there twice; expected it once");
      extra = whole(last, "extra");
    } else if (each.length === 2 || (name.length && /^\d+$/.test(last) && !/^\d+$/.test(each[0]))) {
      const c = category(tables, name.join(" "));
      if (points.has(c)) refuse(`${name.join(" ")} is there twice; expected it once`);
      points.set(c, whole(last, name.join(" ")));
    } else refuse(`'${line.slice(0, 40)}'; expected ${n} points, or category points`);
  }));
  const missing = tables.categories.find((_, c) => !points.has(c));
  if (missing) refuse(`sheet: no points for ${missing.id}; expected all ${n} categories`);
  return { moves: [], sheet: tables.categories.map((_, c) => points.get(c)), extra };
}

function whole(text, key) {
  if (!/^\d{1,5}$/.test(text)) refuse(`${key}: '${text.slice(0, 20)}'; expected a whole number`);
  return Number(text);
}
