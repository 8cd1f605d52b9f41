"""A folder served by a plain server of files, in a thread; and questions to the engine of its page."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ASK = """async (questions) => {
  const { Answers, Refused } = await import("./local/answers.js");
  const answers = new Answers((path) => fetch(path));
  const found = [];
  for (const [path, body] of questions) {
    try {
      found.push(await answers.answer(path, body));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      found.push({ error: error.message });
    }
  }
  return found;
}"""
Question = tuple[str, dict[str, Any]]


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@contextmanager
def served_folder(folder: Path) -> Iterator[str]:
    """The address of a folder."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def answered(browser: "Browser", url: str, questions: list[Question]) -> list[Any]:
    """What the engine of a site answers; a refusal is {"error": words}, as that of a server."""
    with browser.new_context() as context:
        page = context.new_page()
        page.set_default_timeout(300_000)
        page.goto(f"{url}/manifest.webmanifest")
        return list(page.evaluate(ASK, questions))
