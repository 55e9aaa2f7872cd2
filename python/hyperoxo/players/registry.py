"""Which players there are, and how a typed name such as `ibm1620:order=random` becomes one.

Built-in players and a user's own are found in the same way: entry points of the group `hyperoxo.players`, each
naming a `PlayerKind`. A kind's module is loaded only when that player is asked for.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from hyperoxo.errors import PlayerError
from hyperoxo.players.options import parse_options
from hyperoxo.players.player import Player, PlayerKind
from hyperoxo.text import did_you_mean

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from hyperoxo.players.options import OptionValue

GROUP = "hyperoxo.players"
"""The entry-point group in which players are declared."""

DEFAULT_OPPONENT = "oxo:level=4"
"""The opponent on every board unless another is chosen: the house player, at a level that people can beat."""


@functools.cache
def _entry_points() -> dict[str, EntryPoint]:
    from importlib import metadata  # noqa: PLC0415 - a third of the time that `import hyperoxo` would take

    found: dict[str, EntryPoint] = {}
    for entry in metadata.entry_points(group=GROUP):
        other = found.setdefault(entry.name, entry)
        if other.value != entry.value:
            raise PlayerError(
                entry.name, f"two players have this name ({other.value} and {entry.value})", "uninstall one of them"
            )
    return found


def names() -> list[str]:
    """Return the names of all registered players, sorted."""
    return sorted(_entry_points())


def kind(name: str) -> PlayerKind:
    """Return the player registered as `name`; capitals make no difference.

    Raises:
        PlayerError: no player has this name, or it cannot be loaded.
    """
    known = _entry_points()
    found = name if name in known else name.lower()
    if found not in known:
        remedy = did_you_mean(found, known) or f"players are {', '.join(names())}"
        raise PlayerError(name, "there is no such player", remedy)
    return _loaded(found)


@functools.cache
def _loaded(name: str) -> PlayerKind:
    entry = _entry_points()[name]
    try:
        loaded = entry.load()
    except Exception as error:
        raise PlayerError(name, f"the player cannot be loaded from {entry.value} ({error})") from error
    if not isinstance(loaded, PlayerKind):
        raise PlayerError(name, f"{entry.value} is not a PlayerKind")
    return loaded


def player(name: str) -> Player:
    """Return the player that a typed name asks for: `NAME`, `NAME:option=value,option=value`, or `ugi:COMMAND`.

    Raises:
        PlayerError: no player has this name, or an option is unknown, malformed or out of range.

    >>> player("random").name
    'random'
    """
    base, colon, typed = name.partition(":")
    chosen = kind(base)
    values: dict[str, OptionValue] = {}
    if colon and chosen.whole:
        values = {chosen.whole: typed}
    elif colon:
        try:
            values = parse_options(chosen.options, typed)
        except PlayerError as error:
            raise PlayerError(f"{chosen.name}:{error.subject}", error.reason, error.remedy) from None
    return Player(chosen, {option.name: option.default for option in chosen.options} | values)
