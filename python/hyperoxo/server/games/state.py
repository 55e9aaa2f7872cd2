"""The state of a live game, which is nothing but a fold of its events.

The same events make the same state, whether they happen now or are read from the store after a restart. Legality is
`hyperoxo.game.Game`'s; `action_rules` decides who may do what, before an event is made.
"""

from __future__ import annotations

import functools
import typing
from copy import copy
from dataclasses import dataclass

from hyperoxo import Ending, Game, Note, PlayerError, Result
from hyperoxo.record.tags import HASH_TAGS
from hyperoxo.server.games.clocks import GameClock
from hyperoxo.server.messages import games
from hyperoxo.server.messages.common import started_game
from hyperoxo.server.offered_players import offered_player
from hyperoxo.server.workers.sessions import ComputerSeat
from hyperoxo.sides import SIDES

if typing.TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from hyperoxo import Board
    from hyperoxo.players import PlayerKind
    from hyperoxo.server.messages.games import Event
    from hyperoxo.sides import Side
    from hyperoxo.store import SeatName

PIE_STONES = 3
"""The stones that one person places under the pie rule."""
HOST = 0
"""The holder who is the host of a game between two computers; holders of seats count from 1."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A side of a game, held by a computer player, by a person, or by neither while it is open.

    Attributes:
        player: the computer player as it is typed.
        holder: the number of the person, by which the store keeps the hash of a secret.
    """

    player: str | None = None
    holder: int | None = None

    @property
    def kind(self) -> games.SeatKind:
        """The kind of holder."""
        if self.player is not None:
            return "player"
        return "open" if self.holder is None else "person"


class GameState:
    """A live game after some of its events.

    Attributes:
        people: the names of holders; no event holds one, since a name can be changed and deleted.
    """

    def __init__(self, game_id: str, history: Iterable[Event], people: Mapping[int, SeatName] | None = None) -> None:
        created, *rest = history
        if not isinstance(created, games.Created):
            raise TypeError(f"a game begins with its creation, not with {created.kind}")
        self.id = game_id
        self.people = dict(people or {})
        self.created = created
        self.history: list[Event] = [created]
        self.game = started_game(created.board, created.start, created.moves)
        self.holders = HOST
        """The number of the last person who received a secret."""
        self.seats: dict[Side, Seat] = {
            "x": self._first_seat(created.seats.x),
            "o": self._first_seat(created.seats.o),
        }
        self.seed = created.seed
        self.settings = created.settings
        self.clock = None if self.settings.clock is None else GameClock(self.settings.clock)
        if self.clock is not None:
            self.clock.apply(created, None)
        self.offers: dict[games.OfferName, games.OpenOffer] = {}
        self.declined: set[tuple[games.OfferName, Side]] = set()
        """What has been declined or withdrawn at this ply, and cannot be offered again."""
        self.notes: dict[int, games.MoveNote] = {}
        self.closing: list[games.ClosingWord] = []
        self.score = created.score
        self.taken: Side | None = None
        """The side that the second player took under the pie rule."""
        self.rematch: str | None = None
        for event in rest:
            self.apply(event)

    def _first_seat(self, first: games.FirstSeat) -> Seat:
        if first.kind == "person":
            self.holders += 1
            return Seat(holder=self.holders)
        return Seat(first.player)

    @property
    def number(self) -> int:
        """The number of the last event."""
        return len(self.history)

    @property
    def board(self) -> Board:
        """The board that is played on."""
        return self.game.board

    @property
    def has_only_computers(self) -> bool:
        """Whether computer players hold both sides."""
        return all(seat.player is not None for seat in self.seats.values())

    @property
    def computer_to_decide(self) -> ComputerSeat | None:
        """The computer whose decision the game waits for, None if it waits for none."""
        side = self.game.to_move
        player = self.seats[side].player
        draw = self.offers.get("draw")
        if self.game.is_over or player is None or (draw is not None and draw.by == side):
            return None
        kind = kind_here(player) if self.is_refused(side) else None
        if self.is_refused(side) and (kind is None or kind.after_refusal is None):
            return None
        return ComputerSeat(player, side, self.seed)

    @property
    def pie_stage(self) -> games.PieStage | None:
        """What the pie rule asks for now, None if nothing."""
        if not self.settings.pie or self.taken is not None or self.game.is_over:
            return None
        return "placing" if self.game.ply < PIE_STONES else "choosing"

    @property
    def due_side(self) -> Side:
        """The side whose holder acts next: under the pie rule, one places stones of both sides."""
        stage = self.pie_stage
        return self.game.to_move if stage is None else "x" if stage == "placing" else "o"

    @property
    def is_played_alone(self) -> bool:
        """Whether one person holds both sides: under one name, or without since it made the game for two persons."""
        x, o = (self.people.get(self.seats[side].holder or HOST) for side in SIDES)
        if x is not None or o is not None:
            return x == o and x is not None and x.name_id is not None
        first = self.created
        is_first = first.by is None and first.score == games.SeriesScore()
        return is_first and {first.seats.x.kind, first.seats.o.kind} == {"person"}

    @property
    def timed_side(self) -> Side | None:
        """The side whose clock runs: a person who acts, once both seats are taken and, by seconds, it has moved."""
        side = self.due_side
        kinds = {seat.kind for seat in self.seats.values()}
        if self.clock is None or self.game.is_over or self.seats[side].kind != "person" or "open" in kinds:
            return None
        if self.clock.days is not None:
            return side
        return side if side in self.clock.moved and self.pie_stage is None else None

    @property
    def deadline(self) -> int | None:
        """When the side to move loses in a game by days, in milliseconds since 1970; None while no such clock runs."""
        clock = self.clock
        return None if clock is None or clock.days is None or self.timed_side is None else clock.deadline

    @property
    def score_after(self) -> games.SeriesScore:
        """The results of the series with this game, whose result counts once it is over."""
        result = self.game.result
        if result is None or result.ending is Ending.ABANDONED:
            return self.score
        won = result.winner or "draws"
        return self.score.model_copy(update={won: getattr(self.score, won) + 1})

    def is_refused(self, side: Side) -> bool:
        """Return whether the opponent has refused a draw that a side offered in this position."""
        return ("draw", side) in self.declined

    def sides_of(self, holders: Collection[int]) -> list[Side]:
        """Return the sides of some holders; the host has none, and neither has a person who lost the seat."""
        return [side for side in SIDES if self.seats[side].holder in holders]

    @property
    def gone(self) -> frozenset[int]:
        """The holders whose names were deleted from the room of the game; they act in it no more."""
        left = [holder for holder, person in self.people.items() if person.name_id is None]
        return frozenset(left if self.created.room is not None else ())

    def person_at(self, side: Side) -> str | None:
        """Return the name of the person who holds a side; None if there is none."""
        holder = self.seats[side].holder
        person = None if holder is None else self.people.get(holder)
        return None if person is None else person.text

    def has_host(self, holders: Collection[int]) -> bool:
        """Return whether the host of two computers is among some holders; there is none once a person sits down."""
        return HOST in holders and all(seat.holder is None for seat in self.seats.values())

    def after(self, happened: Iterable[Event]) -> GameState:
        """Return the state after some more events; those before are not folded again."""
        other = copy(self)
        # What `apply` changes in place, and does not replace.
        other.game, other.clock = copy(self.game), copy(self.clock)
        other.seats, other.offers, other.notes = dict(self.seats), dict(self.offers), dict(self.notes)
        other.declined, other.closing, other.history = set(self.declined), list(self.closing), list(self.history)
        for event in happened:
            other.apply(event)
        return other

    def apply(self, event: Event) -> None:  # noqa: C901, PLR0912 - one case for each kind of event
        """Apply an event that `action_rules` has allowed."""
        if event.number != self.number + 1:
            raise ValueError(f"event {event.number} follows {self.number}")
        if self.clock is not None:
            self.clock.apply(event, self.timed_side)
        match event:
            case games.Created():
                raise ValueError("a game is created once")
            case games.Claimed(by=side) if side is not None:
                self.holders += 1
                self.seats[side] = Seat(holder=self.holders)
            case games.Played():
                self._play(event)
            case games.Stepped(ply=ply):
                if ply == self.game.ply:
                    self.game.reopen()
                else:
                    self.game.go_to(ply)
                self._clear_pending()
            case games.Offered(kind="withdrawn", what=what):
                self.declined.add((what, self.offers.pop(what).by))
            case games.Offered(by=side, what=what, note=note) if side is not None:
                self.offers[what] = games.OpenOffer(what=what, by=side, note=note)
            case games.Answered(what=what, accept=accept):
                offer = self.offers.pop(what)
                if not accept:
                    self.declined.add((what, offer.by))
            case games.Ended():
                self._end(event)
            case games.Remarked(by=side, note=note) if side is not None:
                self.closing.append(games.ClosingWord(by=side, note=note))
            case games.Seated(side=side, player=name):
                self.seats[side] = Seat(name)
                self.score = games.SeriesScore()  # against another opponent, a series begins
                self._clear_pending()
            case games.Swapped():
                self._swap()
            case games.Chosen(side=side):
                self.taken = side
                if side != event.by:
                    self._swap()
            case games.Paced(delay=delay):
                self.settings = self.settings.model_copy(update={"delay": delay})
            case games.Rematched(game=rematch):
                self.rematch = rematch
            case games.Claimed() | games.Offered() | games.Remarked():
                raise ValueError(f"{event.kind} needs a side")
            case _:
                raise ValueError(f"{event.kind} is no event of a game")
        self.history.append(event)

    def _play(self, event: games.Played) -> None:
        self.game.play(event.cell)
        self.notes = {ply: note for ply, note in self.notes.items() if ply < self.game.ply}
        if event.note is not None:
            self.notes[self.game.ply] = event.note
        self._clear_pending()

    def _swap(self) -> None:
        self.seats = {"x": self.seats["o"], "o": self.seats["x"]}
        self.score = swapped(self.score)
        self._clear_pending()

    def _end(self, event: games.Ended) -> None:
        self.game.end(Result(Ending(event.ending), event.winner))
        self._clear_pending()
        if event.note is not None and event.by is not None:
            self.closing.append(games.ClosingWord(by=event.by, note=event.note))

    def _clear_pending(self) -> None:
        """Forget offers and remarks about the position before."""
        self.offers.clear()
        self.declined.clear()
        self.closing.clear()

    def snapshot(self, connected: Collection[Side] = (), clock: games.ClockState | None = None) -> games.Snapshot:
        """Return the game as a message."""
        game = self.game
        result = game.result
        seats = {
            side: games.SeatState(
                kind=seat.kind,
                player=seat.player,
                name=self.person_at(side) if seat.player is None else title_of(seat.player),
                connected=seat.player is not None or side in connected,
            )
            for side, seat in self.seats.items()
        }
        return games.Snapshot(
            id=self.id,
            board=str(game.board),
            start=game.start.text,
            moves=[game.board.name(cell) for cell in game.all_moves],
            ply=game.ply,
            to_move=game.to_move,
            result=None if result is None else games.GameResult.of(result),
            closing=list(self.closing),
            notes=self.notes,
            seats=games.SeatStates(x=seats["x"], o=seats["o"]),
            offers=list(self.offers.values()),
            rematch=self.rematch,
            seed=self.seed,
            settings=self.settings,
            clock=clock,
            pie=self.pie_stage,
            taken=self.taken,
            score=self.score,
            room=self.created.room,
            number=self.number,
        )

    def finished(self) -> Game:
        """Return a copy of the game up to now, with its result if it is over."""
        game, result = self.game.branch(), self.game.result
        if result is not None and not game.is_over:
            game.end(result)
        return game

    def recorded(self) -> Game:
        """Return the game up to now with its reasons and with who plays it, to be written as a record."""
        game = self.finished()
        names = {side: seat.player or self.person_at(side) or "human" for side, seat in self.seats.items()}
        game.tags |= {"First": names["x"], "Second": names["o"], "Seed": str(self.seed)}
        if self.clock is not None:
            game.tags |= {"Clock": self.clock.text, "Seconds": self.clock.seconds_used(game.ply)}
        if self.taken is not None:
            game.tags["Pie"] = f"second took {self.taken}"
        for ply, note in self.notes.items():
            if ply <= game.ply:
                if isinstance(text := (note.reasons or {}).get("hash"), str):  # of a user's program
                    game.tags[HASH_TAGS[game.position_at(ply - 1).to_move]] = text
                said = note.reasons and {"sentence": note.sentence, **note.reasons}
                game.notes[ply] = Note(note.comment, said if note.sentence else note.reasons)
        return game


def swapped(score: games.SeriesScore) -> games.SeriesScore:
    """Return a score after an exchange of sides."""
    return games.SeriesScore(x=score.o, o=score.x, draws=score.draws)


@functools.lru_cache(1000)
def title_of(name: str) -> str:
    """Return what people call a player; one that this server does not have is called missing."""
    kind = kind_here(name)
    return f"{name} (missing)" if kind is None else kind.program or kind.name


def kind_here(name: str) -> PlayerKind | None:
    """Return the kind of a player; None if the player was uninstalled, or its file not named, after the game began."""
    try:
        return offered_player(name).kind
    except PlayerError:
        return None
