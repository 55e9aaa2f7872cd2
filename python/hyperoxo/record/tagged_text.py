r"""The text form of a record: tags, numbered moves, comments and reasons, in the manner of PGN.

    [Record "1"]
    [Board "3x3"]
    [First "Ada"]
    [Result "x"]
    [End "line"]

    1. 11 21 2. 12 {overlooks the row} 22 3. 13 <{"rule": "win"}> x

Reading takes one game after another from a stream and never more than the lines that it needs.

A token never needs more than the line it stands on, except comments and reasons, which run over lines; so a
stream is read line by line, and a game is complete as soon as the line with its last word has come.
"""

from __future__ import annotations

import re
import typing
from dataclasses import dataclass, replace

from hyperoxo._core import Board
from hyperoxo.errors import InputError
from hyperoxo.game import Game, Note, Result
from hyperoxo.record.line_source import LineSource, Place, end_of
from hyperoxo.record.strict_json import read_json, write_json
from hyperoxo.record.tags import (
    FIXED_TAGS,
    KNOWN_VERSIONS,
    ON_GOING,
    TAG_NAME,
    VERSIONS,
    checked_note,
    checked_tags,
    conclude,
    named_result,
    version_of,
    winner_word,
)

if typing.TYPE_CHECKING:
    from collections.abc import Iterator

    from hyperoxo.game import JSON
    from hyperoxo.sides import Side

# Every pattern is linear, whatever it is given: what follows a repeat begins with a character that the repeat cannot
# hold, so there is one way to match. (Possessive repeats would promise the same, but Python 3.11.2, which Debian 12
# has, matches those of groups wrongly.)
_STRING_INSIDE = r'[^"\\]*(?:\\.[^"\\]*)*'
_BLANKS = re.compile(r"[ \t]*")
_WORD = re.compile(r"[^ \t{<\[]+")
_TAG = re.compile(rf'\[[ \t]*([A-Za-z0-9_]+)[ \t]*("{_STRING_INSIDE}")[ \t]*\]')
_PLAIN = r"[^\\}\x00-\x08\x0a-\x1f\x7f]*"
_COMMENT = re.compile(rf'{_PLAIN}(?:\\(?:["\\/bfnrt}}]|u[0-9a-fA-F]{{4}}){_PLAIN})*')
_REASONS = re.compile(rf'[^">]*(?:"{_STRING_INSIDE}"[^">]*)*')
# The part of a token that a cut source may end with.
_CUT_TAG = re.compile(rf'\[[ \t]*([A-Za-z0-9_]+[ \t]*("{_STRING_INSIDE}(\\|"[ \t]*)?)?)?')
_CUT_WORD = re.compile(r"[0-9.]+|d(ra?)?|n(on?)?")
_CUT_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{0,3})?")
_CUT_STRING = re.compile(rf'"{_STRING_INSIDE}\\?')
_ESCAPE = re.compile(r'\\.|["\t]')


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a record.

    Attributes:
        kind: what it is.
        place: where its text begins: a tag's value, a word, the text inside a comment's or reasons' brackets.
        text: that text; of a tag and a comment with the escapes undone.
        name: a tag's name.
    """

    kind: typing.Literal["tag", "word", "comment", "reasons"]
    place: Place
    text: str
    name: str = ""


class Scanner:
    """Tokens from the lines of a source.

    Args:
        lines: the source, read up to where the first token may be.
    """

    def __init__(self, lines: LineSource) -> None:
        self._lines = lines
        self._line = ""
        self._at = 0

    @property
    def place(self) -> Place:
        """Where the next token begins, if it is on this line."""
        return Place(self._lines.number, self._at + 1)

    def begin_game(self) -> bool:
        """Skip to the next token and count a game's length from there; return whether there is one.

        Behind a game that is malformed this is where the next one begins.
        """
        if self._lines.is_lost:
            self._lines.skip_game()
            self._at = len(self._line)
        while not self._skip_blanks():
            self._lines.begin_game(None)
            if not self._next_line():
                return False
        self._lines.begin_game(self.place)
        return True

    def next(self) -> Token:
        """Return the next token.

        Raises:
            RecordError: there is no token.
            TruncatedRecordError: the source ends before or inside it.
        """
        while not self._skip_blanks():
            self._need_line()
        match self._line[self._at]:
            case "[":
                return self._tag()
            case "{":
                return self._comment()
            case "<":
                return self._reasons()
            case _:
                return self._word()

    def _next_line(self) -> bool:
        line = self._lines.next()
        if line is None:
            return False
        self._line, self._at = line, 0
        return True

    def _need_line(self) -> None:
        if not self._next_line():
            raise self._lines.cut(self.place if self._lines.is_cut else Place(self._lines.number + 1, 1))

    def _skip_blanks(self) -> bool:
        self._at = end_of(_BLANKS, self._line, self._at)
        return self._at < len(self._line)

    def _check_cut(self, cut: re.Pattern[str]) -> None:
        if self._lines.is_cut and cut.fullmatch(self._line, self._at):
            raise self._lines.cut(Place(self._lines.number, len(self._line) + 1))

    def _word(self) -> Token:
        end = end_of(_WORD, self._line, self._at)
        if end == len(self._line):
            self._check_cut(_CUT_WORD)
        token = Token("word", self.place, self._line[self._at : end])
        self._at = end
        return token

    def _tag(self) -> Token:
        found = _TAG.match(self._line, self._at)
        if found is None:
            self._check_cut(_CUT_TAG)
            if self._line[self._at + 1 :].lstrip(" \t")[:1] in {"", "]", "{"}:
                raise self.place.error(self._line[self._at :], "a JSON array", "records are one JSON object a line")
            raise self.place.error(self._line[self._at :], "not a tag", 'a tag is [Name "text"], on one line')
        place = Place(self._lines.number, found.start(2) + 1)
        value = read_json(found[2], place)
        self._at = found.end()
        return Token("tag", place, str(value), found[1])

    def _comment(self) -> Token:
        place, lines = self._bracketed(_COMMENT, "}", _CUT_ESCAPE)
        if len(lines) > 1:
            # A line break, with all the blanks and line breaks around it, stands for one space.
            between = (line.strip(" \t") for line in lines[1:-1])
            lines = [lines[0].rstrip(" \t"), *filter(None, between), lines[-1].lstrip(" \t")]
        # The rest are the escapes of a JSON string, except for `\}`, quotes and tabs.
        body = _ESCAPE.sub(lambda found: _AS_JSON.get(found[0], found[0]), " ".join(lines))
        return Token("comment", place, str(read_json(f'"{body}"', place)))

    def _reasons(self) -> Token:
        place, lines = self._bracketed(_REASONS, ">", _CUT_STRING)
        return Token("reasons", place, "\n".join(lines))

    def _bracketed(self, inside: re.Pattern[str], close: str, cut: re.Pattern[str]) -> tuple[Place, list[str]]:
        """Read up to `close`, over lines; return where the inside begins and its lines."""
        self._at += 1
        place = self.place
        lines = []
        while True:
            end = end_of(inside, self._line, self._at)
            lines.append(self._line[self._at : end])
            self._at = end
            if self._line.startswith(close, end):
                self._at += 1
                return place, lines
            if end < len(self._line):
                self._check_cut(cut)
                raise self.place.error(self._line[end:], f"cannot stand before the closing {close}", _INSIDE[close])
            self._need_line()


_AS_JSON = {r"\}": "}", '"': r"\"", "\t": r"\t"}
_INSIDE = {
    "}": r"in a comment, \ begins an escape and control characters are written as escapes",
    ">": "reasons are JSON, in which a string ends on its line",
}


WIDTH = 80
"""Columns that written lines are wrapped to, where they have a space to break at."""

_SIDES: dict[str, Side] = {"x": "x", "o": "o"}
_WINNER_WORDS = (*_SIDES, "draw", "none", ON_GOING)
_NUMBER = re.compile(r"[0-9]+\.+")
_CELL = re.compile(r"[0-9.]+")
_FIRST_TAG = '[Record "1"]'


# ---- Writing ----


def write_text_game(game: Game) -> str:
    """Return the canonical text of `game` up to its current ply.

    Raises:
        InputError: a tag or a note cannot be written.
    """
    header = "\n".join(f"[{name} {write_json(value)}]" for name, value in _all_tags(game))
    return f"{header}\n\n{_wrapped(_pieces(game))}\n"


def _all_tags(game: Game) -> Iterator[tuple[str, str]]:
    yield "Record", str(version_of(game.result))
    yield "Board", str(game.board)
    if game.start != game.board.empty():
        yield "Start", game.start.text
    yield from checked_tags(game).items()
    result = game.result
    yield "Result", winner_word(result)
    if result is not None:
        yield "End", result.ending.value


def _pieces(game: Game) -> Iterator[str]:
    """Yield the pieces between the places where a line may be broken."""
    yield from _note_pieces(checked_note(game, 0))
    for ply, cell in enumerate(game.moves):
        name = game.board.name(cell)
        numbered = ply == 0 or game.position_at(ply).to_move == "x"
        yield f"{_number(ply, game.start.to_move)} {name}" if numbered else name
        yield from _note_pieces(checked_note(game, ply + 1))
    yield winner_word(game.result)


def _note_pieces(note: Note) -> Iterator[str]:
    if note.comment:
        # A line break stands for one space, so it can replace only a space that stands alone.
        yield from re.split(r"(?<=[^ ]) (?=[^ ])", f"{{{_escaped(note.comment)}}}")
    if note.reasons is not None:
        # Within its strings JSON has no raw line breaks, so these are the ones between items.
        yield from ("<" + write_json(note.reasons, ",\n") + ">").split("\n")


def _escaped(comment: str) -> str:
    """Return a comment with the escapes of a JSON string, except that quotes need none and `}` needs one."""
    return re.sub(r"\\.|}", lambda found: {r"\"": '"', "}": r"\}"}.get(found[0], found[0]), write_json(comment)[1:-1])


def _wrapped(pieces: Iterator[str]) -> str:
    lines: list[str] = []
    line = next(pieces)
    for piece in pieces:
        if len(line) + 1 + len(piece) > WIDTH:
            lines.append(line)
            line = piece
        else:
            line = f"{line} {piece}"
    return "\n".join([*lines, line])


def _number(ply: int, first: Side) -> str:
    """Return the number before the move that follows `ply` moves: `3.` for X's move, `3...` for O's."""
    half = ply + (first == "o")
    return f"{half // 2 + 1}{'.' if half % 2 == 0 else '...'}"


# ---- Reading ----


def read_text_game(scanner: Scanner) -> Game | None:
    """Return the next game of a source, None at its end.

    Raises:
        RecordError: the game is malformed, or contradicts itself.
        TruncatedRecordError: the source ends inside the game.
    """
    return _GameReader(scanner).read() if scanner.begin_game() else None


class _GameReader:
    """Reads one game, whose first token is next."""

    def __init__(self, scanner: Scanner) -> None:
        self._scanner = scanner
        self._tags: dict[str, Token] = {}
        self._open_number: Token | None = None
        """A number whose move must follow."""

    def read(self) -> Game:
        start = self._scanner.place
        token = self._scanner.next()
        while token.kind == "tag":
            self._add_tag(token)
            token = self._scanner.next()
        if not self._tags:
            raise token.place.error(token.text, "no record begins here", f"a record begins with {_FIRST_TAG}")
        game = self._new_game(start)
        result = self._result(start)
        while not (token.kind == "word" and token.text in _WINNER_WORDS):
            self._add_to(game, token)
            token = self._scanner.next()
        self._finish(game, result, token)
        return game

    def _add_tag(self, token: Token) -> None:
        name, value, place = token.name, token.text, token.place
        if not self._tags and name != "Record":
            raise place.error(name, "not the tag that a record begins with", f"a record begins with {_FIRST_TAG}")
        if name == "Record" and value not in map(str, VERSIONS):
            raise place.error(value, "not a known version of the record format", KNOWN_VERSIONS)
        if not TAG_NAME.fullmatch(name):
            raise place.error(name, "not a name for a tag", "use letters and digits, the first a capital")
        if name in self._tags:
            raise place.error(name, f"this tag stood in line {self._tags[name].place.line} already")
        self._tags[name] = token

    def _new_game(self, start: Place) -> Game:
        board_tag = self._required("Board", start)
        free = {name: tag.text for name, tag in self._tags.items() if name not in FIXED_TAGS}
        place = board_tag.place
        try:
            board = Board.parse(board_tag.text)
            if start_tag := self._tags.get("Start"):
                place = start_tag.place
                return Game(board.position(start_tag.text), tags=free)
        except InputError as error:
            raise place.refuses(error) from error
        return Game(board, tags=free)

    def _required(self, name: str, start: Place) -> Token:
        if name not in self._tags:
            raise start.error(_FIRST_TAG, f"this game has no tag {name}")
        return self._tags[name]

    def _result(self, start: Place) -> Result | None:
        tag = self._required("Result", start)
        winner, place = tag.text, tag.place
        if winner not in _WINNER_WORDS:
            raise place.error(winner, "not a result", f"use one of {', '.join(_WINNER_WORDS)}")
        if winner == ON_GOING:
            if unfit := self._tags.get("End"):
                raise unfit.place.error(unfit.text, f"a game whose result is {ON_GOING} has no end")
            return None
        end = self._required("End", start)
        try:
            result = named_result(end.text, _SIDES.get(winner), int(self._tags["Record"].text))
        except InputError as error:
            raise end.place.refuses(error) from error
        if winner != winner_word(result):
            raise end.place.error(end.text, f"the result of such a game is {winner_word(result)!r}, not {winner!r}")
        return result

    def _add_to(self, game: Game, token: Token) -> None:
        match token.kind:
            case "comment" if token.text:
                note = game.notes.get(game.ply, Note())
                if note.comment:
                    raise token.place.error(token.text, "the second comment here", "join the two")
                game.notes[game.ply] = replace(note, comment=token.text)
            case "reasons":
                note = game.notes.get(game.ply, Note())
                if note.reasons is not None:
                    raise token.place.error(token.text, "the second reasons here", "join the two")
                game.notes[game.ply] = replace(note, reasons=_reasons(token))
            case "word":
                self._add_word(game, token)
            case "tag":
                reason = f"the game that begins in line {self._tags['Record'].place.line} has no end before this tag"
                raise token.place.error(token.name, reason, f"a game ends with one of {', '.join(_WINNER_WORDS)}")

    def _add_word(self, game: Game, token: Token) -> None:
        if _NUMBER.fullmatch(token.text):
            if self._open_number:
                raise token.place.error(token.text, f"a move must follow the number {self._open_number.text}")
            if token.text != (number := _number(game.ply, game.start.to_move)):
                raise token.place.error(token.text, f"the next move has the number {number}")
            self._open_number = token
        elif _CELL.fullmatch(token.text):
            try:
                game.play(token.text)
            except InputError as error:
                raise token.place.refuses(error) from error
            self._open_number = None
        else:
            raise token.place.error(token.text, "neither a move nor the end of a game")

    def _finish(self, game: Game, result: Result | None, token: Token) -> None:
        if self._open_number:
            raise self._open_number.place.error(self._open_number.text, "a number without its move")
        if token.text != winner_word(result):
            said = self._tags["Result"].text
            raise token.place.error(token.text, f"the tag Result says {said!r}")
        try:
            conclude(game, result)
        except InputError as error:
            raise self._tags["End" if result else "Result"].place.refuses(error) from error


def _reasons(token: Token) -> dict[str, JSON]:
    value = read_json(token.text, token.place)
    if not isinstance(value, dict):
        raise token.place.error(token.text, "reasons must be an object", 'write <{"name": value, …}>')
    return value
