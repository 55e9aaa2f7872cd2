"""Refusals of inputs that no transcript can show: long ones, and what is not text.

`tests/golden/console/refusals.txt` has those of all commands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support.oxo_command import Oxo

REFUSED = {
    "play\x07": r"play\x07: there is no such command",
    "play --seed " + "9" * 5000: "--seed " + "9" * 60 + "…" + "9" * 33 + ": not a whole number from 0 to",
    "info \udcff": "",
    "tournament" + " random" * 101: "101 players: name 2 to 100",
    "report match.jsonl --review " + "9" * 10_000: "--review 999",
}
"""Command lines with the beginning of the line that refuses each."""


@pytest.mark.parametrize(("line", "message"), REFUSED.items(), ids=range(len(REFUSED)))
def test_a_refusal_is_one_short_line(oxo: Oxo, line: str, message: str) -> None:
    refusal = oxo.refused(*line.split())
    assert refusal.startswith(message)
    assert len(refusal) < 400
