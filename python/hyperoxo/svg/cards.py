"""A card: a game as a picture to share, 1200 x 630 pixels, the size that other sites show next to a link.

The board is an object, as on the page of `oxo serve`: plates above one another, stones that stand, a beam through a
full line. Names, result and winning line stand next to the board, or below one that is wide.
"""

from __future__ import annotations

import math
import typing
from dataclasses import dataclass

from hyperoxo.boards import to_position
from hyperoxo.sides import SIDES
from hyperoxo.spellings import SUGGESTED
from hyperoxo.svg.layout import ELEVATION, in_turns, number, projection, text_at
from hyperoxo.svg.picture import PicturedGame, Svg, describe
from hyperoxo.svg.style import FONT
from hyperoxo.text import escaped_xml, fitted_name

if typing.TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from hyperoxo._core import Board, Position
    from hyperoxo.boards import PositionLike
    from hyperoxo.sides import Side

CARD_SIZE = (1200, 630)
"""The width and height of a card, in pixels."""

Point = tuple[float, float]

_STAGE, _INK, _MUTED = "#131b29", "#eef2f6", "#a9b8c8"
_SIDE_COLOURS: Mapping[Side, str] = {"x": "#56b4e9", "o": "#f08a3c"}
"""The colours of the background, of the texts and of the sides; all are those of the page's board in its dark theme."""
_FLAT_ELEVATION = math.radians(52)
"""The angle at which the eye looks down on a board of one tier."""
_BORDER, _THICK, _RISE, _STONE = 0.56, 0.15, 0.19, 0.0102
"""In pitches: from the middle of an outer cell to the edge of its plate, the height of a plate, how high stones stand
above the middle of their cells, and the scale of their drawing, which is 100 wide."""
_ABOVE, _BELOW = 0.35, 0.6
"""Room for stones that rise above the first plate, and for the shadow of the last."""
_STACK_GAP = 0.7
_MAX_LIT_STONES = 96
"""More stones than these are small, and drawn without light and shadow, so that a card takes no longer than others."""
_MAX_PITCH_PIXELS = 112
"""The largest distance between neighbouring cells, so that small boards are not huge."""
_BESIDE, _ABOVE_TEXT = (50, 30, 640, 570), (40, 20, 1120, 430)
"""Left, top, width and height of the room for a board next to the texts, and above them."""
_PERSON = "a person"
_SHADE = 'fill="url(#card-shade)"'
_BEAM = ((26, 0.16), (19, 0.16), (13, 0.16), (8, 0.92), (3, 1.0))
"""The strokes of a beam, from its glow to its core: width in pixels, and opacity."""


def card(
    subject: PositionLike | PicturedGame,
    *,
    last_move: int | str | None = None,
    result: object | None = None,
    names: Mapping[Side, str] | None = None,
) -> Svg:
    """Return a card of a position, or of the current position of a game.

    Args:
        subject: the position or game; a board or its description is its empty position.
        last_move: the cell to mark as the last move, by name or index; by default that of the game.
        result: how the game ended, where the board does not say it; by default the result of the game.
        names: who plays which side. A side without a name is that of a person; without names, none are shown.

    Raises:
        CellError: the last move is not on the board.

    >>> from hyperoxo import Game
    >>> card(Game("3x3", "22 11")).size
    (1200, 630)
    """
    position = subject.position if isinstance(subject, PicturedGame) else to_position(subject)
    if isinstance(subject, PicturedGame):
        last_move = subject.last_move if last_move is None else last_move
        result = result or subject.result
    last = None if last_move is None else position.board.cell(last_move)
    scene = _placed(position.board)
    headline, detail, winner = _ending(position, result)
    width, height = CARD_SIZE
    size_of = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    label = escaped_xml(f"{position.board}: {headline}")
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="hyperoxo-card" role="img" aria-label="{label}" {size_of}>',
        f"<title>{label}</title><desc>{escaped_xml(describe(position))}</desc>",
        _DEFINITIONS,
        f'<rect width="{width}" height="{height}" fill="{_STAGE}"/>',
        *_board(scene, position, last),
        *_texts(scene, position, (headline, detail, winner), names or {}),
        "</svg>\n",
    ]
    return Svg("\n".join(drawn))


# ---- Where everything is ----


@dataclass(frozen=True, slots=True)
class _Scene:
    """A board in its place on the card.

    Attributes:
        pitch: the distance between neighbouring cells, before the projection makes it shorter.
        tiers: the tiers, in a stack from the last one up, and whether each is the first and the last of its stack.
        centres: the middle of each cell.
        across: the step from a cell to the next one of its row.
        down: the step from a cell to the next one of its column.
        is_wide: whether the texts stand below the board.
    """

    pitch: float
    tiers: Sequence[tuple[Sequence[int], bool, bool]]
    centres: Mapping[int, Point]
    across: Point
    down: Point
    is_wide: bool

    def at(self, cell: int, column: float, row: float) -> Point:
        """Return the point that is some columns and rows from the middle of a cell."""
        x, y = self.centres[cell]
        (ax, ay), (dx, dy) = self.across, self.down
        return x + column * ax + row * dx, y + column * ay + row * dy

    def standing(self, cell: int) -> Point:
        """Return the middle of the stone on a cell."""
        x, y = self.centres[cell]
        return x, y - _RISE * self.pitch


def _placed(board: Board) -> _Scene:
    *outer, tiers, rows, columns = (1,) * (3 - board.dimensions) + tuple(board.shape)
    elevation = ELEVATION if tiers > 1 else _FLAT_ELEVATION
    (ax, ay), (dx, dy), rise = projection(1, rows, columns, elevation)
    edges = [
        (c * ax + r * dx, c * ay + r * dy)
        for c in (-_BORDER, columns - 1 + _BORDER)
        for r in (-_BORDER, rows - 1 + _BORDER)
    ]
    left, top = min(x for x, _ in edges), min(y for _, y in edges) - _ABOVE
    size = max(x for x, _ in edges) - left, max(y for _, y in edges) - top + (tiers - 1) * rise + _BELOW
    stacks, (wide, high) = in_turns(outer, size, [_STACK_GAP] * len(outer))
    pitch, is_wide = max(
        (min(room[2] / wide, room[3] / high, _MAX_PITCH_PIXELS), room is _ABOVE_TEXT) for room in (_BESIDE, _ABOVE_TEXT)
    )
    room = _ABOVE_TEXT if is_wide else _BESIDE
    x, y = room[0] + (room[2] - pitch * wide) / 2, room[1] + (room[3] - pitch * high) / 2
    centres: dict[int, Point] = {}
    placed: list[tuple[Sequence[int], bool, bool]] = []
    count = rows * columns
    for stack, (stack_x, stack_y) in enumerate(stacks):
        for tier in reversed(range(tiers)):
            cells = range((stack * tiers + tier) * count, (stack * tiers + tier + 1) * count)
            for cell in cells:
                r, c = divmod(cell - cells[0], columns)
                at = stack_x - left + c * ax + r * dx, stack_y - top + c * ay + r * dy + tier * rise
                centres[cell] = x + pitch * at[0], y + pitch * at[1]
            placed.append((cells, tier == 0, tier == tiers - 1))
    return _Scene(pitch, placed, centres, (pitch * ax, pitch * ay), (pitch * dx, pitch * dy), is_wide)


# ---- The board ----


def _stone_shapes(side: Side, outline: str, glint: str, shades: tuple[str, str, str]) -> str:
    """Return a stone in a square from -50 to 50: lit, plain, and as it fades next to a line.

    Shapes are filled and not stroked, and nothing is drawn through a layer, since a card has up to 256 stones.

    Args:
        side: whose stone it is.
        outline: its outline.
        glint: the line of light on it.
        shades: its colours where the light falls, in the dusk, and below.
    """
    colour, (light, dusk, below) = _SIDE_COLOURS[side], shades
    return (
        f'<radialGradient id="card-of-{side}" gradientUnits="userSpaceOnUse" cx="-11" cy="-15" r="52">'
        f'<stop offset="0" stop-color="{light}"/><stop offset=".42" stop-color="{colour}"/>'
        f'<stop offset="1" stop-color="{dusk}"/></radialGradient>'
        f'<g id="card-{side}"><path d="{outline}" fill="{below}" transform="translate(0 3.5)"/>'
        f'<path d="{outline}" fill="url(#card-of-{side})"/>'
        f'<path d="{glint}" fill="none" stroke="#fff" stroke-opacity=".62" stroke-width="3"/></g>'
        f'<path id="card-{side}-plain" d="{outline}" fill="{colour}"/>'
        f'<path id="card-{side}-faded" d="{outline}" fill="{colour}" fill-opacity=".36"/>'
    )


_CROSS = (
    "M-18-28A7 7 0 0 0-28-18L18 28A7 7 0 0 0 28 18ZM28-18A7 7 0 0 0 18-28L-28 18A7 7 0 0 0-18 28Z",
    "M-24.5-26-3-4.5M21.5-26 5.5-10",
)
_RING = (
    "M31 0A31 31 0 0 0-31 0A31 31 0 0 0 31 0ZM17 0A17 17 0 0 1-17 0A17 17 0 0 1 17 0Z",
    "M-24.5-7A25.5 25.5 0 0 1-4-25.2",
)
"""The outline of a stone, and the glint on it."""
_DEFINITIONS = "".join(
    (
        "<defs>",
        '<radialGradient id="card-glow"><stop offset="0" stop-color="#25364f"/>',
        f'<stop offset="1" stop-color="{_STAGE}"/></radialGradient>',
        '<radialGradient id="card-shade"><stop offset=".1" stop-color="#000814" stop-opacity=".3"/>',
        '<stop offset=".6" stop-color="#000814" stop-opacity=".18"/>',
        '<stop offset="1" stop-color="#000814" stop-opacity="0"/></radialGradient>',
        '<linearGradient id="card-top" x1="0" y1="0" x2="1" y2="1">',
        '<stop offset="0" stop-color="#3d5372"/><stop offset="1" stop-color="#22324a"/></linearGradient>',
        _stone_shapes("x", *_CROSS, ("#89cbf0", "#2a668f", "#245f86")),
        _stone_shapes("o", *_RING, ("#f5ad77", "#8a5130", "#8f4d1b")),
        f"</defs><style>.hyperoxo-card text{{font-family:{FONT}}}</style>",
    )
)


def _board(scene: _Scene, position: Position, last: int | None) -> Iterator[str]:
    """Yield the plates from the back to the front with their stones, and the beams with the stones of full lines."""
    # Where a board is wide, its plates are small, and neither a glow behind them nor shadows on them would be seen.
    if not scene.is_wide and position.stones <= _MAX_LIT_STONES:
        yield _ellipse(_BESIDE[0] + _BESIDE[2] / 2, CARD_SIZE[1] / 2, 300, 250, 'fill="url(#card-glow)"')
    lines = [position.board.lines[line] for line in position.completed_lines()]
    won = {cell for line in lines for cell in line}
    for cells, is_first, is_last in scene.tiers:
        yield from _plate(scene, cells, position.board.shape[-1], is_first=is_first, is_last=is_last)
        for cell in sorted(won.intersection(cells)):
            yield _tile(scene, cell, _SIDE_COLOURS[position.stone(cell) or "x"])
        if last is not None and last in cells:
            yield _brackets(scene, last)
        yield from _stones(scene, position, cells, won)
    scale = min(1.0, scene.pitch / 48)
    for line in lines:
        ends = _points([scene.standing(line[0]), scene.standing(line[-1])])
        for width, opacity in _BEAM:
            ink = "#fff" if width == _BEAM[-1][0] else _SIDE_COLOURS[position.winner or "x"]
            stroke = f'stroke="{ink}" stroke-width="{number(width * scale)}" stroke-opacity="{opacity}"'
            yield f'<path class="beam" d="{ends}" {stroke} stroke-linecap="round"/>'
    for cell in sorted(won):
        yield _stone(position.stone(cell) or "x", scene.standing(cell), _STONE * scene.pitch)


def _stones(scene: _Scene, position: Position, cells: Sequence[int], won: Collection[int]) -> Iterator[str]:
    """Yield the stones of a tier, except those of full lines, the farthest first."""
    is_full = position.stones > _MAX_LIT_STONES
    kind = "-faded" if won else "-plain" if is_full else ""
    for cell in sorted(cells, key=lambda cell: scene.centres[cell][1]):
        side = position.stone(cell)
        if side is not None and not is_full:
            paint = 'fill="#000814" fill-opacity=".3"'
            yield _ellipse(*scene.centres[cell], 0.34 * scene.pitch, 0.15 * scene.pitch, paint)
        if side is not None and cell not in won:
            yield _stone(side + kind, scene.standing(cell), _STONE * scene.pitch)


def _plate(scene: _Scene, cells: Sequence[int], columns: int, *, is_first: bool, is_last: bool) -> Iterator[str]:
    """Yield a plate: the shadow below it or on it, its sides, its top with the lines between cells."""
    first, rows = cells[0], len(cells) // columns
    left, right, low = -_BORDER, columns - 1 + _BORDER, rows - 1 + _BORDER
    corners = [scene.at(first, c, r) for c, r in ((left, left), (right, left), (right, low), (left, low))]
    middle = scene.at(first, (columns - 1) / 2, (rows - 1) / 2)
    thick = _THICK * scene.pitch
    half = (max(x for x, _ in corners) - min(x for x, _ in corners)) / 2
    deep = (max(y for _, y in corners) - min(y for _, y in corners)) / 2
    if is_last and not scene.is_wide:
        yield _ellipse(middle[0], middle[1] + 3 * thick, 1.05 * half, deep + thick, _SHADE)
    for (x1, y1), (x2, y2), shade in ((corners[3], corners[2], "#2a3c54"), (corners[2], corners[1], "#1a2534")):
        side = [(x1, y1), (x2, y2), (x2, y2 + thick), (x1, y1 + thick)]
        yield f'<path d="{_points(side)}Z" fill="{shade}"/>'
    yield f'<path d="{_points(corners)}Z" fill="url(#card-top)" stroke="#7f9fc2" stroke-width="1.3"/>'
    grid = [
        *((scene.at(first, c + 0.5, left), scene.at(first, c + 0.5, low)) for c in range(columns - 1)),
        *((scene.at(first, left, r + 0.5), scene.at(first, right, r + 0.5)) for r in range(rows - 1)),
    ]
    yield f'<path d="{"".join(map(_points, grid))}" stroke="#52698a" fill="none"/>'
    if not (is_first or scene.is_wide):
        yield _ellipse(*middle, 0.8 * half, 0.8 * deep, _SHADE)


def _tile(scene: _Scene, cell: int, ink: str) -> str:
    corners = [scene.at(cell, c, r) for c, r in ((-0.45, -0.45), (0.45, -0.45), (0.45, 0.45), (-0.45, 0.45))]
    return f'<path d="{_points(corners)}Z" fill="{ink}" fill-opacity=".3"/>'


def _brackets(scene: _Scene, cell: int) -> str:
    """Return the corner brackets of the last move, which lie on the plate."""
    edge, arm = 0.43, 0.24
    path = "".join(
        _points([scene.at(cell, c * x, r * y) for x, y in ((arm, edge), (edge, edge), (edge, arm))])
        for c in (-1, 1)
        for r in (-1, 1)
    )
    return f'<path d="{path}" fill="none" stroke="{_INK}" stroke-width="{number(max(1.0, scene.pitch / 26))}"/>'


def _ellipse(x: float, y: float, wide: float, deep: float, paint: str) -> str:
    return f'<ellipse cx="{number(x)}" cy="{number(y)}" rx="{number(wide)}" ry="{number(deep)}" {paint}/>'


def _stone(shape: str, at: Point, scale: float) -> str:
    return f'<use href="#card-{shape}" transform="translate({number(at[0])} {number(at[1])}) scale({scale:.4f})"/>'


def _points(points: Sequence[Point]) -> str:
    """Return the path through some points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


# ---- The texts ----


def _ending(position: Position, result: object | None) -> tuple[str, str, Side | None]:
    """Return the result or whose move it is, how the game ended, and who has won."""
    if position.winner is not None:
        line = position.board.lines[position.completed_lines()[0]]
        cells = position.board.names(line)
        named = cells if len(cells) <= 30 else f"{position.board.name(line[0])} to {position.board.name(line[-1])}"
        return f"{position.winner.upper()} wins", named, position.winner
    if result is None:
        return (
            ("Draw", "the board is full", None)
            if position.is_full
            else (f"{position.to_move.upper()} to move", "", None)
        )
    # A result is printed as `X wins (resigned)`, `draw (full board)` or `abandoned`.
    headline, _, how = str(result).partition(" (")
    winner = next((side for side in SIDES if headline == f"{side.upper()} wins"), None)
    return headline[:1].upper() + headline[1:], how.removesuffix(")"), winner


def _texts(
    scene: _Scene,
    position: Position,
    ending: tuple[str, str, Side | None],
    names: Mapping[Side, str],
) -> Iterator[str]:
    """Yield the board's name, the names of the players, and the result."""
    title, (headline, detail, winner) = str(position.board), ending
    stones = len(position.x) + len(position.o)
    places = (
        ((50, 520), (420, 510), (810, 520)) if scene.is_wide else ((730, 165), (730, 275), (730, 430 if names else 320))
    )
    about = SUGGESTED.get(title, "").partition(",")[0]
    count = f"{stones} {'stone' if stones == 1 else 'stones'}"
    (x, y), at_names, at_end = places
    yield text_at(x, y, title, size=min(60, 480 // len(title)), ink=_INK, weight="bold")
    yield text_at(x, y + 44, about, size=24, ink=_MUTED)
    if any(names.values()):
        x, y = at_names
        for side in SIDES:
            yield _stone(side, (x + 16, y - 10), 0.42)
            ink = _INK if winner in {None, side} else _MUTED
            yield text_at(x + 48, y, fitted_name(names.get(side) or _PERSON, 24), size=28, ink=ink)
            y += 52
    x, y = at_end
    yield text_at(x, y, headline, size=48, ink=_SIDE_COLOURS[winner] if winner else _INK, weight="bold")
    for text in filter(None, (detail, count)):
        y += 38
        yield text_at(x, y, text, size=24, ink=_MUTED)
    yield text_at(CARD_SIZE[0] - 30, CARD_SIZE[1] - 24, "hyperoxo", size=18, ink=_MUTED, anchor="end")
