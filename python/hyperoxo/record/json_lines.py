"""The JSON form of a record: one object a game, one line a game where there are many (JSON Lines).

{"record": 1, "board": "3x3", "tags": {"First": "Ada"}, "moves": ["11", "21", "12"],
 "notes": {"2": {"comment": "passive"}}, "result": null}
"""

from __future__ import annotations

import json
import re
import typing
from contextlib import contextmanager
from dataclasses import dataclass

from hyperoxo._core import Board
from hyperoxo.errors import InputError, RecordError
from hyperoxo.game import Game, Note, Result
from hyperoxo.record.line_source import LineSource, Place, end_of
from hyperoxo.record.strict_json import DECODER, MAX_NESTING, read_json, write_json
from hyperoxo.record.tags import (
    KNOWN_VERSIONS,
    VERSIONS,
    checked_note,
    checked_tags,
    conclude,
    named_result,
    refusal_of_tag,
    version_of,
)
from hyperoxo.text import shortened

if typing.TYPE_CHECKING:
    from collections.abc import Iterator

    from hyperoxo._core import Position
    from hyperoxo.game import JSON

_NESTING = 3 + MAX_NESTING
"""Reasons stand inside a note, the notes and the game."""


# ---- Writing ----


def as_json(game: Game) -> dict[str, JSON]:
    """Return `game` up to its current ply as the object that is its record.

    Raises:
        InputError: a tag or a note cannot be written.
    """
    record: dict[str, JSON] = {"record": version_of(game.result), "board": str(game.board)}
    if game.start != game.board.empty():
        record["start"] = game.start.text
    record["tags"] = dict(checked_tags(game))
    record["moves"] = [game.board.name(cell) for cell in game.moves]
    notes = ((ply, _note_as_json(checked_note(game, ply))) for ply in range(game.ply + 1))
    record["notes"] = {str(ply): said for ply, said in notes if said}
    result = game.result
    record["result"] = None if result is None else result.as_json()
    return record


def _note_as_json(note: Note) -> dict[str, JSON]:
    said: dict[str, JSON] = {"comment": note.comment or None, "reasons": note.reasons}
    return {key: each for key, each in said.items() if each is not None}


def write_json_game(game: Game) -> str:
    """Return the canonical line of JSON for `game` up to its current ply.

    Raises:
        InputError: a tag or a note cannot be written.
    """
    return write_json(as_json(game), nesting=_NESTING) + "\n"


# ---- Reading ----


def read_json_game(lines: LineSource) -> Game | None:
    """Return the next game of a source that holds one a line, None at its end; blank lines are skipped.

    Behind a game that is malformed the next line that begins with a brace counts.

    Raises:
        RecordError: the game is malformed, or contradicts itself.
        TruncatedRecordError: the source ends inside the game.
    """
    if lines.is_lost:
        lines.skip_lines(b"{")
    while True:
        lines.begin_game(Place(lines.number + 1, 1))
        line = lines.next()
        if line is None:
            return None
        if line.strip(" \t"):
            return _read_line(line, lines)


def _read_line(line: str, lines: LineSource) -> Game:
    try:
        return read_game(line, Place(lines.number, 1))
    except RecordError as error:
        if isinstance(error.__cause__, json.JSONDecodeError) and _CUT.fullmatch(line, error.column - 1):
            end = Place(lines.number, len(line) + 1)
            if lines.is_cut:
                raise lines.cut(end) from error
            raise end.error(line, "the line ends inside a game", "as JSON, a game is one line") from error
        raise


# The rest of a cut source from where its JSON is malformed: nothing, or a part of one token.
_CUT = re.compile(r'("[^"\\]*(?:\\.[^"\\]*)*)?(\\?u?[0-9a-fA-F]{0,4})?|-|\.|[eE][+-]?|t(ru?)?|f(a(ls?)?)?|n(ul?)?')


def read_game(text: str, place: Place) -> Game:
    """Return the game whose record is the JSON object in `text`, a line that begins at `place`.

    Raises:
        RecordError: it is not such an object, or says two different things of the game.
    """
    return _game(_Item(read_json(text, place, _NESTING), (), text, place))


def from_json(data: JSON) -> Game:
    """Return the game whose record is the object `data`, as `as_json` returns it or `json.loads` reads it.

    Raises:
        RecordError: it is not such an object, or says two different things of the game; the message names the key.
        InputError: it is not JSON.
    """
    return _game(_Item(DECODER.decode(write_json(data, nesting=_NESTING)), (), "", None))


def _game(record: _Item) -> Game:
    version = record.fields().get("record")
    if version is not None and (version.value not in VERSIONS or isinstance(version.value, bool)):
        raise version.error("not a known version of the record format", KNOWN_VERSIONS)
    fields = record.known_fields(required=("record", "board", "moves", "result"), optional=("start", "tags", "notes"))
    tags = fields["tags"].fields() if "tags" in fields else {}
    for name, item in tags.items():
        if refusal := refusal_of_tag(name):
            raise item.error(f"{shortened(name)!r} is {refusal[0]}", refusal[1])
    game = Game(_start(fields), tags={name: item.text() for name, item in tags.items()})
    for item in fields["moves"].elements():
        with item.place_of_refusals():
            game.play(item.text())
    if "notes" in fields:
        game.notes = dict(_notes(fields["notes"], game.ply))
    result = _result(fields["result"], fields["record"].value)
    with fields["result"].place_of_refusals():
        conclude(game, result)
    return game


def _start(fields: dict[str, _Item]) -> Board | Position:
    with fields["board"].place_of_refusals():
        board = Board.parse(fields["board"].text())
    if "start" not in fields:
        return board
    with fields["start"].place_of_refusals():
        return board.position(fields["start"].text())


def _notes(notes: _Item, plies: int) -> Iterator[tuple[int, Note]]:
    known = {str(ply): ply for ply in range(plies + 1)}
    for key, item in notes.fields().items():
        if key not in known:
            raise item.error(f"no ply is called {shortened(key)!r}", f"the game has plies 0 to {plies}")
        said = item.known_fields(optional=("comment", "reasons"))
        note = Note(
            said["comment"].text() if "comment" in said else "",
            said["reasons"].object() if "reasons" in said else None,
        )
        if note != Note():
            yield known[key], note


def _result(item: _Item, version: int) -> Result | None:
    if item.value is None:
        return None
    fields = item.known_fields(required=("winner", "ending"))
    winner = fields["winner"]
    if winner.value not in ("x", "o", None):
        raise winner.error('neither "x", "o" nor null')
    with fields["ending"].place_of_refusals():
        return named_result(fields["ending"].text(), winner.value, version)


@dataclass(frozen=True, slots=True)
class _Item:
    """A value inside a line of JSON.

    Attributes:
        value: what it is.
        path: the keys and indices that lead to it.
        source: the line that holds it.
        start: where that line begins; None if there is no text.
    """

    value: typing.Any
    path: tuple[str | int, ...]
    source: str
    start: Place | None

    def text(self) -> str:
        """Return the value as a string, or raise an error."""
        if not isinstance(self.value, str):
            raise self.error("not a string")
        return self.value

    def elements(self) -> list[_Item]:
        """Return the items of the array, or raise an error."""
        if not isinstance(self.value, list):
            raise self.error("not an array")
        return [self._inside(index, value) for index, value in enumerate(self.value)]

    def object(self) -> dict[str, JSON]:
        """Return the value as an object, or raise an error."""
        if not isinstance(self.value, dict):
            raise self.error("not an object")
        return self.value

    def fields(self) -> dict[str, _Item]:
        """Return the members of the object, or raise an error."""
        return {key: self._inside(key, value) for key, value in self.object().items()}

    def _inside(self, step: str | int, value: JSON) -> _Item:
        return _Item(value, (*self.path, step), self.source, self.start)

    def known_fields(self, required: tuple[str, ...] = (), optional: tuple[str, ...] = ()) -> dict[str, _Item]:
        """Return the members of the object, or raise an error, also for wrong keys."""
        fields = self.fields()
        for key in required:
            if key not in fields:
                raise self.error(f"the key {key!r} is missing")
        for key, item in fields.items():
            if key not in required + optional:
                raise item.error(
                    f"no key is called {shortened(key)!r} here", f"use one of {', '.join(required + optional)}"
                )
        return fields

    def error(self, reason: str, remedy: str = "") -> RecordError:
        """Return the error for a refusal of this value."""
        return self._refused(InputError(write_json(self.value, nesting=_NESTING), reason, remedy))

    def _refused(self, error: InputError) -> RecordError:
        """Add the place where the value begins, found by reading the text again; or its keys if there is no text."""
        if self.start is None:
            keys = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.path)[1:]
            return RecordError(f"{keys or 'record'}: {error.subject}", error.reason, error.remedy)
        at = end_of(_WHITE, self.source, 0)
        for step in self.path:
            at = _find(self.source, at, step)
        return Place(self.start.line, self.start.column + at).refuses(error)

    @contextmanager
    def place_of_refusals(self) -> Iterator[None]:
        """Add the place of this value to errors that have no place."""
        try:
            yield
        except RecordError:
            raise
        except InputError as error:
            raise self._refused(error) from error


_WHITE = re.compile(r"[ \t\r\n]*")


def _find(text: str, at: int, step: str | int) -> int:
    """Return where the value of key or index `step` begins in the object or array that begins at `at`."""
    index = 0
    while True:
        # Past the bracket or the comma; `text` is JSON, so there is no need to look which.
        at = end_of(_WHITE, text, at + 1)
        key: str | int = index
        if isinstance(step, str):
            key, at = DECODER.raw_decode(text, at)
            at = end_of(_WHITE, text, end_of(_WHITE, text, at) + 1)
        if key == step:
            return at
        at = end_of(_WHITE, text, DECODER.raw_decode(text, at)[1])
        index += 1
