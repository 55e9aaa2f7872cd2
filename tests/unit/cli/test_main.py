"""The command line as a whole: dispatch, errors, and lazy loading."""

from __future__ import annotations

import importlib
import re
import shlex
import subprocess
import sys
from importlib import metadata
from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest

import hyperoxo
from hyperoxo import cli
from hyperoxo.cli import command_parser, run_program
from hyperoxo.cli.command_list import COMMANDS, GROUPS, PAGES
from hyperoxo.cli.terminal import commands as of_games

if TYPE_CHECKING:
    from support.oxo_command import Oxo


@pytest.mark.parametrize("command", COMMANDS)
def test_help_explains_each_command(oxo: Oxo, command: str) -> None:
    text = oxo(command, "--help")
    assert text.startswith(f"usage: oxo {command} ")
    assert f"\nexample: oxo {COMMANDS[command].example}\n" in text
    usage, _, more = text.partition("more: ")
    assert oxo("help", command).startswith(usage)
    assert (oxo("help", command) == text) == (command not in PAGES) == (not more)
    assert not more or more not in oxo("help", command)[: len(text)]


@pytest.mark.parametrize("error", [RuntimeError("any words"), ImportError("of a library"), SystemError()])
def test_a_lack_of_memory_is_found_by_asking_for_some(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception
) -> None:
    fail = Mock(side_effect=error)
    with pytest.raises(type(error)):
        run_program("oxo", fail)
    monkeypatch.setattr(cli, "_ROOM", 1 << 62)
    assert run_program("oxo", fail) == 2
    assert capsys.readouterr().err.startswith("oxo: out of memory: close other programs ")


def test_a_fault_of_a_program_is_no_lack_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "_ROOM", 1 << 62)
    with pytest.raises(ModuleNotFoundError):
        run_program("oxo", lambda: importlib.import_module("hyperoxo.nothing").run())


@pytest.mark.parametrize("command", COMMANDS)
def test_the_example_of_a_command_can_be_typed(command: str) -> None:
    name, *words = shlex.split(COMMANDS[command].example)
    assert name == command
    command_parser(command).parse_args(words)


def test_every_command_and_every_page_is_listed_once(oxo: Oxo) -> None:
    text = oxo("help")
    assert len(COMMANDS) == sum(map(len, GROUPS.values()))
    assert all(text.count(f"\n  {name} ") == 1 for name in COMMANDS)
    assert all(name in text.partition("oxo help PAGE")[2] for name in PAGES)


def test_a_page_is_shown_without_the_marks_of_a_site(oxo: Oxo) -> None:
    """Links to pages that a package has become commands; links to other pages become plain words."""
    for name in PAGES:
        text = oxo("help", name)
        assert not re.search(r"\]\(|^!|^```|<!--|^\| ---", text, re.MULTILINE)
        shown = re.findall(r"\(oxo help ([a-z0-9-]+)\)", " ".join(text.split()))
        assert set(shown) <= set(PAGES)
    assert "Players (oxo help players) describes options and names." in " ".join(oxo("help", "ugi").split())
    assert "(https://github.com/kz04px/cutegames)" in oxo("help", "ugi")
    assert '\n    command = "oxo ugi oxo"  ' in oxo("help", "players")


def test_a_page_is_broken_to_the_width_of_other_texts(oxo: Oxo) -> None:
    prose = [line for line in oxo("help", "statistics").splitlines() if not line.startswith("    ")]
    assert max(map(len, prose)) <= 80


@pytest.mark.parametrize("arguments", [["help"], ["help", "--help"], ["-h"]])
def test_help_is_a_command_too(oxo: Oxo, arguments: list[str]) -> None:
    assert oxo(*arguments) == oxo("--help")


@pytest.mark.parametrize("board", ["4X4X4", "4\N{MULTIPLICATION SIGN}4\N{MULTIPLICATION SIGN}4", "Qubic"])
def test_spellings_of_boards_players_and_moves_are_understood(oxo: Oxo, board: str) -> None:
    strict = oxo("move", "ibm1620", "4x4x4", "--moves", "111 222", "--json")
    assert oxo("move", "IBM1620", board, "--moves", "111,222", "--json") == strict
    assert oxo("move", "Ibm1620", "--board", board, "--moves", "111, 222", "--json") == strict
    assert oxo("players", "IBM1620") == oxo("players", "ibm1620")


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


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_python_runs_the_package_as_the_command_which_has_its_version(option: str) -> None:
    done = subprocess.run([sys.executable, "-m", "hyperoxo", option], capture_output=True, text=True, check=True)
    assert done.stdout == f"oxo {metadata.version('hyperoxo')}\n"


def modules_after(*arguments: str) -> set[str]:
    """Return what a fresh interpreter has loaded after `oxo` has run."""
    program = "import sys; from hyperoxo.cli import main; main(sys.argv[1:]); print('|', *sys.modules)"
    done = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True)
    return set(done.stdout.rpartition("|")[2].split())


def test_help_loads_no_command_no_player_and_nothing_slow() -> None:
    loaded = modules_after("--help")
    package = {name.removeprefix("hyperoxo.cli.") for name in loaded if name.startswith("hyperoxo.cli.")}
    assert package == {"arguments", "command_list", "exit_codes"}
    assert not {name for name in loaded if name.startswith("hyperoxo.players.historic.")}
    assert not loaded & {"importlib.metadata", "hyperoxo.record", "readline", "asyncio", "email", "concurrent.futures"}


def test_a_command_loads_no_other() -> None:
    loaded = modules_after("info", "3x3")
    assert "hyperoxo.cli.commands.boards" in loaded
    assert not {f"hyperoxo.cli.{name}" for name in COMMANDS if name != "info"} & loaded


def test_only_the_players_of_a_game_are_loaded() -> None:
    loaded = modules_after("move", "random", "3x3")
    assert not {name for name in loaded if name.startswith("hyperoxo.players.historic.")}


def test_american_spellings_are_taken_and_not_shown(oxo: Oxo) -> None:
    """As a command, an option, a name in Python, an argument, and a word in a game; values are left as they are."""
    assert oxo("analyze", "2x2", "--nodes", "9").startswith("2x2")
    assert oxo("help", "analyze") == oxo("help", "analyse")
    assert oxo("solve", "2x2", "--minimize").startswith("2x2: X wins")
    assert oxo("solve", "--help").count("minimi") == oxo("solve", "--help").count("minimis")
    assert hyperoxo.analyze is hyperoxo.analyse
    assert hyperoxo.solve("2x2", minimize=True).outcome == hyperoxo.solve("2x2", minimise=True).outcome
    assert of_games.words_of(of_games.COMMANDS)["analyze"] == "analyse"
    assert not [name for name in dir(hyperoxo) if "analyze" in name]
