"""The museum in the terminal, as `tests/golden/museum` has it: the room, each exhibit, and a meeting.

After a change that is meant, `oxo museum ibm1620 > tests/golden/museum/exhibit-ibm1620.txt` writes a transcript anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hyperoxo.cli import main
from hyperoxo.museum import exhibit_names

FOLDER = Path(__file__).parent / "museum"
TRANSCRIPTS = {
    "room": [],
    **{f"exhibit-{name}": [name] for name in exhibit_names()},
    "meeting": ["--meet", "fignition", "magic-square", "--seed", "3"],
}
"""The arguments of `oxo museum`, by transcript."""


@pytest.mark.parametrize("transcript", TRANSCRIPTS)
def test_the_museum_prints_its_transcripts(capsys: pytest.CaptureFixture[str], transcript: str) -> None:
    assert main(["museum", *TRANSCRIPTS[transcript]]) == 0
    assert capsys.readouterr().out == (FOLDER / f"{transcript}.txt").read_text(encoding="utf-8")
