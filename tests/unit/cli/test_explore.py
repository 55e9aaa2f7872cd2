"""`oxo explore`: a node as text and as JSON, games that are broken, and steps through the tree."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from support.cli_scripts import ScriptedLines

from hyperoxo import Game, InputError, record
from hyperoxo.cli.commands.explore import step_through_openings
from hyperoxo.drawing import Style
from hyperoxo.explorer import Explorer

if TYPE_CHECKING:
    from pathlib import Path

    from support.oxo_command import Oxo


def test_a_node_fits_80_columns_and_json_is_the_librarys(oxo: Oxo, tmp_path: Path) -> None:
    record.dump(Game("4x4x4", "111 444 114 441 112 222 113"), tmp_path / "won.oxo")
    arguments = ("explore", "4x4x4", "--moves", "111 444", "--games", str(tmp_path))
    lines = oxo(*arguments).splitlines()
    assert "1 game: X won 1, O 0, 0 drawn; few of people." in lines
    assert max(map(len, lines[lines.index("") :])) <= 80
    [row] = [line for line in lines if line.split()[:1] == ["114"]]
    assert " ".join(row.split()) == "114 3 W≤27 X wins within 14 moves 1 1 0 0 ibm1620 atari-st"
    assert oxo.json(*arguments) == Explorer("4x4x4", [tmp_path]).node("111 444").as_json()


def test_broken_files_are_counted_and_named_on_standard_error(oxo: Oxo, tmp_path: Path) -> None:
    record.dump(Game("3x3", "11 21 12 22 13"), tmp_path / "won.oxo")
    (tmp_path / "broken.oxo").write_text("?")
    code, out, err = oxo.run("explore", "3x3", "--games", str(tmp_path))
    first, second = err.splitlines()
    assert (code, "1 game: " in out) == (0, True)
    assert "1 of 2 files are broken" in first
    assert second.startswith(f"  {tmp_path}/broken.oxo: line 1, column 1: ")


@pytest.mark.parametrize(
    "text",
    [
        "SECRET of the server\n",
        "[SECRET]\nkey = SECRET\n",
        '[SECRET "SECRET"]\n',
        "<SECRET\n",
        '{"SECRET": "SECRET"}\n{"key": "SECRET"}\n',
        '{"record": "SECRET"}\n',
        "{SECRET}",
        '\ufeff\n SECRET\n[Record "1"]\n',
    ],
)
@pytest.mark.parametrize("strict", [(), ("--strict",)])
def test_text_of_a_file_in_which_no_record_begins_is_not_quoted(
    oxo: Oxo, tmp_path: Path, text: str, strict: tuple[str, ...]
) -> None:
    """A link in a folder may lead to a file that its readers must not see; a link to a record is read."""
    record.dump(Game("3x3", "11 21 12 22 13"), tmp_path / "won")
    (tmp_path / "secret").write_text(text)
    (folder := tmp_path / "games").mkdir()
    for name in ("secret", "won"):
        (folder / f"{name}.txt").symlink_to(tmp_path / name)
    _, out, err = oxo.run("explore", "3x3", "--games", str(folder), *strict)
    assert re.search(r"secret\.txt: line \d+, column \d+: text: no record begins here$", err, re.MULTILINE)
    assert "SECRET" not in out + err
    assert strict or "1 game: " in out


@pytest.mark.parametrize(
    ("arguments", "subject"),
    [
        (("3x3", "--moves", "11 11"), "11"),
        (("3y3",), "3y3"),
        (("3x3", "--games", "nowhere"), "nowhere"),
        (("3x3", "--games", ""), "--games ''"),
    ],
)
def test_bad_input_is_refused_by_name(oxo: Oxo, arguments: tuple[str, ...], subject: str) -> None:
    assert oxo.refused("explore", *arguments).startswith(f"{subject}: ")


def test_a_person_steps_into_the_tree_and_back(capsys: pytest.CaptureFixture[str]) -> None:
    game = Game("3x3", "11")
    step_through_openings(Explorer("3x3"), game, ScriptedLines("22 33", "11", "b", "a", "q"), Style())
    out = capsys.readouterr().out
    heads = [line for line in out.splitlines() if line.startswith("3x3 after")]
    assert heads == [f"3x3 after {moves}" for moves in ("11", "11 22 33", "11 22", "11 22")]
    assert "11: the cell is taken by x" in out


def test_a_line_of_which_a_cell_cannot_be_played_changes_nothing_and_the_next_one_is_read(
    capsys: pytest.CaptureFixture[str],
) -> None:
    unreadable = InputError("\\xff", "the line is not UTF-8 text")
    step_through_openings(Explorer("3x3"), Game("3x3"), ScriptedLines(unreadable, "11 11", "11 22", "q"), Style())
    out = capsys.readouterr().out
    assert str(unreadable) in out
    assert [line for line in out.splitlines() if line.startswith("3x3 after")] == ["3x3 after 11 22"]
