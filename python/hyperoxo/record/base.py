"""What both forms of a game record share: the limits, the lines of a source, strict JSON, and the result.

`docs/record.md` is the normative page. Whatever bytes a source holds, reading it ends in games or in a
`RecordError` that says where; this module is what makes that true of lengths, encodings and nesting.
"""

from __future__ import annotations

import codecs
import json
import re
from math import isfinite
from typing import IO, TYPE_CHECKING, NamedTuple

from hyperoxo.errors import InputError, RecordError, TruncatedRecordError
from hyperoxo.game import Ending, Result

if TYPE_CHECKING:
    from hyperoxo.game import JSON, Game

VERSION = 1
"""The version of the format that is written and read here."""
MAX_LENGTH = 4 * 1024 * 1024
"""Most bytes of UTF-8 that one game may take, in either form."""
MAX_NESTING = 64
"""Most objects and arrays that may stand inside each other, in reasons and in a game as JSON."""

FIXED_TAGS = frozenset({"Record", "Board", "Start", "Result", "End"})
"""Tags that say what the game itself says; a game's free tags cannot have these names."""
TAG_NAME = re.compile(r"[A-Z][A-Za-z0-9]*")
ON_GOING = "*"
"""What stands for the winner of a game that has no result yet."""


class Place(NamedTuple):
    """A character of a source, both numbers from 1."""

    line: int
    column: int

    def error(self, subject: str, reason: str, remedy: str = "") -> RecordError:
        """Return the error that something given here is refused."""
        return RecordError(subject, reason, remedy, line=self.line, column=self.column)

    def refuses(self, error: InputError) -> RecordError:
        """Return `error`, raised for something given here, as an error of the record."""
        return self.error(error.subject, error.reason, error.remedy)


START = Place(1, 1)
"""Where a source begins."""


class CutError(Exception):
    """The source ends where more of a game must follow; readers turn this into a `TruncatedRecordError`."""

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self.place = place

    def in_game(self, start: Place) -> TruncatedRecordError:
        """Return the error that readers raise instead, for a game that begins at `start`."""
        return TruncatedRecordError(
            "end of the source",
            f"inside the game that begins in line {start.line}, column {start.column}",
            line=self.place.line,
            column=self.place.column,
            game_line=start.line,
            game_column=start.column,
        )


class Lines:
    """The lines of a source one by one, counted, decoded, and bounded so that no game can fill the memory.

    Args:
        source: a stream of text, or of bytes; only with bytes is it known where they are not UTF-8.

    Attributes:
        number: the number of the line returned last.
        is_cut: whether that line is the source's last and lacks its line break.
    """

    def __init__(self, source: IO[str] | IO[bytes]) -> None:
        self.number = 0
        self.is_cut = False
        self._source = source
        self._room = MAX_LENGTH
        self._ahead = b""

    def begin_game(self, used: int = 0) -> None:
        """Count the length of a game from here, of which `used` bytes have been read already."""
        self._room = MAX_LENGTH - used

    def skip_blank(self) -> bytes:
        """Skip blank lines and return the first character of the line that comes next, empty if none does.

        Raises:
            RecordError: there is a line that is too long.
        """
        while (raw := self._read()) and not raw.strip(_BLANK):
            self.number += 1
            self.begin_game()
        self._ahead = raw
        return raw.strip(_BLANK)[:1]

    def next(self) -> str | None:
        """Return the next line without its line break, None at the end of the source.

        Raises:
            RecordError: the line is not UTF-8, or makes the game too long.
            CutError: the source ends in the middle of a character.
        """
        raw = self._read()
        if not raw:
            return None
        self.number += 1
        self._room -= len(raw)
        self.is_cut = not raw.endswith(b"\n")
        try:
            return raw.removesuffix(b"\n").removesuffix(b"\r").decode()
        except UnicodeDecodeError as error:
            place = Place(self.number, len(raw[: error.start].decode()) + 1)
            if self.is_cut and error.reason == "unexpected end of data":
                raise CutError(place) from error
            raise place.error(f"{raw[error.start : error.end]!r}", f"not UTF-8: {error.reason}") from error

    def _read(self) -> bytes:
        """Return the next line as it stands in the source, in UTF-8 whatever the source's own type."""
        if self._ahead:
            raw, self._ahead = self._ahead, b""
            return raw
        try:
            text = self._source.readline(self._room + 1)
        except UnicodeDecodeError as error:
            raise Place(self.number + 1, 1).error(str(error), "the text cannot be decoded, here or later") from error
        raw = text if isinstance(text, bytes) else text.encode(errors="surrogatepass")
        if len(raw) > self._room:
            raise Place(self.number + 1, 1).error(repr(raw[:40]), f"the game is longer than {MAX_LENGTH:,} bytes")
        return raw if self.number else raw.removeprefix(codecs.BOM_UTF8)


_BLANK = b" \t\r\n"


def _unique(pairs: list[tuple[str, JSON]]) -> dict[str, JSON]:
    value: dict[str, JSON] = {}
    for key, item in pairs:
        if key in value:
            raise ValueError(f"the key {key!r} appears twice in one object")
        value[key] = item
    return value


def _finite(text: str) -> float:
    if not isfinite(value := float(text)):
        raise ValueError(f"the number {text} is too large")
    return value


def _no_constant(name: str) -> JSON:
    raise ValueError(f"{name} is not JSON")


DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_float=_finite, parse_constant=_no_constant)
"""JSON as the standard has it: each key once, and every number finite."""


def read_json(text: str, place: Place) -> JSON:
    """Return the JSON value that `text`, which begins at `place`, holds.

    Raises:
        RecordError: it is not JSON, has a key twice, a number that no computer holds, or is nested too deep.
    """
    try:
        value: JSON = DECODER.decode(text)
    except json.JSONDecodeError as error:
        line = place.line + error.lineno - 1
        column = error.colno if error.lineno > 1 else place.column + error.colno - 1
        raise Place(line, column).error(
            text[error.pos :] or text, f"not JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        ) from error
    except ValueError as error:
        raise place.error(text, str(error)) from error
    except RecursionError as error:
        raise place.error(text, _TOO_DEEP) from error
    if _is_too_deep(value):
        raise place.error(text, _TOO_DEEP)
    return value


_TOO_DEEP = f"objects and arrays are nested more than {MAX_NESTING} deep"


def _is_too_deep(value: JSON) -> bool:
    depth, level = 0, [value]
    while level := [item for item in level if isinstance(item, dict | list)]:
        depth += 1
        if depth > MAX_NESTING:
            return True
        level = [inner for item in level for inner in (item.values() if isinstance(item, dict) else item)]
    return False


# Characters that do not show, that break lines in some editors, or that reorder the text around them, and lone
# surrogates, which UTF-8 cannot hold. They are written as escapes.
_HIDDEN = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def write_json(value: JSON, item_separator: str = ", ") -> str:
    r"""Return `value` as JSON in one line, other than `item_separator`; readable, so only what hides is escaped.

    Raises:
        InputError: the value is not JSON (an object of another type, NaN), or is nested too deep.
    """
    encoder = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(item_separator, ": "))
    try:
        text = encoder.encode(value)
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(type(value).__name__, f"cannot be written as JSON: {error}") from error
    if _is_too_deep(value):
        raise InputError(text, _TOO_DEEP)
    return _HIDDEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def refusal_of_tag(name: str) -> tuple[str, str] | None:
    """Return the reason and remedy if a free tag cannot have this name."""
    if not TAG_NAME.fullmatch(name):
        return "not a name for a tag", "use letters and digits, the first a capital"
    if name in FIXED_TAGS:
        return "a tag that is written from the game itself", "use another name"
    return None


def checked_tags(game: Game) -> dict[str, str]:
    """Return the game's free tags.

    Raises:
        InputError: a name is not one for a free tag.
    """
    for name in game.tags:
        if refusal := refusal_of_tag(name):
            raise InputError(name, *refusal)
    return game.tags


def winner_word(result: Result | None) -> str:
    """Return what the records say of the winner: `x`, `o`, `draw`, `none` (abandoned), or `*` (not over)."""
    if result is None:
        return ON_GOING
    if result.ending is Ending.ABANDONED:
        return "none"
    return result.winner or "draw"


def read_result(winner: str, ending: str, place: Place) -> Result:
    """Return the result that a record names by a winner's word and an ending, given at `place`.

    Raises:
        RecordError: there is no such ending, or its winner is another.
    """
    try:
        result = Result(Ending(ending), winner if winner in {"x", "o"} else None)  # type: ignore[arg-type]
    except ValueError as error:
        if ending not in list(Ending):
            raise place.error(ending, "not the name of an ending", f"use one of {', '.join(Ending)}") from error
        raise place.error(ending, str(error)) from error
    if winner != winner_word(result):
        raise place.error(ending, f"the result of such a game is {winner_word(result)!r}, not {winner!r}")
    return result


def conclude(game: Game, result: Result | None) -> None:
    """Bring `game`, all its moves played, to the result that its record declares.

    Raises:
        InputError: the moves say otherwise.
    """
    by_board = game.result
    if by_board is not None:
        if by_board != result:
            raise InputError(_named(result), f"the moves make it: {by_board}")
    elif result is None:
        return
    elif result.ending in {Ending.LINE, Ending.FULL_BOARD}:
        raise InputError(_named(result), "the moves do not end the game")
    else:
        game.end(result)


def _named(result: Result | None) -> str:
    return "no result" if result is None else str(result)
