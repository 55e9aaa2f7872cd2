"""The options of a player: each is declared once, for parsing, validation and help."""

from __future__ import annotations

import math
import typing
from dataclasses import dataclass

from hyperoxo.errors import PlayerError
from hyperoxo.text import did_you_mean, shortened

if typing.TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

OptionValue: typing.TypeAlias = bool | int | float | str | None
"""The value of an option; None for an unset one, which only a default can be."""

OptionType: typing.TypeAlias = type[bool] | type[int] | type[float] | type[str]

_BOOLEANS = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a player; its type is that of its default, or declared if the default is None.

    Attributes:
        name: the name as it is typed (`row-order`); the session receives it with underscores (`row_order`).
        default: the value unless another is typed; None leaves the option unset.
        help: one line that describes its effect.
        minimum: the smallest number allowed.
        maximum: the largest number allowed.
        choices: the texts allowed; empty for any.
        unset_type: the type of an option whose default is None; None for the others.

    Raises:
        ValueError: the option has neither a default nor a type, or both.
    """

    name: str
    default: OptionValue
    help: str
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[str, ...] = ()
    unset_type: OptionType | None = None

    def __post_init__(self) -> None:
        if (self.default is None) != (self.unset_type is not None):
            raise ValueError(f"option {self.name} needs either a default, or a type if it is unset by default")

    @property
    def keyword(self) -> str:
        """The name as a Python keyword argument."""
        return self.name.replace("-", "_")

    @property
    def kind(self) -> str:
        """The type in a word for people: yes/no, whole number, number, or text."""
        return {bool: "yes/no", int: "whole number", float: "number", str: "text"}[self._type]

    @property
    def range(self) -> str:
        """The allowed values, for people: `yes or no`, `0 to 9`, `at least 0`, `inside or outside`."""
        if self._type is bool:
            return "yes or no"
        if self._type is str:
            return " or ".join(self.choices) if self.choices else "any text"
        if self.minimum is not None and self.maximum is not None:
            return f"{self.minimum:g} to {self.maximum:g}"
        if self.minimum is not None:
            return f"at least {self.minimum:g}"
        return f"at most {self.maximum:g}" if self.maximum is not None else f"any {self.kind}"

    def shown(self, value: OptionValue) -> str:
        """Return a value as it is typed; `unset` for None, which cannot be typed."""
        if value is None:
            return "unset"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, float) and value.is_integer():
            return f"{value:.0f}"
        return str(value)

    def parse(self, text: str) -> OptionValue:
        """Read a typed value.

        Raises:
            ValueError: the text is not of the option's type, or out of its range; the message says what is allowed.

        >>> level = Option("level", 3, "how far it sees", minimum=1, maximum=9)
        >>> level.parse("7")
        7
        """
        try:
            value = _BOOLEANS[text.lower()] if self._type is bool else self._type(text)
        except (KeyError, ValueError):
            raise self._refusal(text) from None
        return self.validated(value)

    def validated(self, value: OptionValue) -> OptionValue:
        """Return a value that is allowed; a whole number for a fractional option becomes a fraction.

        Raises:
            ValueError: the type is wrong or the value out of range; the message says what is allowed.
        """
        if value is None and self.default is None:
            return None
        if self._type is float and type(value) is int:
            value = float(value)
        if type(value) is not self._type:
            needed = f"it takes the type {self._type.__name__}, {self.range}"
            raise ValueError(f"option {self.name} cannot be {shortened(repr(value))}: {needed}")
        if isinstance(value, str) and self.choices and value not in self.choices:
            raise self._refusal(value)
        if isinstance(value, int | float) and not self._in_range(value):
            raise self._refusal(self.shown(value))
        return value

    def can_be_typed(self, value: OptionValue) -> bool:
        """Whether a player's name can have this value of an option: commas end it there, `@` begins limits."""
        if not isinstance(value, str) or value == self.default:
            return True
        return value == value.strip() and not set(value) & set(",@")

    @property
    def _type(self) -> OptionType:
        return self.unset_type or typing.cast("OptionType", type(self.default))

    def _in_range(self, value: int | float) -> bool:
        too_small = self.minimum is not None and value < self.minimum
        too_large = self.maximum is not None and value > self.maximum
        return not (too_small or too_large or (isinstance(value, float) and not math.isfinite(value)))

    def _refusal(self, value: str) -> ValueError:
        remedies = filter(None, (f"it takes {self.range}", did_you_mean(value, self.choices)))
        return ValueError(f"option {self.name} cannot be '{shortened(value)}': {'; '.join(remedies)}")


def parse_options(table: Iterable[Option], text: str) -> dict[str, OptionValue]:
    """Read `option=value,option=value` against a table of options.

    Returns:
        Values by option name, only those that were typed.

    Raises:
        PlayerError: an option is unknown, repeated, malformed or out of range.
    """
    known = {option.name: option for option in table}
    values: dict[str, OptionValue] = {}
    for item in text.split(","):
        name, equals, typed = (part.strip() for part in item.partition("="))
        if not equals:
            raise PlayerError(item, "an option is written name=value", listed_options(known))
        if name not in known:
            raise PlayerError(name, "there is no such option", listed_options(known))
        if name in values:
            raise PlayerError(name, "the option is given twice")
        try:
            values[name] = known[name].parse(typed)
        except ValueError as error:
            raise PlayerError(item.strip(), str(error)) from None
    return values


def listed_options(known: Mapping[str, Option]) -> str:
    """Return a sentence with the names of options."""
    return f"options are {', '.join(known)}" if known else "this player has no options"
