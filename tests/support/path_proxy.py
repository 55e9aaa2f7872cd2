"""A small proxy that maps a path to a server, as nginx and Caddy do: it forwards each connection's one request."""

from __future__ import annotations

import socket
import socketserver
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator


class PathProxy(socketserver.ThreadingTCPServer):
    """A proxy, which begins before its server, whose public address it is.

    Attributes:
        path: what it maps, without a slash at its end.
        strips: whether it takes that away from the addresses that it passes on.
        address: what it maps, as an address.
        server: the address of the server.
    """

    daemon_threads = True
    server = ""
    strips = True

    def __init__(self, path: str) -> None:
        super().__init__(("127.0.0.1", 0), _Forwarding)
        self.path = path
        self.address = f"http://127.0.0.1:{self.server_address[1]}{path}"


class _Forwarding(socketserver.StreamRequestHandler):
    server: PathProxy
    """What this class has from `socketserver`."""

    def handle(self) -> None:
        """Pass on a request, and all that follows it in both directions."""
        first, *fields = iter(lambda: self.rfile.readline().rstrip(b"\r\n"), b"")
        method, target, version = first.split(b" ")
        if self.server.strips:
            target = target.removeprefix(self.server.path.encode())
        if not any(field.lower().startswith(b"upgrade:") for field in fields):
            fields = [field for field in fields if not field.lower().startswith(b"connection:")] + [
                b"Connection: close"
            ]
        fields.append(b"X-Forwarded-For: " + self.client_address[0].encode())
        to = urlsplit(self.server.server)
        with socket.create_connection((to.hostname, to.port)) as upstream:
            upstream.sendall(b"\r\n".join([b" ".join([method, target, version]), *fields, b"", b""]))
            threading.Thread(target=self._send_rest, args=(upstream,), daemon=True).start()
            with suppress(OSError):
                while piece := upstream.recv(65536):
                    self.connection.sendall(piece)

    def _send_rest(self, upstream: socket.socket) -> None:
        with suppress(OSError, ValueError):
            while piece := self.rfile.read1(65536):
                upstream.sendall(piece)


@contextmanager
def path_proxy(path: str) -> Iterator[PathProxy]:
    """Run a proxy on any port."""
    with PathProxy(path) as proxy:
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        try:
            yield proxy
        finally:
            proxy.shutdown()
