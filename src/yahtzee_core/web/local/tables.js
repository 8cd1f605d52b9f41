// A game as its file has it: which options a roll has, where a position stands among the states, names.

export class Refused extends Error {}

export class Tables {
  constructor({ header, arrays }) {
    Object.assign(this, { header, arrays });
    this.about = header.about;
    this.id = header.about.game;
    this.sheet = header.sheet;
    this.categories = header.sheet.categories;
    this.n = this.categories.length;
    this.full = (1 << this.n) - 1;
    this.bonus = header.sheet.yahtzee_bonus;
    const { counts } = arrays;
    const { faces } = header.sheet;
    this.keeps = Array.from({ length: counts.length / faces }, (_, keep) =>
      Array.from({ length: faces }, (_, f) => Array(counts[keep * faces + f]).fill(f + 1)).flat());
    this.keepAt = new Map(this.keeps.map((dice, keep) => [dice.join(" "), keep]));
    this.firstRoll = header.numbers[1];
  }

  /** The number of a roll among the rolls. */
  roll(dice) {
    return this.keepAt.get(dice.join(" ")) - this.firstRoll;
  }

  /** The options of a roll, by open category from the top of the sheet. */
  options(filled, roll) {
    const { choice, situation, category } = this.arrays;
    const nRolls = this.keeps.length - this.firstRoll;
    const found = new Map();
    for (let c = 0; c < this.n; c++) {
      const option = choice[(situation[filled] * this.n + c) * nRolls + roll];
      if (!(filled >> c & 1) && option < category.length) found.set(c, option);
    }
    return found;
  }

  /** The options that some roll has with these filled categories, rising. */
  inSituation(filled) {
    const { used, used_start: start, situation, category } = this.arrays;
    const here = used.subarray(start[situation[filled]], start[situation[filled] + 1]);
    return [...here].filter((option) => !(filled >> category[option] & 1));
  }

  /** The lane of a position among those of its mask; what cannot be is refused. */
  lane({ filled, upper, chip }) {
    const { upper_filled: packed, lane_of: lanes, chip_lanes: chips, lanes: all } = this.arrays;
    const { width } = this.header;
    const names = this.names(filled).join(" ") || "nothing";
    if (!all[filled]) this.refuse(`${names} filled; expected the sheet filled in order, ${this.header.order}`);
    const row = lanes.subarray(packed[filled] * width, (packed[filled] + 1) * width);
    if (!(row[upper] >= 0)) {
      this.refuse(`upper total ${upper} cannot be with ${names} filled; expected one of ${ranges(row)}`);
    }
    const own = this.header.yahtzee;
    if (chip && own < 0) this.refuse("a chip; expected none, as there is no Yahtzee bonus");
    if (chip && !(filled >> own & 1)) this.refuse(`a chip needs the Yahtzee category filled; filled: ${names}`);
    return row[upper] + (chip ? chips[filled] : 0);
  }

  /** The number of the state of a position. */
  state(position) {
    return this.arrays.offset[position.filled] + this.lane(position);
  }

  /** A position that can be, with its dice. */
  checked(position) {
    const { dice, faces, rolls } = this.sheet;
    if (position.filled === this.full) this.refuse("all categories are filled; expected an open one");
    if (position.dice.length !== dice || !position.dice.every((face) => face >= 1 && face <= faces)) {
      this.refuse(`dice ${position.dice.join(" ") || "-"}; expected ${dice} dice with faces 1 to ${faces}`);
    }
    if (!(position.rerolls >= 0 && position.rerolls < rolls)) {
      this.refuse(`${position.rerolls} rerolls left; expected 0 to ${rolls - 1}`);
    }
    if (position.points !== null && position.points < position.upper) {
      this.refuse(`${position.points} points with an upper total of ${position.upper}; expected at least as many`);
    }
    this.lane(position);
    return position;
  }

  /** The position of a score sheet: points by category, null where it is open. */
  position(sheet, dice, rerolls, extra = 0) {
    let filled = 0;
    let upper = 0;
    let total = 0;
    sheet.forEach((points, c) => {
      if (points === null) return;
      const possible = this.possible(c);
      if (!possible.includes(points)) {
        this.refuse(`${points} points in ${this.categories[c].id}; expected one of ${possible.join(", ")}`);
      }
      filled |= 1 << c;
      total += points;
      if (this.categories[c].upper) upper += points;
    });
    const chip = this.header.chip >= 0 && Boolean(sheet[this.header.chip]);
    total += (this.arrays.bonus_of[upper] ?? 0) + extra * this.bonus;
    return { filled, upper, chip, dice: [...dice].sort((a, b) => a - b), rerolls, points: total };
  }

  /** The points that a category can have, rising. */
  possible(c) {
    const { category, points } = this.arrays;
    const found = new Set([...points].filter((_, option) => category[option] === c));
    return [...found].sort((a, b) => a - b);
  }

  names(mask) {
    return this.categories.filter((_, c) => mask >> c & 1).map((each) => each.id);
  }

  refuse(reason) {
    throw new Refused(`game ${this.id}: ${reason}`);
  }
}

/** The places of lanes in short: 0-5, 8, 10-12. */
function ranges(row) {
  const parts = [];
  row.forEach((lane, total) => {
    if (lane < 0) return;
    if (parts.length && parts.at(-1)[1] === total - 1) parts.at(-1)[1] = total;
    else parts.push([total, total]);
  });
  return parts.map(([one, other]) => (one === other ? `${one}` : `${one}-${other}`)).join(", ");
}
