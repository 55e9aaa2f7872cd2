"""Actions in a live game, by a person who holds a seat."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from hyperoxo.server.messages.common import CellName, Message, PlayerName, Ply, SideName
from hyperoxo.server.messages.games import Delay, OfferName, Secret


class PlayAction(Message):
    """A move: a cell is played."""

    kind: Literal["play"]
    cell: CellName
    ply: Ply
    """The ply that the move was made for, so that one from a stale page, or made twice, is refused."""


class UndoAction(Message):
    """A step back to one's own turn, against a computer or where one holds both sides."""

    kind: Literal["undo"]
    ply: Ply
    """The ply at which the client asks."""


class RedoAction(Message):
    """A step forward, to what was undone."""

    kind: Literal["redo"]
    ply: Ply
    """The ply at which the client asks."""


class OfferAction(Message):
    """An offer to the other side."""

    kind: Literal["offer"]
    what: OfferName


class AnswerAction(Message):
    """An answer to the other side's offer."""

    kind: Literal["answer"]
    what: OfferName
    accept: bool


class WithdrawAction(Message):
    """The withdrawal of one's own offer."""

    kind: Literal["withdraw"]
    what: OfferName


class ResignAction(Message):
    """A resignation."""

    kind: Literal["resign"]


class AbortAction(Message):
    """An end without a result: against a computer, before both have moved, or while a seat is open."""

    kind: Literal["abort"]


class SeatAction(Message):
    """A change of the side that no person holds: to another computer player, or to an open seat."""

    kind: Literal["seat"]
    side: SideName
    player: PlayerName | None
    """The computer player; none to open the seat."""


class SwapAction(Message):
    """An exchange of sides with a computer."""

    kind: Literal["swap"]


class PaceAction(Message):
    """A change of how fast two computers play, by their host."""

    kind: Literal["pace"]
    delay: Delay | None
    """Seconds between moves; none to halt."""


Action: TypeAlias = Annotated[
    PlayAction
    | UndoAction
    | RedoAction
    | OfferAction
    | AnswerAction
    | WithdrawAction
    | ResignAction
    | AbortAction
    | SeatAction
    | SwapAction
    | PaceAction,
    Field(discriminator="kind"),
]
"""Any of the actions, distinguished by `kind`."""


class ActionRequest(Message):
    """An action over HTTP, by the holder of the secret."""

    secret: Secret
    action: Action
