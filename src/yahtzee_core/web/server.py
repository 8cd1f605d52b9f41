"""Listening: one process, one event loop, until it is interrupted."""

import socket
import sys
import threading
import webbrowser
from typing import Any

import uvicorn

from ..errors import UserError
from .app import make_app
from .limits import LOOPBACK, Settings, names_of
from .service import Service

GRACE = 2


def serve(service: Service, host: str, port: int, open_page: bool) -> None:
    """Serve until interrupted; UserError when the address cannot be had."""
    listening = _listen(host, port)
    port = int(listening.getsockname()[1])
    name = f"[{host}]" if ":" in host else host
    if name not in LOOPBACK:
        print(f"warning: everyone who reaches {host} can ask this server", file=sys.stderr)
    app = make_app(service, Settings(names_of(host, port)))
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
        _Server(config, service, url, open_page).run(sockets=[listening])
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    finally:
        listening.close()


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

    def __init__(self, config: uvicorn.Config, service: Service, url: str, open_page: bool) -> None:
        super().__init__(config)
        self._service, self._url, self._open_page = service, url, open_page

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and print the address."""
        await super().startup(sockets)
        print(self._url, flush=True)
        if self._open_page:
            threading.Thread(target=webbrowser.open, args=(self._url,), daemon=True).start()

    def handle_exit(self, sig: int, frame: Any) -> None:
        """A signal to stop."""
        self._service.stopped = True
        super().handle_exit(sig, frame)
