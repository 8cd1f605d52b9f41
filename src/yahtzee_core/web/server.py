"""Listening: one process, one event loop, until it is interrupted."""

import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path

import uvicorn

from ..errors import UserError
from .app import make_app
from .limits import LOOPBACK, Running, Settings, host_names, names_of
from .service import Service
from .site import WORKER

GRACE = 2


def serve(
    service: Service,
    host: str,
    port: int,
    open_page: bool,
    host_name: Sequence[str] = (),
    site: Path | None = None,
) -> None:
    """Serve until interrupted; UserError when the address cannot be had.

    host_name: names beside the address by which browsers reach the server. site: a folder of `yahtzee site`,
    which is served, too.
    """
    names = host_names(host_name)
    if site is not None and not (site / WORKER).is_file():
        raise UserError(f"serve: --site {site}: no {WORKER}; expected a folder that yahtzee site wrote")
    listening = _listen(host, port)
    port = int(listening.getsockname()[1])
    name = f"[{host}]" if ":" in host else host
    if name not in LOOPBACK:
        print(f"warning: everyone who reaches {host} can ask this server", file=sys.stderr)
    running = Running()
    app = make_app(service, Settings(names_of(host, port), names), running, site)
    config = uvicorn.Config(
        app,
        log_level="error",
        access_log=False,
        lifespan="off",
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=30,
        ws="none",
    )
    url = f"http://{name}:{port}/"
    try:
        _Server(config, service, running, url, open_page).run(sockets=[listening])
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    finally:
        listening.close()
        _leave(service)


def _leave(service: Service) -> None:
    """Do not wait for a long computation: nothing is written, so nothing is lost."""
    if service.progress()["working"]:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket."""
    if not 0 <= port <= 65535:
        raise UserError(f"serve: port {port}; expected 0 (any free one) to 65535")
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(512)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UserError(
            f"serve: {host} port {port}: {reason}; expected a free port of this machine"
        ) from None
    return listening


class _Server(uvicorn.Server):
    """Says where it is once it is there, and lets long computations end when it stops."""

    def __init__(
        self, config: uvicorn.Config, service: Service, running: Running, url: str, open_page: bool
    ) -> None:
        super().__init__(config)
        self._service, self._running = service, running
        self._url, self._open_page = url, open_page

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and print the address."""
        await super().startup(sockets)
        print(self._url, flush=True)
        if self._open_page:
            threading.Thread(target=webbrowser.open, args=(self._url,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop; who waits for a computation is told so."""
        self._service.stopped = True
        self._running.stop()
        await super().shutdown(sockets)
