"""`oxo museum`: the room, an exhibit printed and stepped through, and meetings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.cli_scripts import UNREADABLE, ScriptedLines

from hyperoxo.cli.commands.museum import walk_through, watch
from hyperoxo.cli.exhibit_parts import step_through_trials, trials_with
from hyperoxo.cli.input_lines import Keyboard
from hyperoxo.drawing import Style
from hyperoxo.museum import (
    exhibit_as_json,
    exhibit_names,
    find_exhibit,
    level_numbers,
    meeting,
    room_as_json,
    show_level,
)

if TYPE_CHECKING:
    from support.oxo_command import Oxo


def test_json_is_that_of_the_library(oxo: Oxo) -> None:
    assert oxo.json("museum") == room_as_json()
    assert oxo.json("museum", "Fignition") == exhibit_as_json(find_exhibit("fignition"))


def test_an_offered_draw_ends_a_meeting(oxo: Oxo) -> None:
    lines = oxo("museum", "--meet", "ibm1620", "atari-st", "--seed", "3").splitlines()
    assert " 57 atari-st no move  no square has points" in lines
    assert lines[-1] == "draw (agreed)"


def test_a_meeting_as_json_has_every_turn(oxo: Oxo) -> None:
    found = oxo.json("museum", "--meet", "ibm1620", "atari-st", "--board", "qubic", "--seed", "3")
    assert [found[key] for key in ("board", "first", "second", "seed")] == ["4x4x4", "ibm1620", "atari-st", 3]
    assert found["turns"][0]["reasons"]["level"] == 11
    assert found["turns"][-1]["cell"] is None
    assert found["result"] == {"winner": None, "ending": "draw agreed"}


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


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ("ibm1620 --level 13", "level 13: the program has no such level; levels are 1 to 12"),
        ("ibm1620 --level five", "--level five: not a whole number from 0 to 999999999"),
        ("delphi --level 5", "--level 5: only the exhibit ibm1620 has it; type oxo museum ibm1620 --level 5"),
        ("--level 5", "--level 5: only the exhibit ibm1620 has it; type oxo museum ibm1620 --level 5"),
        ("--meet delphi fignition --level 5", "--level 5: --meet shows something else; leave one of them out"),
    ],
)
def test_a_level_that_is_not_there_is_refused(oxo: Oxo, arguments: str, error: str) -> None:
    assert oxo.refused("museum", *arguments.split()) == error


# ---- At a terminal ----


def walked(capsys: pytest.CaptureFixture[str], name: str, *script: str | BaseException) -> str:
    walk_through(find_exhibit(name), ScriptedLines(*script), Style())
    return capsys.readouterr().out


def test_a_person_steps_through_the_sample_game(capsys: pytest.CaptureFixture[str]) -> None:
    text = walked(capsys, "fignition", "", "", "", "", "", "b", "5", "7", "", "")
    first, _, after = text.partition("A sample game")
    assert "How it thinks" in first
    assert [line[:8] for line in after.splitlines() if line[:3].strip().isdigit() and line[3:6] in {" X ", " O "}] == [
        *("  1 X 22", "  2 O 12", "  3 X 13"),
        *("  2 O 12", "  5 X 33", "  7 X 23"),
    ]
    assert "* A trap: two threats from one step." in after
    assert "How strong it is" in after


PARTS = ("author ", "How it thinks", "A sample game", "  1 X 222", "How strong it is", "Slips of the document")
"""What begins each part of an exhibit."""


@pytest.mark.parametrize(
    ("script", "parts"),
    [
        (["q"], 1),
        ([None], 1),
        (["", "QUIT"], 2),
        (["", "", "q"], 3),
        (["", "", "", "q"], 4),
        (["", "", "1", "7", "", "q"], 5),
        (["", "", "1", "7", "q", "q"], 5),
        (["", "", "1", "7", "", ""], 6),
    ],
)
def test_each_part_waits_and_q_leaves(capsys: pytest.CaptureFixture[str], script: list[str | None], parts: int) -> None:
    text = walked(capsys, "delphi", *[typed for typed in script if typed is not None])
    assert [part for part in PARTS if part in text] == list(PARTS[:parts])
    assert ("Play it:" in text) == (parts == 6)


def test_an_exhibit_says_how_to_repeat_the_games_of_two_copies(oxo: Oxo) -> None:
    [line] = [line for line in oxo("museum", "ibm1620").splitlines() if line.startswith("Play them:")]
    command = line.partition("  oxo ")[2].replace("--games 1000", "--games 4")
    assert "4 games" in oxo(*command.split())


@pytest.mark.parametrize("name", exhibit_names())
def test_no_part_is_higher_than_the_terminal(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every prompt is the last of at most 24 lines, and nothing is lost."""
    whole = walked(capsys, name, *[""] * 200)
    lines = PromptingLines(400)
    walk_through(find_exhibit(name), lines, Style(), 24)
    shown = capsys.readouterr().out
    assert max(len(page.splitlines()) for page in shown.split(PROMPT)) + 1 <= 24
    assert shown.replace(PROMPT, "") == whole
    assert shown.count(PROMPT) > len(find_exhibit(name).sample.moves) + 4


def test_a_person_leaves_in_the_middle_of_a_part(capsys: pytest.CaptureFixture[str]) -> None:
    walk_through(find_exhibit("delphi"), ScriptedLines("q"), Style(), 10)
    assert len(capsys.readouterr().out.splitlines()) == 9


PROMPT = "<prompt>\n"


class PromptingLines:
    """Enter, typed again and again; the prompt stands in the output."""

    def __init__(self, most: int) -> None:
        self.number = 0
        self._most = most

    def read(self, prompt: str) -> str | None:  # noqa: ARG002 - all prompts look alike
        """Return an empty line, and in the end None."""
        print(PROMPT, end="")
        self.number += 1
        return "" if self.number <= self._most else None


def test_what_cannot_be_understood_is_asked_again(capsys: pytest.CaptureFixture[str]) -> None:
    text = walked(capsys, "delphi", "on", UNREADABLE, "", "", "99", "chess", UNREADABLE, "1", "q")
    assert "on: press Enter for what comes next, or type q" in text
    assert "ply 99: the game has plies 0 to 7" in text
    assert "chess: not a whole number" in text
    assert text.count(str(UNREADABLE)) == 2
    assert "  1 X 222" in text


def test_a_terminal_steps_and_a_pipe_does_not(oxo: Oxo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hyperoxo.cli.commands.museum.is_terminal", lambda *_: True)
    monkeypatch.setattr(Keyboard, "read", lambda *_: None)
    assert "  1 X" not in oxo("museum", "delphi")
    monkeypatch.undo()
    assert "  1 X" in oxo("museum", "delphi")


def test_a_person_watches_a_meeting_turn_by_turn(capsys: pytest.CaptureFixture[str]) -> None:
    script = ScriptedLines("", "faster", UNREADABLE, "q")
    watch(meeting("fignition", "magic-square", seed=3), script, Style())
    text = capsys.readouterr().out
    assert "  1 fignition 22" in text
    assert "  2 magic-square 11" in text
    assert "  3 fignition" not in text
    assert "faster: press Enter for what comes next, or type q" in text
    assert str(UNREADABLE) in text


def test_a_meeting_that_is_watched_to_its_end_shows_its_result(capsys: pytest.CaptureFixture[str]) -> None:
    watch(meeting("fignition", "magic-square", seed=3), ScriptedLines(*[""] * 20), Style())
    assert capsys.readouterr().out.endswith("draw (full board)\n")


# ---- Trial moves, and the table of the magic square ----


def test_trial_moves_are_printed_step_by_step(oxo: Oxo) -> None:
    lines = oxo("museum", "Delphi", "--trial-moves", "3").splitlines()
    assert "   3  2           14          25" in lines
    assert "  15  25          14          2" in lines
    assert "   2  4 (1<98)    5 (1<50)" in lines
    assert max(map(len, oxo("museum", "delphi", "--trial-moves", "6").splitlines())) <= 80


def test_a_person_steps_forwards_and_backwards_through_trial_moves(capsys: pytest.CaptureFixture[str]) -> None:
    [example] = trials_with(4)
    lines = ScriptedLines("", "", "b", "b", "20", "21", "")
    assert step_through_trials(example, Style(), lines)
    out = capsys.readouterr().out
    shown = [line[:4].strip() for line in out.splitlines() if line[:4].strip().isdigit() and line[4:6] == "  "]
    assert shown == ["1", "2", "1", "20"]
    assert "step 0: no trial move yet" in out
    assert "step 21: the steps are 0 to 20" in out
    assert "19 trial moves; without" in out
    assert not step_through_trials(example, Style(), ScriptedLines("", "q"))


def test_the_table_of_the_magic_square_is_printed_for_each_corner(oxo: Oxo) -> None:
    text = oxo("museum", "magic-square", "--corner", "4")
    assert "  4 3 8\n  9 5 1\n  2 7 6\n" in text
    assert " 7   5  5                6    2   corner_previous(X1)  8 9" in text
    assert "corner_next(4) = 8" in text
    assert oxo.json("museum", "magic-square", "--corner", "4")["square"] == [4, 3, 8, 9, 5, 1, 2, 7, 6]
    assert [len(example["fields"]) for example in oxo.json("museum", "delphi", "--trial-moves", "3")] == [3, 3]


@pytest.mark.parametrize("typed", [["--corner", "4"], ["delphi", "--corner", "2"], ["fignition", "--trial-moves", "3"]])
def test_a_part_of_another_exhibit_is_refused(oxo: Oxo, typed: list[str]) -> None:
    assert f"{' '.join(typed[-2:])}: only the exhibit" in oxo.refused("museum", *typed)
