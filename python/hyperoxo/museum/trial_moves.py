"""Delphi's trial moves as a counter: each trial move, the nodes after it, and what its functions did before it.

The first example is the document's own, which only counts. The others are ours: the literal search on 3x3, where three
to six open fields leave something to find. On 3x3x3 a side with so few fields can nearly always complete a line.
Fields and nodes are numbered from 1, as in the document.
"""

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from hyperoxo._core import Board, Position
from hyperoxo.json_shape import JsonShape
from hyperoxo.players.historic.delphi.trial_search import NEUTRAL, WIN, TrialSearch, rating_for_previous, rating_label


@dataclass(frozen=True, slots=True)
class TrialStep(JsonShape):
    """The state after a trial move; that of the last step follows the end of the search."""

    nodes: tuple[tuple[int, int | None, int | None], ...]
    """The open nodes from the base node on: the field of its trial move, its rating and its threshold."""
    events: tuple[str, ...]
    """What each function did since the trial move before."""


@dataclass(frozen=True, slots=True)
class TrialExample(JsonShape):
    """A position whose trial moves are shown one by one."""

    title: str
    text: str
    position: str
    """As it is typed, on 3x3; empty for the example that only counts."""
    fields: tuple[int, ...]
    """The open fields."""
    base_node: int
    """The number of the first node."""
    steps: tuple[TrialStep, ...]
    trial_moves: int
    """The number of trial moves."""
    without_shortcuts: int
    """The number of trial moves if every sequence is played to a win or to the last field."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """The label of each field at the end, by its number; none for the example that only counts."""


_COUNTED = (2, 14, 25)
_POSITIONS = ("xoo2x1xo x", "1x1x1o1ox o", "1o3xx1o x", "1xox5 o")
"""One for three to six open fields. No side can complete a line at once, and the ratings differ."""


@functools.cache
def trial_examples() -> tuple[TrialExample, ...]:
    """Return the examples: the document's, then one for each number of open fields from three on."""
    counted = tuple(_counting(_COUNTED, last_node=27))
    first = TrialExample(
        title="Counting, as in the document",
        text=(
            "Node 25 is the base node, and nothing is won. The fields of the three nodes count like the digits of a "
            "number, except that none occurs twice. The document counts before it speaks of ratings, so the nodes have "
            "none. No position of 3x3x3 goes like this, since every full board has a line."
        ),
        position="",
        fields=_COUNTED,
        base_node=25,
        steps=counted,
        trial_moves=len(counted),
        without_shortcuts=len(counted),
    )
    return (first, *map(_example, _POSITIONS))


def _counting(fields: Sequence[int], last_node: int) -> Iterator[TrialStep]:
    """Yield the trial moves of the document's scheme without wins, ratings and thresholds."""
    base = last_node - len(fields) + 1
    lines = [(), *_sequences(fields, ())]
    for before, line in pairwise(lines):
        taken_back = [
            f"node {base + node} takes field {before[node]} back: no other is free"
            for node in range(len(before) - 1, len(line) - 1, -1)
        ]
        verb = "moves on to" if len(line) <= len(before) else "opens, and takes"
        event = f"node {base + len(line) - 1} {verb} field {line[-1]}"
        yield TrialStep(tuple((pos, None, None) for pos in line), (*taken_back, event))


def _sequences(fields: Sequence[int], placed: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for pos in fields:
        if pos not in placed:
            yield (*placed, pos)
            yield from _sequences(fields, (*placed, pos))


class _WatchedSearch(TrialSearch):
    """The literal search, which notes what its functions do."""

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self.base_number = position.stones + 1
        self.steps: list[TrialStep] = []
        self._events: list[str] = []

    def note_step(self) -> None:
        """Note the open nodes, and the events that led here."""
        shown = self._nodes[: self._test_node + 1]
        nodes = tuple((self._number(node.pos), node.rating, node.threshold) for node in shown if node.pos >= 0)
        self.steps.append(TrialStep(nodes, tuple(self._events)))
        self._events.clear()

    def _number(self, pos: int) -> int:
        return self._fields[pos] + 1

    def _name(self, node: int) -> str:
        return f"node {self.base_number + node}"

    def _next_node(self) -> bool:
        opened = super()._next_node()
        if opened:
            node = self._nodes[self._test_node]
            self._events.append(f"nextNode: {self._name(self._test_node)} opens")
            if node.rating == WIN:
                self._events.append(f"testWin: {self._name(self._test_node)} can complete a line")
        return opened

    def _first_move(self) -> bool:
        made = super()._first_move()
        if not made:
            node = self._nodes[self._test_node]
            why = f"rating {node.rating} has reached threshold {node.threshold}"
            if self._test_node == self._last_node and node.rating == NEUTRAL:
                why = "the last field changes nothing, so the rating is 50"
            self._events.append(f"firstMove: none in {self._name(self._test_node)}: {why}")
        return made

    def _previous_node(self) -> bool:
        first = self._test_node
        found = super()._previous_node()
        for closed in range(first, self._test_node, -1):
            rating = self._nodes[closed].rating
            back = rating_for_previous(rating)
            text = (
                f"previousNode: {self._name(closed)} closes with {rating}, which is {back} for {self._name(closed - 1)}"
            )
            if closed - 1 == 0:
                text += f": field {self._number(self._nodes[0].pos)} is {rating_label(back)}"
            self._events.append(text)
        return found

    def _next_move(self) -> bool:
        opens = self._nodes[self._test_node].pos < 0
        made = super()._next_move()
        if made:
            function = "firstMove" if opens else "nextMove"
            pos = self._number(self._nodes[self._test_node].pos)
            self._events.append(f"{function}: {self._name(self._test_node)} takes field {pos}")
            self.note_step()
        else:
            self._events.append(f"nextMove: {self._name(self._test_node)} has no further field")
        return made


def _example(typed: str) -> TrialExample:
    position = Board("3x3").position(typed)
    search = _WatchedSearch(position)
    while not search.complete:
        search.analyse(search.trial_moves + 1)
    search.note_step()
    fields = tuple(cell + 1 for cell in position.empty_cells())
    return TrialExample(
        title=f"{len(fields)} open fields",
        text=(
            "The position is ours, on 3x3. The rating of a node starts at the worst that still counts, and only rises; "
            "at the threshold the node is closed. Each side has every other node."
        ),
        position=typed,
        fields=fields,
        base_node=search.base_number,
        steps=tuple(search.steps),
        trial_moves=search.trial_moves,
        without_shortcuts=_every_sequence(position),
        labels={str(cell + 1): rating_label(rating) for cell, rating in sorted(search.ratings.items())},
    )


def _every_sequence(position: Position) -> int:
    """Return the number of trial moves from a position on if nothing is left out."""
    following = [position.play(cell) for cell in position.empty_cells()]
    return sum(1 if each.is_over else 1 + _every_sequence(each) for each in following)
