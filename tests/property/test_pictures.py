"""Pictures of any position with any texts: well-formed, with every cell and stone once, in every view."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from support.pictures import Picture

from hyperoxo import Board, Game, svg
from hyperoxo.svg import SCHEMES, SHADES

BOARDS = [Board(text) for text in ("4:3", "3x3", "5x5:4", "3x3x3", "3x4x5:3", "2x2x2x2", "3x3x3x3")]


@given(data=st.data())
def test_a_picture_is_well_formed_and_shows_what_there_is_once(data: st.DataObject) -> None:
    board = data.draw(st.sampled_from(BOARDS))
    game = Game(board)
    for _ in range(data.draw(st.integers(0, 12))):
        if game.is_over:
            break
        game.play(data.draw(st.sampled_from(game.legal_moves())))
    cells = st.sampled_from(range(len(board)))
    marks = data.draw(st.dictionaries(cells, st.text(max_size=6), max_size=5))
    lines = data.draw(st.lists(st.sampled_from(range(len(board.lines))), max_size=4, unique=True))
    shades = data.draw(st.dictionaries(cells, st.integers(0, SHADES), max_size=5))
    flags = data.draw(st.lists(cells, max_size=3, unique=True))
    words = data.draw(st.text(max_size=60))
    views = ("planes", "stack") if board.dimensions > 2 else ("planes",)
    picture = Picture(
        svg.board(
            game,
            view=data.draw(st.sampled_from(views)),
            scheme=data.draw(st.sampled_from(SCHEMES)),
            coordinates=data.draw(st.booleans()),
            marks=marks,
            lines=lines,
            shades=shades,
            flags=flags,
            caption=[words],
            title=words,
        )
    )
    named = [cell.attrib["data-cell"] for cell in picture.of_class("cell")]
    assert named == [board.name(cell) for cell in range(len(board))]
    assert len(picture.of_class("x")) == len(game.position.x)
    assert len(picture.of_class("o")) == len(game.position.o)
    assert len(picture.of_class("mark")) == len(marks)
    kinds = {line.attrib["class"] for line in picture.of_class("route")}
    assert len(picture.of_class("route")) == len(lines) + len(kinds)
    assert len(picture.of_class("flag")) == len(flags)
    assert len(picture.of_class("last")) == (game.last_move is not None)
    assert len(picture.of_class("line")) == len(game.position.completed_lines())
