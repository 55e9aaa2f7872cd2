"""Repairs of a listing: one or two words that are found, and what is put instead."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hyperoxo.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

ALL = "all"
"""The name of all repairs."""


@dataclass(frozen=True, slots=True)
class Repair:
    """A repair of a listing."""

    key: str
    """Its name."""
    find: str
    """The word or two words that are wrong, in the order of the text."""
    put: str
    """The word or two words instead."""
    within: str
    """The Forth word, or the BASIC line, in which they stand; empty where the whole text has them once."""
    why: str
    """What the repair changes."""


def chosen_repairs(repairs: Iterable[Repair], names: Iterable[str]) -> tuple[Repair, ...]:
    """Return repairs by name, `all` for every one.

    Raises:
        InputError: a repair has an unknown name.
    """
    known = {repair.key: repair for repair in repairs}
    wanted = list(names)
    for name in wanted:
        if name not in known and name != ALL:
            raise InputError(name, "unknown repair", f"repairs are {', '.join(known)}, or {ALL}")
    return tuple(repair for key, repair in known.items() if key in wanted or ALL in wanted)


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a dialect divides a text.

    Attributes:
        begin: a regular expression for the start of a part with the name that is put for `{}`.
        end: one for its end.
        in_word: one for a character that continues a word.
    """

    begin: str
    end: str
    in_word: str

    def part(self, text: str, name: str) -> tuple[int, int]:
        """Return start and end of the part of a text with a name, of the whole text for no name."""
        if not name:
            return 0, len(text)
        begin = re.search(self.begin.format(re.escape(name)), text, re.MULTILINE)
        if begin is None:
            return 0, 0
        end = re.compile(self.end, re.MULTILINE).search(text, begin.end())
        return begin.end(), end.start() if end else len(text)


def repaired(text: str, repairs: Iterable[Repair], dialect: Dialect) -> str:
    """Return a listing with repairs.

    Raises:
        InputError: a repair does not find its words, or finds them twice.
    """
    for repair in repairs:
        words = r"\s+".join(map(re.escape, repair.find.split()))
        pattern = re.compile(f"(?<!{dialect.in_word}){words}(?!{dialect.in_word})")
        found = list(pattern.finditer(text, *dialect.part(text, repair.within)))
        if len(found) != 1:
            times = f"{len(found)} times" if found else "not at all"
            where = f"within {repair.within}" if repair.within else "in the text"
            raise InputError(repair.key, f"{repair.find!r} stands {where} {times}, and must stand there once")
        text = f"{text[: found[0].start()]}{repair.put}{text[found[0].end() :]}"
    return text
