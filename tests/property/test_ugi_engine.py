"""Any input to an engine is obeyed or answered with an error, and every search ends with exactly one move."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.patience import PATIENCE
from support.ugi_dialogues import EngineDialogue

from hyperoxo import Board, Game
from hyperoxo.ugi.server import engine as engine_module

if TYPE_CHECKING:
    from collections.abc import Iterator

CELLS = st.lists(st.sampled_from([f"{row}{column}" for row in range(1, 5) for column in range(1, 4)]), max_size=9)
POSITIONS = st.one_of(
    CELLS.map(lambda cells: f"position startpos moves {' '.join(cells)}"),
    st.text("xo12345 ", max_size=9).map(lambda text: f"position fen {text}"),
    st.sampled_from(["position startpos", "position fen xo7 x", "position fen 4x4 o moves 11"]),
)
SEARCHES = st.sampled_from(
    ["go", "go depth 1", "go nodes 10", "go movetime 0", "go p1time 1 p2time 1", "go infinite", "go infinite depth 1"]
)
OTHERS = st.sampled_from(
    [
        "ugi",
        "isready",
        "uginewgame",
        "stop",
        "query p1turn",
        "query result",
        "query gameover",
        "setoption name level value 1",
        "setoption name level value 0",
        "setoption name Board value 3x3",
        "setoption name Board value 4x3:3",
        "setoption name Seed value 4",
    ]
)
LINES = st.one_of(POSITIONS, SEARCHES, OTHERS).map(str.encode) | st.binary(max_size=30)


@pytest.fixture(autouse=True, scope="module")
def patient() -> Iterator[None]:
    """Let commands wait for the search before them, even on a slow machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine_module, "SEARCH_TIMEOUT", PATIENCE)
        yield


@settings(max_examples=100)
@given(lines=st.lists(LINES, max_size=12))
def test_an_engine_survives_any_input(lines: list[bytes]) -> None:
    dialogue = EngineDialogue("oxo:level=3")
    for line in lines:
        goes_on = dialogue.engine.handle_line(line)
        assert goes_on or line.split() == [b"quit"]
        if line.startswith(b"go infinite"):
            dialogue.engine.handle_line(b"stop")
    dialogue.engine.close(timeout=PATIENCE)
    answers = dialogue.tell()
    assert dialogue.tell("isready") == ["readyok"]
    searches = sum(line.split()[:1] == [b"go"] for line in lines)
    assert sum(answer.startswith("bestmove ") for answer in answers) == searches
    responses = sum(answer.startswith("response ") for answer in answers)
    assert responses <= sum(line.startswith(b"query") for line in lines)


@given(cells=CELLS, go=SEARCHES.filter(lambda line: "infinite" not in line))
def test_a_move_can_be_played_or_there_is_an_error(cells: list[str], go: str) -> None:
    dialogue = EngineDialogue("oxo:level=3")
    dialogue.tell(f"position startpos moves {' '.join(cells)}")
    *reports, end = dialogue.search(go)
    if end == "bestmove none":
        assert any(report.startswith("info string error: ") for report in reports)
    else:
        Game(Board("3x3"), [*cells, end.removeprefix("bestmove ")])
