"""The text form of a record cut into tokens, each with its place.

A token never needs more than the line it stands on, except comments and reasons, which run over lines; so a
stream is read line by line, and a game is complete as soon as the line with its last word has come.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto

from hyperoxo.record.line_source import CutError, LineSource, Place
from hyperoxo.record.strict_json import read_json

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


class TokenKind(Enum):
    """The kinds of tokens."""

    TAG = auto()
    WORD = auto()
    COMMENT = auto()
    REASONS = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a record.

    Attributes:
        kind: what it is.
        place: where its text begins: a tag's value, a word, the text inside a comment's or reasons' brackets.
        text: that text; of a tag and a comment with the escapes undone.
        name: a tag's name.
    """

    kind: TokenKind
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
        """Skip to the next token and count a game's length from there; return whether there is one."""
        while not self._skip_blanks():
            self._lines.begin_game()
            if not self._next_line():
                return False
        self._lines.begin_game()
        return True

    def next(self) -> Token:
        """Return the next token.

        Raises:
            RecordError: there is no token.
            CutError: the source ends before or inside it.
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
            raise CutError(self.place if self._lines.is_cut else Place(self._lines.number + 1, 1))

    def _skip_blanks(self) -> bool:
        self._at = self._end_of(_BLANKS)
        return self._at < len(self._line)

    def _end_of(self, pattern: re.Pattern[str]) -> int:
        found = pattern.match(self._line, self._at)
        return found.end() if found else self._at

    def _check_cut(self, cut: re.Pattern[str]) -> None:
        if self._lines.is_cut and cut.fullmatch(self._line, self._at):
            raise CutError(Place(self._lines.number, len(self._line) + 1))

    def _word(self) -> Token:
        end = self._end_of(_WORD)
        if end == len(self._line):
            self._check_cut(_CUT_WORD)
        token = Token(TokenKind.WORD, self.place, self._line[self._at : end])
        self._at = end
        return token

    def _tag(self) -> Token:
        found = _TAG.match(self._line, self._at)
        if found is None:
            self._check_cut(_CUT_TAG)
            raise self.place.error(self._line[self._at :], "not a tag", 'a tag is [Name "text"], on one line')
        place = Place(self._lines.number, found.start(2) + 1)
        value = read_json(found[2], place)
        self._at = found.end()
        return Token(TokenKind.TAG, place, str(value), found[1])

    def _comment(self) -> Token:
        place, lines = self._bracketed(_COMMENT, "}", _CUT_ESCAPE)
        if len(lines) > 1:
            # A line break, with all the blanks and line breaks around it, stands for one space.
            between = (line.strip(" \t") for line in lines[1:-1])
            lines = [lines[0].rstrip(" \t"), *filter(None, between), lines[-1].lstrip(" \t")]
        # The rest are the escapes of a JSON string, except for `\}`, quotes and tabs.
        body = _ESCAPE.sub(lambda found: _AS_JSON.get(found[0], found[0]), " ".join(lines))
        return Token(TokenKind.COMMENT, place, str(read_json(f'"{body}"', place)))

    def _reasons(self) -> Token:
        place, lines = self._bracketed(_REASONS, ">", _CUT_STRING)
        return Token(TokenKind.REASONS, place, "\n".join(lines))

    def _bracketed(self, inside: re.Pattern[str], close: str, cut: re.Pattern[str]) -> tuple[Place, list[str]]:
        """Read up to `close`, over lines; return where the inside begins and its lines."""
        self._at += 1
        place = self.place
        lines = []
        while True:
            end = self._end_of(inside)
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
