"""Commands that a client sends to an engine: parsed from a line, written as one, and made from a game."""

from __future__ import annotations

import typing
from dataclasses import dataclass, fields
from enum import StrEnum

from hyperoxo.errors import ProtocolError
from hyperoxo.ugi.messages.words import (
    EMPTY,
    PlainMessage,
    check_words,
    parse_message,
    read_number,
    sections,
    text_after,
    written_sections,
)

if typing.TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo.game import Game


@dataclass(frozen=True, slots=True)
class Ugi(PlainMessage):
    """A request for the engine's name, author and options; it comes first."""

    form = "ugi"


@dataclass(frozen=True, slots=True)
class IsReady(PlainMessage):
    """A request for `readyok`, which comes when all earlier commands are executed, and during a search at once."""

    form = "isready"


@dataclass(frozen=True, slots=True)
class SetOption:
    """The setting of an option of the engine.

    Attributes:
        name: the option's name; it may have spaces, but not the word `value`.
        value: the new value; None for a button.
    """

    name: str
    value: str | None

    @property
    def text(self) -> str:
        """The line."""
        value = "" if self.value is None else f" value {self.value or EMPTY}"
        return f"setoption name {self.name}{value}"


@dataclass(frozen=True, slots=True)
class UgiNewGame(PlainMessage):
    """The start of another game, to which the following commands belong."""

    form = "uginewgame"


@dataclass(frozen=True, slots=True)
class SetPosition:
    """The position of the game.

    Attributes:
        start: text of the position that the game starts from; None for the usual one.
        moves: names of the cells played from there.
    """

    start: str | None = None
    moves: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The line."""
        start = "startpos" if self.start is None else f"fen {self.start}"
        return " ".join(["position", start, *(["moves", *self.moves] if self.moves else [])])


@dataclass(frozen=True, slots=True)
class Go:
    """A request for a move; None is no bound.

    Attributes:
        movetime: milliseconds that the move may take.
        nodes: positions that may be searched.
        depth: plies that may be looked ahead.
        infinite: whether to search until `stop`, without other bounds.
        p1time: milliseconds on the first player's clock.
        p2time: milliseconds on the second player's clock.
        p1inc: milliseconds that the first player gets for each move; only with `p1time`.
        p2inc: milliseconds that the second player gets for each move; only with `p2time`.
    """

    movetime: int | None = None
    nodes: int | None = None
    depth: int | None = None
    infinite: bool = False
    p1time: int | None = None
    p2time: int | None = None
    p1inc: int | None = None
    p2inc: int | None = None

    @property
    def text(self) -> str:
        """The line."""
        bounds = written_sections({name: getattr(self, name) for name in _BOUNDS})
        return " ".join(["go", *bounds, *(["infinite"] if self.infinite else [])])


_BOUNDS = tuple(field.name for field in fields(Go) if field.name != "infinite")


@dataclass(frozen=True, slots=True)
class StopSearch(PlainMessage):
    """The end of the search, which answers with its best move; without a search it has no effect."""

    form = "stop"


@dataclass(frozen=True, slots=True)
class Quit(PlainMessage):
    """The end of the engine."""

    form = "quit"


class Question(StrEnum):
    """The questions about a position."""

    GAME_OVER = "gameover"
    """Whether the game is over: `true` or `false`."""
    FIRST_TO_MOVE = "p1turn"
    """Whether it is the first player's turn: `true` or `false`."""
    RESULT = "result"
    """Who has won: `p1win`, `p2win`, `draw`, or `none` while the game goes on."""


@dataclass(frozen=True, slots=True)
class Query(PlainMessage):
    """A question about the position."""

    form = "query {0.question.value}"

    question: Question


UgiCommand: typing.TypeAlias = Ugi | IsReady | SetOption | UgiNewGame | SetPosition | Go | StopSearch | Quit | Query

_RESULTS = {"x": "p1win", "o": "p2win", None: "draw"}


def position_of(game: Game) -> SetPosition:
    """Return the command that sends a game to an engine: its start and its moves."""
    board = game.board
    start = None if game.start == board.empty() else game.start.text
    return SetPosition(start, tuple(board.name(cell) for cell in game.moves))


def answer_to(question: Question, game: Game) -> str:
    """Return the word that answers a question about a game."""
    match question:
        case Question.GAME_OVER:
            return "true" if game.is_over else "false"
        case Question.FIRST_TO_MOVE:
            return "true" if game.to_move == "x" else "false"
        case Question.RESULT:
            return _RESULTS[game.position.winner] if game.is_over else "none"


def parse_command(line: str) -> UgiCommand:
    """Read a command of a client; runs of spaces count as one."""
    return parse_message(line, "command", _ALONE, _READERS)


def _read_option(line: str, words: list[str]) -> SetOption:
    if words[:1] != ["name"]:
        raise ProtocolError(line, "an option has no name", "setoption name NAME value VALUE")
    names = words[1:]
    at = names.index("value") if "value" in names else len(names)
    name = check_words(names[:at], "an option's name")
    if at == len(names):
        return SetOption(name, None)
    # The words up to the value are `setoption`, `name`, those of the name, and `value`.
    value = text_after(line, at + 3)
    return SetOption(name, "" if value == EMPTY else value)


def _read_position(line: str, words: list[str]) -> SetPosition:
    at = words.index("moves") if "moves" in words else len(words)
    kind, *start = words[:at] or [""]
    moves = tuple(words[at + 1 :])
    if kind == "startpos" and not start:
        return SetPosition(None, moves)
    if kind == "fen" and start:
        return SetPosition(" ".join(start), moves)
    raise ProtocolError(line, "the position cannot be read", "position startpos|fen TEXT [moves MOVE…]")


def _read_go(line: str, words: list[str]) -> Go:
    given: dict[str, typing.Any] = {}
    for keyword, rest in sections(words, (*_BOUNDS, "infinite")):
        if keyword == "" or len(rest) != (keyword != "infinite"):
            raise ProtocolError(
                line, "the bounds of a search cannot be read", f"go [{'|'.join(_BOUNDS)} N]… or infinite"
            )
        if keyword in given:
            raise ProtocolError(line, f"{keyword} is given twice")
        given[keyword] = read_number(rest[0], keyword) if rest else True
    for player in ("p1", "p2"):
        if f"{player}inc" in given and f"{player}time" not in given:
            raise ProtocolError(f"{player}inc", "an increment needs a clock", f"give {player}time too")
    if "infinite" in given and len(given) > 1:
        raise ProtocolError("infinite", "a search without an end cannot be bounded", "leave one of them out")
    return Go(**given)


def _read_query(line: str, words: list[str]) -> Query:
    if len(words) != 1 or words[0] not in set(Question):
        raise ProtocolError(line, "there is no such question", f"questions are {', '.join(Question)}")
    return Query(Question(words[0]))


_ALONE: dict[str, UgiCommand] = {
    command.text: command for command in (Ugi(), IsReady(), UgiNewGame(), StopSearch(), Quit())
}
_READERS: dict[str, Callable[[str, list[str]], UgiCommand]] = {
    "setoption": _read_option,
    "position": _read_position,
    "go": _read_go,
    "query": _read_query,
}
