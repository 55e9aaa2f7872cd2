"""Delphi's trial moves as a counter, compared with the document's example and with sequences counted otherwise."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest
from support.delphi_article import Analyser

from hyperoxo import Board
from hyperoxo.museum import TrialExample, trial_examples
from hyperoxo.players.historic.delphi.trial_search import rating_label

BOARD = Board("3x3")
COUNTING, *SEARCHES = trial_examples()


def counters(example: TrialExample) -> list[tuple[int, ...]]:
    """Return the fields of the nodes, step by step."""
    return [tuple(pos for pos, _, _ in step.nodes) for step in example.steps]


def test_the_first_example_counts_as_the_document_does() -> None:
    """Nodes 25 to 27 with the fields 2, 14 and 25: after three trial moves, the two rows that follow, and the last."""
    assert (COUNTING.base_node, COUNTING.fields) == (25, (2, 14, 25))
    rows = counters(COUNTING)
    assert rows[2] == (2, 14, 25)
    assert [row for row in rows if len(row) == 3] == list(permutations((2, 14, 25)))
    assert rows[3:5] == [(2, 25), (2, 25, 14)]
    assert rows[5:8] == [(14,), (14, 2), (14, 2, 25)]
    assert len(rows) == COUNTING.trial_moves == 15


def test_there_is_an_example_for_three_to_six_open_fields() -> None:
    assert [len(example.fields) for example in trial_examples()] == [3, 3, 4, 5, 6]


@pytest.mark.parametrize("example", SEARCHES, ids=lambda example: example.title)
def test_an_example_ends_with_the_ratings_of_the_article(example: TrialExample) -> None:
    position = BOARD.position(example.position)
    game = [0, *({"x": 1, "o": 2, None: 0}[position.stone(cell)] for cell in range(9))]
    twin = Analyser([[cell + 1 for cell in line] for line in BOARD.lines], game)
    twin.analyse()
    assert dict(example.labels) == {str(field): rating_label(rating) for field, rating in sorted(twin.ratings.items())}
    assert len(set(example.labels.values())) > 1


@pytest.mark.parametrize("example", SEARCHES, ids=lambda example: example.title)
def test_the_counter_only_counts_forwards(example: TrialExample) -> None:
    """Every row is a sequence of different fields, in the order of counting, with ratings below their thresholds."""
    rows = counters(example)
    assert rows[-1] == ()
    assert len(rows) - 1 == example.trial_moves < example.without_shortcuts
    assert rows[:-1] == sorted(rows[:-1])
    assert all(len(set(row)) == len(row) and set(row) <= set(example.fields) for row in rows)
    for step in example.steps:
        assert all(
            rating is not None and threshold is not None and rating < threshold for _, rating, threshold in step.nodes
        )
    for before, after in pairwise(example.steps):
        for old, new in zip(before.nodes[:-1], after.nodes, strict=False):
            assert old[0] != new[0] or (new[1] or 0) >= (old[1] or 0)


@pytest.mark.parametrize("example", SEARCHES, ids=lambda example: example.title)
def test_sequences_without_shortcuts_are_those_that_end_with_a_win_or_the_last_field(example: TrialExample) -> None:
    start = BOARD.position(example.position)
    sequences = set()
    for order in permutations(example.fields):
        position = start
        for number, cell in enumerate(order, 1):
            sequences.add(order[:number])
            position = position.play(cell - 1)
            if position.is_over:
                break
    assert len(sequences) == example.without_shortcuts
