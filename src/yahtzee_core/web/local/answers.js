// The answers of the page without a server, of the same form as those of the server (web/models.py).

import { read } from "./data.js";
import { fits, load } from "./kernel.js";
import { action as parseAction, formatAction, formatWords, position as parsePosition } from "./notation.js";
import { quiz } from "./quiz.js";
import { review } from "./review.js";
import { standing } from "./sofar.js";
import { Solved } from "./solved.js";
import { aimOf, targetAdvice } from "./target.js";
import { Refused, Tables } from "./tables.js";
import { after, mean, quantiles, sd, totals } from "./totals.js";
import { Turn, advice, advised, taken, turnOf } from "./turn.js";
import { why } from "./why.js";

export { Refused };
const HELP = 'this needs the server: pip install "yahtzee-core[web]", then yahtzee serve';
const BROWSER = "This browser is too old for the page: it needs WebAssembly with vectors, as every browser has since 2023.";

/** The address of the values by which a strategy plays. */
function valuesOf(solved, strategy) {
  if (strategy === "expected") return solved.value;
  if (strategy !== "greedy") throw new Refused(`the strategy ${strategy}: ${HELP}`);
  return solved.nothing();
}

/** What answers questions; request(path) is a response with a file of the site. */
export class Answers {
  constructor(request) {
    this.request = request;
    this.games = new Map();
    this.working = null;
  }

  /** The answer to a question; stopped(): nobody waits for it any more. */
  async answer(path, body, stopped = () => false) {
    if (!fits()) throw new Refused(BROWSER);
    const [name, query] = path.split("?");
    const does = this[`_${name.replace("/", "_")}`];
    if (!does) throw new Refused(HELP);
    return does.call(this, body ?? Object.fromEntries(new URLSearchParams(query)), stopped);
  }

  async _games() {
    return (await this.request("games.json")).json();
  }

  _progress() {
    return { working: null, share: this.working && this.working.share < 1 ? this.working.share : null };
  }

  async _play(body) {
    const solved = await this.game(body.game);
    solved.values(); // begins while the dice are thrown
    return standing(solved.tables, body);
  }

  async _advise(body, stopped) {
    const aim = aimOf(body);
    const { solved, position } = await this.asked(body);
    if (!aim) return advice(solved, position);
    const working = this.working = { share: 0 };
    try {
      return await targetAdvice(solved, position, aim, { done: (share) => { working.share = share; }, stopped });
    } finally {
      working.share = 1;
    }
  }

  async _why(body) {
    const { solved, position } = await this.asked(body);
    const { actions } = advised(solved, position);
    const against = body.action ? parseAction(solved.tables, body.action) : null;
    if (!solved.partsFit) throw new Refused(`why: ${HELP}`);
    await solved.parts();
    return {
      ...solved.tables.about,
      position: formatWords(solved.tables, position),
      why: why(solved, position, actions, against),
    };
  }

  async _distribution(body, stopped) {
    const { solved, position } = await this.asked(body);
    const action = parseAction(solved.tables, body.action);
    await solved.solvingParts; // chances and reasons come first
    const found = await totals(solved, after(solved, turnOf(solved, position), position, action), stopped);
    const behind = position.points ?? 0;
    const first = found.findIndex((p) => p !== 0);
    const last = found.findLastIndex((p) => p !== 0);
    return {
      ...solved.tables.about,
      position: formatWords(solved.tables, position),
      action: formatAction(solved.tables, action),
      score: Array.from({ length: last - first + 1 }, (_, i) => behind + first + i),
      probability: [...found.slice(first, last + 1)],
      mean: behind + mean(found),
      sd: sd(found),
      quantiles: quantiles(found, behind),
    };
  }

  async _review(body, stopped) {
    return review(await this.game(body.game), body.log, stopped);
  }

  async _strategies(body) {
    return (await this.game(body.game)).tables.header.strategies;
  }

  async _strategy_decision(body) {
    const { solved, position } = await this.asked(body);
    const { tables } = solved;
    const { actions } = advised(solved, position);
    const turn = new Turn(solved, position, valuesOf(solved, body.strategy));
    const action = turn.decided(tables.roll(position.dice), position.rerolls);
    const { value, loss, text } = taken(tables, position, actions, action);
    return {
      ...tables.about,
      strategy: body.strategy,
      position: formatWords(tables, position),
      action: text,
      value,
      loss,
      best: actions[0].text,
    };
  }

  async _quiz(body, stopped) {
    const solved = await this.game(body.game);
    await solved.values();
    return quiz(solved, body, valuesOf(solved, body.strategy), stopped);
  }

  /** The solved game and the position of a question. */
  async asked(body) {
    const solved = await this.game(body.game);
    const position = solved.tables.checked(parsePosition(solved.tables, body.position));
    this.working = solved;
    await solved.values();
    return { solved, position };
  }

  /** A game, from its file once it is asked for. */
  game(name = "yahtzee") {
    if (!this.games.has(name)) this.games.set(name, this.loaded(name));
    return this.games.get(name);
  }

  async loaded(name) {
    try {
      if (!/^[\w-]+$/.test(name)) throw new Refused(`no game '${name.slice(0, 40)}'`);
      const [kernel, file] = await Promise.all([this.request("local/kernel.wasm"), this.request(`games/${name}.game`)]);
      if (!file.ok || !kernel.ok) throw new Refused(`no game '${name}' on this page; reload it, or choose another one`);
      return new Solved(new Tables(await read(file)), await load(kernel));
    } catch (error) {
      this.games.delete(name);
      throw error;
    }
  }
}
