"""Adjudication: games end when their value is proved, with the winner that best play has, on every machine alike."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.present import present

from hyperoxo import Board, Ending, Game, Note, record
from hyperoxo.arena.match import play_match
from hyperoxo.arena.match_game import adjudicate, adjudication
from hyperoxo.errors import InputError
from hyperoxo.record import VERSION

if TYPE_CHECKING:
    from pathlib import Path

    from support.oxo_command import Oxo

MATCH = ("match", "oxo:level=3", "oxo:level=2", "--games", "4", "--seed", "1", "--openings", "balanced:4")
ADJUDICATED = (*MATCH, "--adjudicate", "3000")


@given(st.permutations(range(9)), st.integers(3, 8))
@settings(max_examples=60, deadline=None)
def test_a_small_board_is_adjudicated_as_minimax_values_it(cells: list[int], plies: int) -> None:
    game = Game("3x3")
    for cell in cells[:plies]:
        if not game.is_over:
            game.play(cell)
    if game.is_over:
        return
    found = present(adjudication(game, 10_000))
    assert found.ending is Ending.ADJUDICATED
    assert found.winner == winner_by_minimax(game)


def winner_by_minimax(game: Game) -> str | None:
    """Return the winner under best play, by playing every continuation."""
    if game.is_over:
        return game.winner
    found = set()
    for cell in game.legal_moves():
        game.play(cell)
        found.add(winner_by_minimax(game))
        game.undo()
    mover = game.to_move
    return mover if mover in found else None if None in found else next(iter(found))


def test_a_budget_that_proves_nothing_leaves_the_game_open() -> None:
    game = Game("4x4x4", "111 222")
    assert (adjudicate(game, 1), game.is_over, game.notes) == (False, False, {})


def test_the_comment_says_what_was_proved_beside_what_was_there() -> None:
    game = Game("3x3", "11 21 12", notes={3: Note("threatens", {"rule": 1})})
    assert adjudicate(game, 10_000)
    assert str(game.result) == "X wins (adjudicated)"
    assert game.notes[3] == Note("threatens proved within 10,000 positions: X wins", {"rule": 1})


def test_a_match_ends_its_games_by_proofs_and_resumes_alike(oxo: Oxo, tmp_path: Path) -> None:
    games = tmp_path / "games.jsonl"
    answer = oxo.json(*ADJUDICATED, "--jobs", "2", "--out", str(games))
    assert answer["adjudication"] == 3000
    assert answer["endings"].get("adjudicated", 0) >= 2
    whole = games.read_bytes()
    assert {json.loads(line)["record"] for line in whole.splitlines()} <= {1, VERSION}
    proved = [game for game in record.load(games) if game.result and game.result.ending is Ending.ADJUDICATED]
    assert len(proved) == answer["endings"]["adjudicated"]
    for game in proved:
        assert game.tags["Adjudication"] == "nodes=3000"
        assert "proved within 3,000 positions: " in game.notes[game.ply].comment
        opening = int(game.tags["Opening"])
        found = [adjudication(game.position_at(ply), 3000) for ply in range(opening, game.ply + 1)]
        assert found == [*[None] * (game.ply - opening), game.result]

    games.write_bytes(whole[: len(whole) * 2 // 3])
    oxo.json(*ADJUDICATED, "--jobs", "1", "--resume", str(games))
    assert games.read_bytes() == whole
    for other in (MATCH, (*MATCH, "--adjudicate", "4000")):
        assert "has Adjudication 'nodes=3000' where this match has " in oxo.refused(*other, "--resume", str(games))
        assert games.read_bytes() == whole


@pytest.mark.parametrize(
    ("command", "text"),
    [
        ("replay", "X wins (adjudicated)"),
        ("review", "X wins (adjudicated)"),
        ("report", '<th scope="row">adjudicated</th>'),
    ],
)
def test_commands_that_read_records_read_adjudicated_games(oxo: Oxo, tmp_path: Path, command: str, text: str) -> None:
    game = Game("3x3", "11 21 12", tags={"First": "a", "Second": "b"})
    adjudicate(game, 10_000)
    record.dump([game], tmp_path / "games", "json")
    printed = oxo(command, str(tmp_path / "games"))
    page = tmp_path / "games.html"
    assert text in (page.read_text() if page.exists() else printed)


def test_a_match_in_python_is_the_same(oxo: Oxo, tmp_path: Path) -> None:
    games = tmp_path / "games.jsonl"
    oxo(*ADJUDICATED[:3], "--games", "2", *ADJUDICATED[5:], "--out", str(games), "--csv")
    found = play_match("oxo:level=3", "oxo:level=2", games=2, seed=1, openings="balanced:4", adjudicate=3000)
    assert found.games == record.load(games)
    assert found.as_json()["adjudication"] == 3000
    assert ", adjudicated by proofs within 3,000 positions; seed 1" in str(found)


@pytest.mark.parametrize("nodes", [0, 10**9, 5000])
def test_python_refuses_it_too(nodes: int) -> None:
    with pytest.raises(InputError, match=f"^adjudicate={nodes}: "):
        play_match("random", "random", Board("3x3"), games=2, adjudicate=nodes)
