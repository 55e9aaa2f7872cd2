"""A review as HTML: well formed, with the figures of the review, safe with any title, and the same each time."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from support.elements import Elements

from hyperoxo import Board, Game
from hyperoxo.review import KeyMove, MoveMark, Review, review
from hyperoxo.review.html_form import review_page, review_section
from hyperoxo.review.text import other_marks, sentence

FULL_GAME = (
    "234 213 124 132 224 411 314 344 221 433 341 324 113 334 222"
    " 223 331 211 122 233 243 312 114 422 444 333 133 311 111 322"
)
"""30 plies on 4x4x4, won by O."""


@pytest.fixture(scope="module")
def full() -> Review:
    return review(Game("4x4x4", FULL_GAME), nodes=300_000)


def test_every_mark_is_listed_and_the_key_moves_have_pictures(full: Review) -> None:
    page = Elements(review_page("A page", [review_section(full, "A game")]))
    assert page.open == []
    board = full.game.board
    shown: list[KeyMove | MoveMark] = [*full.key_moves, *other_marks(full)]
    for one in shown:
        heading = f"{one.ply}. {one.side.upper()} {board.name(one.cell)}"
        assert page.text.count(f"{heading} {sentence(board, one)}") == 2  # in the list, and on its point
    assert len(page.of("svg", "hyperoxo")) == len(full.key_moves) >= 3
    points = len(page.of("rect", "x-mark")), len(page.of("circle", "o-mark"))
    assert points == tuple(sum(one.side == side for one in shown) for side in ("x", "o"))
    assert len(page.of("rect", "share")) == sum(bool(value.sound) for value in full.values)


def test_the_graph_is_solid_where_values_are_proved(full: Review) -> None:
    page = Elements(review_section(full, "A game"))
    # A stretch of n positions has n points, and shares its last one with the stretch after it.
    plies = {"proved": 0, "guess": 0}
    for kind in plies:
        plies[kind] = sum(len((line["points"] or "").split()) - 1 for line in page.of("polyline", kind))
    known = [value.value.is_known for value in full.values]
    proved = sum(one and other for one, other in pairwise(known))
    assert plies == {"proved": proved, "guess": full.game.length - proved}
    assert proved < full.game.length


def test_the_graph_shows_the_values_of_x_at_its_rows() -> None:
    #  A draw for two positions, then X wins.
    page = Elements(review_section(review(Game("3x3", "22 12 11 33 21 23 31")), "A game"))
    [line] = page.of("polyline")
    heights = [float(point.split(",")[1]) for point in (line["points"] or "").split()]
    top, even, bottom = (float(row["y1"] or 0) for row in page.of("line", "grid"))
    assert heights == [even, even, *[top] * 6]
    assert top < even < bottom


def test_a_graph_has_a_gap_where_nothing_is_known() -> None:
    found = review(Game("3x3", "22 12 11 33 21 23 31"), seconds=0)
    page = Elements(review_section(found, "A game"))
    [line] = page.of("polyline")
    assert len((line["points"] or "").split()) == 2
    assert "ended before it was complete" in page.text
    assert "unknown" in page.text


def test_values_are_in_a_table() -> None:
    found = review(Game(Board("3x3").position("1o2x4 x"), "32 11 23"), nodes=10_000)
    rows = re.findall(
        r"<tr><th scope=\"row\">(\d+)</th><td>(.*?)</td><td>(.*?)</td><td>(.*?)</td></tr>", review_section(found, "")
    )
    assert rows == [
        ("0", "start", "X wins in 3 moves", "6 of 7"),
        ("1", "X 32", "draw", "4 of 6"),
        ("2", "O 11", "draw", "1 of 5"),
        ("3", "X 23", "O wins in 1 move", "2 of 4"),
    ]


def test_a_picture_numbers_the_better_line_or_how_the_other_side_wins(full: Review) -> None:
    text = review_section(full, "A game")
    assert "Before ply 19. ? is the move that was played; 1 to 7 are the better line." in text
    text = review_section(review(Game("3x3", "22 12 11 33 21 23 31")), "A game")
    assert "Before ply 2. ? is the move that was played; 1 is better; 1 to 5 are what can follow." in text
    assert re.findall(r'<text class="mark"[^>]*>([^<]*)<', text) == ["1", "?", "3", "4", "5", "2"]


def test_a_long_line_is_folded(full: Review) -> None:
    page = Elements(review_section(full, "A game"))
    shown: list[KeyMove | MoveMark] = [*full.key_moves, *other_marks(full)]
    long = [
        mark for mark in shown for line in (mark.line[1:], mark.better and mark.better.line) if line and len(line) > 12
    ]
    assert len(page.of("details", "line")) == len(long) > 0


def test_titles_are_text_whatever_they_hold(full: Review) -> None:
    evil = '<script>alert("&")</script>'
    page = review_page(evil, [review_section(full, evil)], evil)
    assert "<script" not in page
    assert Elements(page).text.count(evil) == 4


def test_the_time_that_a_review_took_is_not_on_its_page(full: Review) -> None:
    assert review_section(replace(full, seconds=1e6), "A game") == review_section(full, "A game")


def test_a_page_fetches_nothing(full: Review) -> None:
    page = review_page("A page", [review_section(full, "A game")])
    assert set(re.findall(r"https?://[^\"' ]+", page)) == {"http://www.w3.org/2000/svg"}  # a name, not a place
    assert not re.search(r"\b(?:src|href)=|url\(|@import", page)
