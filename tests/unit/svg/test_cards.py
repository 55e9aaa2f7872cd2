"""Cards: the stones, the line, the names and the result of a game, on one size of picture."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image
from support.pictures import NAMESPACE, Picture

from hyperoxo import Board, Ending, Game, Result, svg

BOARDS = ["3x3", "4x4x4", "3x3x3x3", "4x4x4x4", "16x16:5", "3x4x5:3", "2x2x2x2x2x2x2x2", "256:2"]
WON = Game("4x4x4", "111 112 222 113 333 114 444")


def stones(card: svg.Svg, side: str) -> list[tuple[float, float]]:
    """Return the places of the stones of a side, those beside names included."""
    uses = Picture(card).root.iter(f"{NAMESPACE}use")
    of_side = [use for use in uses if re.fullmatch(rf"#card-{side}(-\w+)?", use.attrib["href"])]
    places = [re.findall(r"[\d.]+", use.attrib["transform"]) for use in of_side]
    return [(float(x), float(y)) for x, y, _ in places]


def full(board: Board) -> Game:
    """Return a game in which every cell is played that can be."""
    game = Game(board)
    for cell in board:
        if not game.is_over:
            game.play(cell)
    return game


@pytest.mark.parametrize("name", BOARDS)
def test_every_board_fits_on_a_card(name: str) -> None:
    """Stones are apart from one another, within the card, and as many as in the position."""
    game = full(Board(name))
    card = svg.card(game)
    assert card.size == svg.CARD_SIZE == (1200, 630)
    places = [*stones(card, "x"), *stones(card, "o")]
    assert len(set(places)) == len(places) == game.position.stones
    assert all(10 < x < 1190 and 10 < y < 620 for x, y in places)
    assert str(game.board) in Picture(card).texts()


def test_the_beam_goes_through_the_stones_of_the_full_line() -> None:
    card = svg.card(WON)
    beams = Picture(card).of_class("beam")
    assert len(beams) == 5
    for beam in beams:
        x1, y1, x2, y2 = map(float, re.findall(r"[\d.]+", beam.attrib["d"]))
        assert {(x1, y1), (x2, y2)} <= set(stones(card, "x"))
    assert card.count('href="#card-o-faded"') == len(WON.position.o) == 3


@pytest.mark.parametrize(
    ("moves", "end", "texts"),
    [
        ("", None, ["X to move", "0 stones"]),
        ("11", None, ["O to move", "1 stone"]),
        ("11 21 12 22 13", None, ["X wins", "11 12 13", "5 stones"]),
        ("11 12 13 22 21 23 32 31 33", None, ["Draw", "full board", "9 stones"]),
        ("11", Result(Ending.RESIGNED, "o"), ["O wins", "resigned", "1 stone"]),
        ("11", Result(Ending.DRAW_AGREED), ["Draw", "agreed", "1 stone"]),
        ("11", Result(Ending.ABANDONED), ["Abandoned", "1 stone"]),
    ],
)
def test_the_end_is_written(moves: str, end: Result | None, texts: list[str]) -> None:
    game = Game("3x3", moves)
    if end is not None:
        game.end(end)
    assert Picture(svg.card(game)).texts() == ["3x3", "noughts and crosses", *texts, "hyperoxo"]


def test_names_are_those_that_are_known_and_a_person() -> None:
    texts = Picture(svg.card("4x4x4", names={"o": "<b>\x00" + "&" * 90})).texts()
    assert texts[:3] == ["4x4x4", "Qubic", "a person"]
    assert texts[3].startswith("<b>")
    assert len(texts[3]) == 24
    assert Picture(svg.card("4x4x4", names={})).texts()[2] == "X to move"


def test_a_small_png_is_at_most_100_kb() -> None:
    """The largest is that of the most stones, none of them faded: a board full of short runs, without a line."""
    board = Board("16x16:16")
    position = board.position(("xoox" * 4 + "oxxo" * 4) * 8 + " x")
    picture = svg.card(position, names={"x": "A", "o": "B"}).png(width=svg.CARD_SIZE[0], colours=256)
    assert Image.open(io.BytesIO(picture)).size == svg.CARD_SIZE
    assert len(picture) <= 100_000
