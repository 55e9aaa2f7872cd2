"""Settings of a server, with their defaults."""

from __future__ import annotations

import re
import typing
from dataclasses import dataclass, field
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import urlsplit

from hyperoxo.slowness import SLOWNESS

if typing.TYPE_CHECKING:
    from hyperoxo.explorer import GameIndex

# A string that does not end matches, too, up to the end of the text: where a match cannot fail, none is tried twice.
_STRING = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)', re.DOTALL)
_NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


@dataclass(frozen=True, slots=True)
class JsonLimits:
    """How much JSON a message may hold.

    Attributes:
        length: bytes.
        values: values, those inside others counted as well; a key of an object counts with its value.
        nesting: arrays and objects inside each other.
    """

    length: int = 16 * 1024
    values: int = 640
    nesting: int = 12

    def refusal(self, text: bytes) -> str | None:
        """Return why a text, in UTF-8, exceeds the limits, None if it does not.

        A text that is not JSON is counted all the same; none passes whose values are more than counted here.
        """
        if len(text) > self.length:
            return f"longer than {self.length:,} bytes"
        plain = _STRING.sub(b"", text)
        if 1 + plain.count(b",") + plain.count(b"[") + plain.count(b"{") > self.values:
            return f"it holds more than {self.values} values"
        depth = 0
        for bracket in plain.translate(None, _NOT_BRACKETS):
            depth += 1 if bracket in b"[{" else -1
            if depth > self.nesting:
                return f"its values are nested more than {self.nesting} deep"
            if depth < 0:
                break
        return None


PAGE = Path(__file__).parent / "page"
"""The folder of the built page, if it was built."""


@dataclass(frozen=True, slots=True)
class ClientLimits:
    """Limits of one client, and of all of them together.

    A client is an address (of IPv6, its network of 64 bits). Rates are token buckets: a size and a refill per
    second.

    Attributes:
        body: bytes of a request's body, where it is a record; helper processes read those.
        bodies: bytes of such bodies that are in memory at a time, of one client.
        all_bodies: the same of all clients.
        answers: bytes of the long answers about rooms that are being sent to one client.
        all_answers: the same to all clients.
        body_seconds: seconds in which a body has to arrive.
        body_piece: bytes of a body that take the unmeasured time of one more request.
        json: limits of all other bodies, and of messages on WebSockets.
        address: bytes of a request's path and query.
        head: bytes of a request's headers.
        checks: questions of a monitor at once.
        checks_refill: such questions a second.
        work: milliseconds of the event loop that the questions of a client may take at once.
        work_refill: such milliseconds a second.
        request_work: milliseconds that a request takes unmeasured, while its bytes are read and written.
        waiting: questions of one client that wait for their turn.
        all_waiting: such questions of all clients.
        public_games: games of one client that are in the public list at a time.
        games: new games at once.
        games_refill: new games a second.
        names: new names of people at once.
        names_refill: new names a second.
        rooms: new rooms at once.
        rooms_refill: new rooms a second.
        wrong_codes: wrong recovery codes of names at once, and in a minute.
        seat: messages of the holder of one seat of a game at once.
        seat_refill: such messages a second.
        messages: such messages of all seats of one client at once.
        messages_refill: such messages a second.
        sockets: WebSockets of one client.
        all_sockets: WebSockets of all clients.
        connections: connections of one address, sockets included.
        all_connections: connections of all clients.
        outbox: messages that wait for one slow WebSocket before it is dropped.
        outbox_bytes: bytes that they may have.
        tracked_clients: clients whose rates are counted at a time.
    """

    body: int = 256 * 1024
    bodies: int = 2 * 1024 * 1024
    all_bodies: int = 8 * 1024 * 1024
    answers: int = 16 * 1024 * 1024
    all_answers: int = 64 * 1024 * 1024
    body_seconds: float = 20 * SLOWNESS
    body_piece: int = 4 * 1024
    json: JsonLimits = field(default_factory=JsonLimits)
    address: int = 2 * 1024
    head: int = 16 * 1024
    checks: float = 60
    checks_refill: float = 10
    work: float = 1_000
    work_refill: float = 250
    request_work: float = 0.3
    waiting: int = 400
    all_waiting: int = 4_000
    public_games: int = 20
    games: float = 300
    games_refill: float = 1
    names: float = 60
    names_refill: float = 1 / 60
    rooms: float = 10
    rooms_refill: float = 1 / 3600
    wrong_codes: int = 5
    seat: float = 30
    seat_refill: float = 4
    messages: float = 400
    messages_refill: float = 100
    sockets: int = 400
    all_sockets: int = 2_000
    connections: int = 1_000
    all_connections: int = 3_000
    outbox: int = 256
    outbox_bytes: int = 1024 * 1024
    tracked_clients: int = 10_000


class Proxies:
    """Proxies that are trusted to name their clients, and hold the connections of all: those of this machine, and more.

    Args:
        others: addresses of machines or networks.
    """

    def __init__(self, *others: str) -> None:
        self.addresses = ["127.0.0.1", "::1", *others]
        self._networks = [ip_network(address) for address in self.addresses]

    def __contains__(self, host: object) -> bool:
        """Return whether the address or network of a client is that of a proxy."""
        try:
            found = ip_network(str(host))
        except ValueError:  # the other end has no address
            return False
        return any(found.overlaps(network) for network in self._networks)


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of one server.

    Attributes:
        database: the URL of the store of games; None for a file in the user's data folder.
        hosts: names under which the server may be reached, without port; empty for any, for servers that others reach.
        page: the folder of the built page.
        public_url: the address under which others reach the server, without a slash at its end; None for no previews.
        proxies: those that are trusted to name their clients.
        move_seconds: how long a computer may search for a move.
        analysis_seconds: how long an analysis may take at most.
        workers: how many processes search, not counting one for moves alone; None for as many as there are cores.
        memory: MiB that each of them may take.
        games: the games that the explorer of openings counts; None for none.
        idle_seconds: seconds after which a game that no client has open leaves the memory.
        for_others: the address at which other machines reach the server, which invitations of a browser on this machine
            have; None if none can, or it is unknown.
        reachable: whether other machines can reach the server, so that the page invites people to meet there.
        forget_days: days without an event after which a finished game is removed; None for never.
        webhook: the address to which turns in games by days are posted; None for none.
        limits: the limits of clients.
    """

    database: str | None = None
    hosts: frozenset[str] = frozenset()
    page: Path = PAGE
    public_url: str | None = None
    proxies: Proxies = field(default_factory=Proxies)
    move_seconds: float = 10.0 * SLOWNESS
    analysis_seconds: float = 30.0 * SLOWNESS
    workers: int | None = None
    memory: int = 1024
    games: GameIndex | None = None
    idle_seconds: float = 60.0
    for_others: str | None = None
    reachable: bool = False
    forget_days: int | None = None
    webhook: str | None = None
    limits: ClientLimits = field(default_factory=ClientLimits)

    @property
    def root(self) -> str:
        """The path of the public address, under which the page finds the server; empty for none."""
        return urlsplit(self.public_url or "").path
