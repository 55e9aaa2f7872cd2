"""Reads pictures back: the places, classes and texts of what is drawn, and the contrast of colours."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple
from xml.etree import ElementTree

NAMESPACE = "{http://www.w3.org/2000/svg}"


class Box(NamedTuple):
    """The place of an element in a picture."""

    left: Fraction
    top: Fraction
    right: Fraction
    bottom: Fraction

    @property
    def centre(self) -> tuple[Fraction, Fraction]:
        """The middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def overlaps(self, other: Box) -> bool:
        """Return whether the two have more than an edge in common."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


class Picture:
    """A picture that was read back."""

    def __init__(self, text: str) -> None:
        self.root = ElementTree.fromstring(text)  # noqa: S314 - our own text

    def of_class(self, name: str) -> list[ElementTree.Element]:
        """Return the elements that have a class."""
        return [element for element in self.root.iter() if name in element.get("class", "").split()]

    def cells(self) -> dict[str, Box]:
        """Return the cells by name."""
        return {cell.attrib["data-cell"]: box(cell) for cell in self.of_class("cell")}

    def cell_at(self, point: tuple[Fraction, Fraction]) -> str:
        """Return the name of the cell with this centre."""
        [name] = [name for name, cell in self.cells().items() if cell.centre == point]
        return name

    def texts(self) -> list[str]:
        """Return the texts that are written."""
        return [element.text or "" for element in self.root.iter(f"{NAMESPACE}text")]


def box(element: ElementTree.Element) -> Box:
    """Return the box around a rectangle, circle or path of straight lines, without the width of its stroke."""
    if element.tag == f"{NAMESPACE}rect":
        left, top, width, height = (Fraction(element.attrib[name]) for name in ("x", "y", "width", "height"))
        return Box(left, top, left + width, top + height)
    if element.tag == f"{NAMESPACE}circle":
        x, y, radius = (Fraction(element.attrib[name]) for name in ("cx", "cy", "r"))
        return Box(x - radius, y - radius, x + radius, y + radius)
    xs: list[Fraction] = []
    ys: list[Fraction] = []
    for command, numbers in re.findall(r"([MLHV])([^MLHV]*)", element.attrib["d"]):
        values = [Fraction(number) for number in numbers.split()]
        if command != "V":
            xs.append(values[0])
        if command != "H":
            ys.append(values[-1])
    return Box(min(xs), min(ys), max(xs), max(ys))


def size(picture: Picture) -> Box:
    """Return the box of the whole picture."""
    left, top, width, height = map(Fraction, picture.root.attrib["viewBox"].split())
    return Box(left, top, left + width, top + height)


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour such as `#0072b2`, as WCAG defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, as WCAG defines it: from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
