"""Two merged searches never take back a value, and end with the better value of each cell."""

from __future__ import annotations

import asyncio
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from hyperoxo import Board, Game, Outcome
from hyperoxo.outcomes import Value, is_more_precise
from hyperoxo.review.judgement import UNKNOWN
from hyperoxo.server.clients import Client
from hyperoxo.server.workers.merged_analysis import analyse_in_passes
from hyperoxo.server.workers.scheduler import JobScheduler, Priority
from hyperoxo.solver.analysis import Analysis, CellAnalysis, analyse

CELLS = range(4)


@st.composite
def views(draw: st.DrawFn, truth: Value) -> Value:
    """Draw a true value of something: nothing, a bound, or the truth itself."""
    kind = draw(st.sampled_from(["nothing", "bound", "truth"]))
    if kind == "nothing":
        return UNKNOWN
    if kind == "truth" or truth.outcome is Outcome.DRAW:
        return truth
    return Value(truth.outcome, (truth.plies or 0) + 2 * draw(st.integers(0, 3)), exact=False)


TRUTHS = st.one_of(
    st.builds(Value, st.just(Outcome.WIN), st.sampled_from([1, 3, 9]), exact=st.just(value=True)),
    st.builds(Value, st.just(Outcome.LOSS), st.sampled_from([2, 4]), exact=st.just(value=True)),
    st.just(Value(Outcome.DRAW, 9, exact=True)),
)


def found(cell: int, value: Value, chance: int = 50) -> CellAnalysis:
    """Return a finding about a cell."""
    return CellAnalysis(cell, value, None if value.is_known else chance, ())


def analysis(values: dict[int, Value]) -> Analysis:
    """Return an analysis that found these values."""
    cells = {cell: found(cell, value) for cell, value in values.items()}
    return Analysis(Board("2x2").empty(), UNKNOWN, cells, 1, 0.5)


def merged(first: Analysis, between: list[CellAnalysis], last: Analysis) -> tuple[list[CellAnalysis], Analysis]:
    """Return what two passes send, the second of which reports something in between, and what they find together."""
    sent: list[CellAnalysis] = []

    class Passes(JobScheduler):
        async def run(self, *_: object, **how: Any) -> Any:  # noqa: ANN401 - as inherited
            if how["priority"] is Priority.MOVE:
                return first
            for one in between:
                how["on_report"](one)
            return last

    asked = Passes(workers=1), Client("me"), first.position
    return sent, asyncio.run(analyse_in_passes(*asked, seconds=1.0, on_cells=lambda new, _: sent.extend(new)))


@given(st.data())
def test_merged_values_are_never_taken_back_or_lost(data: st.DataObject) -> None:
    truths = {cell: data.draw(TRUTHS) for cell in CELLS}
    everything = [{cell: data.draw(views(truths[cell])) for cell in CELLS} for _ in range(data.draw(st.integers(2, 5)))]
    first, *between, last = everything
    sent, both = merged(
        analysis(first), [found(cell, value) for more in between for cell, value in more.items()], analysis(last)
    )
    reported = dict.fromkeys(CELLS, UNKNOWN)
    for new in sent:
        assert is_more_precise(new.value, reported[new.cell]) or not (reported[new.cell].is_known or new.value.is_known)
        reported[new.cell] = new.value
    assert {cell: one.value for cell, one in both.cells.items()} == reported
    for cell in CELLS:
        assert not any(is_more_precise(one[cell], reported[cell]) for one in everything)
    assert (both.nodes, both.seconds) == (1, 0.5) if analysis(first).complete else (2, 1.0)


@given(st.data())
def test_being_more_precise_is_an_order_among_true_values(data: st.DataObject) -> None:
    truth = data.draw(TRUTHS)
    a, b, c = (data.draw(views(truth)) for _ in range(3))
    assert not is_more_precise(a, a)
    assert not (is_more_precise(a, b) and is_more_precise(b, a))
    assert not (is_more_precise(a, b) and is_more_precise(b, c)) or is_more_precise(a, c)
    assert a == b or is_more_precise(a, b) or is_more_precise(b, a)


def test_a_guess_is_sent_again_when_it_has_changed() -> None:
    nothing = analysis(dict.fromkeys(CELLS, UNKNOWN))
    sent, _ = merged(nothing, [found(0, UNKNOWN, 50), found(0, UNKNOWN, 70)], nothing)
    assert [(one.cell, one.chance) for one in sent[len(CELLS) :]] == [(0, 70), (0, 50)]


def test_the_quick_and_the_full_analysis_find_what_one_analysis_finds() -> None:
    position = Game(Board("3x3x3"), ["122", "111"]).position
    whole = analyse(position)
    _, both = merged(analyse(position, nodes=0), [], whole)
    assert {cell: one.value for cell, one in both.cells.items()} == {
        cell: one.value for cell, one in whole.cells.items()
    }
    assert both.complete
    assert both.value == whole.value
