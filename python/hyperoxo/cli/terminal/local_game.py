"""The game of `oxo play`: its two participants, persons or players, and the decisions of the players.

This module reads and writes no text.
"""

from __future__ import annotations

import typing
from contextlib import ExitStack, closing
from dataclasses import dataclass
from types import MappingProxyType

from hyperoxo import Ending, Game, Result
from hyperoxo.cli.arguments import HUMAN
from hyperoxo.coach import overlooked
from hyperoxo.errors import MoveError
from hyperoxo.players import DEFAULT_OPPONENT, Limits, player, take_turn
from hyperoxo.record.tags import ENGINE_TAGS, HASH_TAGS
from hyperoxo.seeds import SHORT_SEEDS, derived_seed
from hyperoxo.sides import SIDES, other_side

if typing.TYPE_CHECKING:
    from collections.abc import Mapping

    from hyperoxo import Board, Position, Side
    from hyperoxo.players import Control, Decision, FinalRemark, Player, Session


@dataclass(frozen=True, slots=True)
class Participant:
    """The holder of a side: a player with its session, or a person."""

    player: Player | None = None
    session: Session | None = None

    @property
    def name(self) -> str:
        """Its name in tables and records."""
        return self.player.name if self.player else HUMAN

    @property
    def typed(self) -> str:
        """The same as it is typed in a command."""
        return self.player.typed if self.player else HUMAN

    @property
    def display_name(self) -> str:
        """The name that people see: that of an outside engine, otherwise its name."""
        return (self.session.display_name if self.session else "") or self.name

    def close(self) -> None:
        if self.session:
            self.session.close()


class LocalGame:
    """A game in progress and its two participants.

    Args:
        game: the game, at any ply.
        first: the player of X, None for a person.
        second: the player of O, None for a person.
        seed: the seed of every random choice in this game. A whole game between two players equals that of
            `play_game` with this seed.

    Raises:
        PlayerError: a player cannot play the board or its side.
    """

    def __init__(self, game: Game, first: Player | None, second: Player | None, seed: int) -> None:
        self.game = game
        self.seed = seed
        self.participants = _participants(game.board, first, second, seed)
        self.decisions: dict[int, Decision] = {}
        """The decisions of players, by the ply after each."""
        self.offer: Side | None = None
        """The side that has offered a draw to a person, until the answer; None without an offer."""
        self._refused: Session | None = None
        """The session that decides the next turn, as the draw of the side to move was refused."""
        self.warns = False
        """Whether a person's move that overlooks a win must be typed twice."""
        self._asked: tuple[Position, int] | None = None
        """The position and the move of the last warning."""

    @property
    def board(self) -> Board:
        return self.game.board

    def is_human(self, side: Side) -> bool:
        return self.participants[side].player is None

    @property
    def humans(self) -> list[Side]:
        return [side for side in SIDES if self.is_human(side)]

    @property
    def opponent_side(self) -> Side:
        """The side of the only person's opponent; otherwise that of the opponent of the side to move."""
        return other_side(self.humans[0] if len(self.humans) == 1 else self.game.to_move)

    @property
    def waits_for_computer(self) -> bool:
        return not (self.game.is_over or self.offer or self.is_human(self.game.to_move))

    def play(self, cell: str) -> None:
        index = self.board.cell(cell)
        if self.offer and not self.is_human(self.offer):
            raise MoveError(cell, f"{self.participants[self.offer].name} has offered a draw", "type yes or no")
        asked = (self.game.position, index)
        is_move = not self.game.is_over and self.game.position.stone(index) is None
        if self.warns and is_move and self._asked != asked and (text := overlooked(*asked)):
            self._asked = asked
            raise MoveError(cell, text, "type it again to play it anyway (warn off ends such questions)")
        self.game.play(cell)
        self.offer = None
        self._forget_decisions()

    def take_turn(self, control: Control) -> Decision:
        """Return the decision of the player to move; a draw that it offers to a person waits in `offer`."""
        side = self.game.to_move
        session, self._refused = self._refused or self.participants[side].session, None
        if session is None:
            raise ValueError(f"{side.upper()} is held by a person")
        decision = take_turn(self.game, session, Limits(), control, accepts_draw=not self.humans)
        self._forget_decisions()
        self.decisions[self.game.ply] = decision
        if not self.game.is_over and self.game.to_move == side:
            self.offer = side
        return decision

    def final_remarks(self) -> list[tuple[Side, FinalRemark]]:
        sessions = [(side, holder.session) for side, holder in self.participants.items() if holder.session]
        final_remarks = [(side, session.final_remark(self.game)) for side, session in sessions]
        return [(side, final) for side, final in final_remarks if final is not None]

    def undo(self) -> int:
        """Take back moves until it is a person's turn again; return how many.

        A resignation or an agreed draw at a person's turn is taken back by itself, which counts as no move.
        """
        if self.game.is_over and not self.game.position.is_over and self.is_human(self.game.to_move):
            self.game.reopen()
            return 0
        for ply in range(self.game.ply - 1, -1, -1):
            if self.is_human(self.game.position_at(ply).to_move):
                return self._go_to(ply)
        raise MoveError("undo", "there is no move to take back")

    def redo(self) -> int:
        """Play undone moves again until it is a person's turn or none is left; return how many."""
        if self.game.ply == self.game.length:
            raise MoveError("redo", "no move was taken back")
        for ply in range(self.game.ply + 1, self.game.length):
            if self.is_human(self.game.position_at(ply).to_move):
                return self._go_to(ply)
        return self._go_to(self.game.length)

    def hand_over(self, side: Side, player: Player | None) -> None:
        """Give a side to a player, or to a person (None), in the current position; a refusal changes nothing."""
        before, self.participants[side] = self.participants[side], _participant(self.board, side, player, self.seed)
        before.close()
        self.offer = None

    def swap(self) -> None:
        """Exchange the sides of the two participants, in the current position; a refusal changes nothing."""
        self._replace_participants(
            _participants(self.board, self.participants["o"].player, self.participants["x"].player, self.seed)
        )

    def resign(self) -> None:
        """Resign for the person to move, or for the only person."""
        humans = self.humans
        if not humans:
            raise MoveError("resign", "no person plays in this game")
        loser = self.game.to_move if self.game.to_move in humans else humans[0]
        self._end(Result(Ending.RESIGNED, other_side(loser)))

    def offer_draw(self) -> bool:
        """Offer a draw for the person to move, or for the only person; return whether it is agreed at once.

        Another person answers later (`offer`). A player agrees if no line can be completed any more, and otherwise
        the game continues.
        """
        humans = self.humans
        if not humans or self.game.is_over:
            raise MoveError("draw", "the game is over" if humans else "no person plays in this game")
        if len(humans) == len(SIDES):
            self.offer = self.game.to_move
        elif not self.game.can_be_won:
            self.agree_draw()
        return self.game.is_over

    def refuse_draw(self) -> bool:
        """Refuse the offered draw; return whether the game continues, for which a player needs another move."""
        side = self.offer
        player = None if side is None else self.participants[side].player
        if side is not None and player is not None:
            if player.kind.after_refusal is None:
                return False
            self._refused = player.kind.after_refusal(self.board, side, derived_seed(self.seed, side))
        self.offer = None
        return True

    def agree_draw(self) -> None:
        self._end(Result(Ending.DRAW_AGREED))

    def crash(self, side: Side) -> None:
        """End the game, unless it is over, because the player at `side` has failed."""
        if not self.game.is_over:
            self._end(Result(Ending.CRASH, other_side(side)))

    def tagged_game(self) -> Game:
        """Return the game up to now, with its players and seed as tags."""
        self.game.tags |= {
            "First": self.participants["x"].name,
            "Second": self.participants["o"].name,
            "Seed": str(self.seed),
        }
        for side in SIDES:
            session = self.participants[side].session
            said = ("", "") if session is None else (session.display_name, session.file_hash)
            for tag, text in zip((ENGINE_TAGS[side], HASH_TAGS[side]), said, strict=True):
                if text:
                    self.game.tags[tag] = text
                else:
                    self.game.tags.pop(tag, None)
        return self.game

    def replace_game(
        self, game: Game, seed: int | None = None, players: Mapping[Side, Player | None] = MappingProxyType({})
    ) -> None:
        """Continue with another game, new or from a file, and replace players that cannot play its board.

        A seed of None is derived from the current one. `players` are those of sides that change hands, None for a
        person; if one is refused, nothing changes.
        """
        seed = derived_seed(self.seed, "next") % SHORT_SEEDS if seed is None else seed
        first, second = (players[side] if side in players else self._fitting_player(side, game.board) for side in SIDES)
        self._replace_participants(_participants(game.board, first, second, seed))
        self.game, self.seed, self.decisions = game, seed, {}

    def close(self) -> None:
        for participant in self.participants.values():
            participant.close()

    def _fitting_player(self, side: Side, board: Board) -> Player | None:
        """Return the player at `side` if it can play the board, otherwise the default opponent; None for a person."""
        present = self.participants[side].player
        if present is None:
            return None
        return present if present.refusal(board, side) is None else player(DEFAULT_OPPONENT)

    def _replace_participants(self, participants: dict[Side, Participant]) -> None:
        self.close()
        self.participants = participants
        self.offer = None

    def _go_to(self, ply: int) -> int:
        distance = abs(self.game.ply - ply)
        self.game.go_to(ply)
        self.offer = None
        return distance

    def _end(self, result: Result) -> None:
        self.game.end(result)
        self.offer = None

    def _forget_decisions(self) -> None:
        self.decisions = {ply: decision for ply, decision in self.decisions.items() if ply < self.game.ply}


def _participant(board: Board, side: Side, player: Player | None, seed: int) -> Participant:
    return Participant(player, player.start(board, side, derived_seed(seed, side)) if player else None)


def _participants(board: Board, first: Player | None, second: Player | None, seed: int) -> dict[Side, Participant]:
    """Start the sessions of both players, or of neither if one of them cannot play its side."""
    with ExitStack() as stack:
        participants: dict[Side, Participant] = {}
        for side, player in zip(SIDES, (first, second), strict=True):
            participants[side] = stack.enter_context(closing(_participant(board, side, player, seed)))
        stack.pop_all()
    return participants
