"""The variables, arrays and other memory of a BASIC program."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeAlias

from listings.limits import ListingError

if TYPE_CHECKING:
    from collections.abc import Callable

BasicValue: TypeAlias = "float | str"
Expression: TypeAlias = "Callable[[], BasicValue]"
Number: TypeAlias = "Callable[[], float]"

MAX_ELEMENTS = 20_000
"""Elements of all arrays."""
UNDECLARED = 10
"""The last index of an array without `dim`."""
BLOCKS = ("contrl", "intin", "ptsin", "intout", "ptsout")
"""The arrays of the machine's screen interface: `poke` and `peek` reach their words by these names."""
_BLOCK = 256
"""Bytes of each."""
LARGEST = 1e38
"""Numbers are at most this, up or down."""
LONGEST = 255
"""Characters of a text."""
RANDOM_STATES = 1 << 48


class Array:
    """The elements of an array of one or two dimensions."""

    def __init__(self, name: str, last: list[int]) -> None:
        self.name = name
        self.last = last
        empty: BasicValue = "" if name.endswith("$") else 0.0
        self.elements: list[BasicValue] = [empty] * math.prod(number + 1 for number in last)

    def place(self, indices: tuple[float, ...], where: str) -> int:
        """Return the place of an element.

        Raises:
            ListingError: there is none.
        """
        place = 0
        if len(indices) == len(self.last):
            for index, last in zip(indices, self.last, strict=True):
                if not 0 <= index < last + 1:
                    break
                place = place * (last + 1) + int(index)
            else:
                return place
        shown = ",".join(f"{index:g}" for index in indices)
        raise ListingError(
            f"{self.name}({shown})", f"its indices are 0 to {', 0 to '.join(map(str, self.last))}", place=where
        )


class BasicMemory:
    """What a program remembers.

    Args:
        seed: where its random numbers begin.

    Attributes:
        values: variables by name.
        arrays: arrays by name.
        words: the machine's words by address.
        random: the state of the random numbers, of 48 bits.
        functions: the functions of one number, by name.
    """

    def __init__(self, seed: int) -> None:
        self.values: dict[str, BasicValue] = {}
        self.arrays: dict[str, Array] = {}
        self.words: dict[int, int] = {}
        self.random = (seed << 16 ^ 0x330E) % RANDOM_STATES
        self.functions: dict[str, Callable[[float], float]] = {
            "abs": abs,
            "int": lambda number: float(math.floor(number)),
            "peek": lambda address: float(self.words.get(self.address(address), 0)),
            "rnd": self._draw,
            "sgn": lambda number: float((number > 0) - (number < 0)),
            "sqr": math.sqrt,
        }

    def variable(self, name: str) -> Expression:
        """Return the function that gives a variable's value."""
        if name in BLOCKS:
            address = float((BLOCKS.index(name) + 1) * _BLOCK)
            return lambda: address
        values = self.values
        empty: BasicValue = "" if name.endswith("$") else 0.0
        return lambda: values.get(name, empty)

    def reader(self, name: str, indices: list[Number], where: str) -> Expression:
        """Return the function that gives an element's value."""
        find = self._finder(name, indices, where)

        def read() -> BasicValue:
            array, place = find()
            return array.elements[place]

        return read

    def setter(self, name: str, indices: list[Number], where: str) -> Callable[[BasicValue], None]:
        """Return the function that sets a variable, or an element if there are indices."""
        if name in BLOCKS or name in self.functions:
            raise ListingError(name, "it is a name of the machine's, and cannot be set", place=where)
        values = self.values

        def set_variable(value: BasicValue) -> None:
            values[name] = fitting(name, value, where)

        if not indices:
            return set_variable
        find = self._finder(name, indices, where)

        def set_element(value: BasicValue) -> None:
            array, place = find()
            array.elements[place] = fitting(name, value, where)

        return set_element

    def declare(self, name: str, last: list[float], where: str) -> Array:
        """Make an array, empty as all are.

        Raises:
            ListingError: it exists, has more than two dimensions, or the arrays become too large.
        """
        if name in self.arrays:
            raise ListingError(name, "this array exists already", place=where)
        if not 1 <= len(last) <= 2 or not all(0 <= number <= MAX_ELEMENTS for number in last):
            raise ListingError(name, f"an array has one or two dimensions from 0 to {MAX_ELEMENTS}", place=where)
        whole = [int(number) for number in last]
        held = sum(len(array.elements) for array in self.arrays.values())
        if held + math.prod(number + 1 for number in whole) > MAX_ELEMENTS:
            raise ListingError(name, f"the arrays have more than {MAX_ELEMENTS:,} elements", place=where)
        self.arrays[name] = Array(name, whole)
        return self.arrays[name]

    def address(self, number: float) -> int:
        """Return an address of the machine's words.

        Raises:
            ValueError: there is nothing of this dialect there.
        """
        if not _BLOCK <= number < (len(BLOCKS) + 1) * _BLOCK:
            raise ValueError(f"at {number:g} is nothing to read or write; use {', '.join(BLOCKS)}")
        return int(number)

    def block(self, name: str, word: int = 0) -> int:
        """Return the address of a word of an array of the machine's."""
        return (BLOCKS.index(name) + 1) * _BLOCK + 2 * word

    def _draw(self, _: float) -> float:
        self.random = (0x5DEECE66D * self.random + 0xB) % RANDOM_STATES
        return self.random / RANDOM_STATES

    def _finder(self, name: str, indices: list[Number], where: str) -> Callable[[], tuple[Array, int]]:
        arrays = self.arrays

        def array() -> Array:
            found = arrays.get(name)
            return self.declare(name, [UNDECLARED] * len(indices), where) if found is None else found

        if len(indices) == 1:
            [only] = indices

            def find_one() -> tuple[Array, int]:
                found, index = array(), only()
                if len(found.last) == 1 and 0 <= index < found.last[0] + 1:
                    return found, int(index)
                return found, found.place((index,), where)

            return find_one

        def find() -> tuple[Array, int]:
            found = array()
            return found, found.place(tuple(index() for index in indices), where)

        return find


def fitting(name: str, value: BasicValue, where: str) -> BasicValue:
    """Return a value that a variable can hold.

    Raises:
        ListingError: it is too large, or too long.
    """
    if (len(value) > LONGEST) if isinstance(value, str) else not -LARGEST <= value <= LARGEST:
        raise ListingError(name, f"its value is beyond {LARGEST:g}, or longer than {LONGEST} characters", place=where)
    return value
