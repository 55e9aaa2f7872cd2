"""Options of matches that concern one player: an anchor of ratings, a gauntlet, limits of its own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from hyperoxo.cli import main

if TYPE_CHECKING:
    from pathlib import Path

SMALL = ("--board", "3x3", "--games", "10", "--seed", "1", "--jobs", "1")


def json_output(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """Return the one line of JSON that a command prints."""
    assert main([*arguments, "--json"]) == 0
    [line] = capsys.readouterr().out.splitlines()
    answer: dict[str, Any] = json.loads(line)
    return answer


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the one line with which a command is refused."""
    assert main(arguments) == 2
    [line] = capsys.readouterr().err.splitlines()
    return line


@pytest.mark.parametrize("anchor", ["oxo:level=1=1500", "2=1500", "2=+1500.0"])
def test_ratings_can_be_counted_from_a_player(capsys: pytest.CaptureFixture[str], anchor: str) -> None:
    arguments = ("tournament", "random", "oxo:level=1", "magic-square", *SMALL)
    answer = json_output(capsys, *arguments, "--anchor", anchor)
    assert answer["anchor"] == {"entrant": 2, "rating": 1500}
    assert answer["by_player"][1]["rating"] == [1500, 1500, 1500]
    free = json_output(capsys, *arguments)
    found, plain = ([player["rating"][0] for player in of["by_player"]] for of in (answer, free))
    assert [rating - 1500 for rating in found] == pytest.approx([rating - plain[1] for rating in plain])


@pytest.mark.parametrize(
    ("anchor", "reason"),
    [
        ("random", "not a player and its rating; PLAYER=RATING, such as random=0 or 1=1500"),
        ("=1500", "not a player and its rating"),
        ("random=high", "not a player and its rating"),
        ("delphi=1500", "delphi does not play; players are random, oxo:level=1"),
        ("3=1500", "3 does not play"),
    ],
)
def test_a_wrong_anchor_is_refused(capsys: pytest.CaptureFixture[str], anchor: str, reason: str) -> None:
    message = refused(capsys, "tournament", "random", "oxo:level=1", *SMALL, "--anchor", anchor)
    assert message.startswith(f"oxo: --anchor {anchor}: {reason}")


def test_an_anchor_of_two_players_of_one_name_needs_a_number(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("tournament", "random", "random", *SMALL, "--anchor")
    message = refused(capsys, *arguments, "random=0")
    assert message == "oxo: --anchor random=0: 2 players have this name; use one of their numbers: 1, 2"
    assert json_output(capsys, *arguments, "1=0")["anchor"] == {"entrant": 1, "rating": 0}


def test_in_a_gauntlet_one_player_meets_all_others(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    names = ("random", "oxo:level=1", "magic-square")
    games = str(tmp_path / "games.jsonl")
    arguments = ("tournament", *names, *SMALL, "--gauntlet", "oxo:level=1")
    answer = json_output(capsys, *arguments, "--out", games)
    assert (answer["games"], answer["gauntlet"]) == (20, 2)
    assert [pairing["entrants"] for pairing in answer["pairings"]] == [[1, 2], [2, 3]]
    whole = (tmp_path / "games.jsonl").read_bytes()
    (tmp_path / "games.jsonl").write_bytes(whole[: len(whole) // 2])
    json_output(capsys, *arguments, "--resume", games)
    assert (tmp_path / "games.jsonl").read_bytes() == whole
    assert "has Entrants" in refused(capsys, "tournament", *names, *SMALL, "--resume", games)
    assert (tmp_path / "games.jsonl").read_bytes() == whole
    by_number = json_output(capsys, *arguments[:-1], "2")
    assert {**by_number, "seconds": 0} == {**answer, "seconds": 0}
    assert refused(capsys, *arguments[:-1], "delphi") == (
        "oxo: --gauntlet delphi: delphi does not play; players are random, oxo:level=1, magic-square"
    )


def test_limits_of_one_side_belong_to_its_name(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    games = tmp_path / "games.jsonl"
    arguments = ("match", "oxo@nodes=10", "oxo@nodes=20", "--board", "5x5:4", "--games", "2", "--seed", "1")
    answer = json_output(capsys, *arguments, "--jobs", "2", "--resume", str(games))
    assert answer["players"] == ["oxo@nodes=10", "oxo@nodes=20"]
    whole = games.read_bytes()
    games.write_bytes(whole[:-10])
    json_output(capsys, *arguments, "--jobs", "1", "--resume", str(games))
    assert games.read_bytes() == whole
    other = ("match", "oxo@nodes=10", "oxo@nodes=30", *arguments[3:], "--resume", str(games))
    assert "has Second 'oxo@nodes=20' where this match has 'oxo@nodes=30'" in refused(capsys, *other)
