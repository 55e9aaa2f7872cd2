"""Compares the decisions of every built-in player with transcripts that were derived from its document by hand.

A transcript is JSON that any language could read: the player, where the expectations come from, and games in
which the player holds one seat and must decide, move by move, exactly as written, reasons included. A built-in
player without a transcript fails the first test.
"""

from __future__ import annotations

import json
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest
from support.decisions import played
from support.present import instance, present

from hyperoxo import Board, Game, player
from hyperoxo.players import Control, Limits, Stop
from hyperoxo.players.registry import GROUP

if TYPE_CHECKING:
    from hyperoxo import Side

FOLDER = Path(__file__).parent / "transcripts"
BUILT_IN = sorted(
    entry.name for entry in metadata.entry_points(group=GROUP) if entry.value.startswith("hyperoxo.players.")
)


def transcripts() -> list[Any]:
    """Return one test parameter for each game of each transcript file."""
    parameters: list[Any] = []
    for path in sorted(FOLDER.glob("*.json")):
        transcript = json.loads(path.read_text(encoding="utf-8"))
        spoken_of = transcript.get("player", path.stem)
        parameters.extend(
            pytest.param(game.get("player", spoken_of), game, id=f"{path.stem}: {game['name']}")
            for game in transcript["games"]
        )
    return parameters


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_built_in_player_has_a_transcript(name: str) -> None:
    transcript = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    assert transcript["source"].strip(), "a transcript says where its expectations come from"
    assert any(game["decisions"] for game in transcript["games"])


@pytest.mark.parametrize(("name", "script"), transcripts())
def test_player_follows_its_transcript(name: str, script: dict[str, Any]) -> None:
    """Ask one session at each listed ply, in game order, and compare the decision with the transcript."""
    board = Board(script["board"])
    seat = cast("Side", script["seat"])
    whole = Game(board.position(script["start"]) if "start" in script else board, board.moves(script["moves"]))
    session = player(name).start(board, seat, script["seed"])
    for expected in script["decisions"]:
        game = whole.branch(expected["ply"])
        assert game.to_move == seat, f"ply {expected['ply']} is not the player's"
        decision = played(session, game)
        assert board.name(decision.cell) == expected["move"], f"ply {expected['ply']}"
        assert_includes(decision.reasons.as_json(board), expected["reasons"], f"ply {expected['ply']}")
    if "end" in script:
        end = instance(session.decide(whole.branch(script["end"]["ply"]), Limits(), Control()), Stop)
        assert end.intent == script["end"]["intent"]
        assert_includes(end.reasons.as_json(board), script["end"].get("reasons", {}), "the end")
    if "verdict" in script:
        verdict = present(session.final_remark(whole))
        assert_includes(verdict.reasons.as_json(board), script["verdict"]["reasons"], "the verdict")


def assert_includes(actual: dict[str, Any], expected: dict[str, Any], where: str) -> None:
    """Compare `actual` with each key that `expected` names."""
    found = {key: actual.get(key, "(missing)") for key in expected}
    assert found == expected, where
