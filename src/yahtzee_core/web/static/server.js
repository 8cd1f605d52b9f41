// The engine of a page with a server: questions go to its API.

import { Refused, isVoid } from "./api.js";

/** The answer to a question; one without a body only reads. */
export async function ask(path, body, signal) {
  const headers = { "content-type": "application/json" };
  const options = body ? { method: "POST", headers, body: JSON.stringify(body), signal } : {};
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
