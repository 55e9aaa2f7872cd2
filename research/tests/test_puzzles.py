"""The puzzles: all shipped ones solved again, the choice among those found, and a run that is continued."""

from __future__ import annotations

import json
from collections import Counter
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import pytest

from hyperoxo import Board, analyse
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.errors import InputError
from hyperoxo.puzzles import SHIPPED
from puzzles.__main__ import main
from puzzles.choice import chosen
from puzzles.finding import REPLY_NODES, stubborn_reply
from puzzles.games import grade, puzzles_of, puzzles_of_record
from puzzles.positions import puzzles_of_positions
from puzzles.recorded import FILES, recorded_games
from support.puzzle_check import PuzzleCheck

if TYPE_CHECKING:
    from pathlib import Path

PUZZLES = [json.loads(line) for line in SHIPPED.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("start", range(0, len(PUZZLES), 25))
def test_all_puzzles_are_solved_again_by_other_means(start: int) -> None:
    checks = {puzzle["id"]: PuzzleCheck(puzzle) for puzzle in PUZZLES[start : start + 25]}
    assert not {name: check.fault for name, check in checks.items() if check.fault}


def from_source(start: str) -> dict[str, Any]:
    """Return the first puzzle whose source begins so."""
    return next(each for each in PUZZLES if each["source"].startswith(start))


@pytest.mark.parametrize("board", ["3x3x3", "4x4x4x4"])
def test_a_puzzle_is_found_again_in_its_game(board: str) -> None:
    puzzle = from_source(f"{board} game")
    number = int(puzzle["source"].split()[2].rstrip(","))
    found = {each["id"]: each for each in puzzles_of((board, number))}[puzzle["id"]]
    level = grade(found)
    assert found | ({} if level is None else {"grade": level}) == puzzle


def test_puzzles_are_found_again_in_a_recorded_game_and_among_all_positions() -> None:
    game = next(
        game for game in recorded_games(FILES, ["3x3x3"]) if any(game.name in each["source"] for each in PUZZLES)
    )
    shipped = [each for each in PUZZLES if game.name in each["source"]]
    found = [*puzzles_of_record(game), *puzzles_of_positions(3)]
    for puzzle in [*shipped, from_source("3x3x3 all positions with 3 stones")]:
        assert {key: value for key, value in puzzle.items() if key != "grade"} in found


def test_a_record_that_is_none_is_refused_by_name(tmp_path: Path) -> None:
    (path := tmp_path / "some.jsonl").write_text("7\n", "utf-8")
    with pytest.raises(InputError, match=r"some\.jsonl"):
        main(["--out", str(tmp_path), "--games", str(path)])


@pytest.mark.parametrize(
    "puzzle", [each for each in PUZZLES if each["class"] == "only-win"][::30], ids=itemgetter("id")
)
def test_no_reply_resists_longer_than_the_one_of_the_puzzle(puzzle: dict[str, Any]) -> None:
    board = Board(puzzle["board"])
    position = board.position(puzzle["position"])
    for step in puzzle["steps"]:
        after = position.play(step["right"])
        if "reply" in step:
            values = {cell: each.value for cell, each in analyse(after, seconds=None, nodes=REPLY_NODES).cells.items()}
            reply = values[board.cell(step["reply"])]
            assert all(reply.preference <= value.preference for value in values.values())
            position = after.play(step["reply"])


def test_of_equally_stubborn_replies_one_blocks() -> None:
    # X X X .
    # X O . O
    # X . O .
    # . O . .   Every reply loses to the next move.
    after = Board("4x4").position("xxx1xo1ox1o2o2 o")
    assert after.board.name(stubborn_reply(after)) in {"14", "41"}


def test_the_choice_has_no_twins_and_few_puzzles_of_a_game() -> None:
    picked = chosen([*PUZZLES, *PUZZLES])
    assert len({puzzle["id"] for puzzle in picked}) == len(picked)
    games = Counter(game for puzzle in picked if (game := puzzle["source"].rpartition(", ply")[0]))
    assert max(games.values()) <= 4
    assert picked == chosen(reversed(picked))


def test_a_run_is_continued_from_its_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzles.__main__.STONES", range(3, 5))
    monkeypatch.setattr("puzzles.__main__.FILES", FILES[:1])
    arguments = ["--board", "3x3x3", "--jobs", "1", "--out", str(tmp_path), "--first"]
    assert main([*arguments, "6", "--minutes", "0"]) == ExitCode.UNKNOWN
    assert main([*arguments, "6"]) == ExitCode.DONE
    whole = (tmp_path / "puzzles.jsonl").read_bytes()
    journal = tmp_path / "journal.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:3]) + lines[3][:20])
    assert main([*arguments, "6"]) == ExitCode.DONE
    assert (tmp_path / "puzzles.jsonl").read_bytes() == whole != b""
    journal.write_text("7\n", "utf-8")
    with pytest.raises(InputError, match="line 1"):
        main([*arguments, "6"])
