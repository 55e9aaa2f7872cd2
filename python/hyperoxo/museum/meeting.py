"""Meetings: games between two programs of the museum, move by move, with the reasons of both.

>>> for each in meeting("fignition", "magic-square", seed=1):
...     print(each.player, each.game.board.name(each.cell), each.reasons)
...     break
fignition 22 centre first
"""

from __future__ import annotations

import typing
from contextlib import ExitStack
from dataclasses import dataclass

from hyperoxo._core import Board
from hyperoxo.errors import InputError
from hyperoxo.game import Game
from hyperoxo.json_shape import JsonShape
from hyperoxo.museum.exhibit import exhibit_names, find_exhibit
from hyperoxo.players import Decision, Play, player
from hyperoxo.players.turn import take_turn
from hyperoxo.seeds import derived_seed, draw_seed

if typing.TYPE_CHECKING:
    from collections.abc import Iterator

    from hyperoxo.players import Player
    from hyperoxo.sides import Side


@dataclass(frozen=True, slots=True)
class Pairing(JsonShape):
    """Two programs that fit a board; `POST /api/games` starts their game."""

    board: str
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class MeetingTurn:
    """A turn of a meeting.

    Attributes:
        game: the game after it.
        player: the exhibit whose turn it was.
        decision: its decision.
    """

    game: Game
    player: str
    decision: Decision

    @property
    def cell(self) -> int | None:
        """The cell that it played; None if it did not move."""
        return self.decision.cell if isinstance(self.decision, Play) else None

    @property
    def reasons(self) -> str:
        """Its reasons, in one line."""
        return self.decision.reasons.sentence(self.game.board)


def pairings() -> list[Pairing]:
    """Return every two exhibits that fit a board of the museum, in both orders where both can start."""
    exhibits = [find_exhibit(name) for name in exhibit_names()]
    boards = dict.fromkeys(board for exhibit in exhibits for board in exhibit.boards)
    return [
        Pairing(board, first.name, second.name)
        for board in boards
        for first in exhibits
        for second in exhibits
        if first is not second and _fits(player(first.name), board, "x") and _fits(player(second.name), board, "o")
    ]


def _fits(entrant: Player, board: str, side: Side) -> bool:
    return entrant.refusal(Board(board), side) is None


def find_pairing(first: str, second: str, board: str | None = None) -> Pairing:
    """Return the pairing of two exhibits, on their first board if none is named.

    Raises:
        InputError: there is no such exhibit, both are the same, or no board fits them in this order.
    """
    one, other = find_exhibit(first).name, find_exhibit(second).name
    if one == other:
        raise InputError(f"{one} and {other}", "a program meets another one", "name two different exhibits")
    found = [each for each in pairings() if (each.first, each.second) == (one, other)]
    if not found:
        swapped = any((each.first, each.second) == (other, one) for each in pairings())
        reason = f"no board fits both{' in this order' if swapped else ''}"
        remedy = f"let {other} start" if swapped else "oxo museum lists their boards"
        raise InputError(f"{one} and {other}", reason, remedy)
    if board is None:
        return found[0]
    asked = str(Board(board))
    chosen = next((each for each in found if each.board == asked), None)
    if chosen is None:
        fitting = ", ".join(each.board for each in found)
        raise InputError(f"{one} and {other} on {asked}", "they do not both play this board", f"both play {fitting}")
    return chosen


def meeting(first: str, second: str, *, board: str | None = None, seed: int | None = None) -> Iterator[MeetingTurn]:
    """Play a game between two exhibits and yield its turns; an offered draw is agreed.

    Args:
        first: the exhibit that moves first.
        second: the exhibit that moves second.
        board: the board; None for the first that fits both.
        seed: the source of every random choice; None for a new one.

    Raises:
        InputError: there is no such exhibit, or the two do not fit the board in this order.
    """
    pairing = find_pairing(first, second, board)
    seed = draw_seed() if seed is None else seed
    game = Game(pairing.board, tags={"First": pairing.first, "Second": pairing.second, "Seed": str(seed)})
    return _turns(game, pairing, seed)


def _turns(game: Game, pairing: Pairing, seed: int) -> Iterator[MeetingTurn]:
    with ExitStack() as stack:
        seats: tuple[tuple[Side, str], ...] = (("x", pairing.first), ("o", pairing.second))
        sessions = {
            side: stack.enter_context(player(name).start(game.board, side, derived_seed(seed, side)))
            for side, name in seats
        }
        while not game.is_over:
            side = game.to_move
            decision = take_turn(game, sessions[side])
            yield MeetingTurn(game, pairing.first if side == "x" else pairing.second, decision)
