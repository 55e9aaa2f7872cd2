"""The options of an engine, with their types and values: read from a line and written as one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from hyperoxo.errors import ProtocolError
from hyperoxo.ugi.messages.words import (
    EMPTY,
    MAX_NUMBER,
    check_words,
    read_number,
    sections,
    text_after,
)

BOARD_OPTION, SEED_OPTION = "Board", "Seed"
"""The options that the protocol defines; upper and lower case are the same in them."""
DEFAULT_BOARD = "4x4x4"
"""The board of an engine without the option `Board`, and of ours until a client sets it."""


class UgiOptionType(StrEnum):
    """The type of an option."""

    CHECK = "check"
    """`true` or `false`."""
    SPIN = "spin"
    """A whole number."""
    COMBO = "combo"
    """One of several texts."""
    STRING = "string"
    """A text."""
    BUTTON = "button"
    """No value: setting it triggers an action."""


@dataclass(frozen=True, slots=True)
class OptionOffer:
    """Describes an option of the engine.

    Attributes:
        name: its name.
        type: its type.
        default: its value until it is set; None for a button.
        minimum: the smallest value of a spin.
        maximum: the largest value of a spin.
        choices: the values of a combo.
    """

    name: str
    type: UgiOptionType
    default: str | None = None
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The line."""
        parts = ["option name", self.name, "type", self.type.value]
        if self.default is not None:
            parts += ["default", self.default or EMPTY]
        if self.minimum is not None:
            parts += ["min", str(self.minimum)]
        if self.maximum is not None:
            parts += ["max", str(self.maximum)]
        for choice in self.choices:
            parts += ["var", choice]
        return " ".join(parts)


_OPTION_WORDS = frozenset({"name", "type", "default", "min", "max", "var"})


def read_option_offer(line: str, words: list[str]) -> OptionOffer:
    """Return the option that a line offers.

    Args:
        line: the whole line.
        words: its words after `option`.

    Raises:
        ProtocolError: it is malformed.
    """
    parts: dict[str, list[str]] = {}
    choices: list[str] = []
    at = words.index("type") if "type" in words else len(words)
    kind = words[at + 1] if at + 1 < len(words) else ""
    if words[:1] != ["name"] or kind not in set(UgiOptionType):
        raise ProtocolError(line, "an option needs a name and a type", f"types are {', '.join(UgiOptionType)}")
    name = check_words(words[1:at], "an option's name", _OPTION_WORDS | {"value"})
    if kind == UgiOptionType.STRING:
        # Its default may hold any word, so it goes to the end of the line.
        if len(words) > at + 2 and words[at + 2] != "default":
            raise ProtocolError(line, "a text has nothing but a default")
        default = text_after(line, at + 4)
        return OptionOffer(name, UgiOptionType.STRING, "" if default == EMPTY else default)
    for keyword, found in sections(words[at + 2 :], _OPTION_WORDS):
        if keyword == "var":
            choices.append(check_words(found, "a choice"))
        elif keyword in parts or keyword not in {"default", "min", "max"}:
            raise ProtocolError(line, f"{keyword or found[0]} cannot stand here")
        else:
            parts[keyword] = found
    bounds = {
        keyword: read_number(" ".join(parts[keyword]), keyword, -MAX_NUMBER)
        for keyword in ("min", "max")
        if keyword in parts
    }
    default_text = " ".join(parts["default"]) if "default" in parts else None
    if kind == UgiOptionType.SPIN and default_text is not None:
        read_number(default_text, "a number's default", -MAX_NUMBER)
    if kind == UgiOptionType.CHECK and default_text not in {"true", "false", None}:
        raise ProtocolError(default_text or "", "a check's default is true or false")
    return OptionOffer(
        name,
        UgiOptionType(kind),
        "" if default_text == EMPTY else default_text,
        bounds.get("min"),
        bounds.get("max"),
        tuple(choices),
    )
