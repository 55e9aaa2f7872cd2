"""Players that an engines file or the record of a game names."""

from __future__ import annotations

import typing
from contextlib import contextmanager
from dataclasses import dataclass, field

from hyperoxo.cli.arguments import HUMAN, is_person
from hyperoxo.errors import InputError
from hyperoxo.players import DEFAULT_OPPONENT, player
from hyperoxo.players.registry import add_aliases, remove_aliases
from hyperoxo.seeds import SEED_LIMIT
from hyperoxo.sides import SIDES, other_side
from hyperoxo.text import read_integer, shortened

if typing.TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from hyperoxo import Board, Game
    from hyperoxo.sides import Side
    from hyperoxo.ugi.engines_file import NamedEngine


def engines_of(path: str | None) -> dict[str, NamedEngine]:
    """Return the engines of the file that was named, or of the one at the default place, if there is one."""
    from hyperoxo.ugi.engines_file import default_path, read_engines  # noqa: PLC0415 - few commands need it

    if path is None and not default_path().exists():
        return {}
    return read_engines(default_path() if path is None else path)


@contextmanager
def engine_names(path: str | None) -> Iterator[None]:
    """Let players be named as in an engines file.

    The file at the default place is read when a name is not that of an installed player, a file that was named at once.
    """
    known = None if path is None else engines_of(path)

    def full_names() -> Mapping[str, str]:
        return {name: engine.full_name for name, engine in (engines_of(None) if known is None else known).items()}

    add_aliases(full_names)
    try:
        yield
    finally:
        remove_aliases(full_names)


_LONGEST_NAME = 60
_TAGS: dict[Side, str] = {"x": "First", "o": "Second"}


@dataclass(frozen=True, slots=True)
class RecordedPlayers:
    """The players that a record names.

    Attributes:
        names: by side, the names of those that can continue the game, `human` for a person.
        refusals: by side, the others and why they cannot.
    """

    names: dict[Side, str] = field(default_factory=dict)
    refusals: dict[Side, str] = field(default_factory=dict)

    def seats(self, present: Mapping[Side, str]) -> dict[Side, str]:
        """Return who holds each side: the recorded player, or else the present one; not two persons by accident."""
        holders = {side: self.names.get(side, present[side]) for side in SIDES}
        for side in self.refusals:
            if holders[side] == HUMAN == self.names.get(other_side(side)):
                holders[side] = DEFAULT_OPPONENT
        return holders

    def note(self, side: Side, holder: str) -> str:
        """Return the sentence that another player holds a side instead of the recorded one."""
        return f"{side.upper()} was {self.refusals[side]}; {side.upper()} is {holder} instead."


def recorded_players(game: Game, sides: Iterable[Side] = SIDES, trusted: Collection[str] = ()) -> RecordedPlayers:
    """Return the players that the record of a game names.

    A record may come from anywhere, so it never starts a program: outside engines are refused.

    Names in `trusted` are accepted, because the user has named them before.
    """
    found = RecordedPlayers()
    for side in sides:
        name = game.tags.get(_TAGS[side])
        if name is None:
            continue
        if is_person(name):
            found.names[side] = HUMAN
        elif reason := "" if name in trusted else _refusal(name, game.board, side):
            found.refusals[side] = f"{shortened(name, _LONGEST_NAME)}: {reason}"
        else:
            found.names[side] = name
    return found


def recorded_seed(game: Game) -> int | None:
    return read_integer(game.tags.get("Seed", ""), 0, SEED_LIMIT - 1)


def _refusal(name: str, board: Board, side: Side) -> str:
    """Return why a recorded player cannot continue the game; empty if it can."""
    try:
        found = player(name)
    except InputError as error:
        return error.reason
    if found.kind.is_outside:
        return "a record does not start programs"
    refusal = found.refusal(board, side)
    return "" if refusal is None else refusal.reason
