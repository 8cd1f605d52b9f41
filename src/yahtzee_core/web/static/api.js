// Questions of the page. A newer question of a kind makes the older one void. Who answers, a server or this browser,
// says the page: see server.js and ../local/client.js.

const running = new Map();
const local = document.querySelector('meta[name="engine"]')?.content === "local";
const engine = import(local ? "../local/client.js" : "./server.js");

export class Refused extends Error {}

export const get = (path) => ask(path);

/** Ask; `kind` voids the question of that kind that is still running (it then throws an AbortError). */
export function post(path, body, kind) {
  if (!kind) return ask(path, body);
  running.get(kind)?.abort();
  const controller = new AbortController();
  running.set(kind, controller);
  return ask(path, body, controller.signal);
}

/** Forget what a question of a kind will answer. */
export function forget(kind) {
  running.get(kind)?.abort();
  running.delete(kind);
}

export const isVoid = (error) => error.name === "AbortError";

const ask = async (path, body, signal) => (await engine).ask(path, body, signal);
