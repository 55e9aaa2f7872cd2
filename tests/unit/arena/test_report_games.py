"""The games in a report: each stands at its end, with its moves and comments."""

from __future__ import annotations

import re

from support.recorded_games import DRAWN, O_WINS, X_WINS, counted, game, match

from hyperoxo import Ending, Game, Note, Result, play_game
from hyperoxo.arena.report.counts import MAX_SHOWN_GAMES
from hyperoxo.arena.report.page import render_page

MATCH = match(("a", "b"), [(X_WINS, O_WINS), (DRAWN, DRAWN)])


def page_of(games: list[Game], most: int = 10) -> str:
    return render_page(counted(games, most), "games.jsonl").text


def test_a_game_is_shown_at_its_end_with_its_moves_in_order() -> None:
    page = page_of(MATCH[:1])
    assert "<summary>Game 1: a (X) against b (O): X wins in 3 moves</summary>" in page
    assert f"Moves: {X_WINS}." in page
    assert "<desc>X on 11 21 31; O on 12 22.</desc>" in page
    numbers = re.findall(r'class="mark foot".*? y="(\d+)">(\d)<', page)
    assert sorted(numbers, key=lambda row_and_ply: row_and_ply[1]) == [
        ("37", "1"),
        ("37", "2"),
        ("77", "3"),
        ("77", "4"),
        ("117", "5"),
    ]


def test_the_stones_that_a_game_starts_with_have_no_number() -> None:
    ended = Game(Game("3x3", "11 22").position, "33", result=Result(Ending.RESIGNED, "o"))
    page = page_of([ended])
    assert "<desc>X on 11 33; O on 22.</desc>" in page
    assert "Moves: 33." in page


def test_comments_and_the_opening_are_named() -> None:
    played = game("11 22 33", First="<b>", Second="b", Opening="2")
    played.end(Result(Ending.CRASH, "x"))
    played.notes = {0: Note("begun & ended"), 3: Note("it <ended>", {"rule": 1})}
    page = page_of([played])
    assert "Moves: 11 22 33; plies of the opening: 2." in page
    assert "<p>begun &amp; ended</p>" in page
    assert "<p>After move 3: it &lt;ended&gt;</p>" in page
    assert "<summary>Game 1: &lt;b&gt; (X) against b (O): X wins (crash)</summary>" in page
    assert "rule" not in page.split("<h2>Games</h2>")[1].split("</section>")[0]


def test_a_page_with_the_most_games_stays_small() -> None:
    long = play_game("random", "random", "4x4x4", seed=1, with_reasons=False)
    assert len(page_of([long] * MAX_SHOWN_GAMES, MAX_SHOWN_GAMES)) < 4_000_000
