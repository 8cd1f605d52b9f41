// The panels for strategies, the review and the log.

import { $, el, named, number, percent, table } from "./dom.js";
import { words } from "./advice.js";


/** Offer the strategies of a game, with the chosen one if it is there. */
export function showStrategies(strategies) {
  const chosen = $("strategies").value;
  const known = strategies.some((strategy) => strategy.id === chosen);
  $("strategies").replaceChildren(...strategies.map((strategy) => el("option", {
    value: strategy.id,
    title: strategy.source,
    selected: known ? strategy.id === chosen : strategy.id === "expected",
  }, strategy.title)));
  $("decision").textContent = "";
  $("statistics-body").replaceChildren();
}

/** What a strategy does here, and what that loses. */
export function showDecision(game, title, found) {
  const action = words(game, { action: found.action });
  const best = words(game, { action: found.best });
  const judged = found.loss > 1e-9 ? `loses ${number(found.loss)} points to ${best}` : "nothing is better";
  $("decision").textContent = `${named(game)}, ${title}: ${action} (${judged}).`;
}

/** Mean and standard deviation of a strategy, and what each category brings. */
export function showStatistics(game, title, found) {
  const name = (id) => game.categories.find((category) => category.id === id).title;
  const rows = Object.entries(found.categories).map(([id, part]) =>
    [name(id), number(part.mean), percent(part.zero)]);
  const bonus = game.upper_bonus ? `, upper bonus in ${percent(found.bonus.probability)} of games` : "";
  const lost = found.loss.keep + found.loss.category;
  $("statistics-body").replaceChildren(
    el("p", {}, `${named(game)}, ${title}: mean ${number(found.mean)}, standard deviation ` +
      `${number(found.sd)}${bonus}; ${number(lost)} points a game lost against the optimum. Exact.`),
    table(`${named(game)}, ${title}: points by category`, ["Category", "Mean", "No points"], rows));
}

/** Words in place of statistics. */
export function statisticsWords(text) {
  $("statistics-body").replaceChildren(el("p", { className: "quiet" }, text));
}

/** The review of a whole game; goTo(i) leads back to the i-th decision. */
export function showReview(game, review, goTo) {
  $("review").hidden = false;
  const parts = [el("p", {}, summary(game, review))];
  if (review.loss !== null) {
    const chance = review.luck === null ? [] : [["Luck of the dice", signed(review.luck)]];
    parts.push(table(`${named(game)}: how ${review.over ? review.score : "this"} came about`, ["Part", "Points"], [
      ["Expected at the start", number(review.start_value)],
      ...chance,
      ["Lost by decisions", number(-review.loss)],
      [review.over ? "Final score" : "Expected final score", review.over ? String(review.score) : number(review.expected_final)],
    ]), moves(game, review, goTo));
  }
  $("review-body").replaceChildren(...parts);
}

/** A reason in place of a review. */
export function reviewWords(text) {
  $("review").hidden = !text;
  $("review-body").replaceChildren(el("p", { className: "quiet" }, text));
}

function summary(game, review) {
  if (!review.over) {
    return `${named(game)}: ${review.score} points so far, and ${number(review.expected_final, 1)} in the end if you ` +
      `play perfectly from here. At the start it was ${number(review.start_value, 1)}.`;
  }
  return `${named(game)}: you scored ${review.score}. Perfect play averages ${number(review.start_value, 1)}, and ` +
    `reaches ${review.score} or more in ${percent(review.at_least)} of games.`;
}

function moves(game, review, goTo) {
  const rows = review.decisions.map((decision, i) => [
    String(i + 1),
    dice(decision, i, goTo),
    words(game, { action: decision.action }),
    decision.grade === "best" ? "" : words(game, { action: decision.best }),
    decision.grade === "best" ? "" : number(decision.loss),
    el("span", { className: `grade ${decision.grade}` }, decision.grade),
  ]);
  const head = ["Move", "Dice", "Played", "Better", "Loss", "Grade"];
  const best = review.decisions.every((decision) => decision.grade === "best");
  const said = best ? el("p", {}, "Every decision was the best one.") : null;
  return el("div", {}, said, table(`${named(game)}: every move`, head, rows), ...reasons(review));
}

/** Why the best action was better, for the moves that lost most, the worst first. */
function reasons(review) {
  const told = review.decisions.map((decision, i) => ({ ...decision, i })).filter((decision) => decision.why.length);
  if (!told.length) return [];
  told.sort((one, other) => other.loss - one.loss);
  return [el("h3", {}, "Why"), ...told.map(({ i, why }) => el("p", {}, `Move ${i + 1}. ${why.join(" ")}`))];
}

function dice(decision, i, goTo) {
  const text = decision.position.split(" | ").slice(0, 2).join(", ");
  if (!goTo) return text;
  return el("button", { type: "button", className: "link", onclick: () => goTo(i) }, text);
}

const signed = (value) => (value >= 0 ? "+" : "") + number(value);
