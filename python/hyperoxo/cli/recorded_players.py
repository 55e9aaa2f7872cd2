"""The players and the seed of a recorded game, for commands that continue it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hyperoxo.cli.arguments import HUMAN, is_person
from hyperoxo.errors import InputError
from hyperoxo.players import DEFAULT_OPPONENT, player
from hyperoxo.seeds import SEED_LIMIT
from hyperoxo.sides import SIDES, other_side
from hyperoxo.text import read_integer, shortened

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from hyperoxo import Board, Game
    from hyperoxo.sides import Side

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
        """Return who holds each side: the recorded player, or else the present one; not two persons by accident.

        Args:
            present: the names of the present players.
        """
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

    Args:
        game: the game.
        sides: the sides to look up.
        trusted: names of players that are accepted at once, because the user has named them before.
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
    """Return the seed that the record of a game names; None if it has none."""
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
