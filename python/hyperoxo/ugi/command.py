"""How an outside engine is typed: the options to set, then the program and its arguments, as for a shell.

ugi:./engine --fast
ugi:Level=3 "Row order=random" oxo ugi ibm1620
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass

from hyperoxo.errors import PlayerError

_SETTING = re.compile(r"(?P<name>[A-Za-z][^=/]*)=(?P<value>.*)", re.DOTALL)
"""An option comes before the program; a path to a program may hold `=`, but only behind a slash."""


@dataclass(frozen=True, slots=True)
class EngineCommand:
    """An engine as it was typed.

    Attributes:
        settings: names and values of options, in order.
        words: the program and its arguments.
    """

    settings: tuple[tuple[str, str], ...]
    words: tuple[str, ...]


def read_command(typed: str) -> EngineCommand:
    """Read what was typed.

    Raises:
        PlayerError: there is no program in it, a quote is open, or an option is set twice.
    """
    try:
        words = shlex.split(typed)
    except ValueError as error:
        raise PlayerError(typed, f"the command cannot be read ({error})", "quote as for a shell") from None
    settings: dict[str, str] = {}
    while words and (found := _SETTING.fullmatch(words[0])):
        if found["name"] in settings:
            raise PlayerError(found["name"], "the option is set twice")
        settings[found["name"]] = found["value"]
        del words[0]
    if not words:
        raise PlayerError(typed, "there is no program to start", "type ugi:COMMAND, such as 'ugi:./engine --fast'")
    if not typed.isprintable():
        raise PlayerError(typed, "the command holds characters that cannot be printed")
    return EngineCommand(tuple(settings.items()), tuple(words))
