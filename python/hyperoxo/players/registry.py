"""The registry of players, which also reads a typed name such as `ibm1620:row-order=random`.

Built-in players and a user's own are found in the same way: by entry points of the group `hyperoxo.players`, each of
which names a `PlayerKind`. A kind's module is imported only when its player is used. `register` adds a kind to the
running process only.
"""

from __future__ import annotations

import functools
import re
import typing

from hyperoxo.errors import PlayerError
from hyperoxo.players.control import MEASURES, NO_LIMITS, Limits, read_limits
from hyperoxo.players.options import OptionValue, parse_options
from hyperoxo.players.player import Player, PlayerKind
from hyperoxo.spellings import has_board_form
from hyperoxo.text import did_you_mean, shortened

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from importlib.metadata import EntryPoint


GROUP = "hyperoxo.players"
"""The entry-point group in which players are declared."""

DEFAULT_OPPONENT = "oxo:level=4"
"""The default opponent on every board: the house player, at a level that people can beat."""
HISTORICAL = ("ibm1620", "atari-st", "delphi", "magic-square", "fignition")
"""The programs of the documents, in the order of their dates; an undated one stands where its machine belongs."""


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


_registered: dict[str, PlayerKind] = {}
_aliases: list[Callable[[], Mapping[str, str]]] = []
"""Sources of names that users have given to players, with the full name of each; the latest counts first."""
_MEANT = dict.fromkeys(("house", "computer", "cpu", "ai"), "did you mean oxo?") | {
    str(level): f"did you mean oxo:level={level}?" for level in range(1, 10)
}
"""What people type for the house player and its levels."""
_BOUND = f"(?:{'|'.join(MEASURES)})=[0-9.]+"
_BOUNDS = re.compile(f"{_BOUND}(?:,{_BOUND})*")
"""The limits after the command of a program, in which `@` may stand for anything else."""


def register(kind: PlayerKind) -> None:
    """Register a kind of player by its name, in this process.

    Other processes, such as the workers of a match, find only kinds with an entry point. A kind may replace another one
    of its name, as in a notebook when a cell is run again.

    Raises:
        PlayerError: the name cannot be typed, or a player with an entry point has it.
        TypeError: it is not a `PlayerKind`.
    """
    if not isinstance(kind, PlayerKind):
        raise TypeError(f"{shortened(repr(kind), 60)} is not a PlayerKind")
    is_word = kind.name and kind.name == "".join(kind.name.split()) and not set(kind.name) & set(":@=,")
    if not is_word or has_board_form(kind.name):
        remedy = "use one word without : @ = or commas, and not the name of a board"
        raise PlayerError(kind.name, "a player cannot have this name", remedy)
    if kind.name in _entry_points():
        raise PlayerError(kind.name, "an installed player has this name", "choose another")
    _registered[kind.name] = kind


def add_aliases(source: Callable[[], Mapping[str, str]]) -> None:
    """Add names for players in this process: `player` takes such a name for the full name that it stands for.

    Args:
        source: returns the full names by the new ones; called when a name is not that of an installed player.
    """
    _aliases.insert(0, source)


def remove_aliases(source: Callable[[], Mapping[str, str]]) -> None:
    """Remove what `add_aliases` added."""
    _aliases.remove(source)


def full_name(name: str) -> str:
    """Return the name that a user's name stands for; every other name is returned as it is.

    Raises:
        HyperoxoError: a source of such names cannot be read.
    """
    if not _aliases or name.partition(":")[0].lower() in {*_entry_points(), *_registered}:
        return name
    return next((names[name] for source in _aliases if name in (names := source())), name)


def names() -> list[str]:
    """Return the names of all registered players, sorted."""
    return sorted({*_entry_points(), *_registered})


def registered_files() -> list[PlayerKind]:
    """Return the kinds of users' files that are registered in this process; other processes can register them, too."""
    return [kind for kind in _registered.values() if kind.file is not None]


def kind(name: str) -> PlayerKind:
    """Return the player kind of this name, in upper or lower case.

    Raises:
        PlayerError: no player has this name, or it cannot be loaded.
    """
    known = {*_entry_points(), *_registered}
    found = name if name in known else name.lower()
    if found not in known:
        known |= {alias for source in _aliases for alias in source()}
        listed = f"players are {', '.join(sorted(known))}; a program is ugi:COMMAND"
        near = did_you_mean(name, known) or did_you_mean(found, known) or _MEANT.get(found)
        if name.endswith(".py"):
            near = "a file of yours plays where you type its name in a command, and in Python by player_from_file"
        elif "/" in name:
            near = f"for a program type ugi:{name}"
        remedy = near or listed
        raise PlayerError(name, "there is no such player", remedy)
    return _registered.get(found) or _loaded(found)


def check_installed(name: str) -> None:
    """Check that other processes know the player of a typed name.

    Raises:
        PlayerError: it exists in this process only, by `register`.
    """
    base = re.split("[:@]", name, maxsplit=1)[0]
    if base in _registered and base not in _entry_points():
        raise PlayerError(
            base,
            "the player is registered only in this process, and worker processes do not know it",
            f"declare it as an entry point of {GROUP}, or use one process (jobs=1)",
        )


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


def player(name: str, /, **options: OptionValue) -> Player:
    """Return the player of a typed name: `NAME`, `NAME:option=value,option=value`, or `ugi:COMMAND`.

    Each form can end in limits of the player's moves, `@nodes=5000,time=0.5`.

    Args:
        name: the name as it is typed.
        options: options of the player by keyword, `row_order` for `row-order`, instead of in the name.

    Raises:
        PlayerError: no player has this name, or an option is unknown, malformed, out of range or given twice.
        TypeError: the name is not a text.

    >>> player("oxo", level=3).name
    'oxo:level=3'
    >>> player("oxo:level=6@nodes=5000").limits
    Limits(seconds=None, nodes=5000, depth=None, silence=None, clocks=None)
    """
    if not isinstance(name, str):
        raise TypeError(f"{shortened(repr(name), 60)} is not a player's name")
    name, limits = _split_limits(name)
    full = full_name(name)
    if full != name:
        name, own = _split_limits(full)
        limits = limits.within(own)
    base, colon, typed = name.partition(":")
    chosen = kind(base.strip())
    values: dict[str, OptionValue] = {}
    if colon and chosen.whole:
        values = {chosen.whole: typed}
    elif colon:
        try:
            values = parse_options(chosen.options, typed)
        except PlayerError as error:
            raise PlayerError(f"{chosen.name}:{error.subject}", error.reason, error.remedy) from None
    for option in chosen.options:
        if option.name in values and option.keyword in options:
            raise PlayerError(option.keyword, "the option is given twice")
    by_keyword = chosen.player(**options).options
    return Player(chosen, {**by_keyword, **values}, limits)


def _split_limits(name: str) -> tuple[str, Limits]:
    """Return a typed name without the limits at its end, and these limits.

    Raises:
        PlayerError: they are malformed.
    """
    rest, at, typed = name.rpartition("@")
    base = rest.partition(":")[0]
    takes_commands = ":" in rest and base.lower() in names() and kind(base).whole
    if not at or (takes_commands and not _BOUNDS.fullmatch(typed)):
        return name, NO_LIMITS
    try:
        return rest, read_limits(typed)
    except PlayerError as error:
        raise PlayerError(f"{shortened(rest)}@{error.subject}", error.reason, error.remedy) from None


def as_player(given: Player | str) -> Player:
    """Return the given player, or the player of the given name.

    Raises:
        PlayerError: no player has this name, or its options are wrong.
        TypeError: something else was given.
    """
    return given if isinstance(given, Player) else player(given)
