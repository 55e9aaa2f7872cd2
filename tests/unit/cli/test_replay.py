"""`oxo replay`: games from files, listed, shown and stepped through."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from support.cli_scripts import ScriptedLines, drawn

from hyperoxo import Board, Game, Note, record
from hyperoxo.cli.commands.replay import step_through
from hyperoxo.cli.files import load_game
from hyperoxo.drawing import Style
from hyperoxo.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from support.oxo_command import Oxo


@pytest.fixture
def game() -> Game:
    board = Board("3x3")
    game = Game(board, board.moves("11 21 12 22 13"), tags={"First": "Ada", "Second": "ibm1620"})
    game.notes[0] = Note(comment="A short\ngame.")
    game.notes[2] = Note(comment="Too passive.", reasons={"level": 3, "rule": "block", "held": [], "via": None})
    return game


@pytest.fixture
def one(tmp_path: Path, game: Game) -> str:
    """Return a file with one game."""
    path = tmp_path / "one.oxo"
    record.dump([game], path)
    return str(path)


@pytest.fixture
def two(tmp_path: Path, game: Game) -> str:
    """Return a file with two games, as JSON."""
    path = tmp_path / "two.oxo"
    record.dump([game, Game(Board("4x4x4"), ["111"])], path, "json")
    return str(path)


def test_cells_among_reasons_are_written_as_cells(oxo: Oxo, tmp_path: Path, game: Game) -> None:
    game.notes[3] = Note(reasons={"rule": "any cell", "line": ["12", "13"], "nodes": 0, "held": [["11"], 2]})
    record.dump([game], tmp_path / "game.oxo")
    [line] = [line for line in oxo("replay", str(tmp_path / "game.oxo")).splitlines() if line.startswith("  3 X")]
    assert line == '  3 X 12  rule: any cell; line: 12 13; nodes: 0; held: [["11"], 2]'


@pytest.mark.parametrize(
    ("reasons", "shown"),
    [
        ({"sentence": "two in a row", "rule": "row", "values": {"11": 2}}, "two in a row"),
        ({"rule": "highest value", "values": {"11": 2}}, "rule: highest value"),
    ],
)
def test_a_reason_is_a_sentence_and_maps_are_left_to_json(
    oxo: Oxo, tmp_path: Path, game: Game, reasons: dict[str, Any], shown: str
) -> None:
    game.notes[3] = Note(reasons=reasons)
    path = str(tmp_path / "game.oxo")
    game.save(path)
    assert f"  3 X 12  {shown}" in oxo("replay", path).splitlines()
    assert oxo.json("replay", path)["notes"]["3"] == {"reasons": reasons}


def test_a_game_is_shown_move_by_move_with_its_notes_and_its_last_board(oxo: Oxo, one: str) -> None:
    assert oxo("replay", one).splitlines() == drawn(
        """
        |3x3: Ada - ibm1620, X wins in 3 moves
        |First: Ada
        |Second: ibm1620
        |A short game.
        |  1 X 11
        |  2 O 21  level: 3; rule: block  Too passive.
        |  3 X 12
        |  4 O 22
        |  5 X 13
        |
        |     1  2  3
        |  1 *X**X**X*
        |  2  O  O  .
        |  3  .  .  .
        """
    )


def test_engines_are_listed_by_their_names(oxo: Oxo, tmp_path: Path) -> None:
    tags = {"First": "ugi:./engine", "Second": "random", "FirstEngine": "Most Lines"}
    path = tmp_path / "game.jsonl"
    record.dump([Game(Board("3x3"), ["22"], tags=tags)], path)
    assert oxo("replay", str(path)).splitlines()[0] == "3x3: Most Lines - random, not finished, O to move"


def test_a_record_sends_no_control_sequence_to_the_terminal(oxo: Oxo, tmp_path: Path) -> None:
    path = tmp_path / "hostile.oxo"
    game = Game(Board("3x3"), ["22"], tags={"First": "\x1b[2Jme"})
    game.notes[1] = Note(comment="\x1b]0;title\x07", reasons={"rule": "\x9b31m", "\x1bkey": 1})
    record.dump([game], path, "json")
    shown = "\n".join(oxo("replay", str(path)).splitlines())
    assert r"\x1b[2Jme" in shown
    assert shown.replace("\n", "").isprintable()


def test_the_board_after_some_moves(oxo: Oxo, one: str) -> None:
    assert oxo("replay", one, "--ply", "2").splitlines() == drawn(
        """
        |     1  2  3
        |  1  X  .  .
        |  2 [O] .  .
        |  3  .  .  .
        """
    )


def test_several_games_are_listed_and_one_is_chosen_by_number(oxo: Oxo, two: str) -> None:
    assert oxo("replay", two).splitlines() == [
        "   1 3x3: Ada - ibm1620, X wins in 3 moves",
        "   2 4x4x4: not finished, O to move",
        f"oxo replay {two} --game N shows one of them.",
    ]
    assert oxo("replay", two, "--game", "2").splitlines()[0] == "4x4x4: not finished, O to move"


def test_json_is_the_record_of_each_game(oxo: Oxo, one: str, two: str) -> None:
    games = [json.loads(line) for line in oxo("replay", two, "--json").splitlines()]
    assert games == [record.as_json(game) for game in record.load(two)]
    assert [oxo.json("replay", two, "--game", "2"), oxo.json("replay", one)] == [games[1], games[0]]


def test_the_games_before_a_malformed_one_can_be_loaded(tmp_path: Path, game: Game) -> None:
    path = tmp_path / "half.oxo"
    path.write_text(record.dumps(game) + "\njunk\n")
    assert load_game(str(path)).moves == game.moves
    with pytest.raises(InputError, match=r"half\.oxo: line \d+, column 1: "):
        load_game(str(path), 2)


def shown(capsys: pytest.CaptureFixture[str], game: Game, *script: str) -> list[str]:
    """Return the lines that show the current move while stepping through."""
    step_through(game, ScriptedLines(*script), Style())
    return [
        line for line in capsys.readouterr().out.splitlines() if "(move" in line or "ply" in line or "number" in line
    ]


def test_steps_go_forward_back_and_to_a_number(capsys: pytest.CaptureFixture[str], game: Game) -> None:
    assert shown(capsys, game, "", "", "b", "4", "q", "") == [
        "The start. (move 0 of 5)",
        "  1 X 11 (move 1 of 5)",
        "  2 O 21  level: 3; rule: block  Too passive. (move 2 of 5)",
        "  1 X 11 (move 1 of 5)",
        "  4 O 22 (move 4 of 5)",
    ]


def test_steps_end_after_the_last_move_and_with_the_input(capsys: pytest.CaptureFixture[str], game: Game) -> None:
    assert len(shown(capsys, game, "5", "", "1")) == 2
    assert len(shown(capsys, game)) == 1


def test_steps_that_do_not_exist_are_refused(capsys: pytest.CaptureFixture[str], game: Game) -> None:
    assert shown(capsys, game, "b", "6", "x", "-1")[1:] == [
        "The start. (move 0 of 5)",
        "ply 6: the game has plies 0 to 5",
        "x: not a whole number from 0 to 999999999",
        "-1: not a whole number from 0 to 999999999",
    ]


def test_json_of_a_ply_is_the_record_up_to_it(oxo: Oxo, one: str, two: str) -> None:
    assert oxo.json("replay", one, "--ply", "2")["moves"] == ["11", "21"]
    assert oxo.json("replay", two, "--ply", "0", "--game", "2")["board"] == "4x4x4"
