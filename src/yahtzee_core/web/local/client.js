// The engine of a page without a server: a worker of this browser answers. The page installs itself to work offline.

import { Refused } from "../static/api.js";
import { $, el } from "../static/dom.js";

const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
const waiting = new Map();
let last = 0;

/** The answer to a question. */
export function ask(path, body, signal) {
  const id = ++last;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    signal?.addEventListener("abort", () => {
      if (!waiting.delete(id)) return;
      worker.postMessage({ stop: id });
      reject(signal.reason);
    });
    worker.postMessage({ id, path, body });
  });
}

worker.onmessage = ({ data: { id, value, error } }) => {
  const { resolve, reject } = waiting.get(id) || {};
  waiting.delete(id);
  if (error === undefined) resolve?.(value);
  else reject?.(new Refused(error));
};

worker.onerror = () => {
  for (const { reject } of waiting.values()) reject(new Refused("The engine of the page did not start. Reload the page."));
  waiting.clear();
};

/** Tell that a new version is there, which takes the place of this one when it is wanted. */
function offer(version) {
  const reload = el("button", { type: "button", id: "update", onclick: () => version.postMessage("now") }, "Reload");
  $("engine").replaceChildren("A new version of this page is there. ", reload);
}

async function install() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const had = serviceWorker.controller;
  const registration = await serviceWorker.register("service_worker.js", { updateViaCache: "none" });
  const found = (version) => {
    const wait = () => { if (version.state === "installed" && had) offer(version); };
    version.addEventListener("statechange", wait);
    wait();
  };
  if (registration.waiting) found(registration.waiting);
  registration.addEventListener("updatefound", () => found(registration.installing));
  serviceWorker.addEventListener("controllerchange", () => { if (had) location.reload(); });
}

/** The game of the address is solved while the page is being built. */
const game = new URLSearchParams(location.hash.slice(1)).get("game") ?? "yahtzee";
ask("play", { game }).catch(() => {}); // the page asks again, and tells

$("engine").hidden = false;
$("engine").textContent = "This page has no server: your browser computes, and nothing is sent. Other " +
  "strategies, their statistics, and a total to reach or to beat in the first turns need one: yahtzee serve.";
install().catch(() => {}); // a page from a file, or a browser that does not allow it, works as it is
