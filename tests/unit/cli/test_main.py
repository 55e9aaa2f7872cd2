"""The command line as a whole: dispatch, errors, and lazy loading."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import metadata
from typing import TYPE_CHECKING

import pytest

from hyperoxo.cli import COMMANDS

if TYPE_CHECKING:
    from support.oxo_command import Oxo


@pytest.mark.parametrize("command", COMMANDS)
def test_help_explains_each_command(oxo: Oxo, command: str) -> None:
    text = oxo(command, "--help")
    assert text.startswith(f"usage: oxo {command} ")
    assert oxo("help", command) == text


@pytest.mark.parametrize("arguments", [["help"], ["help", "--help"], ["-h"]])
def test_help_is_a_command_too(oxo: Oxo, arguments: list[str]) -> None:
    assert oxo(*arguments) == oxo("--help")


@pytest.mark.parametrize("board", ["4X4X4", "4\N{MULTIPLICATION SIGN}4\N{MULTIPLICATION SIGN}4", "Qubic"])
def test_spellings_of_boards_players_and_moves_are_understood(oxo: Oxo, board: str) -> None:
    strict = oxo("move", "ibm1620", "4x4x4", "--moves", "111 222", "--json")
    assert oxo("move", "IBM1620", board, "--moves", "111,222", "--json") == strict
    assert oxo("move", "Ibm1620", "--board", board, "--moves", "111, 222", "--json") == strict
    assert oxo("engines", "IBM1620") == oxo("engines", "ibm1620")


@pytest.mark.parametrize("command", ["move random", "analyse", "svg", "info", "solve"])
def test_the_board_is_an_argument_or_an_option(oxo: Oxo, command: str) -> None:
    as_argument = oxo(*command.split(), "3x3")
    for arguments in (["--board", "3x3"], ["3X3", "--board", "3x3"]):
        shown = oxo(*command.split(), *arguments)
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
def test_version_is_that_of_the_package(oxo: Oxo, option: str) -> None:
    assert oxo(option) == f"oxo {metadata.version('hyperoxo')}\n"


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
    assert "hyperoxo.cli.commands.boards" in loaded
    assert not {f"hyperoxo.cli.{name}" for name in COMMANDS if name != "info"} & loaded


def test_only_the_players_of_a_game_are_loaded() -> None:
    loaded = modules_after("move", "random", "3x3")
    assert not {name for name in loaded if name.startswith("hyperoxo.players.historic.")}
