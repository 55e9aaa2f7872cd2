"""Compares sessions at a terminal with the transcripts of `tests/golden/console`, to the letter.

The transcript of a period screen was read line by line beside its document before it was added: levels, letters,
numbers and places are the document's. `tests/support/console.py` runs them, and makes them again.
"""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

import pytest
from support.console import FOLDER, made_again

from hyperoxo.cli.terminal.screens import SCREENS
from hyperoxo.museum import exhibit_names

if TYPE_CHECKING:
    from pathlib import Path


def compare(transcript: str) -> None:
    difference = difflib.unified_diff(transcript.splitlines(), made_again(transcript).splitlines(), lineterm="", n=1)
    if lines := list(difference):
        pytest.fail("\n".join(lines), pytrace=False)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_a_session_is_that_of_its_transcript(path: Path) -> None:
    compare(path.read_text(encoding="utf-8"))


def test_every_screen_and_every_exhibit_has_a_transcript() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} >= {
        *(f"screen-{name}" for name in SCREENS),
        *(f"exhibit-{name}" for name in exhibit_names()),
    }


def test_what_changed_is_shown_as_a_difference() -> None:
    with pytest.raises(pytest.fail.Exception, match=r"-2> oxo: nothing\n-\[exit code 1\]\n\+2> oxo: 0x3: axis 1 is"):
        compare("$ oxo play 3x3\nX> quit\n$ oxo info 0x3\n2> oxo: nothing\n[exit code 1]\n")
