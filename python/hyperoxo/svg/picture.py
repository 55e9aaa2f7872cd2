"""Draws a position as an SVG picture.

The picture is one self-contained text, without scripts, links, or identifiers that could clash with those of another
picture on the same page. It has its own background, so that it is legible on a page of any colour: a notebook's dark
scheme does not change the colours that a picture is shown in.
"""

from __future__ import annotations

import typing
from pathlib import Path
from xml.etree import ElementTree

from hyperoxo.boards import to_position
from hyperoxo.drawing import by_index, marks_by_index
from hyperoxo.errors import InputError, wrong_type
from hyperoxo.planes import Plane, checked_plane, find_plane
from hyperoxo.svg import elements
from hyperoxo.svg.layout import VIEWS, layout_of
from hyperoxo.svg.style import SCHEMES, picture_class, style_sheet
from hyperoxo.text import escaped_xml

if typing.TYPE_CHECKING:
    import os
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from hyperoxo._core import Board, Position
    from hyperoxo.boards import PositionLike
    from hyperoxo.drawing import Marks
    from hyperoxo.svg.elements import LegendKey
    from hyperoxo.svg.layout import BoardView
    from hyperoxo.svg.style import Scheme

MAX_WIDTH_PX = 20_000
"""The greatest width of a picture."""
PICTURE_SUFFIXES = (".svg", ".png", ".pdf")
"""The suffixes of the files that a picture can be saved in."""
Shades: typing.TypeAlias = "Mapping[int | str, int] | Mapping[int, int] | Mapping[str, int]"
"""Shades of cells, by cell: its index or its name."""
_SUFFIXES = " or ".join(PICTURE_SUFFIXES)


@typing.runtime_checkable
class PicturedGame(typing.Protocol):
    """The part of a game that a picture shows; `hyperoxo.game.Game` has it."""

    @property
    def position(self) -> Position:
        """The position now."""

    @property
    def last_move(self) -> int | None:
        """The cell played last."""

    @property
    def result(self) -> object | None:
        """How the game ended; printed."""


class PictureOptions(typing.TypedDict, total=False):
    """The arguments of `board` that pictures of analyses and solutions take, too; `board` describes them."""

    view: BoardView
    plane: Plane | str | None
    last_move: int | str | None
    lines: Iterable[int | Sequence[int]]
    coordinates: bool
    scheme: Scheme
    background: bool
    size: int | None


class Svg(str):
    """The text of a picture, which a notebook shows as a picture."""

    __slots__ = ()

    @property
    def size(self) -> tuple[int, int]:
        """The width and height at which the picture is shown, in pixels."""
        root = self._root()
        return int(root["width"]), int(root["height"])

    def png(self, *, width: int | None = None, colours: int | None = None) -> bytes:
        """Return the picture as PNG, in the light scheme unless it was drawn in the dark one.

        Args:
            width: its width in pixels; twice that of the picture by default, which is sharp on most screens.
            colours: how many colours it may have, from 8 to 256, for a smaller file; None for any number.

        Raises:
            InputError: a number is out of range, or the picture would be too large.
            MissingExtraError: the extra `pictures` is not installed.
        """
        from hyperoxo.svg.rendering import png  # noqa: PLC0415 - only these files need the extra

        return png(self, self.size, width, colours)

    def pdf(self) -> bytes:
        """Return the picture as a PDF page of its size, at 96 pixels an inch; the scheme is that of `png`.

        Raises:
            MissingExtraError: the extra `pictures` is not installed.
        """
        from hyperoxo.svg.rendering import pdf  # noqa: PLC0415 - as above

        return pdf([self], self._root()["aria-label"])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the picture to a file, whose suffix says what it is: `.svg`, `.png` or `.pdf`.

        Raises:
            InputError: the suffix is another.
            MissingExtraError: it is a PNG or PDF file, and the extra `pictures` is not installed.
            OSError: the file cannot be written.
        """
        file = Path(path)
        file.write_bytes(self.encoded(file.suffix, str(path)))

    def encoded(self, suffix: str, name: str) -> bytes:
        """Return the content of a file with this suffix.

        Args:
            suffix: `.svg`, `.png` or `.pdf`, in any case.
            name: what the error of another suffix names.

        Raises:
            InputError: the suffix is another.
            MissingExtraError: it is `.png` or `.pdf`, and the extra `pictures` is not installed.
        """
        match suffix.lower():
            case ".svg":
                return self.encode()
            case ".png":
                return self.png()
            case ".pdf":
                return self.pdf()
        raise InputError(name, "not the name of a picture", f"choose a name that ends in {_SUFFIXES}")

    def _root(self) -> dict[str, str]:
        """Return the attributes of the picture as a whole."""
        return ElementTree.fromstring(self).attrib  # noqa: S314 - our own text

    def _repr_svg_(self) -> str:
        return str(self)


def board(
    subject: PositionLike | PicturedGame,
    *,
    view: BoardView = "planes",
    plane: Plane | str | None = None,
    last_move: int | str | None = None,
    lines: Iterable[int | Sequence[int]] = (),
    marks: Marks | None = None,
    shades: Shades | None = None,
    dashed: Collection[int | str] = (),
    flags: Collection[int | str] = (),
    caption: Sequence[str] = (),
    legend: Sequence[tuple[LegendKey, str]] = (),
    coordinates: bool = True,
    title: str | None = None,
    description: str | None = None,
    scheme: Scheme = "auto",
    background: bool = True,
    size: int | None = None,
) -> Svg:
    """Return a picture of a position, or of the current position of a game.

    Corner brackets mark a game's last move. Completed lines are drawn, and their cells outlined.

    Args:
        subject: the position or game; a board or its description is its empty position.
        view: how the tiers of a board of three or more dimensions are laid out: `planes`, side by side, or
            `stack`, above one another.
        plane: the only plane of a three-dimensional board that is drawn, flat, as `hyperoxo.planes` has it or by its
            name, such as `tier=2` or `row=column`; everything outside it is left out.
        last_move: the cell to mark as the last move, by name or index; by default that of the game.
        lines: lines to show, by index or as their cells, with a dot on each cell, or a ring around its mark. They
            differ by whose stones are on them, which the legend explains: those of X are solid, those of O dashed,
            empty ones dotted, and those with stones of both thin.
        marks: short texts drawn on cells, by cell (its name or index); on a stone they stand at its foot.
        shades: shades of cells, by cell, from 0 for none to `SHADES` for the strongest. They differ in lightness, so
            that colour-blind readers can distinguish them.
        dashed: cells with a dashed outline.
        flags: cells with a flag in their upper right corner.
        caption: texts below the board, broken into lines.
        legend: shades, `"dashed"` or `"flag"` with what they mean, listed below the board.
        coordinates: whether rows, columns and the planes of slower axes are labelled, and the cells of a plane that is
            drawn on its own.
        title: the title that screen readers read; by default the board and the side to move.
        description: the description that screen readers read after it; by default the stones.
        scheme: `light`, `dark`, or `auto` for the reader's choice.
        background: whether the picture has a background; without one it is legible only on a page whose colours follow
            the reader's choice, too.
        size: the width at which it is shown, in pixels; by default that at which a cell is `CELL` pixels wide.

    Raises:
        CellError: a cell is not on the board.
        InputError: there is no such view, plane, line, shade or scheme, or the size is out of range.
        TypeError: an argument is of a wrong type, such as a plane that is a number.

    >>> from hyperoxo import Board
    >>> board(Board("3x3").empty()).startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    True
    """
    game = subject if isinstance(subject, PicturedGame) else None
    position = subject.position if isinstance(subject, PicturedGame) else to_position(subject)
    board = position.board
    _check(view, VIEWS, "view")
    _check(scheme, SCHEMES, "scheme")
    alone = _plane(board, plane)
    layout = layout_of(board, view, alone, coordinates)
    shaded = (
        {}
        if shades is None
        else by_index(board, shades, "shades", typing.SupportsIndex, "numbers by cell, such as {'11': 1}")
    )
    kinds = _kinds(position, shaded, [board.cell(cell) for cell in dashed])
    texts = {} if marks is None else marks_by_index(board, marks)
    if last_move is None and game is not None:
        last_move = game.last_move
    last = () if last_move is None else (board.cell(last_move),)
    flagged = [board.cell(cell) for cell in flags]
    routes, found = elements.shown_lines(layout, position, lines, texts)
    legend = [*legend, *((kind, elements.LINE_MEANINGS[kind]) for kind in found)]
    under, width, height = elements.below(layout, caption, legend)
    parts = {
        "won": position.winner is not None,
        "shades": bool(shaded or legend),
        "texts": bool(under),
        "dashed": bool(dashed or legend),
        "flags": bool(flagged or legend),
        "routes": bool(routes),
    }
    name = title or _title(position, game, alone)
    shown = (width, height) if size is None else (size, _scaled(height, width, size))
    style = style_sheet(scheme, frozenset(part for part, is_in in parts.items() if is_in))
    size_of = f'width="{shown[0]}" height="{shown[1]}" viewBox="0 0 {width} {height}"'
    kind, label = picture_class(scheme), escaped_xml(name)
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" role="img" aria-label="{label}" {size_of}>',
        f"<title>{label}</title>",
        f"<desc>{escaped_xml(description or describe(position))}</desc>",
        f"<style>{style}</style>",
    ]
    if background:
        drawn.append(f'<rect class="paper" width="{width}" height="{height}"/>')
    drawn += elements.labels(layout)
    drawn += elements.grouped(layout, elements.cells(layout, kinds))
    drawn += elements.winning_lines(layout, position)
    drawn += routes
    stones = elements.on_cells(layout, position.x, elements.cross) | elements.on_cells(
        layout, position.o, elements.ring
    )
    drawn += elements.grouped(layout, stones)
    drawn += elements.grouped(layout, elements.on_cells(layout, last, elements.brackets))
    drawn += elements.grouped(layout, elements.on_cells(layout, flagged, elements.flag))
    drawn += elements.marks(layout, position, texts)
    drawn += under
    drawn.append("</svg>\n")
    return Svg("\n".join(drawn))


def _check(given: str, known: Sequence[str], kind: str) -> None:
    if given not in known:
        raise InputError(str(given), f"there is no such {kind}", f"choose {' or '.join(known)}")


def _plane(board: Board, given: object) -> Plane | None:
    if isinstance(given, str):
        return find_plane(board, given)
    if given is None:
        return None
    if isinstance(given, Plane):
        return checked_plane(board, given)
    raise wrong_type("plane", given, "not a plane; a name such as 'tier=2' or a Plane is one")


def _scaled(height: int, width: int, size: int) -> int:
    if not 1 <= size <= MAX_WIDTH_PX:
        raise InputError(f"size {size}", f"not a width from 1 to {MAX_WIDTH_PX}")
    return max(1, round(height * size / width))


def _kinds(position: Position, shades: Mapping[int, int], dashed: Sequence[int]) -> dict[int, str]:
    """Return the classes of the cells that are not plain."""
    kinds = {cell: f"cell shade-{shade}" for cell, shade in shades.items() if elements.checked_shade(shade)}
    for cell in dashed:
        kinds[cell] = f"{kinds.get(cell, 'cell')} dashed"
    for line in position.completed_lines():
        kinds |= dict.fromkeys(position.board.lines[line], f"cell won won-{position.winner}")
    return kinds


def _title(position: Position, game: PicturedGame | None, plane: Plane | None) -> str:
    board = f"{position.board}, {plane.description}" if plane is not None else str(position.board)
    if game is not None and game.result:
        return f"{board}: {game.result}"
    if position.winner:
        return f"{board}: {position.winner.upper()} has won"
    return f"{board}: full board" if position.is_full else f"{board}: {position.to_move.upper()} to move"


def describe(position: Position) -> str:
    """Return the stones of a position in words, as screen readers read them."""
    names = position.board.names
    return f"X on {names(position.x) or 'no cell'}; O on {names(position.o) or 'no cell'}."
