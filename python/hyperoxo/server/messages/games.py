"""Messages about live games: how one is made, and how it stands."""

from __future__ import annotations

import typing

from pydantic import Field, model_validator

from hyperoxo.server.messages.common import (
    BoardName,
    CellName,
    GameSoFar,
    JsonObject,
    Message,
    Moves,
    PlayerName,
    Ply,
    PositionText,
    Seed,
    SideName,
)

if typing.TYPE_CHECKING:
    from hyperoxo import Result
    from hyperoxo.players.decision import Statement


SeatKind: typing.TypeAlias = typing.Literal["person", "open", "player"]
"""The holder of a side: a person with a secret, none yet, or a computer player."""
HolderRole: typing.TypeAlias = typing.Literal["x", "o", "host"]
"""What a secret opens: a side, or the settings of a game between two computers."""
OfferName: typing.TypeAlias = typing.Literal["takeback", "draw", "rematch"]
"""What one side can ask of the other."""
PieStage: typing.TypeAlias = typing.Literal["placing", "choosing"]
"""The pie rule: X places three stones; then O chooses a side."""
Secret: typing.TypeAlias = typing.Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{43}$")]
"""256 random bits, as 43 characters that may stand in an address; a client that has them holds the seat."""
GameId: typing.TypeAlias = typing.Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{22}$")]
"""128 random bits, as 22 characters; a client that has them can watch the game."""
Delay: typing.TypeAlias = typing.Annotated[float, Field(ge=0, le=60)]
"""Seconds."""
ClockText: typing.TypeAlias = typing.Annotated[str, Field(min_length=1, max_length=24, examples=["600+5", "3 days"])]
"""A clock as it is typed: seconds for a game and for each move, or days for each move."""


class FirstSeat(Message):
    """The first holder of a side."""

    kind: SeatKind
    player: PlayerName | None = None
    """The computer player, for the kind `player` only."""


class FirstSeats(Message):
    """The first holders of the two sides."""

    x: FirstSeat
    o: FirstSeat


class GameSettings(Message):
    """How a game is played."""

    delay: Delay | None = 1.0
    """Seconds between the moves of two computers; none while they are halted."""
    hints: bool = False
    """Whether both players may ask for hints and analyses while the game goes on; only a game between people asks."""
    clock: ClockText | None = None
    """The clock of each person, none to play without; computers have none."""
    strict: bool = False
    """Whether no move is taken back, and neither players nor spectators get hints and analyses before the end."""
    public: bool = False
    """Whether the server lists the game until it is over."""
    pie: bool = False
    """Whether X begins with three stones, X, O and X, and then O chooses a side; for a game between people."""


class NewGame(GameSoFar):
    """The request for a new game, in which moves may have been played already."""

    seats: FirstSeats
    seed: Seed | None = None
    """Where the players' random choices come from; drawn by the server if not given."""
    name: Secret | None = None
    """The secret of the creator's name, under which the seats of people are held."""
    settings: GameSettings = GameSettings()


class SeriesScore(Message):
    """The results of a series of rematches, by the sides that the players have now."""

    x: int = 0
    o: int = 0
    draws: int = 0


class SeatState(Message):
    """The holder of a side."""

    kind: SeatKind
    player: PlayerName | None
    """The computer player, as it is typed."""
    name: str | None
    """What people call the computer player: the historical program that it is, or its name; the name that a person has
    chosen; none for a person without a name."""
    connected: bool
    """Whether a person who holds the side has the game open; always so for a computer."""


class SeatStates(Message):
    """The holders of the two sides."""

    x: SeatState
    o: SeatState


class EndMessage(Message):
    """The end of a game."""

    ending: typing.Annotated[str, Field(max_length=40)]
    """The name of the ending, such as `line` or `resigned`."""
    winner: SideName | None


class GameResult(EndMessage):
    """The end of a game, also in words."""

    text: str
    """The result for people, such as `X wins (line)`."""

    @staticmethod
    def of(result: Result) -> GameResult:
        """Return the message of a result."""
        return GameResult(ending=result.ending.value, winner=result.winner, text=str(result))


class RecordedNote(Message):
    """A note on a move, as records have it."""

    comment: str = ""
    reasons: JsonObject | None = None
    """Why the player moved so, for programs."""


class MoveNote(RecordedNote):
    """The note on a move."""

    sentence: str = ""
    """The same for people, in one line."""
    marks: dict[str, str] = Field(default_factory=dict)
    """Short texts to write on cells, by the cells' names."""
    remark: str = ""
    """What the program said to its opponent."""

    @staticmethod
    def of(said: Statement) -> MoveNote:
        """Return the message of what a player says."""
        return MoveNote(reasons=said.reasons or None, sentence=said.sentence, marks=said.marks, remark=said.remark)


class OpenOffer(Message):
    """An offer of a side that is not answered yet."""

    what: OfferName
    by: SideName
    note: MoveNote | None = None
    """The reasons of a program that asks."""


class ClosingWord(Message):
    """A remark of a computer player at the end of a game, or in ending it."""

    by: SideName
    note: MoveNote


class ClockState(Message):
    """The clocks of a game, in milliseconds that are left now."""

    setting: ClockText
    x: int | None
    """None for a computer, and in a game by days that is over."""
    o: int | None
    running: SideName | None
    """The side whose clock runs."""
    seconds: str
    """The seconds that each move up to now took, with spaces between; 0.0 for one that was not timed."""


class Snapshot(Message):
    """A live game as it stands after its event `number`."""

    id: GameId
    board: BoardName
    start: PositionText
    moves: Moves
    """All moves, those that were undone and can be redone included."""
    ply: Ply
    """How many of the moves have been played up to now."""
    to_move: SideName
    """Whose turn it is; after the end, whose turn it would be."""
    result: GameResult | None
    closing: list[ClosingWord]
    """What computer players said at the end, in order; empty while the game goes on."""
    notes: dict[Ply, MoveNote]
    seats: SeatStates
    offers: list[OpenOffer]
    rematch: GameId | None
    """The game that is played again with sides swapped, once both have agreed to it."""
    seed: Seed
    settings: GameSettings
    """The settings, with the delay that holds now."""
    clock: ClockState | None
    pie: PieStage | None
    """What the pie rule asks for now; none without the rule, and once it was followed."""
    taken: SideName | None
    """The side that the second player took under the pie rule."""
    score: SeriesScore
    """The results of the games before this one, of which it is the rematch."""
    room: GameId | None
    """The room that the game belongs to."""
    number: int
    """The number of the game's last event."""


class GameMade(Message):
    """A new game, and the secrets of its creator."""

    game: Snapshot
    secrets: dict[HolderRole, Secret]
    """A secret for each seat of a person, or one as host of a game between two computers. They are sent only once."""


class SeatClaim(Message):
    """The request to take an open seat."""

    side: SideName
    name: Secret | None = None
    """The secret of the name under which it is held."""
    secret: Secret | None = None
    """The secret that will hold the seat, if the client has stored one before: then no lost answer loses the seat."""


class SeatClaimed(Message):
    """A seat that was open and is now held with a secret, which is sent only once."""

    side: SideName
    secret: Secret


class Timing(Message):
    """The times of an event that begins or ends a turn, in a game with a clock."""

    at: int
    """When it happened, in milliseconds since 1970 by the server's clock."""
    elapsed: int = 0
    """The milliseconds that the side to move has used since its turn began, without `lag`; 0 while its clock stood."""
    lag: int = 0
    """The milliseconds that were not charged, for the time on the network."""


class Happened(Message):
    """Common fields of all events."""

    number: int
    """The number of the event in its game, from 1."""
    by: SideName | None
    """The side that did it; none for the host of two computers and for the creation of the game."""
    timing: Timing | None = None


class Created(Happened, GameSoFar):
    """The creation of a game, its first event."""

    kind: typing.Literal["created"] = "created"
    seats: FirstSeats
    seed: int
    settings: GameSettings
    room: GameId | None = None
    """The room that the game belongs to."""
    fixture: int | None = None
    """The number of the game in a round robin of the room."""
    score: SeriesScore = SeriesScore()
    """The results of the games before this one, of which it is the rematch."""

    @model_validator(mode="before")
    @classmethod
    def _nest_settings(cls, stored: object) -> object:
        """Read what was stored when each setting was a field; hints were allowed before there was one for them."""
        if not isinstance(stored, dict) or "settings" in stored:
            return stored
        flat = {name: value for name, value in stored.items() if name in GameSettings.model_fields}
        others = {name: value for name, value in stored.items() if name not in flat}
        return {**others, "settings": {"hints": True, **flat}}


class Claimed(Happened):
    """The claim of the open seat `by` by a person."""

    kind: typing.Literal["claimed"] = "claimed"


class Played(Happened):
    """A move."""

    kind: typing.Literal["played"] = "played"
    cell: CellName
    ply: Ply
    """The ply that the move led to."""
    note: MoveNote | None = None
    """The computer's reasons."""


class Stepped(Happened):
    """A step back, by which moves were taken back, or an end that had been declared; or forward, to such moves."""

    kind: typing.Literal["undone", "redone"]
    ply: Ply
    """The ply that the game has gone to."""


class Offered(Happened):
    """An offer of a side to the other, or its withdrawal."""

    kind: typing.Literal["offered", "withdrawn"] = "offered"
    what: OfferName
    note: MoveNote | None = None
    """The computer's reasons."""


class Answered(Happened):
    """An answer of a side; its consequences are events of their own."""

    kind: typing.Literal["answered"] = "answered"
    what: OfferName
    accept: bool


class Ended(Happened):
    """An end of the game that was not reached on the board."""

    kind: typing.Literal["ended"] = "ended"
    ending: str
    winner: SideName | None
    note: MoveNote | None = None
    """The computer's reasons."""


class Remarked(Happened):
    """A remark of a program on a finished game."""

    kind: typing.Literal["remarked"] = "remarked"
    note: MoveNote


class Seated(Happened):
    """A change of a side's holder: a computer player, or an open seat."""

    kind: typing.Literal["seated"] = "seated"
    side: SideName
    player: PlayerName | None


class Swapped(Happened):
    """An exchange of sides."""

    kind: typing.Literal["swapped"] = "swapped"


class Chosen(Happened):
    """The choice of a side under the pie rule, by the holder of O."""

    kind: typing.Literal["chosen"] = "chosen"
    side: SideName
    """The side that the chooser has from now on."""


class Paced(Happened):
    """A change of how fast two computers play."""

    kind: typing.Literal["paced"] = "paced"
    delay: Delay | None


class Rematched(Happened):
    """A rematch: a new game with sides swapped, in which the secrets of this one are valid."""

    kind: typing.Literal["rematched"] = "rematched"
    game: GameId


Event: typing.TypeAlias = typing.Annotated[
    Created
    | Claimed
    | Played
    | Stepped
    | Offered
    | Answered
    | Ended
    | Remarked
    | Seated
    | Swapped
    | Chosen
    | Paced
    | Rematched,
    Field(discriminator="kind"),
]


class Events(Message):
    """The events of an action, in order."""

    events: list[Event]
