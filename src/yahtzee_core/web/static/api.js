// Questions to the server. A newer question of a kind makes the older one void.

const running = new Map();

export class Refused extends Error {}

export const get = (path) => ask(path, {});

/** Ask; `kind` voids the question of that kind that is still running (it then throws an AbortError). */
export function post(path, body, kind) {
  const options = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  if (kind) {
    running.get(kind)?.abort();
    const controller = new AbortController();
    running.set(kind, controller);
    options.signal = controller.signal;
  }
  return ask(path, options);
}

/** Forget what a question of a kind will answer. */
export function forget(kind) {
  running.get(kind)?.abort();
  running.delete(kind);
}

export const isVoid = (error) => error.name === "AbortError";

async function ask(path, options) {
  let answer;
  try {
    answer = await fetch(`api/${path}`, options);
  } catch (error) {
    if (isVoid(error)) throw error;
    throw new Refused("The server does not answer. Is it still running?");
  }
  const value = await answer.json();
  if (!answer.ok) throw new Refused(value.error);
  return value;
}
