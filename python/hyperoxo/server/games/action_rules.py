"""Who may do what in a live game, and the events that each action leads to.

Against a person, what would change the past or the result needs that person's consent; against a computer it does not.
Whether a cell can be played at all is for `hyperoxo.game.Game` to say.

Nothing here changes the state: the caller stores the events first, and then applies them.
"""

from __future__ import annotations

import typing
from contextlib import suppress

from hyperoxo import CellError, Ending, InputError, MoveError
from hyperoxo.players.player import check_seat
from hyperoxo.server.errors import Conflict, Forbidden
from hyperoxo.server.games.state import PIE_STONES
from hyperoxo.server.messages import games, live
from hyperoxo.server.offered_players import offered_player
from hyperoxo.sides import other_side

if typing.TYPE_CHECKING:
    from hyperoxo import Board, Game
    from hyperoxo.server.games.state import GameState
    from hyperoxo.server.messages.games import Event
    from hyperoxo.server.workers.jobs import DecisionMade
    from hyperoxo.sides import Side

MAX_EVENTS = 4_000
"""Events that a game may have; undoing and asking could otherwise fill the store without end."""


_ALWAYS = frozenset({"play", "choose", "answer", "resign", "abort"})
"""What can still be done in a game with so many events: it leads to the end, after a number that the board bounds."""
_FOR_TWO_PEOPLE = "the rule is for two people"


def events_of(state: GameState, holders: frozenset[int], side: Side | None, action: live.Action) -> list[Event]:
    """Return the events that an action of some holders leads to, for a side or for the host; at least one.

    A rematch is not made here, since it is a game of its own: its acceptance is an `Answered` and no more.
    """
    holders -= state.gone
    held = state.sides_of(holders)
    if side is None and not state.has_host(holders):
        raise Forbidden(action.kind, "it takes the host of a game between two computers")
    if side is not None and side not in held:
        raise Forbidden(action.kind, f"the seat of {side.upper()} is not yours")
    if state.number >= MAX_EVENTS and action.kind not in _ALWAYS:
        raise Conflict(
            "game", f"it has {MAX_EVENTS} events, which is the most", "go on in a new game from this position"
        )
    if side is None:
        return [_host_event(state, action)]
    return _SeatHolder(state, side, held).events_of(action)


def _host_event(state: GameState, action: live.Action) -> Event:
    """Return the event that an action of the host of two computers leads to."""
    number = state.number + 1
    match action:
        case live.PaceAction(delay=delay):
            return games.Paced(number=number, by=None, delay=delay)
        case live.SeatAction(side=side, player=name):
            return _seated_event(state, None, side, name)
        case live.PlainAction(kind="abort"):
            _check_not_over(state, "abort")
            return games.Ended(number=number, by=None, ending=Ending.ABANDONED.value, winner=None)
        case _:
            raise Forbidden(action.kind, "only the holder of a seat can do this")


class _SeatHolder:
    """The actions of a person who holds a seat."""

    def __init__(self, state: GameState, side: Side, held: list[Side]) -> None:
        self.state = state
        self.game = state.game
        self.side = side
        self.opponent = other_side(side)
        self.against = state.seats[self.opponent]
        self.is_alone = self.against.kind != "person" or self.opponent in held
        """Whether no other person's consent is needed."""
        self.number = state.number + 1

    def events_of(self, action: live.Action) -> list[Event]:  # noqa: C901, PLR0911, PLR0912 - one case for each kind
        match action:
            case live.PlayAction():
                return [self.play(action)]
            case live.StepAction(kind="undo", ply=ply):
                return [self.undo(ply)]
            case live.StepAction(ply=ply):
                return [self.redo(ply)]
            case live.OfferAction(kind="offer", what=what):
                return self.offer(what)
            case live.OfferAction(what=what):
                return [self.withdraw(what)]
            case live.AnswerAction(what=what, accept=accept):
                return self.answer(what, accept=accept)
            case live.PlainAction(kind="resign"):
                _check_not_over(self.state, "resign")
                self._check_has_opponent("resign")
                return [self.ended(Ending.RESIGNED, self.opponent)]
            case live.PlainAction(kind="abort"):
                return [self.abort()]
            case live.PlainAction():
                return [self.swap()]
            case live.SeatAction(side=side, player=name):
                if side == self.side or self.against.kind == "person":
                    raise Forbidden(f"seat {side}", "a person holds it", "hand over a computer's seat, or swap")
                return [_seated_event(self.state, self.side, side, name)]
            case live.ChooseAction(side=side):
                return [self.choose(side)]
            case live.PaceAction():
                raise Forbidden(action.kind, "only the host of two computers sets how fast they play")

    def play(self, action: live.PlayAction) -> Event:
        self._check_ply(action.kind, action.ply)
        if self.state.pie_stage == "choosing":
            raise Conflict(action.cell, "O chooses a side first")
        if not self.game.is_over and self.state.due_side != self.side:
            raise Conflict(action.cell, "it is the opponent's turn")
        _check_can_be_played(self.game, action.cell)
        return games.Played(number=self.number, by=self.side, cell=action.cell, ply=self.game.ply + 1)

    def undo(self, ply: int) -> Event:
        self._check_ply("undo", ply)
        _check_not_strict(self.state, "undo")
        if self.state.pie_stage == "placing" and self.side == "x" and ply > 0:
            return games.Stepped(kind="undone", number=self.number, by=self.side, ply=ply - 1)
        if not self.is_alone:
            raise Forbidden("undo", "the opponent has to agree", "offer a takeback")
        if self.game.result is not None and self.game.result.ending is Ending.TIME:
            raise Conflict("undo", "the game was lost on time", "play a rematch")
        if self.game.is_over and self.state.settings.public:
            # It has left the list, where another of its client may have taken its place.
            raise Conflict("undo", "a public game that is over stays over", "play a rematch")
        was_declared = self.game.is_over and not self.game.position.is_over
        if was_declared and (self.game.to_move == self.side or self.against.player is None):
            target = ply  # the end alone is taken back
        elif self.against.player is not None:
            target = _last_turn(self.game, self.side)
        else:
            target = ply - 1
        if target < 0:
            raise Conflict("undo", "there is no move to take back")
        self._check_keeps_stones(target)
        return games.Stepped(kind="undone", number=self.number, by=self.side, ply=target)

    def redo(self, ply: int) -> Event:
        self._check_ply("redo", ply)
        game = self.game
        if game.ply == game.length:
            raise Conflict("redo", "there is no move that was taken back")
        if not self.is_alone and self.state.due_side != self.side:
            raise Conflict("redo", "it is the opponent's turn")
        target = game.ply + 1
        if self.against.player is not None:
            ahead = range(game.ply + 1, game.length)
            target = next((at for at in ahead if game.position_at(at).to_move == self.side), game.length)
        return games.Stepped(kind="redone", number=self.number, by=self.side, ply=target)

    def offer(self, what: games.OfferName) -> list[Event]:
        offered = games.Offered(number=self.number, by=self.side, what=what)
        if what == "rematch":
            self._check_can_be_rematched()
        else:
            _check_not_over(self.state, what)
        if what in self.state.offers:
            raise Conflict(what, "it is offered already", "answer it, or wait for the answer")
        if (what, self.side) in self.state.declined:
            raise Conflict(what, "it was offered in this position", "offer it after a move")
        if what == "takeback":
            _check_not_strict(self.state, what)
            self._check_keeps_stones(_last_turn(self.game, self.side))
        self._check_has_opponent(what)
        if self.against.kind == "person":
            return [offered]
        if what == "takeback":
            raise Conflict(what, "undoing against a computer needs no offer", "undo")
        accept = what == "rematch" or not self.game.can_be_won
        answered = games.Answered(number=self.number + 1, by=self.opponent, what=what, accept=accept)
        return [offered, answered, *self._consequence(what, self.side, self.number + 2, accept=accept)]

    def answer(self, what: games.OfferName, *, accept: bool) -> list[Event]:
        offer = self.state.offers.get(what)
        if offer is None or offer.by == self.side:
            raise Conflict(what, "the opponent does not offer it")
        if what == "rematch" and accept:
            self._check_can_be_rematched()
        answered = games.Answered(number=self.number, by=self.side, what=what, accept=accept)
        return [answered, *self._consequence(what, offer.by, self.number + 1, accept=accept)]

    def withdraw(self, what: games.OfferName) -> Event:
        offer = self.state.offers.get(what)
        if offer is None or offer.by != self.side:
            raise Conflict(what, "you do not offer it")
        return games.Offered(kind="withdrawn", number=self.number, by=self.side, what=what)

    def abort(self) -> Event:
        _check_not_over(self.state, "abort")
        if self.state.created.fixture is not None:
            raise Conflict("abort", "the game is one of a round robin", "resign, or offer a draw")
        both_moved = PIE_STONES if self.state.settings.pie else 1
        if not self.is_alone and self.game.ply > both_moved:
            raise Conflict("abort", "both have moved", "resign, or offer a draw")
        return self.ended(Ending.ABANDONED, None)

    def swap(self) -> Event:
        other = self.against.player
        if other is None:
            raise Forbidden("swap", "the opponent is not a computer", "offer a rematch, which swaps sides")
        full_name_of_player(self.game.board, other, self.side)
        return games.Swapped(number=self.number, by=self.side)

    def choose(self, side: Side) -> Event:
        if self.state.pie_stage != "choosing" or self.side != "o":
            raise Conflict("choose", "O chooses a side once, under the pie rule, when three stones are placed")
        return games.Chosen(number=self.number, by=self.side, side=side)

    def ended(self, ending: Ending, winner: Side | None) -> Event:
        return games.Ended(number=self.number, by=self.side, ending=ending.value, winner=winner)

    def _consequence(self, what: games.OfferName, asked_by: Side, number: int, *, accept: bool) -> list[Event]:
        """Return the events that follow from an answer; for a rematch none."""
        if not accept or what == "rematch":
            return []
        if what == "draw":
            return [games.Ended(number=number, by=asked_by, ending=Ending.DRAW_AGREED.value, winner=None)]
        return [games.Stepped(kind="undone", number=number, by=asked_by, ply=_last_turn(self.game, asked_by))]

    def _check_can_be_rematched(self) -> None:
        for is_wrong, reason, remedy in (
            (self.state.sides_of(self.state.gone), "the other player is in the room no more", "ask another"),
            (not self.game.is_over, "the game is not over", ""),
            (self.state.rematch, "it has been made", "open it"),
        ):
            if is_wrong:
                raise Conflict("rematch", reason, remedy)

    def _check_has_opponent(self, subject: str) -> None:
        if self.against.kind == "open":
            raise Conflict(subject, "the other side has no player yet", "wait for one, or abandon the game")

    def _check_keeps_stones(self, ply: int) -> None:
        if self.state.settings.pie and ply < PIE_STONES:
            raise Conflict("takeback", "the three stones of the pie rule stay")

    def _check_ply(self, subject: str, ply: int) -> None:
        if ply != self.game.ply:
            raise Conflict(subject, f"the game is at ply {self.game.ply}, and this was meant for ply {ply}")


def check_may_claim(state: GameState, side: Side) -> None:
    """Check that a seat of a game can be taken."""
    if state.game.is_over:
        raise Conflict(f"seat {side}", "the game is over", "start one of your own")
    if state.seats[side].kind != "open":
        raise Conflict(f"seat {side}", "it is taken", "watch the game, or start one of your own")


def check_may_ask(state: GameState, holders: frozenset[int]) -> None:
    """Check that the holders of some seats may ask for hints and analyses of a game."""
    if state.game.is_over:
        return
    if state.settings.strict:
        raise Forbidden("hints", "the game is strict: they are off for all until it ends", "wait for the end")
    if any(seat.player is not None for seat in state.seats.values()):
        return
    if not state.settings.hints:
        raise Forbidden("hints", "they are off in this game until it ends", "allow them when you make a game")
    if not state.sides_of(holders):
        raise Forbidden("hints", "spectators of a game between people get none until it ends", "wait for the end")


def event_of_leaving(state: GameState) -> Event | None:
    """Return the end of a game that a person has left for good; None for any other, and for one that is over."""
    left = state.sides_of(state.gone)
    if not left or state.game.is_over:
        return None
    return games.Ended(number=state.number + 1, by=left[0], ending=Ending.ABANDONED.value, winner=None)


def event_of_decision(state: GameState, side: Side, decision: DecisionMade) -> Event:
    """Return the event that a computer's decision leads to."""
    number = state.number + 1
    given = games.MoveNote.of(decision)
    note = None if given == games.MoveNote() else given
    if decision.cell is not None:
        with suppress(CellError, MoveError):
            _check_can_be_played(state.game, decision.cell)
            return games.Played(number=number, by=side, cell=decision.cell, ply=state.game.ply + 1, note=note)
    ending, opponent = decision.ending, other_side(side)
    if ending is Ending.DRAW_AGREED and state.seats[opponent].kind != "player":
        return games.Offered(number=number, by=side, what="draw", note=note)
    winner = opponent if ending.has_winner else None
    return games.Ended(number=number, by=side, ending=ending.value, winner=winner, note=note)


def check_settings(new: games.NewGame, room_id: str | None) -> None:
    """Check that the settings of a new game, which may be one of a room, go together."""
    settings = new.settings
    kinds = {new.seats.x.kind, new.seats.o.kind}
    has_begun = new.start is not None or len(new.moves) > 0
    for is_wrong, subject, reason, remedy in (
        (settings.public and room_id, "public", "a game of a room is only in the list of the room", "leave it out"),
        (settings.strict and settings.hints, "hints", "a strict game has none", "leave out one of the two"),
        (settings.pie and has_begun, "pie", "the rule begins with an empty board", "leave out start and moves"),
        (settings.pie and "player" in kinds, "pie", _FOR_TWO_PEOPLE, "leave the rule or the computer out"),
    ):
        if is_wrong:
            raise InputError(subject, reason, remedy)


def full_name_of_player(board: Board, name: str, side: Side) -> str:
    """Return the full name, with all options, of a computer player that can take a side of a board."""
    chosen = offered_player(name)
    check_seat(chosen, board, side)
    return chosen.name


def _seated_event(state: GameState, by: Side | None, side: Side, name: str | None) -> Event:
    if state.settings.pie and name is not None:
        raise Forbidden(f"seat {side}", _FOR_TWO_PEOPLE)
    chosen = None if name is None else full_name_of_player(state.board, name, side)
    return games.Seated(number=state.number + 1, by=by, side=side, player=chosen)


def _last_turn(game: Game, side: Side) -> int:
    """Return the ply before the last move of a side."""
    turns = [ply for ply in range(game.ply) if game.position_at(ply).to_move == side]
    if not turns:
        raise Conflict("undo", "there is no move of yours to take back")
    return turns[-1]


def _check_not_strict(state: GameState, subject: str) -> None:
    if state.settings.strict:
        raise Forbidden(subject, "the game is strict: no move is taken back")


def _check_not_over(state: GameState, subject: str) -> None:
    if state.game.is_over:
        raise Conflict(subject, f"the game is over: {state.game.result}")


def _check_can_be_played(game: Game, cell: str) -> None:
    """Check that a cell can be played, without changing the game."""
    if game.is_over:
        raise MoveError(cell, f"the game is over: {game.result}")
    game.position.play(game.board.cell(cell))
