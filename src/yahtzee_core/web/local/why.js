// Why an action is better than another one, part by part and in words: advice/why.py, gains.py, sentences.py.

import { formatAction, formatDice } from "./notation.js";
import { sameChoice, taken, turnOf } from "./turn.js";
import { Refused } from "./tables.js";

const COVERED = 0.8;
const DECIMALS = 2;
const MOST_DECIMALS = 9;
const CHANCE = 0.01;
const TURN = 0.05;
const SENTENCES = 3;
const DIGITS = 20;
const HALF = 5 * 10 ** (DIGITS - 1);
const BONUSES = [["upper_bonus", "the upper bonus"], ["yahtzee_bonus", "extra Yahtzees"]];

/** The best action beside another one, or beside the next other choice; null without one. The parts must be there. */
export function why(solved, position, actions, against) {
  const { tables } = solved;
  const [best] = actions;
  let other = against && taken(tables, position, actions, against);
  if (!other || other === best) other = actions.slice(1).find((each) => !sameChoice(position, best, each));
  if (!other) return null;
  const turn = turnOf(solved, position);
  const parts = partsOf(tables, turn.prospects(position, best.action), turn.prospects(position, other.action));
  const sentences = other.is_best
    ? [`${capital(doing(tables, best.action))} and ${doing(tables, other.action)} are tied: each is worth ` +
      `${fixed(best.value, DECIMALS)} points.`]
    : pointsSentences(tables, best.action, other.action, other.loss, parts);
  return {
    action: formatAction(tables, best.action),
    against: formatAction(tables, other.action),
    difference: other.loss,
    tie: other.is_best,
    sentences,
    parts: parts.map(({ title, ...part }) => part),
  };
}

/** Sentences on why the best action is better than another one, which is named. */
export function words(solved, position, actions, action) {
  const found = why(solved, position, actions, action);
  if (!found) throw new Refused("no other action");
  return found.sentences;
}

function partsOf(tables, ahead, behind) {
  const names = [...tables.categories.map(({ id, title }) => [id, title]), ...BONUSES];
  return names.map(([part, title], i) => ({
    part,
    title,
    points: ahead.points[i],
    points_against: behind.points[i],
    difference: ahead.points[i] - behind.points[i],
    chance: ahead.chance[i],
    chance_against: behind.chance[i],
    turn: i < tables.n ? ahead.turn[i] : null,
    turn_against: i < tables.n ? behind.turn[i] : null,
  })).filter((part) => part.points || part.points_against || part.turn || part.turn_against);
}

function pointsSentences(tables, action, against, difference, parts) {
  const named = largest(parts);
  const decimals = Math.max(decimalsOf(difference, 2), ...named.map((part) => decimalsOf(part.difference, 1)));
  const more = `${fixed(difference, decimals)} points more`;
  const sentences = [`${capital(doing(tables, action))} is worth ${more} than ${doing(tables, against)}.`];
  for (const [verb, up] of [["gains", true], ["gives up", false]]) {
    const some = named.filter((part) => (part.difference > 0) === up);
    if (some.length) sentences.push(`It ${verb} ${listed(some.map((part) => term(part, decimals)))}.`);
  }
  const rest = difference - named.reduce((sum, part) => sum + part.difference, 0);
  if (Number(fixed(rest, decimals))) {
    sentences.push(`${sentences.pop().slice(0, -1)}; all else comes to ${rest > 0 ? "+" : ""}${fixed(rest, decimals)}.`);
  }
  if (sentences.length < SENTENCES) sentences.push(...turnSentence(action, against, parts));
  return sentences;
}

/** The parts with the largest differences, until they make most of all. */
function largest(parts) {
  let left = COVERED * parts.reduce((sum, part) => sum + Math.abs(part.difference), 0);
  const named = [];
  for (const part of [...parts].sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference))) {
    if (left <= 0) break;
    named.push(part);
    left -= Math.abs(part.difference);
  }
  return named;
}

const decimalsOf = (difference, digits) =>
  Math.min(Math.max(DECIMALS, digits - 1 - Math.floor(Math.log10(Math.abs(difference)))), MOST_DECIMALS);

const doing = (tables, { keep, category }) =>
  (keep ? `keeping ${keep.length ? formatDice(keep) : "nothing"}` : `scoring ${tables.categories[category].title}`);

/** A number with so many decimals, halves to the even digit, as Python writes it. */
function fixed(number, decimals) {
  const exact = number.toFixed(decimals + DIGITS);
  const cut = exact.slice(0, -DIGITS).replace(/\.$/, "");
  const isEven = /[02468]$/.test(cut);
  return isEven && Number(exact.slice(-DIGITS)) === HALF ? cut : number.toFixed(decimals);
}

const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

function percent(chance) {
  if (chance <= 1e-12 || chance >= 1 - 1e-12) return `${fixed(100 * chance, 0)}%`;
  const rounded = `${fixed(100 * chance, 1)}%`;
  return { "0.0%": "less than 0.1%", "100.0%": "more than 99.9%" }[rounded] || rounded;
}

function term(part, decimals) {
  const where = BONUSES.some(([, title]) => title === part.title) ? "through" : "in";
  const text = `${fixed(Math.abs(part.difference), decimals)} ${where} ${part.title}`;
  if (Math.abs(part.chance - part.chance_against) < CHANCE) return text;
  return `${text} (chance ${percent(part.chance)} against ${percent(part.chance_against)})`;
}

/** Where this turn ends more often, when dice are kept either way. */
function turnSentence(action, against, parts) {
  if (!action.keep || !against.keep) return [];
  const gain = (part) => (part.turn || 0) - (part.turn_against || 0);
  const most = parts.reduce((best, part) => (gain(part) > gain(best) ? part : best));
  if (gain(most) < TURN) return [];
  return [`This turn ends in ${most.title} in ${percent(most.turn)} of games, against ${percent(most.turn_against)}.`];
}

const listed = (terms) => (terms.length > 1 ? `${terms.slice(0, -1).join(", ")} and ${terms.at(-1)}` : terms[0]);
