// What the server advises and reckons, asked for and shown.

import { adviceWords, adviceWorking, showAdvice, words } from "./advice.js";
import * as api from "./api.js";
import { $, problem, say } from "./dom.js";
import * as panels from "./panels.js";
import { plotWords, showPlot } from "./plot.js";
import * as s from "./state.js";
import { showToCome, showWhy, whyWords } from "./why.js";

const { now, state } = s;
const LOOK_AFTER = 250;
let advised = null;
let looking = null;

/** Forget what was asked of the position before. */
export function clear() {
  clearTimeout(looking);
  advised = null;
  ["advice", "distribution", "review", "why"].forEach(api.forget);
  whyWords("");
  showToCome(now.game, null);
}

/** Ask for advice, then for the distribution of the best option; take(action, position) is what a click does. */
export async function advise(take) {
  if (!now.standing.position) return;
  const aim = s.aim();
  if (aim === null && state.objective !== "expected") {
    problem("Which score? Write it beside the aim.");
    $("score").focus();
    return;
  }
  const body = { game: state.game, position: now.standing.position };
  const wanted = { ...body, ...aim };
  const stop = adviceWorking(now.game);
  try {
    const advice = await api.post("advise", wanted, "advice");
    stop();
    advised = {
      position: body.position,
      best: advice.actions[0].action,
      objective: advice.objective,
      values: new Map(advice.actions.map((option) => [option.action, option.value])),
    };
    const mine = advised;
    const show = (found) =>
      showAdvice(now.game, found, body.position.points, { take: (action) => take(action, body.position), look });
    show(advice);
    say(`Advice for ${now.game.title}: ${words(now.game, advice.actions[0])} (${advice.closeness}).`);
    const explained = explain(advised.best);
    const outlooked = outlook(advised.best);
    await explained;
    if (advised === mine && lacksChances(advice)) show(await api.post("advise", wanted, "advice"));
    await outlooked;
  } catch (error) {
    stop();
    if (!api.isVoid(error)) adviceWords(error.message);
  }
}

/** Whether chances of bonuses were not known yet; why an action is best brings them. */
const lacksChances = ({ objective, actions: [best] }) => objective === "expected" &&
  ((now.game.upper_bonus && best.upper_bonus === null) || (now.game.yahtzee && best.yahtzee === null));

/** Advice for a position that is written: the game on the page stays as it is. */
export async function adviseText(position) {
  const stop = adviceWorking(now.game);
  try {
    const advice = await api.post("advise", { game: state.game, position, ...s.aim() }, "advice");
    stop();
    clear();
    const points = /\| points (\d+)/.exec(advice.position);
    const nothing = { take: () => say("This is advice for the position that was typed."), look: () => {} };
    showAdvice(now.game, advice, points ? Number(points[1]) : null, nothing);
    say(`Advice for ${advice.position}: ${words(now.game, advice.actions[0])} (${advice.closeness}).`);
  } catch (error) {
    stop();
    adviceWords("");
    if (!api.isVoid(error)) problem(error.message);
  }
}

/** Take the best option of the advice that is shown; nothing without one. */
export async function takeBest(take) {
  if (advised) await take(advised.best, advised.position);
}

/** Look at another option: why not, and its distribution, after a moment; null for the best again. */
function look(action) {
  clearTimeout(looking);
  if (!advised) return;
  looking = setTimeout(() => {
    explain(action || advised.best);
    outlook(action || advised.best);
  }, LOOK_AFTER);
}

/** Why the best option is better than one that is looked at, or than the next one; for the expected score alone. */
async function explain(action) {
  if (advised.objective !== "expected") return;
  if ($("why").hidden) whyWords(`${now.game.title}: computing why\u2026`);
  try {
    const { why } = await api.post("why", { game: state.game, position: advised.position, action }, "why");
    if (why) showWhy(now.game, why);
    else whyWords("");
    showToCome(now.game, why, action);
  } catch (error) {
    if (!api.isVoid(error)) whyWords(error.message);
  }
}

async function outlook(action) {
  if (!$("plot").querySelector("svg")) plotWords(`${now.game.title}: computing the distribution\u2026`);
  try {
    const body = { game: state.game, position: advised.position, action };
    const found = await api.post("distribution", body, "distribution");
    const chance = { objective: advised.objective, value: advised.values.get(action) };
    showPlot(now.game, found, s.target(), chance);
  } catch (error) {
    if (!api.isVoid(error)) plotWords(error.message);
  }
}

/** Review the whole game; of one that began from a sheet, the total alone. goTo(i) leads back to a move. */
export async function review(moves, goTo) {
  panels.reviewWords(`${now.game.title}: reviewing\u2026`);
  const begun = Object.keys(state.sheet).length > 0;
  if (begun && !now.standing.over) {
    panels.reviewWords(`${now.game.title}: this game began from a sheet; it can be reviewed when it is over.`);
    return;
  }
  const sheet = Object.entries(now.standing.sheet).map(([id, points]) => `${id} ${points}`);
  if (state.extra || now.standing.extra_yahtzees) sheet.push(`extra ${now.standing.extra_yahtzees}`);
  const log = begun ? sheet.join("\n") : moves;
  try {
    panels.showReview(now.game, await api.post("review", { game: state.game, log }, "review"), begun ? null : goTo);
  } catch (error) {
    if (!api.isVoid(error)) panels.reviewWords(error.message);
  }
}

/** The exact statistics of the chosen strategy. */
export async function statistics() {
  const { value, selectedOptions } = $("strategies");
  const title = selectedOptions[0].textContent;
  panels.statisticsWords(`${now.game.title}, ${title}: computing\u2026`);
  try {
    const found = await api.post("strategy", { game: state.game, strategy: value }, "statistics");
    panels.showStatistics(now.game, title, found);
  } catch (error) {
    if (!api.isVoid(error)) panels.statisticsWords(error.message);
  }
}
