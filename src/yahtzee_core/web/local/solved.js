// A game solved: the values of all its states, and what else follows from them, each once it is asked for.

const BLOCK = 8;
const PARTS_MOST = 512 * 2 ** 20;
const SLICE = 40;

/** Let others have their turn when some milliseconds have passed. */
export function pacer() {
  let then = performance.now();
  return async () => {
    if (performance.now() - then < SLICE) return;
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { port1.close(); resolve(); };
      port2.postMessage(0);
    });
    then = performance.now();
  };
}

export class Solved {
  /** tables: a game (tables.js); kernel: what solves it. */
  constructor(tables, kernel) {
    this.tables = tables;
    this.kernel = kernel;
    this.address = kernel.game(tables);
    const { header, n } = tables;
    this.states = header.states;
    [this.nKeeps, this.firstRoll, this.faces, this.rolls] = header.numbers;
    this.nRolls = this.nKeeps - this.firstRoll;
    this.nOptions = header.numbers[5];
    this.masks = Array.from({ length: n + 1 }, () => []);
    for (let mask = 0; mask < 1 << n; mask++) this.masks[bits(mask)].push(mask);
    this.order = kernel.put("i8", this.masks.flat());
    this.place = new Int32Array(1 << n);
    this.masks.flat().forEach((mask, place) => { this.place[mask] = place; });
    this.widest = tables.arrays.lanes.reduce((most, lanes) => Math.max(most, lanes), 0);
    this.value = kernel.room("f8", this.states + BLOCK);
    this.second = kernel.room("f8", this.states + BLOCK);
    for (const address of [this.value, this.second]) kernel.view("f8", address, this.states + BLOCK).fill(NaN);
    this.share = 0;
    this.turns = new Map();
  }

  /** Solve all states, once. */
  values() {
    this.solving ||= this.solve();
    return this.solving;
  }

  async solve() {
    const pause = pacer();
    let done = 0;
    for (const layer of [...this.masks].reverse()) {
      for (const mask of layer) {
        const lanes = this.tables.arrays.lanes[mask];
        if (lanes) this.kernel.call("expected", this.address, this.maskAt(mask), 1, this.value, this.second);
        done += lanes;
        this.share = done / this.states;
        await pause();
      }
    }
  }

  maskAt(mask) {
    return this.order + 8 * this.place[mask];
  }

  valueOf(state) {
    return this.kernel.view("f8", this.value, this.states)[state];
  }

  /** The address of the values of a player to whom nothing is worth anything but the points of this turn. */
  nothing() {
    if (this.zeros) return this.zeros;
    this.zeros = this.kernel.room("f8", this.states + BLOCK);
    this.kernel.view("f8", this.zeros, this.states + BLOCK).fill(0);
    return this.zeros;
  }

  /** Room to weigh the lanes of a mask: {visit, decisions, weights, final}. */
  weighing() {
    const { kernel, widest, nOptions, nRolls, rolls } = this;
    const blocks = Math.ceil(widest / BLOCK);
    const room = {
      visit: kernel.room("f8", widest + BLOCK),
      decisions: kernel.room("u2", blocks * rolls * nRolls * BLOCK),
      weights: kernel.room("f8", (widest + BLOCK) * nOptions),
      final: kernel.room("f8", nRolls * this.tables.n),
    };
    kernel.view("f8", room.visit, widest + BLOCK).fill(1);
    kernel.view("f8", room.final, nRolls * this.tables.n).fill(0);
    kernel.view("u2", room.decisions, blocks * rolls * nRolls * BLOCK).fill(0);
    return room;
  }

  /** Probability that a turn ends with each option, in the lanes of a mask that are visited. */
  weigh(mask, room) {
    const { visit, decisions, weights, final } = room;
    this.kernel.call("weigh", this.address, this.maskAt(mask), 1, this.value, visit, decisions, weights, final);
  }

  get partsFit() {
    return 8 * this.states * this.columns <= PARTS_MOST;
  }

  /** Points and chances, by category and bonus. */
  get columns() {
    return 2 * (this.tables.n + 2);
  }

  /** What is to come from every state, part by part, once: the points of all parts, then their chances. */
  parts() {
    this.solvingParts ||= this.solveParts();
    return this.solvingParts;
  }

  async solveParts() {
    await this.values();
    const { kernel, columns } = this;
    const points = kernel.put("i4", Int32Array.from({ length: columns / 2 }, (_, part) => part));
    const chance = kernel.put("i4", Int32Array.from({ length: columns / 2 }, (_, part) => part + columns / 2));
    const rows = kernel.room("f8", this.states * columns);
    kernel.view("f8", rows, this.states * columns).fill(0);
    const room = this.weighing();
    const pause = pacer();
    for (const layer of this.masks.slice(0, -1).reverse()) {
      for (const mask of layer) {
        if (!this.tables.arrays.lanes[mask]) continue;
        this.weigh(mask, room);
        kernel.call("parts", this.address, this.maskAt(mask), 1, room.weights, points, chance, columns, rows);
        await pause();
      }
    }
    kernel.free(...Object.values(room));
    this.rows = rows;
    this.turns.clear();
  }

  /** The row of a state; a view. */
  rowOf(state) {
    return this.kernel.view("f8", this.rows + 8 * this.columns * state, this.columns);
  }
}

export function bits(mask) {
  let count = 0;
  for (let rest = mask; rest; rest &= rest - 1) count++;
  return count;
}
