"""The source of records: lines with their numbers, places in them, and ends inside a game.

Reading a source of any bytes gives games, or a `RecordError` with a place. This module ensures that for encodings and
lengths.
"""

from __future__ import annotations

import codecs
import io
import re
import typing

from hyperoxo.errors import RecordError, TruncatedRecordError

if typing.TYPE_CHECKING:
    from hyperoxo.errors import InputError

MAX_RECORD_BYTES = 4 * 1024 * 1024
"""Most bytes of UTF-8 that one game may take, in either form."""

_BLANK = b" \t\r\n"
_LANDMARKS = re.compile(rb"[{}]|^[ \t]*\[[ \t]*Record\b")
"""In a line of the text form, where a comment may begin or end, and where a record begins."""
_ESCAPES = re.compile(rb"\\.")
_REREADINGS = 8
"""How often the bytes of malformed games are read again, on average."""
_ZERO = b"\0"
_PIECE = 65_536
"""Bytes or characters that are read at once where zeros are skipped."""
_MAX_ZERO_PIECES = 4_096
"""Zeros after this many pieces, 256 MiB, are no longer what a power loss leaves: the source may never end."""


def end_of(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Return where the match of a pattern ends that begins at a place; that place if there is none."""
    found = pattern.match(text, at)
    return found.end() if found else at


class Place(typing.NamedTuple):
    """A character of a source, both numbers from 1."""

    line: int
    column: int

    def error(self, subject: str, reason: str, remedy: str = "") -> RecordError:
        """Return the error for a refusal of the text at this place."""
        return RecordError(subject, reason, remedy, line=self.line, column=self.column)

    def refuses(self, error: InputError) -> RecordError:
        """Return `error`, which the text at this place caused, as an error of the record."""
        return self.error(error.subject, error.reason, error.remedy)


class LineSource:
    """The lines of a source one by one, counted, decoded, and bounded so that no game can fill the memory.

    Args:
        source: a stream of text, or of bytes; only with bytes is it known where they are not UTF-8.
        faults: where the errors of malformed games go; None to raise the first.

    Attributes:
        number: the number of the line returned last.
        is_cut: whether that line is the source's last and lacks its line break.
        is_lost: whether a game was malformed, and the beginning of the next one is not found yet.
    """

    def __init__(self, source: typing.IO[str] | typing.IO[bytes], faults: list[RecordError] | None = None) -> None:
        self.number = 0
        self.is_cut = self.is_lost = False
        self._faults = faults
        self._source = source
        self._game: Place | None = None
        self._room = MAX_RECORD_BYTES
        self._lines: list[bytes] = []
        """The lines of the game; they are read again if it is malformed."""
        self._ahead: list[bytes] = []
        """The lines to read before the source goes on, the next one last."""
        self._spare = MAX_RECORD_BYTES
        """The bytes of malformed games that may be read again, so that many that never end do not take hours."""
        self._zeros: Place | None = None

    def begin_game(self, start: Place | None) -> None:
        """Count the length of a game from the next line on; `start` is where it begins, None if it is not known yet."""
        self._game = start
        self._room = MAX_RECORD_BYTES
        self._lines = self._lines[-1:]

    def collect(self, fault: RecordError) -> None:
        """Keep the error of a malformed game; raise it if reading ends at the first."""
        if self._faults is None:
            raise fault
        self._faults.append(fault)
        self.is_lost = True

    def cut(self, place: Place) -> TruncatedRecordError:
        """Return the error of a source that ends at a place where more of the game must follow."""
        start = min(self._game or place, place)  # zero bytes may follow a whole game in its line
        return TruncatedRecordError(
            "end of the source",
            f"inside the game that begins in line {start.line}, column {start.column}",
            line=place.line,
            column=place.column,
            game_line=start.line,
            game_column=start.column,
        )

    def skip_game(self) -> None:
        """Go to the line in which the next record in text begins, which may be one that the malformed game took.

        A record begins in no comment, unless another one or another record begins before that comment is closed.
        """
        self.is_lost, self._zeros, self._room = False, None, MAX_RECORD_BYTES
        taken = sum(map(len, self._lines))
        if taken <= self._spare:
            self._spare -= taken
            # The first line may begin a comment, but its own record is past.
            self._give_back([line.replace(b"[", b" ", not at) for at, line in enumerate(self._lines)])
        self._lines = []
        in_comment = False
        begun: list[bytes] = []
        while raw := self._read():
            self.number += 1
            if begun:
                begun.append(raw)
            for mark in _LANDMARKS.findall(_ESCAPES.sub(b"", raw)):
                if mark == b"}":
                    in_comment, begun = False, []
                elif begun or not (in_comment or mark == b"{"):
                    self._give_back(begun or [raw])
                    return
                elif mark == b"{":
                    in_comment = True
                else:
                    begun = [raw]
        self._give_back(begun)

    def _give_back(self, lines: list[bytes]) -> None:
        self._ahead += reversed(lines)
        self.number -= len(lines)

    def skip_lines(self, start: bytes = b"") -> bytes:
        """Skip lines that are blank or begin otherwise; return the first character of the next, empty if none comes.

        Raises:
            RecordError: there is a line that is too long.
        """
        self.is_lost, self._room = False, MAX_RECORD_BYTES
        while (raw := self._read()) and not ((line := raw.strip(_BLANK)) and line.startswith(start)):
            self.number += 1
        self._ahead.append(raw)
        return raw.strip(_BLANK)[:1]

    def next(self) -> str | None:
        """Return the next line without its line break, None at the end of the source.

        Raises:
            RecordError: the line is not UTF-8, or makes the game too long.
            TruncatedRecordError: the source ends inside a character, or zero bytes are all that is left of it.
        """
        if self._zeros is not None:
            zeros, self._zeros = self._zeros, None
            raise self.cut(zeros)
        raw = self._read()
        if not raw:
            return None
        self.number += 1
        self._lines.append(raw)
        self._room -= len(raw)
        self.is_cut = not raw.endswith(b"\n")
        # A power loss leaves zeros where a file had grown, but its data was not written yet.
        written = raw.rstrip(_ZERO)
        try:
            line = written.removesuffix(b"\n").removesuffix(b"\r").decode()
        except UnicodeDecodeError as error:
            self._lines[-1] = b"\n"
            place = Place(self.number, len(raw[: error.start].decode()) + 1)
            if error.reason == "unexpected end of data":
                raise self.cut(place) from error
            raise place.error(f"{raw[error.start : error.end]!r}", f"not UTF-8: {error.reason}") from error
        if len(written) < len(raw):
            self._zeros = Place(self.number, len(line) + 1)
        return line

    def _read(self) -> bytes:
        """Return the next line as it stands in the source, in UTF-8 whatever the source's own type."""
        if self._ahead:
            return self._ahead.pop()
        try:
            text = self._source.readline(self._room + 1)
        except UnicodeDecodeError as error:
            self._source = io.BytesIO()
            raise Place(self.number + 1, 1).error(str(error), "the text cannot be decoded, here or later") from error
        raw = text if isinstance(text, bytes) else text.encode(errors="surrogatepass")
        self._spare += _REREADINGS * len(raw)
        if len(raw) > self._room and not (raw.endswith(_ZERO) and self._has_only_zeros_left()):
            self._source = io.BytesIO()
            raise Place(self.number + 1, 1).error(repr(raw[:40]), f"the game is longer than {MAX_RECORD_BYTES:,} bytes")
        return raw if self.number else raw.removeprefix(codecs.BOM_UTF8)

    def _has_only_zeros_left(self) -> bool:
        for _ in range(_MAX_ZERO_PIECES):
            piece = self._source.readline(_PIECE)
            if not piece:
                return True
            if (piece if isinstance(piece, bytes) else piece.encode(errors="surrogatepass")).strip(_ZERO):
                return False
        return False
