"""The computer players that the server offers: all that are installed, except those that start other programs.

Any client can name a player. A kind such as `ugi` takes a command from that name and runs it. So
here, the one place where the server turns names into players, such kinds are neither listed nor found.
"""

from __future__ import annotations

import logging
import re
import typing

from hyperoxo import players
from hyperoxo.errors import PlayerError
from hyperoxo.text import shortened

if typing.TYPE_CHECKING:
    from hyperoxo.players import Player, PlayerKind

_log = logging.getLogger(__name__)


def offered_kinds() -> list[PlayerKind]:
    """Return the kinds that are offered and can be loaded, files and the house player first; log those that cannot."""
    found = []
    for name in players.names():
        try:
            found.append(players.kind(name))
        except PlayerError:
            _log.exception("a player is left out")
    offered = [kind for kind in found if not kind.is_outside]
    return sorted(offered, key=lambda kind: (kind.file is None, not players.DEFAULT_OPPONENT.startswith(kind.name)))


def offered_player(name: str) -> Player:
    """Return the player that a name asks for, as a user typed it."""
    base = re.split("[:@]", name, maxsplit=1)[0]
    if players.kind(base).is_outside:
        raise PlayerError(
            shortened(name),
            "the server does not start programs that clients name",
            "play against such a program in the terminal, with oxo play",
        )
    chosen = players.player(name)
    if chosen.limits != players.Limits():
        raise PlayerError(
            shortened(name), "the server sets the limits of each move", "leave out the @ and what follows"
        )
    return chosen
