"""The command line as a whole: dispatch, mistakes, and what is not loaded before it is needed."""

from __future__ import annotations

import subprocess
import sys
from importlib import metadata
from typing import TYPE_CHECKING

import pytest

from hyperoxo.cli import COMMANDS, main

if TYPE_CHECKING:
    from pathlib import Path


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """Return the exit code and the one line on standard error."""
    code = main(arguments)
    printed = capsys.readouterr()
    assert printed.out == ""
    [line] = printed.err.splitlines()
    assert line.startswith("oxo: ")
    return code, line.removeprefix("oxo: ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("", "a command is missing; commands are play, move, "),
        ("paly", "paly: there is no such command; commands are play, move, "),
        ("--colour", "--colour: unexpected; oxo --help tells what there is"),
        ("play --colour", "--colour: unexpected; oxo play --help tells what there is"),
        ("play --see 5", "--see: unexpected; oxo play --help tells what there is"),
        ("play 3x3 4x4", "4x4: unexpected; oxo play --help tells what there is"),
        ("play --seed", "argument --seed: expected one argument; oxo play --help tells what there is"),
        ("play --starts never", "argument --starts: invalid choice: 'never'"),
        ("play --starts you --second human", "--starts you needs one person and one computer; human meets human"),
        ("play 0x3", "0x3: side 1 is not a whole number from 1"),
        ("play 7x7x7", "7x7x7: the board has more than 256 cells"),
        ("play 3x3x4", "3x3x4: "),
        ("play 3x3 --second nobody", "nobody: there is no such player; players are "),
        ("play 3x3 --second ibm1620", "ibm1620: "),
        ("play 3x3 --second fignition", "fignition: "),
        ("play --second ibm1620:level=9", "level: there is no such option"),
        ("play --seed -1", "-1: not a seed; a seed is a whole number from 0 to 9223372036854775807"),
        ("play --seed 9223372036854775808", "9223372036854775808: not a seed"),
        ("play --seed " + "9" * 5000, "9" * 100 + "… (5000 characters): not a seed"),
        ("play --seed ²", "²: not a seed"),
        ("play --moves 999", "999: coordinate 1 is above 4"),
        ("play --moves 111,111", "111,111: "),
        ("play --position 64", "64: the side to move is missing"),
        ("play --slice diagonal", "diagonal: 4x4x4 has no such plane"),
        ("play --teletype 3x3", "3x3: the teletype knows one board"),
        ("play --load nowhere.oxo", "nowhere.oxo: No such file or directory"),
        ("play --load .", ".: Is a directory"),
        ("play 3x3 --load game.oxo", "--load brings its own board and moves"),
        ("move", "the following arguments are required: PLAYER; oxo move --help tells what there is"),
        ("move human", "human: there is no such player"),
        ("move random 3x3 --moves 11\t11", "11: the cell is taken"),
        ("move random 3x3 --moves 11\t21\t12\t22\t13\t23", "23: the game is over, x has won"),
        ("move fignition 3x3 --moves 11", "fignition: "),
        ("move random --batch --moves 111", "--batch reads moves and positions from standard input"),
        ("engines nobody", "nobody: there is no such player"),
        ("info nothing", "nothing: side 1 is not a whole number"),
        ("replay", "the following arguments are required: FILE"),
        ("replay nowhere.oxo", "nowhere.oxo: No such file or directory"),
        ("replay nowhere.oxo --game 0", "0: not a whole number from 1"),
        ("play\x07", r"play\x07: there is no such command"),
        ("info \udcff", ""),
    ],
)
def test_bad_usage_and_input_is_told_in_one_line_with_exit_code_2(
    capsys: pytest.CaptureFixture[str], arguments: str, message: str
) -> None:
    code, line = refused(capsys, *(part.replace("\t", " ") for part in arguments.split(" ") if part))
    assert code == 2
    assert line.startswith(message)


@pytest.mark.parametrize("command", ["play --load", "replay", "replay --json", "replay --game 1"])
def test_a_malformed_file_has_exit_code_4_and_a_place(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    path = tmp_path / "bad.oxo"
    path.write_bytes(b'[Record "1"]\n[Board "3x3"]\n[Result "*"]\n\n1. 11 11 *\n')
    code, line = refused(capsys, *command.split(), str(path))
    assert code == 4
    assert line.startswith(f"{path}: line 5, column 7: 11: the cell is taken")


@pytest.mark.parametrize("command", [None, *COMMANDS])
def test_help_explains_each_command(capsys: pytest.CaptureFixture[str], command: str | None) -> None:
    assert main([*filter(None, [command]), "--help"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert text.startswith(f"usage: {' '.join(filter(None, ['oxo', command]))} ")
    for name in COMMANDS if command is None else ():
        assert COMMANDS[name] in text


def test_version_is_the_packages(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"oxo {metadata.version('hyperoxo')}\n"


def modules_after(*arguments: str) -> set[str]:
    """Return what a fresh interpreter has loaded after `oxo` has run."""
    program = "import sys; from hyperoxo.cli import main; main(sys.argv[1:]); print('|', *sys.modules)"
    done = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True)
    return set(done.stdout.rpartition("|")[2].split())


def test_help_loads_no_command_no_player_and_nothing_slow() -> None:
    loaded = modules_after("--help")
    package = {name.removeprefix("hyperoxo.cli.") for name in loaded if name.startswith("hyperoxo.cli.")}
    assert package == {"arguments", "exit_codes"}
    assert not {name for name in loaded if name.startswith("hyperoxo.players.historic.")}
    assert not loaded & {"importlib.metadata", "hyperoxo.record", "readline", "asyncio", "email", "concurrent.futures"}


def test_a_command_loads_no_other() -> None:
    loaded = modules_after("info", "3x3")
    assert "hyperoxo.cli.commands.info" in loaded
    assert not {f"hyperoxo.cli.{name}" for name in COMMANDS if name != "info"} & loaded


def test_only_the_players_of_a_game_are_loaded() -> None:
    loaded = modules_after("move", "random", "3x3")
    assert not {name for name in loaded if name.startswith("hyperoxo.players.historic.")}
