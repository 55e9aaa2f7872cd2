"""`delphi`: the analyser of "Programming a 3D Tic Tac Toe game", a Delphi 7 project of the website davdata.nl.

The original is a 3x3x3 board for two people with a button that rates every open field. The program plays trial moves
to the end of the game, depth first, and remembers per ply (a *node*) the best *rating* found and the *threshold* at
which more searching cannot matter. That is alpha-beta search, found again in words of its own: the rating is alpha,
the threshold is beta. `TrialSearch` is that procedure, step by step as the article tells it, on any board; `analyse`
asks it about a position, and `DelphiSession` makes an opponent of it, with these ratings or with others that it is
handed (hyperoxo/players/rated.py does). What was decided about slips of the article is in docs/historic/delphi.md.

A rating is a number from 1 to 100, as the side that moves to the field sees it; the label counts plies, that move
included. Fields that are not finished have no rating, and the label `?`:

    100  98  96 ...   50   ...   5   3   1
     W1  W3  W5 ...    D   ...  L6  L4  L2
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from hyperoxo._core import Position
from hyperoxo.players.control import Control, Limits, Progress
from hyperoxo.players.decision import Decision, Play, Reasons
from hyperoxo.players.options import Option
from hyperoxo.players.player import PlayerKind, Session
from hyperoxo.sides import other_side

if TYPE_CHECKING:
    from hyperoxo._core import Board
    from hyperoxo.game import JSON, Game
    from hyperoxo.sides import Side

WIN = 100
"""Rating of a move that completes a line."""
BEST_WITHOUT_WIN = 98
"""Rating of a move that wins with the mover's next one: the most there is when no line can be completed."""
NEUTRAL = 50
"""Rating of a draw."""
WORST = 1
"""Rating of a move that lets the opponent complete a line at once."""
UNKNOWN_LABEL = "?"
TRIAL_MOVES = "trial moves"
"""What the program itself rates fields by."""
BASE_NODE = 0
TRIAL_MOVES_BETWEEN_LOOKS = 1024
"""How many trial moves pass between two looks at the clock and at the control: a few milliseconds."""
NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class FieldRating:
    """What moving to a field comes to when the winner hurries and the loser delays.

    Attributes:
        rating: 1 to 100, higher is better for the side that moves there.
    """

    rating: int

    @property
    def label(self) -> str:
        """The rating as a face prints it: `W3`, `L2`, `D`."""
        if self.rating == NEUTRAL:
            return "D"
        return f"W{WIN - self.rating + 1}" if self.rating > NEUTRAL else f"L{self.rating + 1}"


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known of a position's open fields.

    Attributes:
        fields: each field that is finished with its rating, by cell, ascending.
        trial_moves: how many trial moves were made for it.
        complete: whether every open field is rated.
        rated_by: what found the ratings: the trial moves, or whatever else was handed to the session, in a word or two.
    """

    fields: Mapping[int, FieldRating]
    trial_moves: int
    complete: bool
    rated_by: str = TRIAL_MOVES


Analyse: TypeAlias = Callable[[Position, Limits, Control], Analysis]
"""Whatever can rate the fields of a position that is not over, as far as limits and control allow."""


def rating_for_previous(rating: int) -> int:
    """Return a closed node's rating as the node before it sees it: the other side, and one move further away."""
    x = 100 - rating
    return x - 1 if x > NEUTRAL else x + 1 if x < NEUTRAL else x


def bound_for_next(rating: int) -> int:
    """Return the rating of the next node that comes back as this one: the inverse of `rating_for_previous`."""
    x = 100 - rating
    return x + 1 if x > NEUTRAL else x - 1 if x < NEUTRAL else x


@dataclass(slots=True)
class Node:
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

    Player 0 is the side to move at the start. Its marks weigh 1 and its opponent's k+1, so that a line's tally tells
    how many of each stand in it, and a win is seen without scanning the list of lines.
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
        self._nodes = [Node() for _ in self._fields]
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
        """Go on until every field is rated, or `up_to` trial moves have been made in all."""
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
        # Nobody can do better than a draw in the last two fields, unless the test for a win says so.
        node.threshold = NEUTRAL if self._test_node >= self._last_node - 1 else bound_for_next(previous.rating)
        self._test_win(node)
        return True

    def _test_win(self, node: Node) -> None:
        if self._board.wins[self._test_node % 2]:
            node.rating = WIN

    def _first_move(self) -> bool:
        """Make the first trial move of a node just opened; false if the node is to be closed without one."""
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


def rated_at_once(position: Position) -> dict[int, int]:
    """Return the ratings that need no search: a win for whoever completes a line, a loss for whoever lets it happen."""
    wins = {cell for cell, _ in position.threats(position.to_move)}
    losses = {cell for cell, _ in position.threats(other_side(position.to_move))}
    return {cell: WIN if cell in wins else WORST for cell in position.empty_cells() if cell in wins or losses - {cell}}


def analyse(
    position: Position,
    trial_moves: int | None = None,
    limits: Limits = NO_LIMITS,
    control: Control | None = None,
) -> Analysis:
    """Rate the open fields of a position that is not over, every one if nothing stops the search before its end.

    Args:
        position: on any board. 3x3x3 can be finished from the empty board on, in about three million trial moves.
        trial_moves: how many may be made; None for any number.
        limits: `nodes` counts trial moves too. The search always looks to the end of the game, so a `depth` below
            the number of open fields leaves only what can be seen at once.
        control: stops the search when cancelled, and is told how far it is.
    """
    control = control or Control()
    deadline = None if limits.time is None else time.monotonic() + limits.time
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
        best = FieldRating(max(ratings.values())).label if ratings else None
        text = f"{len(ratings)} of {open_fields} fields rated"
        control.report(Progress(nodes=search.trial_moves, label=best, text=text))
    fields = {cell: FieldRating(ratings[cell]) for cell in sorted(ratings)}
    return Analysis(fields, search.trial_moves, complete=len(fields) == open_fields)


def open_lines(position: Position, cell: int) -> int:
    """Return how many lines through a cell hold no mark of the opponent of the side to move."""
    board = position.board
    taken = set(position.o if position.to_move == "x" else position.x)
    return sum(taken.isdisjoint(board.lines[line]) for line in board.lines_through(cell))


@dataclass(frozen=True, slots=True)
class DelphiReasons(Reasons):
    """The rating that a move was chosen by, among those of all fields.

    Attributes:
        cell: the field chosen.
        analysis: what was known when it was chosen.
        open_lines: on how many lines without an opponent's mark the field stands, if it was chosen for that; else None.
    """

    cell: int
    analysis: Analysis
    open_lines: int | None = None

    @property
    def rating(self) -> int | None:
        """The rating of the field chosen, None if it is not known."""
        found = self.analysis.fields.get(self.cell)
        return found.rating if found else None

    @property
    def label(self) -> str:
        """The label of the field chosen."""
        found = self.analysis.fields.get(self.cell)
        return found.label if found else UNKNOWN_LABEL

    @property
    def progress(self) -> Progress:
        """What the decision came to, for whoever watches."""
        return Progress(nodes=self.analysis.trial_moves or None, label=self.label, line=(self.cell,))

    def sentence(self, board: Board) -> str:  # noqa: ARG002 - ratings are the same on every board
        """Return label, rating and trial moves, and by what other rule it moved where ratings do not tell."""
        if self.analysis.rated_by == TRIAL_MOVES:
            searched = f"after {self.analysis.trial_moves:,} trial moves"
            beyond = f"its search for now {searched}"
        else:
            searched = f"by {self.analysis.rated_by}"
            beyond = f"{self.analysis.rated_by} for now"
        if self.open_lines is None:
            rated = len(self.analysis.fields)
            return f"{self.label}, rating {self.rating}: the best of {rated} rated fields {searched}"
        known = "not rated" if self.rating is None else f"rating {self.rating}"
        return (
            f"{self.label}, {known}: beyond {beyond}; "
            f"stands on most open lines ({self.open_lines}) of the fields not known to lose"
        )

    def as_json(self, board: Board) -> dict[str, JSON]:
        """Return `label`, `rating`, `trial_moves`, `rated_by`, whether all are rated, `rule`, and `fields` by name."""
        fields: dict[str, JSON] = {
            board.name(cell): {"label": found.label, "rating": found.rating}
            for cell, found in self.analysis.fields.items()
        }
        return {
            "label": self.label,
            "rating": self.rating,
            "trial_moves": self.analysis.trial_moves,
            "rated_by": self.analysis.rated_by,
            "complete": self.analysis.complete,
            "rule": "best rating" if self.open_lines is None else "most open lines",
            "fields": fields,
        }

    def marks(self, board: Board) -> dict[int, str]:  # noqa: ARG002 - ratings are the same on every board
        """Return label and rating of every field that has them."""
        return {cell: f"{found.label} {found.rating}" for cell, found in self.analysis.fields.items()}


class DelphiSession(Session):
    """Plays the field of the best rating; where that is not known, one on most open lines that is not known to lose.

    Among equals it takes the lowest field, the first that its scan finds.

    Args:
        board: any board.
        seat: the side that it holds.
        seed: not used; the program draws nothing.
        trial_moves: how many trial moves one decision may take.
        open_fields: with more fields open than this it does not search.
        rate: what rates the fields instead of the program's own search, such as a solver that knows more.
    """

    def __init__(
        self,
        board: Board,
        seat: Side,
        seed: int,
        *,
        trial_moves: int,
        open_fields: int,
        rate: Analyse | None = None,
    ) -> None:
        super().__init__(board, seat, seed)
        self._trial_moves = trial_moves
        self._open_fields = open_fields
        self._rate = rate or self._search

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:
        """Rate the fields and play the best; when cancelled, the best by what is rated until then.

        What it came to is reported last.
        """
        reasons = self._choice(game.position, self._rate(game.position, limits, control))
        control.report(reasons.progress)
        return Play(reasons.cell, reasons)

    def _choice(self, position: Position, analysis: Analysis) -> DelphiReasons:
        """Return the field to play by what is known of all, with the reasons."""
        fields = analysis.fields
        best = max(fields, key=lambda cell: fields[cell].rating, default=None)
        if best is not None and (analysis.complete or fields[best].rating > NEUTRAL):
            return DelphiReasons(best, analysis)
        not_lost = [c for c in position.legal_moves() if c not in fields or fields[c].rating >= NEUTRAL]
        cell = max(not_lost, key=lambda cell: open_lines(position, cell))
        return DelphiReasons(cell, analysis, open_lines(position, cell))

    def _search(self, position: Position, limits: Limits, control: Control) -> Analysis:
        within_reach = len(position.empty_cells()) <= self._open_fields
        return analyse(position, self._trial_moves if within_reach else 0, limits, control)


KIND = PlayerKind(
    name="delphi",
    summary="rates every field by trial moves to the end of the game, where it can, and plays the best",
    session=DelphiSession,
    options=(
        Option("trial-moves", 300_000, "how many trial moves one decision may take", minimum=0),
        Option("open-fields", 26, "with more fields open than this it does not search", minimum=0, maximum=256),
    ),
    program='"Programming a 3D Tic Tac Toe game", Delphi 7, davdata.nl',
)
