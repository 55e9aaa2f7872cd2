"""`oxo puzzle`: puzzles listed, set, and solved by typing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from support.cli_scripts import ScriptedLines

from hyperoxo.cli.commands.puzzle import ask
from hyperoxo.cli.files import MOST_BROKEN
from hyperoxo.drawing import Style
from hyperoxo.puzzles import SHIPPED, shipped

if TYPE_CHECKING:
    from pathlib import Path

    from support.oxo_command import Oxo

PUZZLE = next(puzzle for puzzle in shipped() if len(puzzle.steps) == 2 and str(puzzle.board) == "4x4x4")
RIGHT = [step.right for step in PUZZLE.steps]
WRONG = next(name for cell in PUZZLE.position.legal_moves() if (name := PUZZLE.board.name(cell)) not in RIGHT)


def test_the_list_names_all_and_filters(oxo: Oxo) -> None:
    assert oxo.json("puzzle", "--list") == {"puzzles": [puzzle.as_json() for puzzle in shipped()]}
    options = ("--board", "4X4x4", "--class", PUZZLE.kind.value, "--theme", PUZZLE.theme)
    listed = oxo("puzzle", "--list", *options, "--level", str(PUZZLE.grade)).splitlines()
    assert any(line.startswith(f"{PUZZLE.id}  4x4x4") for line in listed)
    assert listed[-1] == f"{len(listed) - 2} puzzles"


@pytest.mark.parametrize(
    ("typed", "code", "said"),
    [
        (RIGHT, 0, "Solved"),
        ([WRONG, *RIGHT], 1, "Solved"),
        ([WRONG], 1, PUZZLE.steps[0].answer(WRONG)),
        (["show"], 1, f"The solution: {RIGHT[0]} "),
        (["hint", "hint", "999", "q"], 1, f"Try {RIGHT[0]}"),
    ],
)
def test_a_script_solves_a_puzzle(oxo: Oxo, typed: list[str], code: int, said: str) -> None:
    oxo.reads("\n".join(typed).encode())
    assert said in oxo("puzzle", PUZZLE.id, code=code)


def test_a_seed_turns_a_puzzle_and_draws_the_same_again(oxo: Oxo) -> None:
    outputs = set()
    for seed in "1234":
        oxo.reads(b"")
        outputs.add(oxo("puzzle", PUZZLE.id, "--seed", seed, code=1))
    assert len(outputs) > 1
    drawn = oxo.json("puzzle", "--seed", "5", "--board", "3x3x3")
    assert drawn == oxo.json("puzzle", "--seed", "5", "--board", "3x3x3")
    assert oxo.json("puzzle", "--daily")["board"] == "4x4x4"


def test_it_fits_a_small_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(PUZZLE, ScriptedLines(*RIGHT), Style(80))
    boards = capsys.readouterr().out.split(PUZZLE.task)
    assert all(len(line) <= 80 for line in boards[0].splitlines())
    assert len(boards[0].splitlines()) < 20


def test_lines_of_a_file_are_refused_by_name(oxo: Oxo, tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text(f"{json.dumps(PUZZLE.as_json())}\n" + "{}\n" * 100, "utf-8")
    code, out, err = oxo.run("puzzle", "--load", str(path), "--list", "--json")
    assert (code, [each["id"] for each in json.loads(out)["puzzles"]]) == (0, [PUZZLE.id])
    assert "line 2" in err
    assert err.splitlines()[MOST_BROKEN:] == [f"  and {100 - MOST_BROKEN} more"]


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        (["zzzzzz"], "zzzzzz: not the name of a puzzle"),
        (["--theme", "forks"], "did you mean fork?"),
        (["--class", "x"], "--class x: there is none"),
        (["--board", "3x3"], "no puzzle is of this board"),
        (["--level", "10"], "--level 10: not a whole number from 1 to 9"),
        ([PUZZLE.id, "--daily"], "leave one of them out"),
        ([PUZZLE.id, "--list"], "--list lists all puzzles"),
        (["--load", str(SHIPPED), "--daily"], "leave this or --daily out"),
        (["--daily", "--board", "3x3x3"], "--board 3x3x3: the puzzle of a day"),
        (["--daily", "--class", "only-win"], "--class only-win: the puzzle of a day"),
        (["--load", "absent.jsonl"], "absent.jsonl: "),
    ],
)
def test_refusals(oxo: Oxo, typed: list[str], reason: str) -> None:
    assert reason in oxo.refused("puzzle", *typed)
