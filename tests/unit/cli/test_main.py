"""The command line as a whole: dispatch, errors, and lazy loading."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import metadata
from typing import TYPE_CHECKING

import pytest

from hyperoxo.cli import COMMANDS, main
from hyperoxo.text import shortened

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
        ("chess", "chess: there is no such command; commands are play, move, "),
        ("--colour", "--colour: unexpected argument; see oxo --help"),
        ("play --colour", "--colour: unexpected argument; see oxo play --help"),
        ("play --see 5", "--see: unexpected argument; did you mean --seed?"),
        ("play 3x3 4x4", "4x4: unexpected argument; see oxo play --help"),
        ("play --seed", "argument --seed: expected one argument; see oxo play --help"),
        ("play --starts never", "argument --starts: invalid choice: 'never'"),
        ("play --starts you --second human", "--starts you needs one person and one computer; human meets human"),
        ("play 0x3", "0x3: side 1 is not a whole number from 1"),
        ("play 7x7x7", "7x7x7: the board has more than 256 cells"),
        ("play 3x3x4", "3x3x4: "),
        ("play 3x3 --second unknown", "unknown: there is no such player; players are "),
        ("play 3x3 --second ibm1620", "ibm1620: "),
        ("play 3x3 --second fignition", "fignition: "),
        ("play --second ibm1620:level=9", "ibm1620:level: there is no such option"),
        ("play --seed -1", "--seed -1: not a seed; a seed is a whole number from 0 to 9223372036854775807"),
        ("play --seed 9223372036854775808", "--seed 9223372036854775808: not a seed"),
        ("play --seed " + "9" * 5000, "--seed " + "9" * 60 + "…" + "9" * 33 + ": not a seed"),
        ("play --seed ²", "--seed ²: not a seed"),
        ("play --moves 999", "999: coordinate 1 is above 4"),
        ("play --moves 111,111", "111: the cell is taken"),
        ("play --position 64", "64: the side to move is missing"),
        ("play --slice diagonal", "diagonal: 4x4x4 has no such plane"),
        ("play --teletype 3x3", "3x3: the face teletype has two boards; use 4x4x4 or 4x4x4x4, or the face plain"),
        ("play --teletype --face plain", "--teletype and --face plain: --teletype is a face; leave one of them out"),
        ("play --face teletyp", "teletyp: there is no such face; did you mean teletype?"),
        ("play --face period", "period: no player of this game has a face; faces are teletype"),
        ("play --load nowhere.oxo", "nowhere.oxo: No such file or directory"),
        ("play --load .", ".: Is a directory"),
        ("play 3x3 --load game.oxo", "--load brings its own board and moves"),
        ("move", "the following arguments are required: PLAYER; see oxo move --help"),
        ("move human", "human: a person can only play in oxo play, or on the page"),
        ("ugi Human", "Human: a person can only play in oxo play, or on the page"),
        ("engines human", "human: a person, who has no options"),
        ("move random 3x3 --moves 11\t11", "11: the cell is taken"),
        ("move random 3x3 --moves 11\t21\t12\t22\t13\t23", "23: the game is over, x has won"),
        ("move fignition 3x3 --moves 11", "fignition: "),
        ("move random --batch --moves 111", "--batch reads moves and positions from standard input"),
        ("engines unknown", "unknown: there is no such player"),
        ("info nothing", "nothing: not a board; type the lengths of its sides joined by x, like 4x4x4, or 5x5:4"),
        ("info --board=", "'': not a board"),
        ("play --face=", "'': there is no such face"),
        ("replay", "the following arguments are required: FILE"),
        ("replay nowhere.oxo", "nowhere.oxo: No such file or directory"),
        ("replay nowhere.oxo --game 0", "--game 0: not a whole number from 1"),
        ("play\x07", r"play\x07: there is no such command"),
        ("info \udcff", ""),
    ],
)
def test_bad_usage_and_input_are_reported_in_one_line_with_exit_code_2(
    capsys: pytest.CaptureFixture[str], arguments: str, message: str
) -> None:
    code, line = refused(capsys, *(part.replace("\t", " ") for part in arguments.split(" ") if part))
    assert code == 2
    assert line.startswith(message)


@pytest.mark.parametrize("command", ["play --load", "replay", "replay --json", "replay --game 1"])
def test_a_malformed_file_is_reported_with_its_place_and_exit_code_4(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    path = tmp_path / "bad.oxo"
    path.write_bytes(b'[Record "1"]\n[Board "3x3"]\n[Result "*"]\n\n1. 11 11 *\n')
    code, line = refused(capsys, *command.split(), str(path))
    assert code == 4
    assert line.startswith(f"{shortened(str(path))}: line 5, column 7: 11: the cell is taken")


@pytest.mark.parametrize("command", [None, *COMMANDS])
def test_help_explains_each_command(capsys: pytest.CaptureFixture[str], command: str | None) -> None:
    assert main([*filter(None, [command]), "--help"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert text.startswith(f"usage: {' '.join(filter(None, ['oxo', command]))} ")
    for name in COMMANDS if command is None else ():
        assert COMMANDS[name] in text


def output_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["help"], ["help", "--help"], ["-h"]])
def test_help_is_a_command_too(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    assert output_of(capsys, *arguments) == output_of(capsys, "--help")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command(capsys: pytest.CaptureFixture[str], command: str) -> None:
    assert output_of(capsys, "help", command) == output_of(capsys, command, "--help")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("paly", "paly: there is no such command; did you mean play?"),
        ("players", "players: there is no such command; did you mean engines?"),
        ("match random oxo 3x3", "3x3: unexpected argument; type --board 3x3"),
        ("match random oxo magic-square", "magic-square: unexpected argument; see oxo match --help"),
        ("tournament random oxo 3x3", "3x3: there is no such player; type --board 3x3"),
        ("analyse 3x3 --nods=5", "--nods=5: unexpected argument; did you mean --nodes?"),
        ("hepl", "hepl: there is no such command; did you mean help?"),
        ("help mach", "mach: there is no such command; did you mean match?"),
        ("help play now", "now: unexpected argument; type oxo help or oxo help COMMAND"),
        ("info qubik", "qubik: there is no such board; did you mean qubic?"),
        ("move ibm1602", "ibm1602: there is no such player; did you mean ibm1620?"),
        ("play --second randon", "randon: there is no such player; did you mean random?"),
        ("engines delfi", "delfi: there is no such player; did you mean delphi?"),
        ("play 3x3 --second oxo:level=10", "oxo:level=10: option level cannot be '10': it takes 1 to 9"),
        ("play --second oxo:levels=1", "oxo:levels: there is no such option"),
        ("match random random --games 0", "--games 0: not a whole number from 1 to 1000000000"),
        ("analyse --time soon", "--time soon: not a number of seconds"),
        ("analyse --seconds soon", "--seconds soon: not a number of seconds"),
        ("analyse 3x3 --why 11 --depth x", "--depth x: not a whole number"),
        ("analyse 3x3 --depth 2", "--depth 2: it is the depth of --why; name a cell with --why"),
        ("serve --memory 1", "--memory 1: not a whole number from 512"),
        ("sprt random random --elo0 a --elo1 b", "--elo0 a: not a number"),
    ],
)
def test_a_mistake_names_the_option_the_player_or_what_was_meant(
    capsys: pytest.CaptureFixture[str], arguments: str, message: str
) -> None:
    code, line = refused(capsys, *arguments.split())
    assert code == 2
    assert line.startswith(message)


@pytest.mark.parametrize("board", ["4X4X4", "4\N{MULTIPLICATION SIGN}4\N{MULTIPLICATION SIGN}4", "Qubic"])
def test_spellings_of_boards_players_and_moves_are_understood(capsys: pytest.CaptureFixture[str], board: str) -> None:
    strict = output_of(capsys, "move", "ibm1620", "4x4x4", "--moves", "111 222", "--json")
    assert output_of(capsys, "move", "IBM1620", board, "--moves", "111,222", "--json") == strict
    assert output_of(capsys, "move", "Ibm1620", "--board", board, "--moves", "111, 222", "--json") == strict
    assert output_of(capsys, "engines", "IBM1620") == output_of(capsys, "engines", "ibm1620")


WITH_BOARDS = ["play", "move random", "analyse", "solve", "svg", "info", "ladder", "ugi random", "ugi-check true"]


@pytest.mark.parametrize("command", WITH_BOARDS)
def test_two_different_boards_are_refused(capsys: pytest.CaptureFixture[str], command: str) -> None:
    code, line = refused(capsys, *command.split(), "3x3", "--board", "qubic")
    assert (code, line) == (2, "3x3 and --board 4x4x4: two different boards; leave one of them out")


@pytest.mark.parametrize("command", ["move random", "analyse", "svg", "info", "solve"])
def test_the_board_is_an_argument_or_an_option(capsys: pytest.CaptureFixture[str], command: str) -> None:
    as_argument = output_of(capsys, *command.split(), "3x3")
    for arguments in (["--board", "3x3"], ["3X3", "--board", "3x3"]):
        shown = output_of(capsys, *command.split(), *arguments)
        assert re.sub(r"[0-9.]+ s\b", "", shown) == re.sub(r"[0-9.]+ s\b", "", as_argument)


@pytest.mark.parametrize("arguments", [["ugi", "random", "2x2"], ["ugi", "random", "--board", "2x2"]])
def test_an_engine_takes_its_board_both_ways(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hyperoxo", *arguments], input="ugi\nquit\n", capture_output=True, text=True, check=True
    )
    assert "default 2x2" in done.stdout


def test_python_runs_the_package_as_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "hyperoxo", "-V"], capture_output=True, text=True, check=True)
    assert done.stdout == f"oxo {metadata.version('hyperoxo')}\n"


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str], option: str) -> None:
    assert main([option]) == 0
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
