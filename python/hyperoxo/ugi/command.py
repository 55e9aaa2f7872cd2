"""The command of an outside engine as it is typed: a name for tables, options, the program and its arguments.

ugi:./engine --fast
ugi:Level=3 "Row order=random" oxo ugi ibm1620
ugi:"name=Old engine" ./engine-1.0
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass

from hyperoxo.errors import PlayerError

_SETTING = re.compile(r"(?P<name>[A-Za-z][^=/]*)=(?P<value>.*)", re.DOTALL)
"""An option before the program. The path of a program may contain `=` only behind a slash."""
_NAME = "name"
"""Names the engine in tables. No option of an engine has this name, since it is a word of `setoption`."""
MAX_NAME = 60
"""The most characters of the name that a user gives an engine."""


@dataclass(frozen=True, slots=True)
class EngineCommand:
    """An engine as it was typed.

    Attributes:
        settings: names and values of options, in order.
        words: the program and its arguments.
        name: the user's name for the engine, which tables show; empty to show the engine's own.
    """

    settings: tuple[tuple[str, str], ...]
    words: tuple[str, ...]
    name: str = ""


def read_command(typed: str) -> EngineCommand:
    """Read what was typed."""
    try:
        words = shlex.split(typed)
    except ValueError as error:
        raise PlayerError(typed, f"the command cannot be read ({error})", "quote as for a shell") from None
    if not typed.isprintable():
        raise PlayerError(typed, "the command holds characters that cannot be printed")
    settings: dict[str, str] = {}
    while words and (found := _SETTING.fullmatch(words[0])):
        if found["name"] in settings:
            raise PlayerError(found["name"], "the option is set twice")
        settings[found["name"]] = found["value"]
        del words[0]
    if not words:
        raise PlayerError(typed, "there is no program to start", "type ugi:COMMAND, such as 'ugi:./engine --fast'")
    name = _checked_name(settings.pop(_NAME)) if _NAME in settings else ""
    return EngineCommand(tuple(settings.items()), tuple(words), name)


def _checked_name(typed: str) -> str:
    """Return the user's name for an engine, without the spaces around it."""
    name = typed.strip()
    if not 0 < len(name) <= MAX_NAME:
        reason = "the name is empty" if not name else f"the name has {len(name)} characters"
        raise PlayerError(f"{_NAME}={typed}", reason, f"type 1 to {MAX_NAME} characters")
    return name
