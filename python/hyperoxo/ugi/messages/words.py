"""Lines of bytes from a pipe, and the elements of messages: words, numbers, sections that begin with a keyword."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hyperoxo.errors import ProtocolError
from hyperoxo.text import clean_line, read_integer

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

MAX_NUMBER = 2**63 - 1
"""The largest number that may be written; its negative is the smallest. Numbers fit 64 bits."""
EMPTY = "<empty>"
"""The empty text as it is written, as in UCI."""


class OneWord:
    """A message of a single word."""

    __slots__ = ()

    word: ClassVar[str]

    @property
    def text(self) -> str:
        """The line."""
        return self.word


def read_number(word: str, what: str, least: int = 0) -> int:
    """Read a whole number.

    Args:
        word: the number as it is written.
        what: what the number means, for the error.
        least: the smallest number that is allowed.

    Raises:
        ProtocolError: it is no whole number, or out of range.
    """
    number = read_integer(word, least, MAX_NUMBER)
    if number is None:
        raise ProtocolError(word, f"{what} must be a whole number from {least} to {MAX_NUMBER}")
    return number


def check_number(number: int | None, what: str, least: int = 0) -> None:
    """Check that a number can be written.

    Raises:
        ProtocolError: it is out of range.
    """
    if number is not None and not least <= number <= MAX_NUMBER:
        raise ProtocolError(str(number), f"{what} must be a whole number from {least} to {MAX_NUMBER}")


def check_word(text: str, what: str, forbidden: Collection[str] = ()) -> None:
    """Check that a text can be written as one word.

    Args:
        text: the word.
        what: what the word means, for the error.
        forbidden: words that have another meaning in its place.

    Raises:
        ProtocolError: it is empty, has spaces, cannot be printed, or is forbidden.
    """
    if not text or " " in text or not text.isprintable() or text in forbidden:
        raise ProtocolError(text, f"{what} cannot be this; it must be one printable word")


def check_words(text: str, what: str, forbidden: Collection[str] = ()) -> None:
    """Check that a text can be written as words with single spaces between them.

    Raises:
        ProtocolError: it is empty, or one of its words cannot be written.
    """
    for word in text.split(" "):
        check_word(word, what, forbidden)


def check_text(text: str, what: str) -> None:
    """Check that a text can be written to the end of a line; it may be empty.

    Raises:
        ProtocolError: it cannot be printed, or begins or ends with a space, which readers drop.
    """
    if not text.isprintable() or text != text.strip(" ") or text == EMPTY:
        raise ProtocolError(text, f"{what} cannot be this; it must be printable, without spaces at its ends")


def sections(words: Iterable[str], keywords: Collection[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield each keyword with the words up to the next; words before the first have an empty keyword."""
    keyword: str = ""
    found: list[str] = []
    for word in words:
        if word in keywords:
            if keyword or found:
                yield keyword, found
            keyword, found = word, []
        else:
            found.append(word)
    if keyword or found:
        yield keyword, found


def text_after(line: str, words: int) -> str:
    """Return the text of a line after a number of words, unchanged."""
    parts = line.split(maxsplit=words)
    return parts[words].rstrip() if len(parts) > words else ""


MAX_LINE = 65_536
"""The longest line in bytes, its end included: several times what a game of 256 cells needs."""


class LineBuffer:
    """Divides bytes into lines; of a line that is too long it keeps only as much as shows that."""

    def __init__(self) -> None:
        self._begun = b""

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Add some bytes, and yield every line that they complete, its end included."""
        *ended, begun = data.split(b"\n")
        for part in ended:
            line = self._begun + part + b"\n"
            self._begun = b""
            yield line
        self._begun = (self._begun + begun)[: MAX_LINE + 1]

    @property
    def is_too_long(self) -> bool:
        """Whether the unfinished line is too long already."""
        return len(self._begun) > MAX_LINE

    def rest(self) -> bytes:
        """Return the unfinished line at the end of the input; it may be empty."""
        line, self._begun = self._begun, b""
        return line


def decode_line(raw: bytes) -> str:
    """Return the text of a line, without its end.

    Raises:
        ProtocolError: it is too long, not UTF-8, or holds characters that cannot be printed.
    """
    return clean_line(raw, MAX_LINE, ProtocolError)
