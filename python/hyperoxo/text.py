"""Text that comes from outside or goes onto one line: escaped, cut, cleaned, read as a number.

This module imports nothing from the package, and so everything may use it, errors included.
"""

from __future__ import annotations

import re
import typing

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

_MAX_DIGITS = 20
"""The most digits of a whole number; Python refuses to convert very long ones, with an error of its own."""
_START = 40
"""The most characters that the error of an overlong line shows."""
_NOT_XML = "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
"""Compiled when it is first used: that takes longer than to import a module."""


def escaped(text: str) -> str:
    """Return `text` with characters that cannot be printed written as escapes."""
    return text if text.isprintable() else "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def plain_number(number: float) -> str:
    """Return a number as it can be typed, without an exponent; read again it is the same float.

    >>> plain_number(0.00001), plain_number(60.0)
    ('0.00001', '60')
    """
    from decimal import Decimal  # noqa: PLC0415 - only numbers of seconds need it

    return f"{Decimal(repr(float(number))):f}".removesuffix(".0")


def escaped_xml(text: str) -> str:
    """Return a text escaped for XML; a character that XML forbids becomes the replacement character."""
    from html import escape  # noqa: PLC0415 - only pictures need it

    return escape(re.sub(_NOT_XML, "\ufffd", text))


def split_head(text: str, first_line: str, keys: tuple[str, ...], refusal: Exception) -> tuple[list[str], str]:
    """Return what a text with a head says there behind each key, and its body; raise `refusal` for another head."""
    head, blank, body = text.partition("\n\n")
    first, *rest = head.split("\n")
    facts = [line.split(" ", 1) for line in rest]
    if first != first_line or tuple(fact[0] for fact in facts) != keys or not blank:
        raise refusal
    return [fact[-1] for fact in facts], body


def shortened(text: str, limit: int = 100) -> str:
    """Return `text` fit for one line of an error: escaped, and a longer one cut in the middle.

    A third of what is shown is the end, since a path is known by its last part.

    >>> shortened("/a/folder/with/a/long/name/game.oxo", 20)
    '/a/folder/with…me.oxo'
    """
    if len(text) <= limit:
        return escaped(text)
    tail = limit // 3
    return f"{escaped(text[: limit - tail])}…{escaped(text[len(text) - tail :])}"


def fitted_name(name: str, width: int) -> str:
    """Return a name fit for a column: escaped, and a longer one cut in the middle, since names may differ at the end.

    >>> fitted_name("Engine 1.2 of Monday", 12)
    'Engine…onday'
    """
    shown = escaped(name if len(name) <= 2 * width else name[:width] + name[-width:])
    if len(shown) <= width:
        return shown
    tail = (width - 1) // 2
    return f"{shown[: width - 1 - tail]}…{shown[len(shown) - tail :]}"


def aligned(rows: Sequence[Sequence[str]], left: Collection[int]) -> list[str]:
    """Return rows of equal length in aligned columns; those in `left` are flush left, the others flush right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            text.ljust(width) if at in left else text.rjust(width)
            for at, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def clean_line(line: str | bytes, limit: int, error: Callable[..., Exception], remedy: str = "") -> str:
    """Return a line that came from outside without its end, and with tabs as spaces.

    Args:
        line: the line as it came.
        limit: how long it may be, its end included: in bytes, or in characters if it comes as a string.
        error: makes the exception out of a subject, a reason and perhaps a remedy.
        remedy: what to do about characters that cannot be printed.

    Raises:
        Exception: what `error` returns; the line is too long, not UTF-8, or holds characters that cannot be printed.
    """
    text = (line if isinstance(line, str) else line.decode(errors="backslashreplace")).rstrip("\r\n")
    if len(line) > limit:
        raise error(f"{text[:_START]}…", f"the line is longer than {limit:,} bytes")
    if isinstance(line, bytes):
        try:
            line.decode()
        except UnicodeDecodeError:
            raise error(text.strip(), "the line is not UTF-8 text") from None
    text = text.replace("\t", " ")
    if not text.isprintable():
        raise error(text, "the line holds characters that cannot be printed", *filter(None, [remedy]))
    return text


def did_you_mean(text: str, known: Iterable[str]) -> str:
    """Return `did you mean NAME?` for the known name that is closest to `text`, or the only one that begins with it.

    >>> did_you_mean("paly", ["play", "move"]), did_you_mean("chess", ["play", "move"])
    ('did you mean play?', '')
    """
    from difflib import get_close_matches  # noqa: PLC0415 - only mistakes need it

    known = list(known)
    begun = [name for name in known if name.startswith(text)]
    near = begun if len(begun) == 1 else get_close_matches(text, known, 1, cutoff=0.7)
    return f"did you mean {near[0]}?" if near else ""


def read_integer(text: str, least: int, most: int) -> int | None:
    """Return the whole number that `text` is in ASCII digits; None if it is none, or not from `least` to `most`.

    >>> read_integer("12", 0, 99), read_integer("-1", 0, 99), read_integer("²", 0, 99)
    (12, None, None)
    """
    digits = text.removeprefix("-") if least < 0 else text
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _MAX_DIGITS):
        return None
    number = int(text)
    return number if least <= number <= most else None
