"""A player's options: each is declared once, and parsing, validation and help follow from that declaration."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from hyperoxo.errors import PlayerError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Value: TypeAlias = bool | int | float | str
"""What an option can be set to."""

_BOOLEANS = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a player; its type is the type of its default.

    Attributes:
        name: as it is typed (`row-order`); the session receives it with underscores (`row_order`).
        default: the value when nothing is typed.
        help: one line that says what it does.
        minimum: smallest number allowed.
        maximum: largest number allowed.
        choices: the texts allowed; empty allows any.
    """

    name: str
    default: Value
    help: str
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[str, ...] = ()

    @property
    def keyword(self) -> str:
        """The name as a Python keyword argument."""
        return self.name.replace("-", "_")

    @property
    def kind(self) -> str:
        """The type in a word for people: yes/no, whole number, number, or text."""
        return {bool: "yes/no", int: "whole number", float: "number", str: "text"}[type(self.default)]

    @property
    def range(self) -> str:
        """What is allowed, for people: `yes or no`, `0 to 9`, `at least 0`, `inside or outside`."""
        if isinstance(self.default, bool):
            return "yes or no"
        if isinstance(self.default, str):
            return " or ".join(self.choices) if self.choices else "any text"
        if self.minimum is not None and self.maximum is not None:
            return f"{self.minimum:g} to {self.maximum:g}"
        if self.minimum is not None:
            return f"at least {self.minimum:g}"
        return f"at most {self.maximum:g}" if self.maximum is not None else f"any {self.kind}"

    def shown(self, value: Value) -> str:
        """Return `value` as it is typed."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        return f"{value:g}" if isinstance(value, float) else str(value)

    def parse(self, text: str) -> Value:
        """Read a typed value.

        Raises:
            ValueError: the text is not of the option's type, or out of its range; the message says what is allowed.
        """
        return self.validated(self._converted(text))

    def validated(self, value: Value) -> Value:
        """Return `value` if it is allowed, a whole number for a fractional option as a fraction.

        Raises:
            ValueError: it is of the wrong type or out of range; the message says what is allowed.
        """
        if isinstance(self.default, float) and type(value) is int:
            value = float(value)
        if type(value) is not type(self.default):
            raise self._refusal(str(value))
        if isinstance(value, str):
            if self.choices and value not in self.choices:
                raise self._refusal(value)
        elif not isinstance(value, bool):
            too_small = self.minimum is not None and value < self.minimum
            too_large = self.maximum is not None and value > self.maximum
            if too_small or too_large or not math.isfinite(value):
                raise self._refusal(self.shown(value))
        return value

    def _converted(self, text: str) -> Value:
        try:
            if isinstance(self.default, bool):
                return _BOOLEANS[text.lower()]
            return type(self.default)(text)
        except (KeyError, ValueError):
            raise self._refusal(text) from None

    def _refusal(self, value: str) -> ValueError:
        return ValueError(f"option {self.name} cannot be {value!r}: it takes {self.range}")


def parse_options(table: Iterable[Option], text: str) -> dict[str, Value]:
    """Read `option=value,option=value` against a table of options.

    Returns:
        Values by option name, only those that were typed.

    Raises:
        PlayerError: an option is unknown, repeated, malformed or out of range.
    """
    known = {option.name: option for option in table}
    values: dict[str, Value] = {}
    for item in text.split(","):
        name, equals, typed = (part.strip() for part in item.partition("="))
        if not equals:
            raise PlayerError(item, "an option is written name=value", _listing(known))
        if name not in known:
            raise PlayerError(name, "there is no such option", _listing(known))
        if name in values:
            raise PlayerError(name, "the option is given twice")
        try:
            values[name] = known[name].parse(typed)
        except ValueError as error:
            raise PlayerError(item.strip(), str(error)) from None
    return values


def _listing(known: Mapping[str, Option]) -> str:
    return f"options are {', '.join(known)}" if known else "this player has no options"
