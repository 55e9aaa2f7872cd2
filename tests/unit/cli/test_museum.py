"""`oxo museum`: the room, an exhibit printed and stepped through."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.cli_scripts import UNREADABLE, ScriptedLines

from hyperoxo.cli.commands.museum import walk_through
from hyperoxo.drawing import Style
from hyperoxo.museum import (
    exhibit_as_json,
    exhibit_names,
    find_exhibit,
    level_numbers,
    room_as_json,
    show_level,
)

if TYPE_CHECKING:
    from support.oxo_command import Oxo


def test_json_is_that_of_the_library(oxo: Oxo) -> None:
    assert oxo.json("museum") == room_as_json()
    assert oxo.json("museum", "Fignition") == exhibit_as_json(find_exhibit("fignition"))


# ---- A level ----


@pytest.mark.parametrize("number", level_numbers())
def test_a_level_fits_a_terminal_and_is_that_of_the_library(oxo: Oxo, number: int) -> None:
    shown = show_level(number)
    lines = oxo("museum", "ibm1620", "--level", str(number)).splitlines()
    assert len(lines) < 24
    assert max(map(len, lines)) <= 80
    assert "".join(lines).count("\N{DARK SHADE}") == len(shown.crossings) + bool(shown.crossings)  # and in the key
    [way] = [line for line in lines if line.startswith("Way: ")]
    assert f"> {shown.level}" in way
    assert oxo.json("museum", "IBM1620", "--level", str(number)) == shown.as_json()


# ---- At a terminal ----


def walked(capsys: pytest.CaptureFixture[str], name: str, *script: str | BaseException) -> str:
    walk_through(find_exhibit(name), ScriptedLines(*script), Style())
    return capsys.readouterr().out


def test_an_exhibit_says_how_to_repeat_the_games_of_two_copies(oxo: Oxo) -> None:
    [line] = [line for line in oxo("museum", "ibm1620").splitlines() if line.startswith("Play them:")]
    command = line.partition("  oxo ")[2].replace("--games 1000", "--games 4")
    assert "4 games" in oxo(*command.split())


@pytest.mark.parametrize("name", exhibit_names())
def test_no_part_is_higher_than_the_terminal(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every prompt is the last of at most 24 lines, and nothing is lost."""
    whole = walked(capsys, name, *[""] * 200)
    walk_through(find_exhibit(name), PromptingLines(*[""] * 400), Style(), 24)
    shown = capsys.readouterr().out
    assert max(len(page.splitlines()) for page in shown.split(PROMPT)) + 1 <= 24
    assert shown.replace(PROMPT, "") == whole
    assert shown.count(PROMPT) > len(find_exhibit(name).sample.moves) + 4


PROMPT = "<prompt>\n"


class PromptingLines(ScriptedLines):
    """Lines behind prompts that stand in the output, and all look alike."""

    def read(self, prompt: str) -> str | None:
        """Return the next line."""
        print(PROMPT, end="")
        return super().read(prompt)


def test_after_what_cannot_be_read_is_asked_again(capsys: pytest.CaptureFixture[str]) -> None:
    text = walked(capsys, "delphi", UNREADABLE, "", "", UNREADABLE, "1", "q")
    assert text.count(str(UNREADABLE)) == 2
