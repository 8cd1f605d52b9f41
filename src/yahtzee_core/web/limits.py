"""What the server takes from clients: names it answers to, sizes, rates, and how much work waits.

Plain ASGI, so that nothing is read before it is allowed. The page may load nothing from elsewhere.
"""

import asyncio
import json
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

import anyio
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..errors import UserError

R = TypeVar("R")
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
}
SITE = "/play"
"""Below it is the page without a server, which says its own policy, and may be embedded."""
POLICY = "content-security-policy"
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
HOST_NAME = re.compile(r"([a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?|\[[0-9a-f:.]+\])(:\d{1,5})?")
PORT = re.compile(r":\d+$")
CLIENTS = 1024
WATCH = 0.2
Gone = Callable[[], Awaitable[bool]]


class BusyError(Exception):
    """Too many wait; the reason."""


@dataclass(frozen=True)
class Settings:
    """Addresses that the server answers to, as in the header Host, and names, at any port; most bytes of a
    body; requests of a client at once, and in a second."""

    hosts: frozenset[str]
    names: frozenset[str] = frozenset()
    body: int = 100_000
    burst: int = 500
    rate: float = 100.0


def names_of(host: str, port: int) -> frozenset[str]:
    """The values of the header Host that a server at this address answers to."""
    name = f"[{host}]" if ":" in host else host
    names = {name, *LOOPBACK} if name in (*LOOPBACK, "0.0.0.0", "[::]") else {name}
    return frozenset({f"{each}:{port}" for each in names} | (names if port == 80 else set()))


def host_names(texts: Iterable[str]) -> frozenset[str]:
    """Names as in the header Host, without a port or with one; UserError for what is none."""
    names = frozenset(text.lower() for text in texts)
    for name in names:
        if not HOST_NAME.fullmatch(name):
            raise UserError(f"serve: --host-name '{name[:40]}'; expected a name, such as localhost:9000")
    return names


class Running:
    """The computations that requests wait for; stop() lets all of these requests go."""

    def __init__(self) -> None:
        self._scopes: set[anyio.CancelScope] = set()

    def stop(self) -> None:
        """Let them go: BusyError."""
        for scope in self._scopes:
            scope.cancel()

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Around what can be left."""
        with anyio.CancelScope() as scope:
            self._scopes.add(scope)
            try:
                yield
            finally:
                self._scopes.remove(scope)
        if scope.cancelled_caught:
            raise BusyError("the server is stopping")


class Gate:
    """Lets so many computations run at once, each in a thread, and so many wait; BusyError for more."""

    def __init__(self, name: str, running: Running, most: int, waiting: int) -> None:
        self._name, self._running, self._most, self._waiting = name, running, most, waiting
        self._inside = 0
        self._limiter: anyio.CapacityLimiter | None = None

    async def run(
        self, make: Callable[[], R], gone: Gone, leave: Callable[[], None] = lambda: None
    ) -> R | None:
        """Compute in a thread; None when whoever asked is gone by the time there is room.

        leave: called when they go later.
        """
        if self._inside >= self._most + self._waiting:
            raise BusyError(f"{self._name}: {self._inside} requests are waiting; try again in a while")
        self._limiter = self._limiter or anyio.CapacityLimiter(self._most)
        self._inside += 1
        answer = None
        try:
            with self._running.scope():
                async with self._limiter:
                    if not await gone():
                        answer = await _watched(make, gone, leave)
        finally:
            self._inside -= 1
        return answer


async def _watched(make: Callable[[], R], gone: Gone, leave: Callable[[], None]) -> R:
    async def watch() -> None:
        while not await gone():
            await asyncio.sleep(WATCH)
        leave()

    watching = asyncio.create_task(watch())
    try:
        return await anyio.to_thread.run_sync(make, abandon_on_cancel=True)
    finally:
        watching.cancel()


class Rates:
    """A bucket of requests for each client, filled again at a rate."""

    def __init__(self, burst: int, rate: float, now: Callable[[], float] = time.monotonic) -> None:
        self._burst, self._rate, self._now = burst, rate, now
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str) -> bool:
        """Whether a client may ask once more."""
        now = self._now()
        left, then = self._left.pop(client, (float(self._burst), now))
        left = min(left + (now - then) * self._rate, self._burst)
        self._left[client] = (left - 1 if left >= 1 else left), now
        if len(self._left) > CLIENTS:
            self._left.popitem(last=False)
        return left >= 1


class Guard:
    """Refuses what is not allowed, and gives every answer its headers."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings
        self._rates = Rates(settings.burst, settings.rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        if scope["type"] != "http":
            return
        api = scope["path"].startswith("/api/")
        send = _with_headers(send, api, own_policy=scope["path"].startswith(f"{SITE}/"))
        refusal = self._refusal(scope, api)
        if refusal:
            await _refuse(send, *refusal)
            return
        await self._bounded(scope, receive, send)

    def _refusal(self, scope: Scope, api: bool) -> tuple[int, str] | None:
        """(status, reason) when a request is refused before it is read."""
        hosts = [v.decode("latin-1").lower() for k, v in scope["headers"] if k == b"host"]
        if len(hosts) != 1 or not self._answers_to(hosts[0], scope):
            return 400, _unknown_host(hosts)
        lengths = [v for k, v in scope["headers"] if k == b"content-length"]
        if lengths and (not lengths[0].isdigit() or int(lengths[0]) > self._settings.body):
            return 413, f"body: expected at most {self._settings.body} bytes"
        client = (scope.get("client") or ("", 0))[0]
        if api and not self._rates.take(client):
            return 429, f"too many requests; expected at most {self._settings.rate:g} a second"
        return None

    def _answers_to(self, host: str, scope: Scope) -> bool:
        """Whether a name is ours; so is the address that the connection came in at."""
        address, port = scope.get("server") or ("", None)
        ours = self._settings.hosts | names_of(address, port or 0) | self._settings.names
        return host in ours or PORT.sub("", host) in self._settings.names

    async def _bounded(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the whole body first, up to its bound."""
        body, more = b"", True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > self._settings.body:
                await _refuse(send, 413, f"body: expected at most {self._settings.body} bytes")
                return
        await self._app(scope, _replayed(body, receive), send)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """A channel that gives a body that was read before."""
    given = False

    async def replay() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay


def _with_headers(send: Send, api: bool, own_policy: bool) -> Send:
    extra = {**HEADERS, "cache-control": "no-store" if api else "no-cache"}
    if own_policy:
        del extra[POLICY]

    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            kept = [(k, v) for k, v in message["headers"] if k.decode("latin-1") not in extra]
            message["headers"] = [*kept, *((k.encode(), v.encode()) for k, v in extra.items())]
        await send(message)

    return guarded


async def _refuse(send: Send, status: int, reason: str) -> None:
    body = json.dumps({"error": reason}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [(b"retry-after", b"1")] if status == 429 else []
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _unknown_host(hosts: list[str]) -> str:
    """Why a request is refused for its header Host, and the option that would allow it."""
    host = hosts[0] if len(hosts) == 1 else ""
    name = PORT.sub("", host) if HOST_NAME.fullmatch(host) else "NAME"
    return (
        "Host: not a name of this server; expected the address that it printed, or a name that it was told: "
        f"yahtzee serve --host-name {name[:100]}"
    )
