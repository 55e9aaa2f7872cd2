"""`TrialSearch`, the article's procedure `analyse` step by step, and `rate_fields`, which applies it to a position.

Ratings of fields are numbers from 1 to 100, as the side that moves to the field sees them. The label counts plies, that
move included. Fields that are not finished have no rating, and the label `?`:

    100  98  96 ...   50   ...   5   3   1
     W1  W3  W5 ...    D   ...  L6  L4  L2
"""

from __future__ import annotations

import time
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hyperoxo._core import Position
from hyperoxo.players.control import NO_LIMITS, Control, Limits, Progress
from hyperoxo.sides import other_side

WIN = 100
"""Rating of a move that completes a line."""
BEST_WITHOUT_WIN = 98
"""Rating of a move that wins with the mover's next one: the highest when no line can be completed."""
NEUTRAL = 50
"""Rating of a draw."""
WORST = 1
"""Rating of a move that lets the opponent complete a line at once."""
UNKNOWN_LABEL = "?"
TRIAL_MOVES = "trial moves"
"""The name of the program's own rating in reasons."""


def rating_label(rating: int) -> str:
    """Return a rating as it is printed: `W3`, `L2`, `D`."""
    if rating == NEUTRAL:
        return "D"
    return f"W{WIN - rating + 1}" if rating > NEUTRAL else f"L{rating + 1}"


@dataclass(frozen=True, slots=True)
class FieldRatings:
    """The known ratings of a position's open fields.

    Attributes:
        fields: the rating of each field that is finished, 1 to 100, by cell, ascending. It is the result of moving
            there when the winner hurries and the loser delays; higher is better for the side that moves there.
        trial_moves: the number of trial moves for them.
        complete: whether every open field is rated.
        rated_by: the source of the ratings, in a word or two: the trial moves, or another one given to the session.
    """

    fields: Mapping[int, int]
    trial_moves: int
    complete: bool
    rated_by: str = TRIAL_MOVES


RateFields: typing.TypeAlias = Callable[[Position, Limits, Control], FieldRatings]
"""A function that rates the fields of a position that is not over, within limits and control."""


def rating_for_previous(rating: int) -> int:
    """Return a closed node's rating as the node before it sees it: the other side, and one move further away."""
    x = 100 - rating
    return x - 1 if x > NEUTRAL else x + 1 if x < NEUTRAL else x


def bound_for_next(rating: int) -> int:
    """Return the rating of the next node that comes back as this one: the inverse of `rating_for_previous`."""
    x = 100 - rating
    return x + 1 if x > NEUTRAL else x - 1 if x < NEUTRAL else x


def rated_at_once(position: Position) -> dict[int, int]:
    """Return the ratings that need no search: a win for a move that completes a line, a loss for one that allows it."""
    wins = {cell for cell, _ in position.threats(position.to_move)}
    losses = {cell for cell, _ in position.threats(other_side(position.to_move))}
    return {cell: WIN if cell in wins else WORST for cell in position.empty_cells() if cell in wins or losses - {cell}}


BASE_NODE = 0
TRIAL_MOVES_BETWEEN_LOOKS = 1024
"""The number of trial moves between two checks of the clock and the control: a few milliseconds."""


@dataclass(slots=True)
class TrialNode:
    """One ply of the line of trial moves.

    Attributes:
        pos: where its trial move stands, as an index among the fields open at the start; -1 for none.
        rating: the best found so far, for the side that moves here; it only rises.
        threshold: the rating at which this node is closed, since more would not change the node before it.
    """

    pos: int = -1
    rating: int = WORST
    threshold: int = WIN


class TrialBoard:
    """The marks on the board while trial moves come and go, and how many lines each player could complete.

    Player 0 is the side to move at the start. Its marks weigh 1 and its opponent's k+1, so that a line's tally gives
    the number of each in it, and a win is seen without scanning the list of lines.
    """

    def __init__(self, position: Position) -> None:
        board = position.board
        self._through = [board.lines_through(cell) for cell in range(board.size)]
        self._tally = [0] * len(board.lines)
        self._weights = (1, board.line_length + 1)
        self._one_short = tuple((board.line_length - 1) * weight for weight in self._weights)
        own, other = (position.x, position.o) if position.to_move == "x" else (position.o, position.x)
        for weight, cells in zip(self._weights, (own, other), strict=True):
            for cell in cells:
                for line in self._through[cell]:
                    self._tally[line] += weight
        self.wins = [self._tally.count(tally) for tally in self._one_short]
        """By player, how many lines one more mark would complete."""

    def put(self, cell: int, player: int) -> None:
        """Mark a cell for a player."""
        self._add(cell, self._weights[player])

    def remove(self, cell: int, player: int) -> None:
        """Take a player's mark off a cell."""
        self._add(cell, -self._weights[player])

    def _add(self, cell: int, weight: int) -> None:
        tally, wins = self._tally, self.wins
        first, second = self._one_short
        for line in self._through[cell]:
            before = tally[line]
            after = tally[line] = before + weight
            wins[0] += (after == first) - (before == first)
            wins[1] += (after == second) - (before == second)


class TrialSearch:
    """The article's procedure `analyse` with its five functions; it can be run for some trial moves at a time.

    Nodes are counted from the base node, whose moves are the ones that get ratings, to the last, which fills the
    board. Each node tries the free fields in ascending order.

    Args:
        position: not over.
    """

    def __init__(self, position: Position) -> None:
        self._board = TrialBoard(position)
        self._fields = position.empty_cells()
        self._free = [True] * len(self._fields)
        self._nodes = [TrialNode() for _ in self._fields]
        self._last_node = len(self._fields) - 1
        self._test_node = -1
        self._winning = [cell for cell, _ in position.threats(position.to_move)]
        self.ratings: dict[int, int] = {}
        """The rating of each field that is finished, by cell."""
        self.trial_moves = 0
        """How many trial moves have been made."""

    @property
    def complete(self) -> bool:
        """Whether every open field is rated."""
        return len(self.ratings) == len(self._fields)

    def analyse(self, up_to: int) -> None:
        """Continue until every field is rated, or `up_to` trial moves have been made in all."""
        while self.trial_moves < up_to and not self.complete:
            if self._next_node() and self._first_move():
                continue
            while self._previous_node() and not self._next_move():
                pass

    def _next_node(self) -> bool:
        """Open the next node and test it for a win; false if the board is full."""
        if self._test_node == self._last_node:
            return False
        self._test_node += 1
        node = self._nodes[self._test_node]
        node.pos = -1
        if self._test_node == BASE_NODE:
            node.rating, node.threshold = WORST, WIN
            self.ratings.update(dict.fromkeys(self._winning, WIN))
            return True
        previous = self._nodes[self._test_node - 1]
        node.rating = bound_for_next(previous.threshold)
        # Neither side can do better than a draw in the last two fields, unless the test for a win says so.
        node.threshold = NEUTRAL if self._test_node >= self._last_node - 1 else bound_for_next(previous.rating)
        self._test_win(node)
        return True

    def _test_win(self, node: TrialNode) -> None:
        if self._board.wins[self._test_node % 2]:
            node.rating = WIN

    def _first_move(self) -> bool:
        """Make the first trial move of a node just opened; false if the node must be closed without one."""
        node = self._nodes[self._test_node]
        if node.threshold == WIN:
            node.threshold = BEST_WITHOUT_WIN
        if node.rating >= node.threshold:
            return False
        if self._test_node == self._last_node:
            node.rating = NEUTRAL
            if self._test_node == BASE_NODE:
                self.ratings.setdefault(self._fields[0], NEUTRAL)
            return False
        return self._next_move()

    def _previous_node(self) -> bool:
        """Close nodes until one is open that can still gain, and take its move back; false at the base node's end."""
        while self._test_node > BASE_NODE:
            self._delete_move()
            x = rating_for_previous(self._nodes[self._test_node].rating)
            self._test_node -= 1
            node = self._nodes[self._test_node]
            if self._test_node == BASE_NODE:
                self.ratings[self._fields[node.pos]] = x
                return True
            node.rating = max(node.rating, x)
            if node.rating < node.threshold:
                return True
        return False

    def _next_move(self) -> bool:
        """Replace the node's trial move by the one in the next free field; false, with none made, if there is none."""
        node = self._nodes[self._test_node]
        following = node.pos + 1
        self._delete_move()
        for pos in range(following, len(self._fields)):
            if self._free[pos] and not (self._test_node == BASE_NODE and self._fields[pos] in self.ratings):
                node.pos = pos
                self._free[pos] = False
                self._board.put(self._fields[pos], self._test_node % 2)
                self.trial_moves += 1
                return True
        return False

    def _delete_move(self) -> None:
        node = self._nodes[self._test_node]
        if node.pos >= 0:
            self._free[node.pos] = True
            self._board.remove(self._fields[node.pos], self._test_node % 2)
            node.pos = -1


def rate_fields(
    position: Position,
    trial_moves: int | None = None,
    limits: Limits = NO_LIMITS,
    control: Control | None = None,
) -> FieldRatings:
    """Rate the open fields of a position that is not over, every one if nothing stops the search before its end.

    Args:
        position: on any board. 3x3x3 can be finished from the empty board on, in about three million trial moves.
        trial_moves: how many may be made; None for any number.
        limits: `nodes` counts trial moves too. The search always looks to the end of the game, so a `depth` below
            the number of open fields leaves only what can be seen at once.
        control: stops the search when cancelled, and gets its progress.
    """
    control = control or Control()
    deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
    open_fields = len(position.empty_cells())
    budget = min((bound for bound in (trial_moves, limits.nodes) if bound is not None), default=None)
    if limits.depth is not None and limits.depth < open_fields:
        budget = 0
    search = TrialSearch(position)
    ratings = rated_at_once(position)
    while budget is None or search.trial_moves < budget:
        slice_end = search.trial_moves + TRIAL_MOVES_BETWEEN_LOOKS
        search.analyse(slice_end if budget is None else min(slice_end, budget))
        ratings |= search.ratings
        if search.complete or control.cancelled or (deadline is not None and time.monotonic() >= deadline):
            break
        best = rating_label(max(ratings.values())) if ratings else None
        text = f"{len(ratings)} of {open_fields} fields rated"
        control.report(Progress(nodes=search.trial_moves, label=best, text=text))
    fields = dict(sorted(ratings.items()))
    return FieldRatings(fields, search.trial_moves, complete=len(fields) == open_fields)
