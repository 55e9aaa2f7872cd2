"""Other views of a board: its tiers as a stack, and a plane alone; and lines that are shown."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from support.pictures import NAMESPACE, Picture, box, size

from hyperoxo import Board, Game, svg
from hyperoxo.planes import planes
from hyperoxo.svg import CELL

QUBIC = Board("4x4x4")
STACKS = [Board(text) for text in ("3x3x3", "4x4x4", "3x4x5:3", "2x10x3:3", "3x3x3x3", "4x4x4x4", "3x3x3x3x3")]


def stack_centres(picture: Picture) -> dict[str, tuple[float, float]]:
    """Return the middle of each cell of a stack, by its tier's matrix, and check that all of it is in the picture."""
    whole = size(picture)
    centres: dict[str, tuple[float, float]] = {}
    for tier in picture.root.iter(f"{NAMESPACE}g"):
        a, b, c, d, e, f = map(float, tier.attrib["transform"].removeprefix("matrix(").rstrip(")").split())
        for cell in tier.iter(f"{NAMESPACE}rect"):
            at = box(cell)
            for x, y in ((at.left, at.top), (at.left, at.bottom), (at.right, at.top), (at.right, at.bottom)):
                assert whole.left < a * x + c * y + e < whole.right
                assert whole.top < b * x + d * y + f < whole.bottom
            x, y = at.centre
            centres[cell.attrib["data-cell"]] = (a * x + c * y + e, b * x + d * y + f)
    return centres


# ---- The stack ----


@pytest.mark.parametrize("board", STACKS, ids=str)
@pytest.mark.parametrize("coordinates", [True, False])
def test_a_stack_has_every_cell_once_and_its_lines_are_straight(board: Board, coordinates: bool) -> None:
    centres = stack_centres(Picture(svg.board(board, view="stack", coordinates=coordinates)))
    assert list(centres) == [board.name(cell) for cell in range(len(board))]
    for line in board.lines:
        places = [centres[board.name(cell)] for cell in line]
        steps = [(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pairwise(places)]
        assert all(math.dist(step, steps[0]) < 0.01 for step in steps)
    near = min(math.dist(one, other) for one, other in combinations(centres.values(), 2))
    assert near > CELL / 2


def test_the_first_tier_is_at_the_top_and_rows_come_nearer() -> None:
    centres = stack_centres(Picture(svg.board(QUBIC, view="stack")))
    down = [centres[f"{tier}11"] for tier in "1234"]
    assert len({x for x, _ in down}) == 1
    assert all(above < below for (_, above), (_, below) in pairwise(down))
    assert centres["111"][1] < centres["121"][1] < centres["141"][1] < centres["211"][1] + CELL
    assert centres["111"][0] < centres["112"][0]


def test_tiers_of_a_stack_stay_apart() -> None:
    """The lowest point of a tier is above the highest point of the next."""
    picture = Picture(svg.board(QUBIC, view="stack"))
    ranges: list[tuple[float, float]] = []
    for tier in picture.root.iter(f"{NAMESPACE}g"):
        _, b, _, d, _, f = map(float, tier.attrib["transform"].removeprefix("matrix(").rstrip(")").split())
        boxes = [box(cell) for cell in tier.iter(f"{NAMESPACE}rect")]
        heights = [b * x + d * y + f for at in boxes for x in (at.left, at.right) for y in (at.top, at.bottom)]
        ranges.append((min(heights), max(heights)))
    assert len(ranges) == 4
    assert all(lowest < highest for (_, lowest), (highest, _) in pairwise(ranges))


def test_stones_marks_and_winning_lines_of_a_stack_are_on_its_cells() -> None:
    won = Game(QUBIC, "111 112 222 113 333 114 444")
    picture = Picture(svg.board(won, view="stack", marks={"121": "W7", "443": "~62"}))
    centres = stack_centres(picture)
    groups = [group for group in picture.root.iter(f"{NAMESPACE}g") if group.find(f"{NAMESPACE}rect") is None]
    stones = [(shape.attrib["class"], group.attrib["transform"]) for group in groups for shape in group]
    tiers = {
        cell.attrib["data-cell"][0]: group.attrib["transform"]
        for group in picture.root.iter(f"{NAMESPACE}g")
        for cell in group.iter(f"{NAMESPACE}rect")
    }
    assert stones == [
        *(("x", tiers["1"]), ("o", tiers["1"]), ("o", tiers["1"]), ("o", tiers["1"])),
        *(("x", tiers["2"]), ("x", tiers["3"]), ("x", tiers["4"]), ("last", tiers["4"])),
    ]
    marks = {mark.text: (float(mark.attrib["x"]), float(mark.attrib["y"])) for mark in picture.of_class("mark")}
    for text, name in (("W7", "121"), ("~62", "443")):
        x, y = centres[name]
        assert marks[text] == pytest.approx((x, y + 5), abs=0.01)
    [line] = picture.of_class("line")
    ends = [(float(line.attrib[f"x{end}"]), float(line.attrib[f"y{end}"])) for end in (1, 2)]
    assert ends == [pytest.approx(centres[name], abs=0.01) for name in ("111", "444")]


def test_a_stack_has_coordinates() -> None:
    """The name of each tier, and rows and columns at the lowest one."""
    texts = Picture(svg.board("3x3x3", view="stack")).texts()
    assert sorted(texts) == sorted(["tier 1", "tier 2", "tier 3", *"123", *"123"])
    texts = Picture(svg.board("3x3x3x3", view="stack")).texts()
    assert (len(texts), texts.count("block 3, tier 2")) == (9 + 3 * 6, 1)


# ---- A plane alone ----


@pytest.mark.parametrize("plane", planes(QUBIC), ids=lambda plane: plane.name)
def test_a_plane_alone_has_its_cells_in_rows_with_their_names(plane: object) -> None:
    """All 18 planes of the cube, by their equations: a second way to know which cells are on them."""
    name, description = getattr(plane, "name", ""), getattr(plane, "description", "")
    picture = Picture(svg.board(QUBIC, plane=name))
    left, _, right = name.partition("=")
    expected = {
        cell
        for cell in map(QUBIC.name, range(64))
        for at in [dict(zip("xyz", map(int, cell), strict=True))]
        if sum(at[axis] for axis in left.split("+")) == (int(right) if right.isdigit() else at[right])
    }
    cells = picture.cells()
    assert set(cells) == expected
    assert len(cells) == 16
    assert sorted(picture.texts()) == sorted(cells)
    assert {at.left for at in cells.values()} == {4, 44, 84, 124}
    assert len({at.top for at in cells.values()}) == 4
    assert picture.root[0].text == f"4x4x4, {description}: X to move"


def test_a_plane_shows_what_is_on_it_alone() -> None:
    won = Game(QUBIC, "111 112 222 113 333 114 444")
    inside, outside = (Picture(svg.board(won, plane=plane, marks={"111": "a"})) for plane in ("x=y", "x=2"))
    assert [len(inside.of_class(kind)) for kind in ("x", "o", "line", "last", "mark", "won-x")] == [4, 3, 1, 1, 1, 4]
    assert [len(outside.of_class(kind)) for kind in ("x", "o", "line", "last", "mark", "won-x")] == [1, 0, 0, 0, 0, 1]


# ---- Lines ----


def test_lines_through_a_cell_are_drawn_from_end_to_end_by_whose_stones_are_on_them() -> None:
    """On 3x3 the corner 11 has three lines: its row with stones of both, its column of X, its diagonal of O.

    . x o
    x o .
    . . .
    """
    board = Board("3x3")
    position = board.position("1xoxo4 x")
    picture = Picture(svg.board(position, lines=board.lines_through("11")))
    cells = picture.cells()
    drawn = {}
    for line in picture.of_class("route"):
        if "swatch" not in line.attrib["class"] and line.attrib["x1"] != "23":
            ends = [(Fraction(line.attrib[f"x{end}"]), Fraction(line.attrib[f"y{end}"])) for end in (1, 2)]
            names = [name for end in ends for name, at in cells.items() if at.centre == end]
            if len(names) == 2:
                drawn[" ".join(names)] = line.attrib["class"].split()[-1]
    assert drawn == {"11 13": "route-blocked", "11 31": "route-x", "11 33": "route-o"}
    dots = {(Fraction(dot.attrib["cx"]), Fraction(dot.attrib["cy"])) for dot in picture.of_class("dot")}
    assert dots == {cells[name].centre for name in ("11", "12", "13", "21", "31", "22", "33")}
    assert picture.texts()[-3:] == ["X only", "O only", "both sides"]


def test_a_mark_on_a_line_has_a_ring_instead_of_a_dot() -> None:
    """The ring hides the line behind the mark; a stone with a mark at its foot keeps its dot."""
    board = Board("3x3")
    picture = Picture(svg.board(board.position("x8 o"), lines=[(0, 1, 2)], marks={"11": "a", "12": "b"}))
    [ring] = picture.of_class("ring")
    cells = picture.cells()
    assert (Fraction(ring.attrib["cx"]), Fraction(ring.attrib["cy"])) == cells["12"].centre
    assert len(picture.of_class("dot")) == 2
    drawn = list(picture.root.iter())
    assert drawn.index(picture.of_class("route")[0]) < drawn.index(ring) < drawn.index(picture.of_class("mark")[1])


def test_kinds_of_lines_differ_without_colour() -> None:
    style = Picture(svg.board("3x3", lines=range(8))).root[2].text or ""
    rules = dict(line.rstrip("}").split("{") for line in style.partition("@media")[0].splitlines())
    looks = {kind: rules.get(f".hyperoxo line.route-{kind}", "").split(";")[0] for kind in ("o", "open", "blocked")}
    assert looks == {"o": "stroke-dasharray:7 5", "open": "stroke-dasharray:0 5", "blocked": "stroke-width:1"}
    assert "dash" not in rules[".hyperoxo line.route-x"]


def test_lines_can_be_given_as_cells_in_any_order() -> None:
    by_index = svg.board("3x3", lines=[Board("3x3").lines_through("11")[0]])
    assert svg.board("3x3", lines=[Board("3x3").lines[Board("3x3").lines_through("11")[0]][::-1]]) == by_index
