"""A proof as a picture: its diagrams from left to right, each joined to those after it.

The picture is one self-contained SVG text with a background of its own, so that it can be read on any page. The sides
differ in shape as well as in colour. Boards are laid out as `hyperoxo.svg` lays them out: columns across, rows down,
tiers across, and the fourth axis down again.
"""

from __future__ import annotations

import typing
from dataclasses import dataclass

from hyperoxo.errors import InputError
from hyperoxo.sides import other_side
from hyperoxo.solver.explain.diagram import Diagram, diagram_of
from hyperoxo.svg import SCHEMES, Scheme, Svg
from hyperoxo.svg.layout import Grid, grid_of
from hyperoxo.svg.style import COLOURS, FONT, StyleRule, picture_class, themed
from hyperoxo.text import escaped_xml

if typing.TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hyperoxo.solver.explain.tree import ExplanationNode

DEFAULT_DEPTH = 2
"""How many replies deep a picture goes."""
DEFAULT_BOARDS = 40
"""The most boards in the picture of a tree."""
MAX_BOARDS = 2_000
"""The most boards of a picture."""

_CELL, _GAPS = 18, (2, 10, 20, 30)
"""The size of a cell, and the space between cells, planes, and so on."""
_ACROSS, _DOWN, _EDGE = 44, 22, 16
_TEXT, _LETTER = 15, 6.2
"""Height of a line of text, and the width of a letter: the longest captions are a little narrower than this says."""

COLOURS_OF_PROOFS = {
    **{name: COLOURS[name] for name in ("paper", "cell", "ink", "x")},
    "o": ("#b34700", COLOURS["o"][1]),  # darker than on a board, since small white digits stand on it
    "edge": ("#9aa5b1", "#616e7c"),
}
"""The colours by name, in the light and in the dark scheme."""
_RULES = (
    StyleRule("", "text", f"font-family:{FONT};font-size:11px"),
    StyleRule("", ".heading", "font-size:13px;font-weight:600"),
    StyleRule("", ".x,.o", "fill:none;stroke-width:2.5;stroke-linecap:round"),
    StyleRule("", ".reply", "fill:none;stroke-width:1.5"),
    StyleRule("", ".number,.letter", "text-anchor:middle;font-weight:600"),
    StyleRule("", ".line-x,.line-o", "stroke-width:3;stroke-linecap:round;stroke-opacity:.5"),
    StyleRule("", ".edge", "fill:none;stroke-width:1.5"),
    StyleRule("", "text", "", "fill:ink"),
    StyleRule("", ".paper,.number", "", "fill:paper"),
    StyleRule("", ".cell", "", "fill:cell"),
    StyleRule("", ".x,.line-x", "", "stroke:x"),
    StyleRule("", ".o,.line-o", "", "stroke:o"),
    StyleRule("", ".dot-x,.move-x", "", "fill:x"),
    StyleRule("", ".dot-o,.move-o", "", "fill:o"),
    StyleRule("", ".reply", "", "stroke:ink"),
    StyleRule("", ".edge", "", "stroke:edge"),
)


def proof_svg(
    trees: Sequence[ExplanationNode],
    *,
    depth: int = DEFAULT_DEPTH,
    boards: int = DEFAULT_BOARDS,
    title: str | None = None,
    scheme: Scheme = "auto",
) -> Svg:
    """Return a picture of the trees of a proof, one below the other.

    Each board shows a reply of the strategist's opponent and the response. A framed stone is the reply, and stands for
    symmetric ones; dots are replies that get the same response; numbers are the moves that follow, the strategist's
    first. Letters are the pairs of a pairing. Replies beyond the limits are counted below the board before them.

    Args:
        trees: where the trees begin.
        depth: the most replies on a way through the picture.
        boards: about how many boards a tree may have: those nearest to its beginning. At least its first is drawn.
        title: a title above the trees, which screen readers read as well; without one they read what is proved.
        scheme: the colours.

    Raises:
        InputError: there is no tree or no such scheme, or a limit is out of range.
    """
    if scheme not in SCHEMES:
        raise InputError(str(scheme), "there is no such scheme", f"schemes are {', '.join(SCHEMES)}")
    if not trees:
        raise InputError("no tree", "there is nothing to draw")
    if depth < 0:
        raise InputError(f"depth {depth}", "the depth of a picture is at least 0")
    if not 1 <= boards <= MAX_BOARDS:
        raise InputError(f"{boards} boards", f"a picture has 1 to {MAX_BOARDS:,} boards for each tree")
    shape = grid_of(trees[0].position.board, _CELL, _GAPS)
    roots = [diagram_of(node, depth=depth, boards=boards) for node in trees]
    parts: list[str] = []
    top, width = float(_EDGE), 0.0
    if title is not None:
        parts.append(_text(_EDGE, top + 12, title, "heading"))
        top, width = top + 2 * _TEXT, _EDGE + 8.0 * len(title)
    for root, node in zip(roots, trees, strict=True):
        parts.append(_text(_EDGE, top + 12, _claim(node), "heading"))
        placed = _place(root, shape, _EDGE, top + 26)
        parts += _drawn(placed, shape)
        top = placed.bottom + _DOWN
        width = max(width, placed.right, _EDGE + 7.5 * len(_claim(node)))
    drawn = [diagram for root in roots for diagram in root.all()]
    for line in _legend(drawn):
        parts.append(_text(_EDGE, top + 8, line))
        top += _TEXT
        width = max(width, _EDGE + _LETTER * len(line))
    wide, high = round(width + _EDGE), round(top + _EDGE)
    size = f'width="{wide}" height="{high}"'
    name = picture_class(scheme, "oxo-proof")
    kind = f'class="{name}" role="img"'
    spoken = escaped_xml(title or f"{trees[0].position.board}: why {' and '.join(map(_claim, trees))}")
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {kind} aria-label="{spoken}" {size} viewBox="0 0 {wide} {high}">',
        f"<title>{spoken}</title>",
        f"<desc>{escaped_xml(_description(drawn))}</desc>",
        f"<style>{themed(_RULES, name, scheme, COLOURS_OF_PROOFS)}</style>",
        f'<rect class="paper" {size} rx="8"/>',
    ]
    return Svg("\n".join([*head, *parts, "</svg>\n"]))


# ---- Words ----


def _claim(node: ExplanationNode) -> str:
    side = node.strategist.upper()
    return f"{side} wins" if node.wins else f"{side} does not lose"


def _description(diagrams: Sequence[Diagram]) -> str:
    """Return the captions of all boards, for readers who do not see the picture."""
    return "; ".join(", ".join(_caption(diagram)) for diagram in diagrams if diagram.captions)


def _caption(diagram: Diagram) -> tuple[str, ...]:
    if not diagram.folded:
        return diagram.captions
    return (*diagram.captions, f"… {diagram.folded} {'reply' if diagram.folded == 1 else 'replies'} not drawn")


def _legend(diagrams: Sequence[Diagram]) -> list[str]:
    """Return what the signs of the picture mean, those that it has."""
    lines = []
    if any(diagram.replies and not _has_dots(diagram) for diagram in diagrams):
        lines.append("framed: the reply")
    if any(_has_dots(diagram) for diagram in diagrams if diagram.replies):
        lines.append("dots: replies with the same response")
    if any(diagram.response for diagram in diagrams):
        lines.append("1, 2, …: the moves that follow")
    if any(diagram.pairs for diagram in diagrams):
        lines.append("equal letters: a pair")
    return lines


def _has_dots(diagram: Diagram) -> bool:
    return bool(diagram.pairs) or (len(diagram.replies) > 1 and not diagram.is_class)


# ---- Places ----


@dataclass(frozen=True, slots=True)
class _Placed:
    """A diagram with the left and top of its board, and the right and bottom of it and all that follows it."""

    diagram: Diagram
    left: float
    top: float
    right: float
    bottom: float
    children: tuple[_Placed, ...]


def _place(diagram: Diagram, shape: Grid, left: float, top: float) -> _Placed:
    """Return the diagram placed at the height of the first of those after it."""
    captions = _caption(diagram)
    width = max(shape.width, *(_LETTER * len(line) for line in captions), 0)
    height = shape.height + _TEXT * len(captions)
    children: list[_Placed] = []
    below = top
    for child in diagram.children:
        placed = _place(child, shape, left + width + _ACROSS, below)
        children.append(placed)
        below = placed.bottom + _DOWN
    right = max(left + width, *(child.right for child in children), 0)
    bottom = max(top + height, *(child.bottom for child in children), 0)
    return _Placed(diagram, left, top, right, bottom, tuple(children))


# ---- Drawing ----


def _drawn(placed: _Placed, shape: Grid) -> Iterator[str]:
    """Yield a diagram, the edges from it, and what follows it."""
    start = placed.left + shape.width
    y = placed.top + shape.height / 2
    for child in placed.children:
        y_end, turn = child.top + shape.height / 2, child.left - _ACROSS / 2
        yield f'<path class="edge" d="M{start + 6:g} {y:g}H{turn:g}V{y_end:g}H{child.left - 6:g}"/>'
    yield f'<g class="diagram" transform="translate({placed.left:g} {placed.top:g})">'
    yield from _board(placed.diagram, shape)
    for at, line in enumerate(_caption(placed.diagram), 1):
        yield _text(0, shape.height + at * _TEXT - 2, line)
    yield "</g>"
    for child in placed.children:
        yield from _drawn(child, shape)


def _board(diagram: Diagram, shape: Grid) -> Iterator[str]:
    position = diagram.position
    board, opponent = position.board, other_side(diagram.strategist)
    for cell, (x, y) in enumerate(shape.corners):
        yield _square("cell", x, y, data=f' data-cell="{board.name(cell)}"')
    for line in diagram.end.completed_lines():
        cells = board.lines[line]
        (x1, y1), (x2, y2) = shape.corners[cells[0]], shape.corners[cells[-1]]
        half = _CELL / 2
        yield (
            f'<line class="line-{diagram.end.winner}" x1="{x1 + half:g}" y1="{y1 + half:g}" '
            f'x2="{x2 + half:g}" y2="{y2 + half:g}"/>'
        )
    for cell in range(len(board)):
        side = position.stone(cell)
        if side is not None:
            yield _stone(side, *shape.corners[cell])
    for cell in diagram.replies[:1] if diagram.is_class else diagram.replies:
        x, y = shape.corners[cell]
        if not _has_dots(diagram):
            yield _stone(opponent, x, y)
            yield _square("reply", x, y, inset=0.75)
        else:
            yield f'<circle class="dot-{opponent}" cx="{x + _CELL // 2}" cy="{y + _CELL // 2}" r="3"/>'
    for number, cell in enumerate(diagram.response, 1):
        yield _numbered(diagram.strategist if number % 2 else opponent, number, *shape.corners[cell])
    for at, pair in enumerate(sorted({(min(pair), max(pair)) for pair in diagram.pairs.items()})):
        for cell in pair:
            x, y = shape.corners[cell]
            yield _text(x + _CELL / 2, y + _CELL / 2 + 4, _letter(at), "letter")


def _square(kind: str, x: float, y: float, *, inset: float = 0, data: str = "") -> str:
    side = f"{_CELL - 2 * inset:g}"
    return f'<rect class="{kind}"{data} x="{x + inset:g}" y="{y + inset:g}" width="{side}" height="{side}" rx="3"/>'


def _stone(side: str, x: int, y: int) -> str:
    if side == "o":
        return f'<circle class="o" cx="{x + _CELL // 2}" cy="{y + _CELL // 2}" r="5.5"/>'
    near, far = 4.5, _CELL - 4.5
    return f'<path class="x" d="M{x + near} {y + near}L{x + far} {y + far}M{x + far} {y + near}L{x + near} {y + far}"/>'


def _numbered(side: str, number: int, x: int, y: int) -> str:
    """Return a numbered move: a square for X, a disc for O."""
    if side == "x":
        shape = _square("move-x", x, y, inset=1)
    else:
        shape = f'<circle class="move-o" cx="{x + _CELL // 2}" cy="{y + _CELL // 2}" r="{_CELL // 2 - 1}"/>'
    return shape + _text(x + _CELL / 2, y + _CELL / 2 + 4, str(number), "number")


def _letter(number: int) -> str:
    """Return the letters of a pair: a to z, then aa, ab and so on."""
    before, last = divmod(number, 26)
    return (_letter(before - 1) if before else "") + chr(ord("a") + last)


def _text(x: float, y: float, text: str, kind: str = "") -> str:
    attribute = f' class="{kind}"' if kind else ""
    return f'<text{attribute} x="{x:g}" y="{y:g}">{escaped_xml(text)}</text>'
