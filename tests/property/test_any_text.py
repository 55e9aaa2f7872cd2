"""Any text is read as a board, cell, move, position, player, limit, book or atlas, or refused in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperoxo import Board, Game, HyperoxoError, player
from hyperoxo.players.control import read_limits
from hyperoxo.solver.atlas import ATLAS_FIRST_LINE, Atlas
from hyperoxo.solver.books import Book

if TYPE_CHECKING:
    from collections.abc import Callable

BOARD = Board("3x3x3")
READERS: dict[str, Callable[[str], object]] = {
    "board": Board,
    "board in a file": Board.parse,
    "cell": BOARD.cell,
    "moves": BOARD.moves,
    "position": BOARD.position,
    "game": lambda text: Game(text, text),
    "player": player,
    "limits": read_limits,
    "atlas": Atlas,
    "book": Book,
}
HEADS = [f"{ATLAS_FIRST_LINE}\nboard 3x3\nopenings 0\nsha256 ", "oxo book 1\nboard 3x3x3\n", "claim x wins\n\n"]
SIGNS = list("3x:-.,=@/{[ \n\0\xb2\u0663\xd7\uff19\ud800")
WORDS = ["3x3x3", "111", "333", "27 x", "13x13", "xo", "level", "nodes=5", "time=", "inf", "nan", "1e999", "9" * 5_000]
TEXTS = st.lists(
    st.sampled_from([*HEADS, *SIGNS, *WORDS]) | st.text(st.characters(exclude_categories=()), max_size=3), max_size=8
)


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
@given(pieces=TEXTS)
def test_any_text_is_read_or_refused_in_one_line(read: Callable[[str], object], pieces: list[str]) -> None:
    try:
        read("".join(pieces))
    except HyperoxoError as refused:
        line = str(refused)
        assert line.isprintable()
        assert len(line) < 1_000
