"""`oxo puzzle`: puzzles listed, set, and solved by typing."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING
from unittest.mock import Mock, patch

import pytest
from support.cli_scripts import ScriptedLines

from hyperoxo.cli.commands import puzzle as command
from hyperoxo.cli.files import MAX_NAMED
from hyperoxo.puzzles import shipped

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from support.oxo_command import Oxo

PUZZLE = next(puzzle for puzzle in shipped() if len(puzzle.steps) == 2 and str(puzzle.board) == "4x4x4")


def test_the_list_names_all(oxo: Oxo) -> None:
    assert oxo.json("puzzle", "--list") == {"puzzles": [puzzle.as_json() for puzzle in shipped()]}


@pytest.mark.parametrize(
    ("words", "boards", "levels"),
    [
        ((), {"3x3x3", "4x4x4"}, [2, 2, 3, 3, 3, 4, 5, 6, 6, 7]),
        (("--board", "4x4x4x4", "--level", "7"), {"4x4x4x4"}, [7] * 10),
    ],
)
def test_enter_sets_the_next_puzzle_and_two_right_ones_in_a_row_a_level_higher(
    oxo: Oxo, words: Sequence[str], boards: set[str], levels: list[int]
) -> None:
    ask = Mock(side_effect=[Mock(failed=number == 2) for number in range(10)])
    keyboard, drawing = Mock(return_value=ScriptedLines(*[""] * 9, "quit")), Mock(Random=lambda _: random.Random(3))
    with patch.multiple(command, ask=ask, is_terminal=lambda *_: True, Keyboard=keyboard, random=drawing):
        oxo("puzzle", *words)
    asked = [call.args[0] for call in ask.call_args_list]
    assert {str(puzzle.board) for puzzle in asked} == boards
    assert [puzzle.grade for puzzle in asked] == levels


def test_lines_of_a_file_are_refused_by_name(oxo: Oxo, tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text(f"{json.dumps(PUZZLE.as_json())}\n" + "{}\n" * 100, "utf-8")
    code, out, err = oxo.run("puzzle", "--load", str(path), "--list", "--json")
    assert (code, [each["id"] for each in json.loads(out)["puzzles"]]) == (0, [PUZZLE.id])
    assert "line 2" in err
    assert err.splitlines()[MAX_NAMED:] == [f"oxo: warning: and {100 - MAX_NAMED} more"]
