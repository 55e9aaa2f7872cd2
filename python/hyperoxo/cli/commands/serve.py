"""`oxo serve`: the page and its API, for as long as the command runs."""

from __future__ import annotations

import ipaddress
import os
import re
import socket
import sys
import threading
import webbrowser
from typing import TYPE_CHECKING

from hyperoxo.cli.arguments import UsageError, read_count
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.text import shortened

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

LOOPBACK = "127.0.0.1"
LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
"""What this machine is called in the address of a page."""
PORT = 8642
"""Where the page is unless another place is typed."""
MEMORY = 1024
"""MiB that a process which thinks may take unless another number is typed."""
LEAST_MEMORY = 512
"""With less, the searches that the server starts would not have what they may use."""
BACKLOG = 2048
"""Connections that may wait to be accepted."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `oxo serve`."""
    parser.add_argument("--host", default=LOOPBACK, metavar="HOST", help=f"address to listen at (default: {LOOPBACK})")
    parser.add_argument(
        "--port", default=str(PORT), metavar="N", help=f"port to listen at, 0 for any (default: {PORT})"
    )
    parser.add_argument(
        "--database", metavar="URL", help="where games are kept, such as sqlite:///games.db (default: a file of yours)"
    )
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="a name by which browsers may ask for this server; may be given more than once",
    )
    parser.add_argument(
        "--workers",
        metavar="N",
        help="processes that think at once, besides one for moves alone (default: as many as there are processors)",
    )
    parser.add_argument(
        "--memory",
        default=str(MEMORY),
        metavar="MIB",
        help=f"memory that each of these processes may take, in MiB (default: {MEMORY})",
    )
    parser.add_argument("--open", action="store_true", help="open the page in a browser")


def run(arguments: argparse.Namespace) -> ExitCode:
    """Serve until Ctrl-C is typed."""
    port = read_count(arguments.port, most=65535)
    allowed = [_read_name(typed) for typed in arguments.allow_host]
    workers = None if arguments.workers is None else read_count(arguments.workers, least=1, most=1_000)
    memory = read_count(arguments.memory, least=LEAST_MEMORY)
    try:
        from hyperoxo.server.serve import serve  # noqa: PLC0415 - only this command needs what the extra installs
        from hyperoxo.server.settings import Settings  # noqa: PLC0415
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "hyperoxo":
            raise
        raise UsageError(f"{error.name}: not installed, and the server needs it; run make build in a clone") from None
    with _listen(arguments.host, port) as listening:
        address = _address(listening)
        settings = Settings(
            database=arguments.database,
            hosts=_names(listening, allowed),
            workers=workers,
            memory=memory,
        )
        try:
            serve(listening, settings, lambda: _announce(address, opens=arguments.open))
        except KeyboardInterrupt:
            print(file=sys.stderr)  # the terminal has written ^C there
    return ExitCode.DONE


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket that takes connections already, which wait until they are served.

    Raises:
        UsageError: there is no such address here, or the port is taken.
    """
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family, backlog=BACKLOG)
    except (socket.gaierror, UnicodeError):
        reason = "there is no such address"
    except OSError as error:
        reason = os.strerror(error.errno or 0)
    raise UsageError(f"{shortened(host)} port {port}: {reason}; choose with --host and --port")


def _address(listening: socket.socket) -> str:
    """Return where a browser on this machine finds the server."""
    host, port = listening.getsockname()[:2]
    found = ipaddress.ip_address(host)
    if found.is_unspecified:
        host = LOOPBACK if found.version == 4 else "::1"
    return f"http://{host}:{port}/" if ":" not in host else f"http://[{host}]:{port}/"


def _read_name(typed: str) -> str:
    """Return the name of a host that was typed, as browsers write it.

    Raises:
        UsageError: it is not a name alone.
    """
    if not re.fullmatch(r"[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]", typed):
        raise UsageError(f"{shortened(typed)}: not the name of a host; such as play.example.org, without a port")
    return typed.lower()


def _names(listening: socket.socket, allowed: Iterable[str]) -> frozenset[str]:
    """Return the names by which browsers may ask; none for any, where others than this machine are to reach it."""
    names = frozenset(allowed)
    if ipaddress.ip_address(listening.getsockname()[0]).is_loopback or names:
        return names | LOCAL_NAMES
    return frozenset()


def _announce(address: str, *, opens: bool) -> None:
    """Say where the server is, and open a browser there if that is wished for."""
    print(f"hyperoxo is at {address} until Ctrl-C is typed", flush=True)
    if opens:
        # In a thread, since some browsers are waited for.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
