"""`oxo serve`: serves the page and its API until Ctrl-C."""

from __future__ import annotations

import ipaddress
import os
import re
import socket
import sys
import threading
import typing
import webbrowser
from functools import partial

from hyperoxo import svg
from hyperoxo.cli.arguments import DATABASE, UsageError, add_count, add_plain, registered
from hyperoxo.cli.command_list import HELP
from hyperoxo.cli.files import add_games, read_games
from hyperoxo.cli.output import ProgressLine
from hyperoxo.errors import PlayerError
from hyperoxo.extras import importing
from hyperoxo.players.player_file import SUFFIX
from hyperoxo.text import shortened

if typing.TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable
    from ipaddress import IPv4Address, IPv6Address

LOOPBACK = "127.0.0.1"
ELSEWHERE = {4: (socket.AF_INET, "192.0.2.1"), 6: (socket.AF_INET6, "2001:db8::1")}
"""Addresses of no machine, by version, which RFC 5737 and RFC 3849 keep for documentation."""
LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
"""The names of this machine in the address of a page."""
PORT = 8642
"""The port, unless another is typed."""
MEMORY = 1024
"""Memory limit in MiB of a process that computes moves or analyses, unless another is typed."""
MIN_MEMORY_MIB = 512
"""The memory that the searches of the server need."""
MAX_DAYS = 36_500
_PATH = r"(?!/(?:api|assets|embed|g|play)(?:/|$))(?:/[\w~-][\w.~-]*)*"
"""The path of a server behind a proxy, which no address of the page or the API begins with."""
_HOST = r"(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    about_host = f"address to listen at; 0.0.0.0 lets the computers of your network in (default: {LOOPBACK})"
    parser.add_argument("--host", default=LOOPBACK, metavar="HOST", help=about_host)
    add_count(parser, "--port", f"port to listen at, 0 for any (default: {PORT})", most=65535, default=PORT)
    add_plain(parser, DATABASE)
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="a host name under which browsers reach this server; may be repeated",
    )
    parser.add_argument(
        "--public-url",
        metavar="URL",
        help="the address under which others reach this server, such as https://play.example.org: makes link previews",
    )
    parser.add_argument(
        "--trust-proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a proxy on another machine, or its network, which names its visitors in X-Forwarded-For; may be repeated",
    )
    about_forget = "remove finished games in which nothing has happened for this many days (default: never)"
    add_count(parser, "--forget", about_forget, least=1, most=MAX_DAYS, metavar="DAYS")
    parser.add_argument(
        "--webhook",
        metavar="URL",
        help="the URL to POST to when a person's turn begins in a game with days for each move",
    )
    about_workers = "processes that analyse at once, next to one for moves (default: one for each processor)"
    add_count(parser, "--workers", about_workers, least=1, most=1_000)
    about_memory = f"memory limit of each of these processes in MiB (default: {MEMORY})"
    add_count(parser, "--memory", about_memory, least=MIN_MEMORY_MIB, default=MEMORY, metavar="MIB")
    add_games(parser)
    about = f"offer a program of yours, such as ./mine.py; may be repeated (see oxo {HELP} players)"
    parser.add_argument("--player", action="append", default=[], metavar="FILE", help=about)
    parser.add_argument("--open", action="store_true", help="open the page in a browser")


def run(arguments: argparse.Namespace) -> None:
    offered: set[str] = set()
    for typed in arguments.player:
        if not typed.endswith(SUFFIX):
            raise PlayerError(typed, "not a file with a program", "such as ./mine.py; other players are offered anyway")
        if (name := registered(typed, for_strangers=True)) in offered:
            raise PlayerError(typed, "another file of this name is offered, too", "rename one of them")
        offered.add(name)
    allowed = [_read_name(typed) for typed in arguments.allow_host]
    public = None if arguments.public_url is None else _read_public_url(arguments.public_url)
    trusted = [_read_proxy(typed) for typed in arguments.trust_proxy]
    webhook = None if arguments.webhook is None else _read_webhook(arguments.webhook)
    from hyperoxo.server.own_process import building, fitted  # noqa: PLC0415 - only this command needs the server
    from hyperoxo.server.settings import PAGE, ClientLimits, Proxies, Settings  # noqa: PLC0415

    workers = arguments.workers or os.cpu_count() or 1
    limits = fitted(ClientLimits(), workers)  # a refusal does not wait for what follows, which takes a second
    with importing("web"), building():
        from hyperoxo.server.page import check_page  # noqa: PLC0415 - as above, and what the extra installs
        from hyperoxo.server.serve import serve  # noqa: PLC0415
    check_page(PAGE)
    if public is not None:
        svg.card("3x3").png(colours=8)  # so that an extra which is missing is reported before the first preview
    with _listen(arguments.host, arguments.port) as listening:
        games = read_games(arguments.games)
        address = _address(listening)
        for_others = public or _network_address(listening, allowed)
        settings = Settings(
            database=arguments.database,
            hosts=_names(listening, allowed, public),
            public_url=public,
            proxies=Proxies(*trusted),
            workers=workers,
            memory=arguments.memory,
            games=games,
            for_others=for_others,
            reachable=not _is_loopback(listening) or bool(allowed) or public is not None,
            limits=limits,
            forget_days=arguments.forget,
            webhook=webhook,
        )
        announce = partial(_announce, address, _line_for_others(listening, allowed, public), opens=arguments.open)
        try:
            serve(listening, settings, announce, partial(_show_upgrade, ProgressLine()))
        except KeyboardInterrupt:
            print(file=sys.stderr)  # the terminal has written ^C there


def _show_upgrade(status: ProgressLine, done: int, most: int) -> None:
    """Show how many games of an earlier version have been upgraded."""
    status.show(f"{done:,} of {most:,} games are upgraded" if done < most else "")


def _listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; connections wait until the server accepts them."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family, backlog=socket.SOMAXCONN)
    except (socket.gaierror, UnicodeError):
        reason = "there is no such address"
    except OSError as error:
        reason = os.strerror(error.errno or 0)
    raise UsageError(f"{shortened(host)} port {port}: {reason}; choose with --host and --port")


def _address(listening: socket.socket, seen: str | None = None) -> str:
    """Return the address of the server for a browser on this machine, or where the machine is seen under an address."""
    bound, port = listening.getsockname()[:2]
    found = ipaddress.ip_address(bound)
    own = (LOOPBACK if found.version == 4 else "::1") if found.is_unspecified else bound
    host = seen or own
    return f"http://{host}:{port}/" if ":" not in host else f"http://[{host}]:{port}/"


def _network_address(listening: socket.socket, allowed: Iterable[str]) -> str | None:
    """Return the address at which the network reaches the server; None if it cannot, or the address is unknown."""
    found = ipaddress.ip_address(listening.getsockname()[0])
    own = None if allowed or found.is_loopback else _own_address(found)
    return None if own is None else _address(listening, own)


def _line_for_others(listening: socket.socket, allowed: Iterable[str], public: str | None) -> str:
    """Return how other machines reach the server, in a line; empty if only their operator knows, as behind a proxy."""
    if public is not None:
        return f"other computers open {public}"
    if allowed:
        return ""
    if _is_loopback(listening):
        return "only this computer can open it; to let others in: oxo serve --host 0.0.0.0"
    address = _network_address(listening, allowed) or _address(listening, "ADDRESS-OF-THIS-COMPUTER")
    return f"other computers of your network open {address}"


def _own_address(found: IPv4Address | IPv6Address) -> str | None:
    """Return the address under which a network finds this machine, which listens at an address; None if unknown."""
    if not found.is_unspecified:
        return str(found)
    family, elsewhere = ELSEWHERE[found.version]
    try:
        # Connecting a datagram socket sends nothing; it chooses the address that a message would come from.
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((elsewhere, PORT))
            return str(probe.getsockname()[0])
    except OSError:
        return None


def _read_name(typed: str) -> str:
    """Return a host name that was typed, as browsers write it."""
    if not re.fullmatch(_HOST, typed):
        raise UsageError(f"--allow-host {shortened(typed)}: not a host name; such as play.example.org, without a port")
    return typed.lower()


def _read_proxy(typed: str) -> str:
    """Return the address of a proxy, or of a network of proxies."""
    try:
        return str(ipaddress.ip_network(typed))
    except ValueError:
        reason = "not the address of a machine or a network; such as 10.0.0.2 or 10.0.0.0/24"
    raise UsageError(f"--trust-proxy {shortened(typed)}: {reason}")


def _read_public_url(typed: str) -> str:
    """Return the address under which others reach the server, without a slash at its end."""
    shape = rf"(?P<origin>https?://{_HOST}(?::(?P<port>[0-9]{{1,5}}))?)(?P<path>{_PATH})/?"
    match = re.fullmatch(shape, typed, re.IGNORECASE | re.ASCII)
    if match is None or int(match["port"] or 1) not in range(1, 65536):
        reason = "not an address of http or https with a host, perhaps a port and a path that is not the server's own"
        raise UsageError(f"--public-url {shortened(typed)}: {reason}; such as https://play.example.org")
    return match["origin"].lower() + match["path"]


def _read_webhook(typed: str) -> str:
    """Return the address that turns are posted to; a message does not repeat it, since it may be a secret."""
    shape = rf"(?i:https?)://{_HOST}(?::([0-9]{{1,5}}))?(?:/[!-~]*)?"
    match = re.fullmatch(shape, typed)
    if match is None or int(match[1] or 1) not in range(1, 65536) or "#" in typed:
        reason = "not an address of http or https with a host, perhaps a port, and a path"
        raise UsageError(f"--webhook: {reason}; such as https://bot.example.org/turns")
    return typed


def _names(listening: socket.socket, allowed: Iterable[str], public: str | None) -> frozenset[str]:
    """Return the allowed host names; none, which allows any, if other machines can reach the server."""
    names = frozenset(allowed)
    if _is_loopback(listening) or names:
        address = ipaddress.ip_address(listening.getsockname()[0])
        names |= {str(address) if address.version == 4 else f"[{address}]"}
        reached = re.findall(rf"^https?://({_HOST})", public or "")
        return names | LOCAL_NAMES | {*reached}
    return frozenset()


def _is_loopback(listening: socket.socket) -> bool:
    return ipaddress.ip_address(listening.getsockname()[0]).is_loopback


def _announce(address: str, for_others: str, *, opens: bool) -> None:
    """Print the address of the server, and how others reach it, and open a browser there if `opens`."""
    lines = [f"hyperoxo is at {address} until you press Ctrl-C", *filter(None, [for_others])]
    # Written together, so that a reader of the first line has both.
    print("".join(f"{line}\n" for line in lines), end="", flush=True)
    if opens:
        # In a thread, since opening some browsers waits until they end.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
