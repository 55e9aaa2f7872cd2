"""Answers of an engine, typed, with its options and scores: read from a line and written as one.

Reading is strict about what the protocol defines. Other words of an `info` are left out, since engines send more.

UCI counts a mate in moves of the winner, a label in plies; a bound is a word after the score there, and part of the
label here. A score is made from a label, never a label from a score.
"""

from __future__ import annotations

import json
import re
import typing
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from hyperoxo.errors import InputError, ProtocolError
from hyperoxo.outcomes import moves_of_side
from hyperoxo.players.decision import Intent
from hyperoxo.record.line_source import Place
from hyperoxo.record.strict_json import read_json
from hyperoxo.ugi.messages.words import (
    EMPTY,
    MAX_NUMBER,
    PlainMessage,
    check_words,
    parse_message,
    read_number,
    sections,
    text_after,
    written_sections,
)

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hyperoxo.game import JSON


class Unit(StrEnum):
    """The unit of a score."""

    POINTS = "cp"
    """Points of an estimate, on a scale of the engine's own; 0 is even."""
    MOVES = "mate"
    """Moves of the winner until it wins; negative if the opponent wins."""


class Bound(StrEnum):
    """The kind of a bound."""

    LOWER = "lowerbound"
    """The value is at least the score."""
    UPPER = "upperbound"
    """The value is at most the score."""


@dataclass(frozen=True, slots=True)
class Score:
    """The value of a position for the side to move.

    Attributes:
        unit: the unit of the number.
        number: the points or moves.
        bound: the kind of bound that the score is; None for an exact score.
    """

    unit: Unit
    number: int
    bound: Bound | None = None

    @property
    def text(self) -> str:
        """The score as it is written after the word `score`."""
        return f"{self.unit.value} {self.number}{f' {self.bound.value}' if self.bound else ''}"


_DECISIVE = re.compile(r"(?P<outcome>[WL])(?P<bound>≤?)(?P<plies>[0-9]{1,6})")


def ascii_label(label: str) -> str:
    """Return a label as the protocol writes it: `W<=7` for `W≤7`."""
    return label.replace("≤", "<=")


def printed_label(text: str) -> str:
    """Return a label of the protocol as user interfaces print it: `W≤7` for `W<=7`."""
    return text.replace("<=", "≤")


def score_of(label: str) -> Score | None:
    """Return the score in the protocol's words that means the same as a printed label; None if there is none.

    A guess has none: its label is a chance in percent, and the protocol's points are on the engine's own scale.

    >>> score_of("W3").text, score_of("W≤7").text, score_of("L2").text, score_of("D").text, score_of("~62")
    ('mate 2', 'mate 4 lowerbound', 'mate -1', 'cp 0', None)
    """
    if label == "D":
        return Score(Unit.POINTS, 0)
    found = _DECISIVE.fullmatch(label)
    if found is None:
        return None
    wins = found["outcome"] == "W"
    moves = moves_of_side(int(found["plies"]), moves_first=wins)  # of the winner
    bound = None if not found["bound"] else Bound.LOWER if wins else Bound.UPPER
    return Score(Unit.MOVES, moves if wins else -moves, bound)


BOARD_OPTION, SEED_OPTION = "Board", "Seed"
"""The options that the protocol defines; upper and lower case are the same in them."""
DEFAULT_BOARD = "4x4x4"
"""The board of an engine without the option `Board`, and of ours until a client sets it."""


class UgiOptionType(StrEnum):
    """The type of an option."""

    CHECK = "check"
    """`true` or `false`."""
    SPIN = "spin"
    """A whole number."""
    COMBO = "combo"
    """One of several texts."""
    STRING = "string"
    """A text."""
    BUTTON = "button"
    """No value: setting it triggers an action."""


@dataclass(frozen=True, slots=True)
class OptionOffer:
    """Describes an option of the engine.

    Attributes:
        name: its name.
        type: its type.
        default: its value until it is set; None for a button.
        minimum: the smallest value of a spin.
        maximum: the largest value of a spin.
        choices: the values of a combo.
    """

    name: str
    type: UgiOptionType
    default: str | None = None
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The line."""
        default = None if self.default is None else self.default or EMPTY
        parts = written_sections({"default": default, "min": self.minimum, "max": self.maximum})
        choices = [f"var {choice}" for choice in self.choices]
        return " ".join([f"option name {self.name} type {self.type.value}", *parts, *choices])


_OPTION_WORDS = frozenset({"name", "type", "default", "min", "max", "var"})


def read_option_offer(line: str, words: list[str]) -> OptionOffer:
    """Return the option that a line offers."""
    parts: dict[str, list[str]] = {}
    choices: list[str] = []
    at = words.index("type") if "type" in words else len(words)
    kind = words[at + 1] if at + 1 < len(words) else ""
    if words[:1] != ["name"] or kind not in set(UgiOptionType):
        raise ProtocolError(line, "an option needs a name and a type", f"types are {', '.join(UgiOptionType)}")
    name = check_words(words[1:at], "an option's name", _OPTION_WORDS | {"value"})
    if kind == UgiOptionType.STRING:
        # Its default may hold any word, so it goes to the end of the line.
        if len(words) > at + 2 and words[at + 2] != "default":
            raise ProtocolError(line, "a text has nothing but a default")
        default = text_after(line, at + 4)
        return OptionOffer(name, UgiOptionType.STRING, "" if default == EMPTY else default)
    for keyword, found in sections(words[at + 2 :], _OPTION_WORDS):
        if keyword == "var":
            choices.append(check_words(found, "a choice"))
        elif keyword in parts or keyword not in {"default", "min", "max"}:
            raise ProtocolError(line, f"{keyword or found[0]} cannot stand here")
        else:
            parts[keyword] = found
    bounds = {
        keyword: read_number(" ".join(parts[keyword]), keyword, -MAX_NUMBER)
        for keyword in ("min", "max")
        if keyword in parts
    }
    default_text = " ".join(parts["default"]) if "default" in parts else None
    if kind == UgiOptionType.SPIN and default_text is not None:
        read_number(default_text, "a number's default", -MAX_NUMBER)
    if kind == UgiOptionType.CHECK and default_text not in {"true", "false", None}:
        raise ProtocolError(default_text or "", "a check's default is true or false")
    return OptionOffer(
        name,
        UgiOptionType(kind),
        "" if default_text == EMPTY else default_text,
        bounds.get("min"),
        bounds.get("max"),
        tuple(choices),
    )


@dataclass(frozen=True, slots=True)
class Identity(PlainMessage):
    """The name of the engine, or that of its author.

    Attributes:
        what: `name` or `author`.
        value: the text.
    """

    form = "id {0.what} {0.value}"

    what: typing.Literal["name", "author"]
    value: str


@dataclass(frozen=True, slots=True)
class UgiOk(PlainMessage):
    """The end of the engine's introduction."""

    form = "ugiok"


@dataclass(frozen=True, slots=True)
class ReadyOk(PlainMessage):
    """A sign that the engine is alive and has executed all commands."""

    form = "readyok"


@dataclass(frozen=True, slots=True)
class Response(PlainMessage):
    """The answer to a query.

    Attributes:
        answer: `true`, `false`, `p1win`, `p2win`, `draw` or `none`.
    """

    form = "response {0.answer}"

    answer: str


@dataclass(frozen=True, slots=True)
class Info:
    """A report of the state of a search, or of anything else; None and empty attributes are left out.

    Attributes:
        depth: plies looked ahead.
        nodes: positions searched.
        time: milliseconds since the search began.
        score: the value of the position for the side to move.
        value: the same as a label of hyperoxo, in ASCII: `W3`, `W<=7`, `D`, `~62`.
        pv: names of the cells of the best line.
        reasons: the reasons of its decision, for programs.
        string: anything, for people; not together with `reasons`, since each goes to the end of the line.
    """

    depth: int | None = None
    nodes: int | None = None
    time: int | None = None
    score: Score | None = None
    value: str = ""
    pv: tuple[str, ...] = ()
    reasons: dict[str, JSON] | None = None
    string: str = ""

    @property
    def text(self) -> str:
        """The line."""
        parts = written_sections(
            {
                "depth": self.depth,
                "nodes": self.nodes,
                "time": self.time,
                "score": self.score and self.score.text,
                "value": self.value or None,
                "pv": " ".join(self.pv) or None,
                # ASCII, so that the line is printable with any content.
                "reasons": None if self.reasons is None else json.dumps(self.reasons),
                "string": self.string or None,
            }
        )
        return " ".join(["info", *parts])


_TO_THE_END = ("reasons", "string")
# fmt: off
_INFO_WORDS = frozenset({
    "depth", "nodes", "time", "score", "value", "pv", "reasons", "string",
    "seldepth", "multipv", "currmove", "currmovenumber", "hashfull", "tthits", "nps", "tbhits", "sbhits", "cpuload",
    "refutation", "currline", "wdl",
})
# fmt: on
"""Keywords of an `info`; those without an attribute here come from UCI and other engines."""


@dataclass(frozen=True, slots=True)
class BestMove(PlainMessage):
    """The end of a search: its move, or a word instead: one of `NOT_MOVES`, or `NO_ANSWER`.

    Attributes:
        move: name of the cell, or the word.
    """

    form = "bestmove {0.move}"

    move: str


NOT_MOVES: Mapping[str, Intent] = MappingProxyType(
    {"resign": Intent.RESIGN, "draw": Intent.OFFER_DRAW, "stop": Intent.OWN_RULES}
)
"""Words in a `bestmove` instead of a move, and what the engine wants by them."""
NO_ANSWER = "none"
"""The word in a `bestmove` of an engine that could not search; an error in an `info string` comes before it."""
ERROR = "error: "
"""The start of an `info string` about something that the engine refused, or in which it failed."""

UgiAnswer: typing.TypeAlias = Identity | OptionOffer | UgiOk | ReadyOk | Response | Info | BestMove


def parse_answer(line: str) -> UgiAnswer:
    """Read an answer of an engine; runs of spaces count as one."""
    return parse_message(line, "answer", _ALONE, _READERS)


def _read_identity(line: str, words: list[str]) -> Identity:
    match words:
        case ["name", *_]:
            return Identity("name", text_after(line, 2))
        case ["author", *_]:
            return Identity("author", text_after(line, 2))
    raise ProtocolError(line, "an identity is a name or an author", "id name TEXT")


def _read_info(line: str, words: list[str]) -> Info:
    last = next((word for word in words if word in _TO_THE_END), None)
    at = words.index(last) if last else len(words)
    rest = text_after(line, at + 2)
    known = dict(sections(words[:at], _INFO_WORDS))
    return Info(
        depth=_number_in(known, "depth"),
        nodes=_number_in(known, "nodes"),
        time=_number_in(known, "time"),
        score=_read_score(line, known["score"]) if "score" in known else None,
        value=_read_word(line, "a value", known["value"]) if "value" in known else "",
        pv=tuple(known.get("pv", ())),
        reasons=_read_reasons(rest) if last == "reasons" else None,
        string=rest if last == "string" else "",
    )


def _number_in(known: Mapping[str, list[str]], keyword: str) -> int | None:
    return read_number(" ".join(known[keyword]), keyword) if keyword in known else None


def _read_word(line: str, what: str, words: list[str]) -> str:
    if len(words) != 1:
        raise ProtocolError(line, f"{what} is one word")
    return words[0]


def _read_score(line: str, words: list[str]) -> Score:
    bounds = [Bound(word) for word in words[2:] if word in set(Bound)]
    if len(words) != 2 + len(bounds) or len(bounds) > 1 or words[0] not in set(Unit):
        raise ProtocolError(line, "the score cannot be read", "score cp N or score mate N, then perhaps a bound")
    return Score(Unit(words[0]), read_number(words[1], "a score", -MAX_NUMBER), bounds[0] if bounds else None)


def _read_reasons(text: str) -> dict[str, JSON]:
    try:
        reasons = read_json(text, Place(1, 1))
    except InputError as error:
        raise ProtocolError(text, f"reasons are a JSON object, and this is not one: {error.reason}") from error
    if not isinstance(reasons, dict):
        raise ProtocolError(text, "reasons are a JSON object")
    return reasons


def _read_best_move(line: str, words: list[str]) -> BestMove:
    if len(words) != 1 and words[1:2] != ["ponder"]:
        raise ProtocolError(line, "a search ends with one move", "bestmove MOVE")
    return BestMove(words[0])


_ALONE: dict[str, UgiAnswer] = {answer.text: answer for answer in (UgiOk(), ReadyOk())}
_READERS: dict[str, Callable[[str, list[str]], UgiAnswer]] = {
    "id": _read_identity,
    "option": read_option_offer,
    "response": lambda line, words: Response(_read_word(line, "a response", words)),
    "info": _read_info,
    "bestmove": _read_best_move,
}
