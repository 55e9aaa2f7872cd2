"""Compares whole games at the period faces, as a person sees them, with transcripts.

A transcript was read line by line beside the face's document before it was added: levels, letters, numbers and places
are the document's. `tests/support/face_transcripts.py` has what is typed, and writes the files anew.
"""

from __future__ import annotations

import re

import pytest
from support.face_transcripts import FOLDER, GAMES, transcript, transcript_file

from hyperoxo.cli.terminal.faces import FACES


@pytest.mark.parametrize("name", GAMES)
def test_a_face_shows_the_game_of_its_transcript(name: str) -> None:
    command, typed = GAMES[name]
    assert transcript(command, typed) == transcript_file(name).read_text(encoding="utf-8")


def test_every_face_has_a_transcript_and_every_file_a_game() -> None:
    assert FACES.keys() <= GAMES.keys()
    assert set(FOLDER.glob("face-*.txt")) == {transcript_file(name) for name in GAMES}


@pytest.mark.parametrize("name", ["teletype", "teletype-lost", "teletype-4d"])
def test_the_machine_types_a_level_before_every_move_and_a_verdict_after_every_game(name: str) -> None:
    text = transcript_file(name).read_text(encoding="utf-8")
    moves = re.findall(r"^M PLAYS (\d+)$", text, re.MULTILINE)
    levels = re.findall(r"^LEVEL \d+\n(?:(?!LEVEL|M PLAYS).*\n)*M PLAYS \d+$", text, re.MULTILINE)
    assert len(levels) == len(moves) > 5
    assert {len(move) for move in moves} == {4 if name == "teletype-4d" else 3}
    verdicts = re.findall(r"^I (?:WIN|LOSE)$", text, re.MULTILINE)
    assert verdicts == {"teletype": ["I WIN"] * 2, "teletype-lost": ["I LOSE"], "teletype-4d": ["I WIN"]}[name]
    paper = [line for line in text.splitlines()[1:-1] if "? " not in line]
    assert max(map(len, paper)) <= 32
    assert all(line == line.upper() for line in paper)
