"""Lines of bytes from a pipe, and the elements of messages: words, numbers, sections that begin with a keyword."""

from __future__ import annotations

import typing

from hyperoxo.errors import ProtocolError, UnknownMessageError
from hyperoxo.text import clean_line, read_integer

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

MAX_NUMBER = 2**63 - 1
"""The largest number that may be written; its negative is the smallest. Numbers fit 64 bits."""
EMPTY = "<empty>"
"""The empty text as it is written, as in UCI."""


class PlainMessage:
    """A message whose line is a form with its attributes in their places."""

    __slots__ = ()

    form: typing.ClassVar[str]

    @property
    def text(self) -> str:
        """The line."""
        return self.form.format(self).rstrip()


M = typing.TypeVar("M")


def parse_message(
    line: str, kind: str, alone: Mapping[str, M], readers: Mapping[str, Callable[[str, list[str]], M]]
) -> M:
    """Read a message by its first word: one that stands alone, or one that has a reader of the line and its words."""
    words = line.split()
    name = words[0] if words else ""
    if name in alone:
        if len(words) > 1:
            raise ProtocolError(line, f"nothing can follow {name}")
        return alone[name]
    if reader := readers.get(name):
        return reader(line, words[1:])
    raise UnknownMessageError(name, f"there is no such {kind}", f"{kind}s are {', '.join([*alone, *readers])}")


def read_number(word: str, what: str, least: int = 0) -> int:
    """Read a whole number."""
    number = read_integer(word, least, MAX_NUMBER)
    if number is None:
        raise ProtocolError(word, f"{what} must be a whole number from {least} to {MAX_NUMBER}")
    return number


def check_words(words: Sequence[str], what: str, forbidden: frozenset[str] = frozenset()) -> str:
    """Return the text of words that were read, if it is not empty and no word has another meaning in its place."""
    text = " ".join(words)
    if not words or not forbidden.isdisjoint(words):
        raise ProtocolError(text, f"{what} cannot be this")
    return text


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


def written_sections(values: Mapping[str, object]) -> Iterator[str]:
    """Yield each keyword with its value, as `sections` reads them; None has no section."""
    return (f"{keyword} {value}" for keyword, value in values.items() if value is not None)


def text_after(line: str, words: int) -> str:
    """Return the text of a line after a number of words, unchanged."""
    parts = line.split(maxsplit=words)
    return parts[words].rstrip() if len(parts) > words else ""


MAX_LINE_BYTES = 65_536
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
        self._begun = (self._begun + begun)[: MAX_LINE_BYTES + 1]

    @property
    def is_too_long(self) -> bool:
        """Whether the unfinished line is too long already."""
        return len(self._begun) > MAX_LINE_BYTES

    def rest(self) -> bytes:
        """Return the unfinished line at the end of the input; it may be empty."""
        line, self._begun = self._begun, b""
        return line


def decode_line(raw: bytes) -> str:
    """Return the text of a line, without its end; refuse what is too long, not UTF-8, or cannot be printed."""
    return clean_line(raw, MAX_LINE_BYTES, ProtocolError)
