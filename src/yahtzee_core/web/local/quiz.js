// Positions in which a strategy loses points: advice/quiz.py. Seeds are those of this engine.

import { formatAction, formatWords } from "./notation.js";
import { SoFar } from "./sofar.js";
import { pacer } from "./solved.js";
import { Refused } from "./tables.js";
import { Turn, taken, turnOf } from "./turn.js";

const GAMES = 20;
const TIE = 1e-9;

/** The answer to `quiz`. value: the address of the values by which the strategy plays. */
export async function quiz(solved, { strategy, questions: number = 10, seed = null }, value, stopped) {
  const { tables } = solved;
  const first = seed ?? Math.floor(Math.random() * 1e9);
  const random = randomFrom(first);
  const found = new Map();
  const pause = pacer();
  for (let game = 0; game < GAMES; game++) {
    for (const question of lossy(solved, value, random)) {
      found.set(question.position, question);
      await pause();
      if (stopped()) throw new DOMException("nobody waits for this", "AbortError");
    }
  }
  if (!found.size) {
    throw new Refused(`strategy ${strategy}: it loses nothing in ${GAMES} games; expected another one`);
  }
  return { ...tables.about, strategy, seed: first, questions: drawn([...found.values()], number, random) };
}

/** The positions of a game in which the strategy loses points. */
function* lossy(solved, value, random) {
  const { tables } = solved;
  let now = SoFar.start(tables, tables.sheet.rolls - 1);
  while (!now.over) {
    const left = tables.sheet.dice - now.kept.length;
    const thrown = Array.from({ length: left }, () => 1 + Math.floor(random() * tables.sheet.faces));
    const position = now.rolled([...now.kept, ...thrown].sort((a, b) => a - b), now.left ?? now.first);
    const action = new Turn(solved, position, value).decided(tables.roll(position.dice), position.rerolls);
    const { loss } = taken(tables, position, turnOf(solved, position).actions(position), action);
    if (loss > TIE) yield question(tables, now, position, action, loss);
    now = now.after(position, action);
  }
}

const question = (tables, now, position, action, loss) => ({
  position: formatWords(tables, position),
  sheet: Object.fromEntries(tables.categories.map(({ id }, c) => [id, now.sheet[c]])),
  extra_yahtzees: now.extra,
  dice: position.dice,
  rerolls: position.rerolls,
  played: formatAction(tables, action),
  loss,
});

/** Questions drawn without repetition, in proportion to their losses. */
function drawn(questions, number, random) {
  const left = [...questions];
  const found = [];
  while (left.length && found.length < number) {
    let at = random() * left.reduce((sum, each) => sum + each.loss, 0);
    const place = left.findIndex((each) => (at -= each.loss) < 0);
    found.push(...left.splice(place < 0 ? left.length - 1 : place, 1));
  }
  return found;
}

/** Random numbers from 0 to 1 from a seed (mulberry32). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
