// A game as far as it went: advice/game_so_far.py. Nothing changes: an action leads to another game.

import { formatAction, formatDice, formatJson, linesOf, log as parseLog, naming } from "./notation.js";
import { Refused } from "./tables.js";

const refuse = (reason) => { throw new Refused(reason); };
const count = (faces, face) => faces.filter((each) => each === face).length;

export class SoFar {
  /** sheet: points by category, null where it is open; first, left: rerolls after the first known roll of a turn, and
   * after the roll to come, null where that can be any. */
  constructor(tables, sheet, extra = 0, first = null, kept = [], left = null) {
    Object.assign(this, { tables, sheet, extra, first, kept, left });
    this.here = tables.position(sheet, [], 0, extra);
  }

  static start(tables, first = null) {
    return new SoFar(tables, tables.categories.map(() => null), 0, first);
  }

  get over() {
    return !this.sheet.includes(null);
  }

  get points() {
    return this.here.points;
  }

  checked() {
    if (this.extra && !(this.here.chip && this.extra < this.sheet.length)) {
      refuse(`sheet: ${this.extra} extra Yahtzees; expected none, or a Yahtzee scored and fewer`);
    }
    return this;
  }

  checkFinal(score) {
    if (!this.over) {
      const open = this.tables.names(this.tables.full & ~this.here.filled).join(" ");
      refuse(`the log ends with ${open} open; expected a whole game`);
    }
    if (score !== this.points) refuse(`final ${score}; expected ${this.points}, the sum of the moves`);
  }

  /** The position after a roll. */
  rolled(dice, rerolls) {
    const expected = this.left ?? this.first;
    if (this.over) refuse("a roll after all categories are filled; expected the end of the game");
    if (expected !== null && rerolls !== expected) refuse(`rerolls ${rerolls}; expected ${expected}`);
    if (this.kept.some((face) => count(this.kept, face) > count(dice, face))) {
      refuse(`dice ${formatDice(dice)}; expected the kept ${formatDice(this.kept)} among them`);
    }
    return this.tables.checked({ ...this.here, dice, rerolls });
  }

  /** The position that a log tells of. */
  read(written) {
    const position = this.rolled(written.dice, written.rerolls);
    const expected = {
      filled: this.tables.names(position.filled).join(" ") || "-",
      upper: position.upper,
      chip: position.chip ? "yes" : "no",
      points: position.points,
    };
    for (const [name, words] of Object.entries(expected)) {
      if (written[name] !== null && written[name] !== position[name]) {
        refuse(`${name} is not that of the moves before; expected ${words}`);
      }
    }
    return position;
  }

  /** The game after an action in a position. */
  after(position, action) {
    if (action.keep) {
      checkKeep(this.tables, position, action);
      return new SoFar(this.tables, this.sheet, this.extra, this.first, action.keep, position.rerolls - 1);
    }
    return this.scored(position, optionOf(this.tables, position, action));
  }

  scored(position, option) {
    const { category, points, extra } = this.tables.arrays;
    const sheet = this.sheet.with(category[option], points[option]);
    return new SoFar(this.tables, sheet, this.extra + (extra[option] && position.chip ? 1 : 0), this.first);
  }
}

/** Refuses dice that cannot be kept in a position. */
export function checkKeep(tables, position, action) {
  const words = formatAction(tables, action);
  if (!position.rerolls) refuse(`${words}: no rerolls left; expected score and a category`);
  if (action.keep.some((face) => count(action.keep, face) > count(position.dice, face))) {
    refuse(`${words}: the dice are ${formatDice(position.dice)}; expected some of them`);
  }
}

/** The option of a category for the roll of a position. */
export function optionOf(tables, position, action) {
  const option = tables.options(position.filled, tables.roll(position.dice)).get(action.category);
  if (option !== undefined) return option;
  let why = `the joker rule of ${tables.id} forbids it for this roll`;
  if (position.filled >> action.category & 1) why = "it is filled";
  else if (!tables.arrays.lanes[position.filled | 1 << action.category]) {
    why = `the sheet is filled in order, ${tables.header.order}`;
  }
  return refuse(`${formatAction(tables, action)}: ${why}; expected another category`);
}

/** The moves of a log, made one after another: {move, position, after}. */
export function followed(start, log) {
  let game = start;
  const steps = log.moves.map((move) => {
    const position = naming(move.line, () => {
      const here = game.read(move.written);
      game = game.after(here, move.action);
      return here;
    });
    return { move, position, after: game };
  });
  if (log.final !== null) naming(log.finalLine, () => game.checkFinal(log.final));
  return steps;
}

/** The game of a filled sheet. */
export const ofSheet = (tables, { sheet, extra }) => new SoFar(tables, sheet, extra).checked();

/** Where a game stands after a log that began with a sheet: the answer to `play`. */
export function standing(tables, { sheet = {}, extra_yahtzees: extra = 0, log = "", dice = [], rerolls = null }) {
  const points = new Map(Object.entries(sheet).map(([name, each]) => [tables.categories.findIndex((c) => c.id === name), each]));
  if (points.has(-1)) {
    const strange = Object.keys(sheet).find((name) => !tables.categories.some((c) => c.id === name));
    tables.refuse(`no category '${strange.slice(0, 40)}'; expected one of ${tables.categories.map((c) => c.id).join(", ")}`);
  }
  let now = new SoFar(tables, tables.categories.map((_, c) => points.get(c) ?? null), extra).checked();
  let moves = [];
  if (linesOf(log).length) {
    const read = parseLog(tables, log);
    moves = read.moves;
    now = read.sheet ? ofSheet(tables, read) : followed(now, read).at(-1).after;
  }
  return answer(tables, now, moves, dice, rerolls);
}

function answer(tables, now, moves, dice, rerolls) {
  const left = now.left ?? tables.sheet.rolls - 1;
  const sorted = [...dice].sort((a, b) => a - b);
  const position = dice.length ? now.rolled(sorted, rerolls ?? left) : null;
  return {
    game: tables.id,
    sheet: Object.fromEntries(tables.categories.map((each, c) => [each.id, now.sheet[c]])),
    upper: now.here.upper,
    upper_bonus: tables.arrays.bonus_of[now.here.upper] ?? 0,
    extra_yahtzees: now.extra,
    yahtzee_bonus: now.extra * tables.bonus,
    points: now.points,
    over: now.over,
    moves: moves.map(({ written, action }) =>
      ({ dice: written.dice, rerolls: written.rerolls, action: formatAction(tables, action) })),
    kept: now.kept,
    began: now.left !== null,
    rerolls: position ? position.rerolls : left,
    position: position && formatJson(tables, position),
    scores: position && scores(tables, now, position),
  };
}

/** By category that may be chosen: its points, and the gain with bonuses. */
function scores(tables, now, position) {
  const options = [...tables.options(position.filled, tables.roll(position.dice))];
  return Object.fromEntries(options.map(([c, option]) => {
    const after = now.scored(position, option);
    return [tables.categories[c].id, { points: after.sheet[c], gain: after.points - now.points }];
  }));
}
