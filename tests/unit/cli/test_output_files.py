"""One rule for every option that writes a whole file: `--force` replaces a file, and the suffix fits the format."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from hyperoxo import Board, solve
from hyperoxo.arena.record_file import RecordFile
from hyperoxo.cli.files import load_game
from hyperoxo.cli.terminal.dialogue import Dialogue

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from support.oxo_command import Oxo

    from hyperoxo.cli.exit_codes import ExitCode

MATCH = ("random", "random", "--board", "3x3", "--games", "2", "--jobs", "1", "--seed", "1")
PLAYERS = ("--first", "random", "--second", "random", "--seed", "1")
WRITERS = [
    pytest.param(("svg", "3x3"), "--out", ".svg", id="svg"),
    pytest.param(("gif", "3x3"), "--out", ".gif", id="gif"),
    pytest.param(("worksheet", "3x3", "--type", "block"), "--pdf", ".pdf", id="worksheet"),
    pytest.param(("analyse", "3x3", "--why", "11"), "--tree", ".svg", id="analyse"),
    pytest.param(("verify", "proof.oxc"), "--tree", ".svg", id="verify"),
    pytest.param(("solve", "3x3"), "--certificate", ".oxc", id="solve"),
    pytest.param(("book", "proof.oxc"), "--out", ".gz", id="book"),
    pytest.param(("report", "games.jsonl"), "--out", ".html", id="report"),
    pytest.param(("review", "games.jsonl"), "--html", ".html", id="review"),
    pytest.param(("play", "3x3", *PLAYERS), "--save", ".oxo", id="play"),
    pytest.param(("match", *MATCH), "--out", ".jsonl", id="match"),
    pytest.param(("tournament", *MATCH), "--out", ".jsonl", id="tournament"),
    pytest.param(("sprt", *MATCH, "--elo0", "0", "--elo1", "50"), "--out", ".jsonl", id="sprt"),
    pytest.param(("ladder", "--players", *MATCH), "--out", ".jsonl", id="ladder"),
    pytest.param(("dataset", "3x3", "--from", "ended"), "--out", ".jsonl", id="dataset"),
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, oxo: Oxo) -> Path:
    """Change to a folder that holds a proof and a record of games."""
    monkeypatch.chdir(tmp_path)
    oxo.reads(b"")
    (tmp_path / "proof.oxc").write_bytes(solve(Board("3x3x3").empty()).certificate or b"")
    oxo("match", *MATCH, "--out", "games.jsonl")
    return tmp_path


@pytest.mark.parametrize(("command", "option", "suffix"), WRITERS)
def test_one_rule_holds_for_every_file_that_is_written(
    oxo: Oxo, folder: Path, command: Sequence[str], option: str, suffix: str
) -> None:
    """A missing folder and a suffix of another format, or none, are refused; --force replaces a file that exists."""
    line = oxo.refused(*command, option, f"results/file{suffix}")
    assert line == f"results/file{suffix}: there is no folder results; create it, or choose another name"
    for name, fault in ("file.other", ".other files cannot be written here"), ("file", "the name says no format"):
        line = oxo.refused(*command, option, name, "--force")
        assert re.match(rf"{name}: {fault}; choose a name that ends in .*\{suffix}", line)
    file = folder / f"file{suffix}"
    file.write_bytes(b"mine")
    line = oxo.refused(*command, option, file.name)
    assert line.startswith(f"{file.name}: the file exists already; ")
    assert "add --force to replace it" in line
    assert file.read_bytes() == b"mine"
    assert oxo.run(*command, option, file.name, "--force")[0] in {0, 3}
    assert b"mine" not in file.read_bytes()
    assert sorted(path.name for path in folder.iterdir()) == sorted([file.name, "games.jsonl", "proof.oxc"])


def test_a_game_that_is_played_does_not_replace_a_file_that_appeared_meanwhile(
    oxo: Oxo, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Dialogue.run

    def disturbed(dialogue: Dialogue) -> ExitCode:
        (folder / "game.oxo").write_bytes(b"another")
        return run(dialogue)

    monkeypatch.setattr(Dialogue, "run", disturbed)
    code, _, err = oxo.run("play", "3x3", *PLAYERS, "--save", "game.oxo")
    assert (code, err.partition(", ")[0]) == (2, "oxo: game.oxo: the file appeared during the work")
    assert (folder / "game.oxo").read_bytes() == b"another"


def test_a_game_saved_by_the_dialogue_is_saved_again_at_the_end(oxo: Oxo) -> None:
    oxo.reads(b"22\nsave game.oxo\n11\n")
    oxo("play", "3x3", "--second", "human", "--save", "game.oxo")
    assert load_game("game.oxo").ply == 2


def test_the_report_beside_a_record_is_replaced_only_with_force(oxo: Oxo) -> None:
    oxo("report", "games.jsonl")
    assert oxo.refused("report", "games.jsonl").startswith("games.html: the file exists already; add --force")
    oxo("report", "games.jsonl", "--force")


def test_force_does_not_touch_a_match_that_another_process_writes(oxo: Oxo, folder: Path) -> None:
    before = (folder / "games.jsonl").read_bytes()
    with RecordFile("games.jsonl", resume=True):
        line = oxo.refused("match", *MATCH, "--out", "games.jsonl", "--force")
    assert "another match is being written there" in line
    assert (folder / "games.jsonl").read_bytes() == before
