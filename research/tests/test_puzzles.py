"""The puzzles: all shipped ones solved again, the choice among those found, and a run that is continued."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.errors import InputError
from hyperoxo.puzzles import SHIPPED
from puzzles.__main__ import main
from puzzles.choice import chosen
from puzzles.games import grade, puzzles_of
from support.puzzle_check import PuzzleCheck

if TYPE_CHECKING:
    from pathlib import Path

PUZZLES = [json.loads(line) for line in SHIPPED.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("start", range(0, len(PUZZLES), 25))
def test_all_puzzles_are_solved_again_by_other_means(start: int) -> None:
    checks = {puzzle["id"]: PuzzleCheck(puzzle) for puzzle in PUZZLES[start : start + 25]}
    assert not {name: check.fault for name, check in checks.items() if check.fault}


@pytest.mark.parametrize("board", ["3x3x3", "4x4x4x4"])
def test_a_puzzle_is_found_again_in_its_game(board: str) -> None:
    puzzle = next(each for each in PUZZLES if each["board"] == board)
    number = int(puzzle["source"].split()[2].rstrip(","))
    found = {each["id"]: each for each in puzzles_of((board, number))}[puzzle["id"]]
    level = grade(found)
    assert found | ({} if level is None else {"grade": level}) == puzzle


def test_the_choice_has_no_twins_and_few_puzzles_of_a_game() -> None:
    picked = chosen([*PUZZLES, *PUZZLES])
    assert len({puzzle["id"] for puzzle in picked}) == len(picked)
    assert max(Counter(puzzle["source"].rpartition(",")[0] for puzzle in picked).values()) <= 4
    assert picked == chosen(reversed(picked))


def test_a_run_is_continued_from_its_journal(tmp_path: Path) -> None:
    arguments = ["--board", "3x3x3", "--jobs", "1", "--out", str(tmp_path), "--games"]
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
