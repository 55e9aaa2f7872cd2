"""The games in a report: every ply can be chosen without a script, and few bytes serve many games."""

from __future__ import annotations

import re

import pytest
from support.recorded_games import DRAWN, O_WINS, X_WINS, counted, game, match

from hyperoxo import Ending, Game, Note, Result, play_game
from hyperoxo.arena.report.games import MOST_SHOWN_GAMES, GamesToShow
from hyperoxo.arena.report.page import render_page

MATCH = match(("a", "b"), [(X_WINS, O_WINS), (DRAWN, DRAWN)])


def shown(games: list[Game], most: int = 10) -> GamesToShow:
    found = GamesToShow(most)
    for number, played in enumerate(games, 1):
        found.add(number, played)
    return found


def test_each_ply_has_a_button_a_stone_a_step_and_a_rule() -> None:
    found = shown(MATCH[:1])
    [section] = found.sections()
    assert re.findall(r'id="(g1p\d+)"', section) == [f"g1p{ply}" for ply in range(6)]
    assert re.findall(r'aria-label="(move \d: . \d\d)"', section) == [
        "move 1: X 11",
        "move 2: O 12",
        "move 3: X 21",
        "move 4: O 22",
        "move 5: X 31",
    ]
    stones = re.search(r'<g class="stones">(.*?)</g>', section)
    assert stones
    assert re.findall(r'href="#s(.)"', stones[1]) == ["x", "o", "x", "o", "x"]
    assert section.count(" checked>") == 1
    assert 'id="g1p5" aria-label="move 5: X 31" checked>' in section
    assert section.count('class="win"') == 1
    for ply in range(6):
        assert f".game>input:nth-of-type({ply + 1}):checked~.board .stones>:nth-child(n+{ply + 1})" in found.style()
    assert ":nth-of-type(7)" not in found.style()


def test_every_reference_has_its_target_once() -> None:
    found = shown(MATCH)
    text = found.parts() + "".join(found.sections())
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert {*re.findall(r'href="#([^"]+)"', text), *re.findall(r' for="([^"]+)"', text)} <= set(ids)


def test_the_stones_that_a_game_starts_with_are_always_there() -> None:
    [section] = shown([Game(Game("3x3", "11 22").position, "33", result=Result(Ending.RESIGNED, "o"))]).sections()
    before, stones = section.split('<g class="stones">')
    assert re.findall(r'href="#s(.)"', before) == ["x", "o"]
    assert stones.split("</g>")[0].count("<use") == 1


def test_comments_and_the_opening_are_marked() -> None:
    played = game("11 22 33", First="<b>", Second="b", Opening="2")
    played.end(Result(Ending.CRASH, "x"))
    played.notes = {0: Note("begun & ended"), 3: Note("it <ended>", {"rule": 1})}
    [section] = shown([played]).sections()
    assert section.count('class="given"') == 2
    assert "<p>begun &amp; ended</p>" in section
    assert "<p>After move 3: it &lt;ended&gt;</p>" in section
    assert "Game 1: &lt;b&gt; (X) against b (O): X wins (crash)" in section
    assert "rule" not in section


@pytest.mark.parametrize(
    ("most", "note"),
    [(2, "The first 2 of 4 games, to step through: "), (4, "All games, to step through: "), (0, "")],
)
def test_only_so_many_games_are_shown(most: int, note: str) -> None:
    found = shown(MATCH, most)
    assert len(found.sections()) == most
    assert found.note.startswith(note)
    page = render_page(counted(MATCH), "games.jsonl", games=found).text
    assert page.count('<div class="game"') == most
    assert ("<h2>Games</h2>" in page) == (most > 0)
    assert ('id="cells"' in page) == (most > 0)


def test_a_page_with_the_most_games_stays_small() -> None:
    long = play_game("random", "random", "4x4x4", seed=1, with_reasons=False)
    text = "".join(shown([long] * MOST_SHOWN_GAMES, MOST_SHOWN_GAMES).sections())
    assert len(text) / MOST_SHOWN_GAMES < 400 * (long.ply + 1)
