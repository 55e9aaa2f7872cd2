"""What the last word of a command line can become, and the scripts by which shells ask for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hyperoxo.cli import command_parser
from hyperoxo.cli.command_list import COMMANDS
from hyperoxo.cli.commands.completion import SHELLS, candidates, script, split_line
from hyperoxo.players import names
from hyperoxo.spellings import SUGGESTED

if TYPE_CHECKING:
    from support.oxo_command import Oxo

WITH_PLACES = [name for name in COMMANDS if any(not action.option_strings for action in command_parser(name).arguments)]


def offered(*words: str) -> list[str]:
    return sorted(candidates(words).words)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("oxo", ["oxo"]),
        ("oxo ", ["oxo", ""]),
        ("oxo info 4x4", ["oxo", "info", "4x4"]),
        ("oxo analyse --moves '111 222' --j", ["oxo", "analyse", "--moves", "111 222", "--j"]),
        ('oxo analyse --moves "111 2', ["oxo", "analyse", "--moves", "111 2"]),
        ("oxo analyse --moves '111 ", ["oxo", "analyse", "--moves", "111 "]),
    ],
)
def test_a_line_is_split_as_by_a_shell(line: str, words: list[str]) -> None:
    assert split_line(line) == words


def test_commands_come_first() -> None:
    assert set(offered("")) == {*COMMANDS, "help"}
    assert offered("s") == ["serve", "solve", "sprt", "svg"]
    assert offered("help", "m") == ["magic-square", "match", "move", "museum"]
    assert offered("--v") == ["--version"]
    assert offered("nothing", "") == []
    assert candidates([]).words == candidates([""]).words


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_every_command_is_offered_until_it_is_typed(command: str) -> None:
    options = [
        name for action in command_parser(command).arguments for name in action.option_strings if name.startswith("--")
    ]
    assert offered(command, "--") == sorted(options)
    flags = [action for action in command_parser(command).arguments if action.option_strings and action.nargs == 0]
    for flag in flags:
        long = max(flag.option_strings, key=len)
        assert long not in offered(command, long, "--")


@pytest.mark.parametrize("command", WITH_PLACES)
def test_the_first_place_of_a_command_is_a_known_kind_of_value(command: str) -> None:
    found = candidates([command, ""])
    assert found.files or (found.words and not any(word.startswith("-") for word in found.words))


def test_values_are_those_that_the_option_takes() -> None:
    boards = sorted([*SUGGESTED, "qubic"])
    players = sorted(set(names()) - {"ugi"})
    assert offered("info", "") == offered("analyze", "") == boards
    assert offered("move", "") == players
    assert offered("move", "random", "") == boards
    assert offered("play", "--second", "") == sorted([*players, "human"])
    assert offered("match", "random", "--games", "2", "ox") == ["oxo"]
    assert offered("tournament", "random", "oxo", "delphi", "at") == ["atari-st"]
    fixed = {
        "play --starts": ["computer", "random", "you"],
        "svg --view": ["planes", "stack"],
        "svg --lines": ["threats"],
        "svg --scheme": ["auto", "dark", "light"],
        "gif --scheme": ["dark", "light"],
        "worksheet --type": ["block", "boards", "complete", "lines", "who-wins"],
        "report --review": ["decisive"],
        "serve --port": [],
    }
    assert {line: offered(*line.split(), "") for line in fixed} == fixed
    assert offered("play", "--starts=c") == ["--starts=computer"]
    assert offered("play", "--unknown=") == []
    assert candidates(["solve", "4x4x4", "--certificate", "pro"]).files
    assert not candidates(["solve", "4x4x4", "--threads", ""]).files


def test_options_follow_where_no_place_is_left() -> None:
    assert offered("info", "4x4x4", "") == ["--board", "--help", "--json"]
    assert offered("info", "--json", "") == offered("info", "")


def test_a_player_is_completed_with_its_options() -> None:
    assert offered("move", "oxo:") == ["oxo:level=", "oxo:strategy="]
    assert offered("move", "oxo:level=") == [f"oxo:level={level}" for level in range(1, 10)]
    assert offered("move", "delphi:search=l") == ["delphi:search=literal"]
    first = offered("move", "atari-st:")
    assert "atari-st:preset=" in first
    rest = offered("move", "atari-st:preset=cautious,")
    assert {word.replace("preset=cautious,", "") for word in rest} == {*first} - {"atari-st:preset="}
    assert offered("move", "no-such-player:") == []
    assert offered("move", "oxo:nothing=") == []


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_is_printed_and_asks_the_same_program(shell: str, oxo: Oxo) -> None:
    assert oxo("completion", shell) == script(shell)
    assert f"completion {shell} --" in script(shell)
    line = ["oxo verify --format pa"] if shell == "bash" else ["verify", "--format", "pa"]
    assert oxo("completion", shell, "--", *line) == "words\npatashnik\n"


def test_a_description_follows_each_word(oxo: Oxo) -> None:
    assert oxo("completion", "fish", "--", "tourn") == f"words\ntournament\t{COMMANDS['tournament'].summary}\n"
    assert oxo("completion", "zsh", "--", "verify", "") == "files\n"
