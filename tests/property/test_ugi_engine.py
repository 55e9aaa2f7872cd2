"""Any input to an engine is obeyed or answered with an error, and every search ends with exactly one move."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hyperoxo import Board, Game, player
from hyperoxo.ugi.messages import BestMove, Go, Info, ReadyOk, Response, UgiAnswer
from hyperoxo.ugi.server import engine as engine_module
from hyperoxo.ugi.server.engine import Engine
from hyperoxo.ugi.server.settings import EngineSettings

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


class Listener:
    """Stores an engine's answers."""

    def __init__(self) -> None:
        self.answers: list[UgiAnswer] = []
        self._lock = threading.Lock()

    def take(self, *answers: UgiAnswer) -> None:
        """Keep some answers."""
        with self._lock:
            self.answers += answers

    def count(self, kind: type[UgiAnswer]) -> int:
        """Return how many answers are of a kind."""
        return sum(isinstance(answer, kind) for answer in self.answers)


@pytest.fixture(autouse=True, scope="module")
def patient() -> Iterator[None]:
    """Let commands wait for the search before them, even on a slow machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine_module, "SEARCH_TIMEOUT", 60.0)
        yield


@settings(max_examples=100)
@given(lines=st.lists(LINES, max_size=12))
def test_an_engine_survives_any_input(lines: list[bytes]) -> None:
    listener = Listener()
    engine = Engine(EngineSettings(player("oxo:level=3"), Board("3x3"), 0), listener.take)
    for line in lines:
        goes_on = engine.handle_line(line)
        assert goes_on or line.split() == [b"quit"]
        if line.startswith(b"go infinite"):
            engine.handle_line(b"stop")
    engine.close(timeout=60)
    said = len(listener.answers)
    engine.handle_line(b"isready")
    assert listener.answers[said:] == [ReadyOk()]
    searches = sum(line.split()[:1] == [b"go"] for line in lines)
    assert listener.count(BestMove) == searches
    assert listener.count(Response) <= sum(line.startswith(b"query") for line in lines)


@given(cells=CELLS, go=SEARCHES.filter(lambda line: "infinite" not in line))
def test_a_move_can_be_played_or_there_is_an_error(cells: list[str], go: str) -> None:
    listener = Listener()
    engine = Engine(EngineSettings(player("oxo:level=3"), Board("3x3"), 0), listener.take)
    engine.handle_line(f"position startpos moves {' '.join(cells)}".encode())
    engine.handle_line(go.encode())
    engine.close(timeout=60)
    *reports, end = listener.answers
    assert isinstance(end, BestMove)
    if end.move == "none":
        assert any(isinstance(answer, Info) and answer.string.startswith("error: ") for answer in reports)
    else:
        Game(Board("3x3"), [*cells, end.move])


@given(
    go=st.builds(
        Go, movetime=st.integers(0, 2**63 - 1), nodes=st.integers(0, 2**63 - 1), depth=st.integers(0, 2**63 - 1)
    )
)
def test_any_bounds_lead_to_a_move(go: Go) -> None:
    listener = Listener()
    engine = Engine(EngineSettings(player("oxo:level=6"), Board("3x3"), 0), listener.take)
    engine.handle_line(go.text.encode())
    engine.handle_line(b"stop")
    engine.close(timeout=60)
    assert isinstance(end := listener.answers[-1], BestMove)
    assert end.move != "none"
