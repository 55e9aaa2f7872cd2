"""What stays to the letter when other things get new names: formats, the protocol, commands of published results.

`unchanged/digests.txt` has SHA-256 sums of files, and of the parts of files that are a format. The tests of `oxo-check`
compare its lines with `certificates.txt`. A change here needs a new version of the format.
"""

from __future__ import annotations

import json
import re
import shlex
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.ugi_dialogues import EngineDialogue

from hyperoxo import record
from hyperoxo.cli import command_parser
from hyperoxo.server.games.state import GameState
from hyperoxo.server.games.storing import decode_events, encode_event
from hyperoxo.store import StoredEvent

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]
UNCHANGED = Path(__file__).parent / "unchanged"
PARTS: dict[str, Callable[[str], str]] = {
    "docs/boxes.json": lambda text: re.sub('"command": "[^"]*"', "", text),
    "docs/formats/puzzles.md": lambda text: "".join(re.findall(r"^\| (`[^|]*)", text, re.MULTILINE)),  # keys, not prose
}
"""What of a file must not change."""
VARYING = re.compile(r"(?<=id name hyperoxo )\S+|(?<= time )\d+|(?<=\"seconds\": )[\d.e-]+|(?<=info string ).*")


@pytest.mark.parametrize(
    "line", (UNCHANGED / "digests.txt").read_text("ascii").splitlines(), ids=lambda line: line[66:]
)
def test_a_format_is_unchanged(line: str) -> None:
    digest, name = line.split()
    text = PARTS.get(name, str)((ROOT / name).read_text(encoding="utf-8"))
    assert sha256(text.encode()).hexdigest() == digest


def test_an_engine_says_the_same() -> None:
    lines = (UNCHANGED / "ugi.txt").read_text("utf-8").splitlines()
    dialogue = EngineDialogue("oxo:level=4")
    answers = dialogue.search(*(line.removeprefix("> ") for line in lines if line.startswith("> ")))
    assert [VARYING.sub("…", answer) for answer in answers] == [line for line in lines if not line.startswith("> ")]


def test_the_events_of_games_and_their_records_are_the_same() -> None:
    """The games have every kind of event, a clock, and a choice of sides."""
    stored: list[list[StoredEvent]] = []
    for line in (UNCHANGED / "events.jsonl").read_text("utf-8").splitlines():
        event = json.loads(line)
        stored += [[]] if event["number"] == 1 else []
        stored[-1].append(StoredEvent(event["number"], event["kind"], line))
    games = list(map(decode_events, stored))
    assert [list(map(encode_event, game)) for game in games] == stored
    records = [record.dumps(GameState("A" * 22, game).recorded(), "json") for game in games]
    assert "".join(records) == (UNCHANGED / "events-records.jsonl").read_text("utf-8")


def test_the_published_commands_have_options_that_are_taken() -> None:
    texts = ((ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("atlas.json", "boxes.json"))
    commands = [json.loads(text) for text in re.findall(r'"command": ("(?:[^"\\]|\\.)*")', "\n".join(texts))]
    assert len(commands) == 631 + 44
    for program, name, *arguments in map(shlex.split, commands):
        assert (program, command_parser(name).parse_known_args(arguments)[1]) == ("oxo", [])
