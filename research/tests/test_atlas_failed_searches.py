"""The file of failed searches: what is written is read again, and a damaged one is refused by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlas.attempts import OpeningAttempt, replies_command
from atlas.failed_searches import FAILED_SEARCHES, failed_searches_text, load_failed_searches
from atlas.results import Attempt
from hyperoxo import Board, InputError, Position

QUBIC = Board("4x4x4")
FAILED_HEAD = "position,attacker,budget,nodes,tasks,tasks_left,solver\n"
OPENING = Position(QUBIC, ["111", "112"], ["444"], "o").canonical().text
REPLY = Position(QUBIC, ["111", "112"], ["444", "443"], "x").canonical().text


def test_failed_searches_are_read_as_they_were_written(tmp_path: Path) -> None:
    searches = [
        Attempt(OpeningAttempt(REPLY, 1_000, 1_001), "one"),
        Attempt(OpeningAttempt(REPLY, 1_000, 1_002, attacker="o", tasks=60, tasks_left=7), "one"),
        Attempt(OpeningAttempt(REPLY, 2**64 - 1, 3), "two"),
        Attempt(
            OpeningAttempt(OPENING, 50, 49, tasks=61, tasks_left=8, command=replies_command("4x4x4", OPENING)), "one"
        ),
    ]
    path = tmp_path / FAILED_SEARCHES
    assert load_failed_searches(path, QUBIC) == []
    path.write_text(failed_searches_text(searches))
    found = load_failed_searches(path, QUBIC)
    assert sorted(found, key=repr) == sorted(searches, key=repr)
    path.write_text(failed_searches_text(reversed(found)))
    assert path.read_text() == failed_searches_text(searches)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", r"its first line is not position,attacker"),
        ("position;attacker\n", r"its first line is not position,attacker"),
        (FAILED_HEAD + "1\u00e4", "it is not text in ASCII"),
        (FAILED_HEAD + f"{REPLY},both,1,1,0,0\n", "line 2: it is no search at a second reply"),
        (FAILED_HEAD + f"{REPLY},both,1,1,0,0,one\n{REPLY},z,1,1,0,0,one\n", "line 3: it is no .*: z is no attacker"),
        (FAILED_HEAD + f"{REPLY},x,-1,1,0,0,one\n", "line 2: it is no .*: -1 is no number"),
        (FAILED_HEAD + f"{REPLY},x,{'9' * 5000},1,0,0,one\n", "line 2: it is no .*: 9+ is no number"),
        (FAILED_HEAD + "x62o x,x,1,1,0,0,one\n", "line 2: it is no .*: x62o x is not searched"),
        (FAILED_HEAD + "x62o x,replies,1,1,0,0,one\n", "line 2: it is no .*: x62o x is not searched"),
        (FAILED_HEAD + "27 x,x,1,1,0,0,one\n", "line 2: it is no search"),
    ],
)
def test_a_damaged_file_is_refused_by_name(
    text: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path(FAILED_SEARCHES)
    path.write_text(text)
    with pytest.raises(InputError, match=rf"atlas-failed-searches\.csv.*{reason}"):
        load_failed_searches(path, QUBIC)
