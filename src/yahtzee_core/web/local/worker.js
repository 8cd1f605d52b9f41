// The engine of the page without a server: answers questions, one message each; {stop} ends an answer.

import { Answers, Refused } from "./answers.js";

const answers = new Answers((path) => fetch(new URL(`../${path}`, import.meta.url)));
const stopped = new Set();

self.onmessage = async ({ data: { id, path, body, stop } }) => {
  if (stop) {
    stopped.add(stop);
    return;
  }
  try {
    const value = await answers.answer(path, body, () => stopped.has(id));
    self.postMessage({ id, value });
  } catch (error) {
    if (!(error instanceof Refused) && error.name !== "AbortError") console.error(error);
    self.postMessage({ id, error: error.message });
  }
  stopped.delete(id);
};
