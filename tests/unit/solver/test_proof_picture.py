"""The picture of a proof: what its boards claim holds by the rules alone, and each of them is drawn in its place."""

from __future__ import annotations

import io
import re
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from support.drawn import drawn
from support.pictures import Picture, box, contrast
from support.present import present

from hyperoxo import Board, InputError, Position, ProofError, solve
from hyperoxo.sides import other_side
from hyperoxo.solver.explain import Explanation, ExplanationNode, MoveKind, explain, proof_svg, proof_trees
from hyperoxo.solver.explain.diagram import Diagram, diagram_of
from hyperoxo.solver.explain.picture import COLOURS_OF_PROOFS
from hyperoxo.solver.strategies import Strategy

if TYPE_CHECKING:
    from xml.etree import ElementTree

    from hyperoxo.svg import Scheme

SVG = "{http://www.w3.org/2000/svg}"
FULL = {"depth": 30, "boards": 2_000}
"""Limits that leave nothing out on the boards of these tests."""
PROOFS = [
    ("2x2", "4 x", "11"),
    ("2x2x2", "8 x", "111"),
    ("3", "3 x", "2"),
    ("3x3", "9 x", "22"),
    ("3x3", "9 x", "11"),
    ("3x3", "9 x", "12"),
    ("3x3", "xo2x3o x", "21"),
    ("3x3", "x1o6 x", "12"),
    ("4x4:3", "16 x", "22"),
    ("4x4", "16 x", "11"),
    ("5x5", "25 x", "33"),
    ("3x3x3", "27 x", "222"),
    ("3x3x3", "27 x", "111"),
    ("3x3x3", "27 x", "122"),
]


def explained(board: str, text: str, cell: str) -> Explanation:
    position = Board(board).position(text)
    return present(explain(position, cell))


def alike(one: Position, other: Position) -> bool:
    """Return whether a symmetry of the board takes one position to the other, tried one by one."""
    return any(one.transformed(symmetry) == other for symmetry in one.board.symmetries())


def played(position: Position, cells: tuple[int, ...]) -> Position:
    for cell in cells:
        position = position.play(cell)
    return position


def holds_by_pairs(diagram: Diagram) -> bool:
    """Return whether every line that the opponent can still complete has both cells of a pair."""
    position = diagram.end
    mine = position.x if diagram.strategist == "x" else position.o
    open_lines = [set(line) for line in position.board.lines if not set(line) & set(mine)]
    return all(any({a, b} <= line for a, b in diagram.pairs.items()) for line in open_lines)


def assert_proof(tree: ExplanationNode) -> None:
    """Check by the rules alone that the boards of a tree drawn whole are a proof."""
    ends = set()
    for diagram in diagram_of(tree, **FULL).all():
        end, strategist = diagram.end, diagram.strategist
        assert diagram.folded == 0
        for cell in diagram.replies if not diagram.pairs and not diagram.is_class else diagram.replies[:1]:
            assert end.winner == played(diagram.position, (cell, *diagram.response)).winner
        for cell in diagram.replies if diagram.is_class else ():
            assert alike(diagram.position.play(diagram.replies[0]), diagram.position.play(cell))
        if diagram.children:
            shown = [cell for child in diagram.children for cell in (*child.replies, *child.pairs)]
            assert sorted(shown) == end.legal_moves()
            assert all(child.position == end for child in diagram.children)
        elif end.winner is not None:
            assert end.winner == strategist
            ends.add("win")
        else:
            assert not tree.wins
            assert end.is_full or holds_by_pairs(diagram)
            ends.add("hold")
    assert ("win" if tree.wins else "hold") in ends


class TestClaims:
    @pytest.mark.parametrize("proof", PROOFS, ids=" ".join)
    def test_every_reply_has_a_board_and_every_board_keeps_what_it_claims(self, proof: tuple[str, str, str]) -> None:
        """The tree drawn whole is a proof: each leaf is decided by the rules, and no reply is missing."""
        for tree in explained(*proof).trees:
            assert_proof(tree)

    def test_symmetric_replies_share_a_board(self) -> None:
        """The 26 replies to the centre of 3x3x3 are 8 corners, 12 edges and 6 faces."""
        [tree] = explained("3x3x3", "27 x", "222").trees
        children = diagram_of(tree, **FULL).children
        assert sorted(len(child.replies) for child in children) == [6, 8, 12]
        assert all(child.end.winner == "x" and len(child.response) == 5 for child in children)

    def test_replies_with_the_same_response_share_a_board_where_symmetry_saves_less(self) -> None:
        """X on 21 threatens 23 and 31."""
        position = drawn("3x3", "x o . . x . . . o")
        found = present(explain(position, "21"))
        first, second = diagram_of(found.trees[0], **FULL).children
        board = position.board
        assert (board.names(first.replies), board.names(first.response)) == ("13 31 32", "23")
        assert (board.names(second.replies), board.names(second.response)) == ("23", "31")


class TestCertificates:
    @pytest.mark.parametrize(
        ("board", "text", "sides"),
        [
            ("3x3x3", "27 x", "x"),
            ("3x3x3", "x26 o", "o"),
            ("3x3", "9 x", "xo"),
            ("4x4", "16 x", "xo"),
            ("4x4:3", "5x10 o", "x"),
        ],
    )
    def test_the_trees_of_a_certificate_follow_its_strategy(self, board: str, text: str, sides: str) -> None:
        """The move at the start is the certificate's, unless a sequence is quicker; the whole tree is a proof."""
        certificate = present(solve(Board(board).position(text)).certificate)
        strategy, trees = Strategy(certificate), proof_trees(certificate)
        assert "".join(tree.strategist for tree in trees) == sides
        for tree in trees:
            assert tree.wins == (len(sides) == 1)
            found = strategy.answer(tree.position)
            if tree.move is not None and tree.move.kind is MoveKind.STRATEGIC:
                assert tree.move.cell == present(found).cell
            assert_proof(tree)

    def test_what_is_no_certificate_has_no_trees(self) -> None:
        with pytest.raises(ProofError, match="cube: malformed"):
            proof_trees(b"junk", "cube")


class TestLimits:
    def test_the_depth_counts_replies(self) -> None:
        tree = explained("3x3", "9 x", "11").trees[0]
        for depth in range(3):
            root = diagram_of(tree, depth=depth, boards=2_000)
            assert deepest(root) == depth
            assert any(diagram.folded for diagram in root.all()) == (depth < 2)

    @pytest.mark.parametrize("boards", [1, 2, 7, 20, 50])
    def test_a_board_has_all_its_children_or_a_count_of_what_is_left_out(self, boards: int) -> None:
        for tree in explained("3x3", "9 x", "11").trees:
            diagrams = diagram_of(tree, depth=30, boards=boards).all()
            assert len(diagrams) <= boards
            for diagram in diagrams:
                assert not (diagram.children and diagram.folded)
                assert diagram.folded in {0, len(diagram.end.legal_moves())}

    def test_a_tree_of_thousands_of_positions_is_drawn_up_to_the_limit(self) -> None:
        found = present(explain(Board("4x4x4"), "111"))
        picture = Picture(found.svg(depth=30))
        assert 20 < len(picture.of_class("diagram")) <= 40
        assert any("replies not drawn" in text for text in picture.texts())

    def test_limits_out_of_range_are_refused(self) -> None:
        found = explained("3x3", "9 x", "22")
        with pytest.raises(InputError, match="depth -1: the depth of a picture is at least 0"):
            found.svg(depth=-1)
        for boards in (0, 2_001):
            with pytest.raises(InputError, match=f"{boards} boards: a picture has 1 to 2,000 boards"):
                found.svg(boards=boards)
        with pytest.raises(InputError, match="no tree: there is nothing to draw"):
            proof_svg(())


def boxes(picture: Picture) -> list[tuple[float, float, float, float]]:
    """Return the left, top, right and bottom of each board, its captions included by their height."""
    found = []
    for group in picture.of_class("diagram"):
        [x, y] = map(float, re.findall(r"[\d.]+", group.attrib["transform"]))
        cells = [rect for rect in group.iter(f"{SVG}rect") if "data-cell" in rect.attrib]
        captions = [text for text in group.findall(f"{SVG}text") if text.get("class") is None]
        right = max(float(cell.attrib["x"]) + float(cell.attrib["width"]) for cell in cells)
        ends = [float(cell.attrib["y"]) + float(cell.attrib["height"]) for cell in cells]
        found.append((x, y, x + right, y + max(*ends, *(float(text.attrib["y"]) for text in captions), 0)))
    return found


def deepest(diagram: Diagram) -> int:
    return 1 + max(map(deepest, diagram.children)) if diagram.children else 0


def signs(group: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    return [element for element in group.iter() if element.get("class") == kind]


class TestPicture:
    @pytest.mark.parametrize("proof", PROOFS, ids=" ".join)
    def test_each_board_is_drawn_with_its_signs_and_apart_from_the_others(self, proof: tuple[str, str, str]) -> None:
        found = explained(*proof)
        picture = Picture(found.svg(depth=30, boards=60))
        drawn_boards = [one for tree in found.trees for one in diagram_of(tree, depth=30, boards=60).all()]
        assert len(picture.of_class("diagram")) == len(drawn_boards)
        for group, diagram in zip(picture.of_class("diagram"), drawn_boards, strict=True):
            position, opponent = diagram.position, other_side(diagram.strategist)
            named = [rect.attrib["data-cell"] for rect in signs(group, "cell")]
            assert named == [position.board.name(cell) for cell in range(len(position.board))]
            framed = len(signs(group, "reply"))
            dots = len(signs(group, f"dot-{opponent}"))
            assert framed + dots == (min(len(diagram.replies), 1) if diagram.is_class else len(diagram.replies))
            assert len(signs(group, "x")) == len(position.x) + framed * (opponent == "x")
            assert len(signs(group, "o")) == len(position.o) + framed * (opponent == "o")
            centres = {box(cell).centre for cell in signs(group, "cell")}
            assert {box(stone).centre for side in "xo" for stone in signs(group, side)} <= centres
            assert [text.text for text in signs(group, "number")] == [
                str(number) for number in range(1, len(diagram.response) + 1)
            ]
            assert len(signs(group, "letter")) == len(diagram.pairs)
        for one, other in combinations(boxes(picture), 2):
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        _, _, width, height = map(float, picture.root.attrib["viewBox"].split())
        assert all(right <= width and bottom <= height for _, _, right, bottom in boxes(picture))
        assert len(signs(picture.root, "edge")) == len(drawn_boards) - len(found.trees)

    def test_numbers_stand_on_the_cells_of_their_moves(self) -> None:
        [tree] = explained("3x3x3", "27 x", "222").trees
        first = diagram_of(tree, **FULL).children[0]
        group = Picture(proof_svg((tree,))).of_class("diagram")[1]
        corners = {rect.attrib["data-cell"]: rect for rect in signs(group, "cell")}
        for text, cell in zip(signs(group, "number"), first.response, strict=True):
            rect = corners[Board("3x3x3").name(cell)]
            assert float(text.attrib["x"]) == float(rect.attrib["x"]) + 9
            assert 0 < float(text.attrib["y"]) - float(rect.attrib["y"]) < 18

    def test_it_says_what_it_shows(self) -> None:
        found = explained("3x3x3", "27 x", "222")
        picture = Picture(found.svg())
        assert picture.root.attrib["role"] == "img"
        assert picture.root.attrib["aria-label"] == picture.root[0].text
        assert picture.root[0].text == "3x3x3, X plays 222: W≤7"
        assert picture.root[1].text == (
            "O 111, and 7 symmetric, X wins by threats in 3 moves; "
            "O 112, and 11 symmetric, X wins by threats in 3 moves; "
            "O 122, and 5 symmetric, X wins by threats in 3 moves"
        )
        assert "X wins" in picture.texts()
        draw = explained("3x3", "9 x", "22")
        assert Picture(proof_svg(draw.trees)).root[0].text == "3x3: why X does not lose and O does not lose"
        assert found._repr_svg_() == found.svg()

    @pytest.mark.parametrize("dark", [False, True])
    def test_texts_can_be_read_on_what_they_stand_on(self, dark: bool) -> None:
        """By the definition of contrast in WCAG 2.2: captions on the paper, letters on cells, numbers on moves."""
        colour = {name: schemes[dark] for name, schemes in COLOURS_OF_PROOFS.items()}
        for text, ground in (("ink", "paper"), ("ink", "cell"), ("paper", "x"), ("paper", "o")):
            assert contrast(colour[text], colour[ground]) >= 4.5
        for shape in ("x", "o"):
            assert contrast(colour[shape], colour["cell"]) >= 3

    def test_a_theme_fixes_the_colours(self) -> None:
        found = explained("2x2", "4 x", "11")
        schemes: list[tuple[Scheme, int]] = [("light", 0), ("dark", 1)]
        for scheme, colours in schemes:
            text = found.svg(scheme=scheme)
            assert "prefers-color-scheme" not in text
            assert f".oxo-proof-{scheme} .cell{{fill:{COLOURS_OF_PROOFS['cell'][colours]}}}" in text
            assert COLOURS_OF_PROOFS["cell"][1 - colours] not in text
        with pytest.raises(InputError, match="blue: there is no such scheme; schemes are auto, light, dark"):
            found.svg(scheme="blue")  # type: ignore[arg-type]

    def test_every_class_that_is_drawn_has_a_style(self) -> None:
        root = Picture(explained("3x3", "9 x", "11").svg(30, 60)).root
        style = root[2].text or ""
        drawn_kinds = {element.attrib["class"] for element in root.iter() if "class" in element.attrib}
        assert all(re.search(rf"\.{kind}\b", style) for kind in drawn_kinds - {"diagram"})

    def test_it_becomes_png(self) -> None:
        """A file has the size of the picture, twice as sharp."""
        pytest.importorskip("resvg_py")
        picture = explained("2x2", "4 x", "11").svg()
        image = Image.open(io.BytesIO(picture.png()))
        assert image.size == tuple(2 * side for side in picture.size)

    def test_it_stands_alone(self) -> None:
        text = explained("3x3", "9 x", "11").svg()
        assert text.count("http") == 1  # the namespace
        assert not re.search(r"url\(|@import|href|<script|<image|\bid=|<!ENTITY", text)

    def test_a_node_of_the_tree_can_be_drawn_alone(self) -> None:
        node: ExplanationNode = explained("3x3", "9 x", "11").at(Board("3x3").moves("22"))
        picture = Picture(proof_svg((node,), title="a < b"))
        assert picture.root[0].text == "a < b"
        assert "X 13, the move of the proof" in picture.texts()
