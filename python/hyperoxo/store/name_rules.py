"""The rules of people's names: which texts are names, and which names are too much alike.

A name is a text from a stranger that others see. So it has letters of one script, digits and single spaces only, and is
none of the server's own words. Two names are alike if they are equal without case, or by the look-alikes of Unicode.
"""

from __future__ import annotations

import json
import re
import unicodedata
from bisect import bisect
from functools import cache
from importlib import resources

from hyperoxo.errors import InputError

_MIN_CHARACTERS, _MAX_CHARACTERS = 2, 20
"""Characters of a name."""
TITLE = 60
"""The most characters of a title."""
SOMEONE = "someone"
"""The name that is shown in place of a name that was deleted or banned."""
_OWN_WORDS = (
    *(SOMEONE, "anyone", "everyone", "anonymous", "human", "person", "a person", "you", "your opponent", "opponent"),
    *("X", "O", "draw", "computer", "level", "house", "hyperoxo", "server", "system", "host", "owner", "operator"),
    *("admin", "administrator", "moderator", "support", "no player yet", "the computer", "House player, level"),
)
_JOINED_KANA = "\N{KATAKANA-HIRAGANA PROLONGED SOUND MARK}"
"""The only letter of several scripts that a name may have."""
_WITHOUT_INK = frozenset("\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800")
"""Letters and marks that are not seen."""
_MAX_MARKS = 2
"""Marks on a letter; more would cover the lines above and below."""
_FORM = re.compile(rf"(?:[L0]M{{0,{_MAX_MARKS}}})+(?: (?:[L0]M{{0,{_MAX_MARKS}}})+)*")
"""The form of a name: `L` is a letter, `M` a mark on it, `0` a digit."""

_TITLE = re.compile(rf"(?:[LNPS]M{{0,{_MAX_MARKS}}})+(?: (?:[LNPS]M{{0,{_MAX_MARKS}}})+)*")
"""The form of a title, by the first letters of Unicode's categories."""


def read_name(text: str) -> str:
    """Return a name as it is shown, in Unicode's form NFKC.

    Raises:
        InputError: it is not a name, or one of the server's own words.
    """
    name = unicodedata.normalize("NFKC", text)
    if not _MIN_CHARACTERS <= len(name) <= _MAX_CHARACTERS:
        raise InputError("name", f"it has {_characters(name)}", f"choose {_MIN_CHARACTERS} to {_MAX_CHARACTERS}")
    form = "".join(_kind_of(character) for character in name)
    if "?" in form:
        wrong = _shown(name[form.index("?")])
        raise InputError("name", f"it cannot have {wrong}", "type only letters, digits 0 to 9 and single spaces")
    if not _FORM.fullmatch(form) or "L" not in form:
        raise InputError("name", "it needs a letter, and may hold only letters, digits 0 to 9 and single spaces")
    if len({_script(character) for character in name if character not in f"0123456789 {_JOINED_KANA}"}) != 1:
        raise InputError("name", "its letters are of several scripts", "use the letters of one, such as Latin")
    closed, letters = name.replace(" ", ""), re.sub("[0-9 ]", "", name)
    if not _own_keys().isdisjoint(keys_of(closed) | keys_of(letters)):
        raise InputError("name", "it looks like the server, or one of its players", "choose another")
    return name


def read_title(text: str) -> str:
    """Return the title of a room as it is shown, in Unicode's form NFKC.

    Raises:
        InputError: it is empty or long, or it has characters that are not seen, or marks in heaps.
    """
    title = unicodedata.normalize("NFKC", text)
    if not 1 <= len(title) <= TITLE:
        raise InputError("title", f"it has {_characters(title)}", f"choose 1 to {TITLE}")
    form = "".join(unicodedata.category(character)[0] if character != " " else " " for character in title)
    if not _TITLE.fullmatch(form) or not _WITHOUT_INK.isdisjoint(title):
        raise InputError("title", "it may hold only letters, digits, signs and single spaces between them")
    return title


def keys_of(name: str, room_id: str | None = None) -> frozenset[str]:
    """Return the keys of a public name, or of one in a room: names that share one are alike."""
    looks = frozenset({_looks(name).casefold(), _looks(name.casefold()).casefold()})
    # No look of a name has a line break, so that a room's keys differ from all others.
    return looks if room_id is None else frozenset(f"{room_id}\n{look}" for look in looks)


def _characters(text: str) -> str:
    return "1 character" if len(text) == 1 else f"{len(text)} characters"


def _shown(character: str) -> str:
    """Return a character as a message names it: itself, or its number if it is not seen alone."""
    is_seen = unicodedata.category(character)[0] in "LNPS" and character not in _WITHOUT_INK
    return f"“{character}”" if is_seen else f"the character U+{ord(character):04X}"


def _kind_of(character: str) -> str:
    """Return the sign by which the form of a name knows a character; `?` if a name cannot hold it."""
    if character in "0123456789":
        return "0"
    category = unicodedata.category(character)[0]
    # A mark of no script can stand on any letter, and many of them in a heap.
    if category in "LM" and character not in _WITHOUT_INK and (_script(character) or character == _JOINED_KANA):
        return category
    return " " if character == " " else "?"


def _script(character: str) -> str:
    """Return the script of a character; an empty text if it has none of its own, or is newer than the tables."""
    firsts, scripts, _ = _tables()
    return scripts[bisect(firsts, character) - 1]


def _looks(text: str) -> str:
    """Return what a text looks like: each character as the one that stands for all its look-alikes."""
    _, _, looks = _tables()
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).translate(looks))


@cache
def _tables() -> tuple[list[str], list[str], dict[int, str]]:
    """Return the characters at which scripts begin, these scripts, and what characters look like."""
    tables = json.loads(resources.files("hyperoxo.store").joinpath("letters.json").read_text("utf-8"))
    return list(tables["scripts"]), list(tables["scripts"].values()), str.maketrans(tables["looks"])


@cache
def _own_keys() -> frozenset[str]:
    """Return the keys of the server's own words, and of the names of its players."""
    files = (resources.files("hyperoxo.players").joinpath(file) for file in ("titles.json", "levels.json"))
    named = [word for file in files for pair in json.loads(file.read_text("utf-8")).items() for word in pair]
    closed = (re.sub("[ ,-]", "", word) for word in (*_OWN_WORDS, *named))
    return frozenset(
        key for word in closed for spelled in (word, re.sub("[0-9]", "", word)) for key in keys_of(spelled)
    )
