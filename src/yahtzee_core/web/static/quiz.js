// A quiz: positions in which a strategy loses points; guess, and see what a guess loses, and why.

import { words } from "./advice.js";
import * as api from "./api.js";
import { $, el, named, number, problem } from "./dom.js";
import { change } from "./game.js";
import * as s from "./state.js";

const { now, state } = s;
/** Whose positions, where the best strategy is chosen, which loses nothing. */
const OTHERWISE = "greedy";
const NUMBER = 10;
let quiz = null;

/** Draw questions, and ask the first one. */
export async function begin() {
  const chosen = $("strategies").value;
  const strategy = chosen === "expected" ? OTHERWISE : chosen;
  show(el("p", { className: "quiet" }, `${now.game.title}: drawing questions\u2026`));
  try {
    const found = await api.post("quiz", { game: state.game, strategy, questions: NUMBER }, "quiz");
    quiz = { game: now.game, questions: found.questions, at: -1, keep: [], category: [] };
    await next();
  } catch (error) {
    if (!api.isVoid(error)) show(el("p", { className: "quiet" }, error.message));
  }
}

/** Put the next position on the table, and ask. */
async function next() {
  quiz.at += 1;
  const question = quiz.questions[quiz.at];
  const filled = Object.entries(question.sheet).filter(([, points]) => points !== null);
  await change(() => {
    s.restart(state.game);
    Object.assign(state, {
      sheet: Object.fromEntries(filled),
      extra: question.extra_yahtzees,
      dice: question.dice,
      kept: question.dice.map(() => false),
      rerolls: question.rerolls,
    });
  }, `Question ${quiz.at + 1} of ${quiz.questions.length}.`);
  ask(question);
}

/** The ways to answer: the dice that are pressed, or a category. */
function ask(question) {
  const open = quiz.game.categories.filter((category) => now.standing.scores[category.id]);
  const choice = el("select", { id: "quiz-category" },
    ...open.map((category) => el("option", { value: category.id }, category.title)));
  const keep = el("button", { type: "button", id: "quiz-keep", onclick: () => guess(kept()) }, "Keep the pressed dice");
  show(
    el("p", {}, `${named(quiz.game)}, question ${quiz.at + 1} of ${quiz.questions.length}: what has the highest ` +
      "expected score? " + (question.rerolls ? "Press the dice to keep, or choose a category." : "Choose a category.")),
    el("div", { className: "row" },
      question.rerolls ? keep : null,
      el("label", {}, "Category ", choice),
      el("button", { type: "button", id: "quiz-score", onclick: () => guess(`score ${choice.value}`) }, "Score")),
    score());
}

function kept() {
  const dice = state.dice.filter((_, i) => state.kept[i]).sort((one, other) => one - other);
  return `keep ${dice.join(" ") || "-"}`;
}

/** Tell what a guess loses, and why. */
async function guess(action) {
  const question = quiz.questions[quiz.at];
  const body = { game: quiz.game.game, position: question.position };
  try {
    const [advice, { why }] = await Promise.all([
      api.post("advise", body, "quiz-advice"),
      api.post("why", { ...body, action }, "quiz-why"),
    ]);
    const taken = advice.actions.find((each) => each.action === action);
    quiz[action.startsWith("keep") ? "keep" : "category"].push(taken.is_best ? 0 : taken.loss);
    tell(question, advice.actions[0], taken, why);
  } catch (error) {
    if (!api.isVoid(error)) problem(error.message);
  }
}

function tell(question, best, taken, why) {
  const said = taken.is_best
    ? "Best."
    : `${number(taken.loss)} points lost; the best is to ${words(quiz.game, best)}.`;
  const played = `The strategy would ${words(quiz.game, { action: question.played })}, and lose ${number(question.loss)}.`;
  const more = quiz.at + 1 < quiz.questions.length;
  show(
    el("p", { className: "grade" }, said),
    el("p", {}, `${why ? why.sentences.join(" ") : ""} ${played}`),
    score(),
    el("div", { className: "row" }, more
      ? el("button", { type: "button", id: "quiz-next", onclick: next }, "Next question")
      : "That was the last question."));
  $("quiz-next")?.focus();
}

/** The mean loss of a guess, by kind of decision. */
function score() {
  const kinds = [["all", [...quiz.keep, ...quiz.category]], ["keeps", quiz.keep], ["categories", quiz.category]];
  const told = kinds.filter(([, losses]) => losses.length).map(([kind, losses]) =>
    `${kind} ${number(losses.reduce((sum, loss) => sum + loss, 0) / losses.length)} (${losses.length})`);
  return told.length ? el("p", { className: "quiet" }, `Mean loss of a guess: ${told.join(", ")}.`) : null;
}

const show = (...parts) => $("quiz-body").replaceChildren(...parts.filter((part) => part !== null));
