"""What the house player knows of a position: proofs, forced wins, and estimates where nothing is proved.

Proofs come from the shipped books and the atlas, which cost nothing, and from exact values and strategies, which are
tried only where a result is likely. The session keeps the strategy that it found: as long as the game stays within it,
the next moves cost nothing.

A quiet win begins with a move that need not threaten anything, after which every reply loses to a forced win. Searches
for wins are small; they decide almost every position of games. A result that is unknown at their end, or when the
decision is cancelled, counts as not seen. The exception is a threat sequence that a book may have left out: it gets a
search of `PATIENT_NODES`.

Positional scores are a rule of thumb. A line with stones of both sides is dead and counts nothing. Every other line
counts one, and `growth` times as much for each stone on it, of either side: a line of the player itself counts as much
as one of the opponent's that it blocks.
"""

from __future__ import annotations

import functools
import typing

from hyperoxo._core import Board, Position
from hyperoxo.outcomes import Outcome, Value
from hyperoxo.players.control import Progress
from hyperoxo.sides import other_side
from hyperoxo.solver.analysis import Analysis, analyse
from hyperoxo.solver.atlas import atlas_values
from hyperoxo.solver.books import book_move
from hyperoxo.solver.forced_wins import ForcedWin, forced_win, refutations
from hyperoxo.solver.search import SearchResult, search
from hyperoxo.solver.solve import solve
from hyperoxo.solver.strategies import Strategy

if typing.TYPE_CHECKING:
    from collections.abc import Iterable

    from hyperoxo.players.oxo.levels import Budget


def search_ahead(
    position: Position, among: Iterable[int], depth: int | None, budget: Budget, share: float = 1.0
) -> SearchResult:
    """Return the best of the given moves by a search of at most `depth` plies, within a share of the remaining budget.

    Each completed depth is reported as progress.
    """
    depths = [bound for bound in (depth, budget.limits.depth) if bound is not None]
    nodes, seconds = budget.share(share)
    return budget.spend(
        search(
            position,
            among=among,
            depth=min(depths, default=None),
            nodes=nodes,
            seconds=seconds,
            control=budget.control,
            on_progress=lambda best: budget.control.report(_progress(best, budget.spent)),
        )
    )


def _progress(best: SearchResult, before: int) -> Progress:
    nodes = before + best.nodes
    points = None if best.value.is_known else best.score
    return Progress(best.depth, nodes, label=best.value.text(best.chance), line=best.line, points=points)


@functools.lru_cache(maxsize=16)
def lines_through(board: Board) -> tuple[tuple[int, ...], ...]:
    """Return the lines through each cell."""
    return tuple(board.lines_through(cell) for cell in range(board.size))


def stones_on_lines(position: Position) -> tuple[list[int], list[int]]:
    """Return how many stones of X, and of O, each line holds."""
    board = position.board
    through = lines_through(board)
    both = [0] * len(board.lines), [0] * len(board.lines)
    for counts, stones in zip(both, (position.x, position.o), strict=True):
        for cell in stones:
            for line in through[cell]:
                counts[line] += 1
    return both


def positional_scores(position: Position, cells: Iterable[int], growth: int) -> dict[int, int]:
    """Return the positional score of a stone on each of some cells; only the order of scores has a meaning."""
    through = lines_through(position.board)
    worth = [0 if a and b else growth ** (a + b) for a, b in zip(*stones_on_lines(position), strict=True)]
    return {cell: sum(worth[line] for line in through[cell]) for cell in cells}


NODES = 20_000
"""The most positions of one search for one move."""
PATIENT_NODES = 10_000_000
"""The most positions of a search where a book may promise a win. Of the threat sequences that the book of 4x4x4 leaves
out, searched for after each of its moves, one needs more than 1,000,000 positions: 3,651,867 in the orientation that
needs most, which take 0.2 s."""
GLANCE = 500
"""The most positions for each move if all moves are searched."""
GROWTH = 2
"""The positional score that orders moves, the most promising first."""


def own_win(position: Position, longest: int | None, budget: Budget, nodes: int = NODES) -> ForcedWin:
    """Return the result of a search for a forced win of the side to move, of at most `longest` plies."""
    return budget.spend(forced_win(position, longest=longest, nodes=nodes, control=budget.control))


def lost_moves(position: Position, among: Iterable[int], longest: int | None, budget: Budget) -> dict[int, ForcedWin]:
    """Return the given moves that allow the opponent a forced win of at most `longest` plies, with that win."""
    wanted = set(among)
    lost: dict[int, ForcedWin] = {}
    glances = refutations(position, longest=longest, nodes=GLANCE, control=budget.control)
    for cell, glance in glances.items():
        budget.spend(glance)
        if cell not in wanted or glance.exists is False:
            continue
        found = glance
        if glance.exists is None and not budget.control.cancelled:
            found = own_win(position.play(cell), longest, budget)
        if found.exists:
            lost[cell] = found
    return lost


def quiet_win(position: Position, among: Iterable[int], budget: Budget) -> tuple[int, ...] | None:
    """Return the shortest quiet win that begins with one of the given moves; None if none was found in the budget.

    It is given as the longest game that the replies lead to, from the quiet move to the end.
    """
    best: tuple[int, ...] | None = None
    worth = positional_scores(position, among, GROWTH)
    for cell in sorted(worth, key=lambda cell: (-worth[cell], cell)):
        if budget.is_over:
            break
        found = _wins_quietly(position, cell, budget)
        if found is not None and (best is None or len(found) < len(best)):
            best = found
    return best


def first_without_quiet_win(position: Position, ordered: Iterable[int], budget: Budget) -> int | None:
    """Return the first of the given moves after which no quiet win of the opponent is found; None if there is none.

    At the end of the budget, return the move that is being examined.

    An additional stone never helps the other side: if the opponent has no quiet win after a pass of the side to move,
    it has none after any move.
    """
    ordered = list(ordered)
    passed = Position(position.board, position.x, position.o, other_side(position.to_move))
    if quiet_win(passed, passed.legal_moves(), budget) is None:
        return ordered[0] if ordered else None
    for cell in ordered:
        after = position.play(cell)
        if budget.is_over or quiet_win(after, after.legal_moves(), budget) is None:
            return cell
    return None


def _wins_quietly(position: Position, cell: int, budget: Budget) -> tuple[int, ...] | None:
    """Return the longest game of the win that begins with `cell`, if every reply loses to a forced win."""
    side, after = position.to_move, position.play(cell)
    if after.is_over:
        return None
    if_passed = budget.spend(forced_win(after, side, nodes=GLANCE, control=budget.control))
    if not if_passed.exists:
        return None
    # The replies that matter most stand on the line that they have to stop.
    for reply in if_passed.line:
        if not own_win(after.play(reply), None, budget, GLANCE).exists:
            return None
    answers = refutations(after, nodes=GLANCE, control=budget.control)
    for answer in answers.values():
        budget.spend(answer)
    if not all(answer.exists for answer in answers.values()):
        return None
    reply, longest = max(answers.items(), key=lambda item: len(item[1].line))
    return (cell, reply, *longest.line)


MAX_CELLS = 81
"""On boards with more cells the solver needs long to start."""
MAX_EMPTY_CELLS = 64
"""With more empty cells than this no proof is tried."""
FEWEST_NODES = 200_000
"""With fewer positions in the budget no proof is tried: the solver visits many before it counts."""
MEMORY = 128
"""The most MiB for a proof; few, since matches run many players at once."""


def book_moves(position: Position) -> tuple[list[int], int] | None:
    """Return equally good moves of a book for the side to move, and the plies within which they win.

    A book has one move for each position. On the empty board every image of it under a symmetry is as good.
    """
    found = book_move(position)
    if found is None:
        return None
    if position.stones:
        return [found.cell], found.plies
    alike = next(cells for cells in position.board.cell_classes() if found.cell in cells)
    return list(alike), found.plies


def atlas_moves(position: Position) -> tuple[list[int], int] | None:
    """Return the moves that win in the fewest plies by the atlas, and these plies; None if it has no winning move."""
    wins = [value for value in atlas_values(position) if value.outcome is Outcome.WIN]
    if not wins:
        return None
    plies = min(value.plies for value in wins)
    return [value.cell for value in wins if value.plies == plies], plies


def is_within_reach(position: Position, budget: Budget) -> bool:
    """Return whether to try a proof."""
    if budget.nodes is not None and budget.nodes < FEWEST_NODES:
        return False
    return position.board.size <= MAX_CELLS and len(position.empty_cells()) <= MAX_EMPTY_CELLS


def exact_values(position: Position, budget: Budget) -> Analysis:
    """Return the analysis within the remaining budget."""
    nodes, seconds = budget.share(1.0)
    return budget.spend(
        analyse(
            position,
            nodes=nodes,
            seconds=seconds,
            memory=MEMORY,
            threads=budget.threads,
            control=budget.control,
        )
    )


class Proofs:
    """The strategies of one session: it keeps the last one, and finds others."""

    def __init__(self) -> None:
        self._strategy: Strategy | None = None

    def find(self, position: Position, budget: Budget, share: float) -> Outcome:
        """Try to decide a position within a share of the remaining budget, and keep the strategy."""
        nodes, seconds = budget.share(share)
        solution = budget.spend(
            solve(
                position,
                nodes=nodes,
                seconds=seconds,
                memory=MEMORY,
                threads=budget.threads,
                control=budget.control,
            )
        )
        if solution.certificate is not None:
            self._strategy = Strategy(solution.certificate)
        return solution.outcome

    def move(self, position: Position) -> tuple[int, Value] | None:
        """Return the strategy's move for the side to move, and what it proves; None if it has none there."""
        found = self._strategy.answer(position) if self._strategy is not None else None
        if found is None:
            return None
        if found.plies is None:
            return found.cell, Value(Outcome.DRAW, len(position.empty_cells()), exact=True)
        return found.cell, Value(Outcome.WIN, found.plies, exact=False)

    def resistance(self, position: Position, among: Iterable[int]) -> dict[int, int]:
        """Return the given moves that lose to the strategy, each with the most plies until the end.

        The move itself is counted. There are none if the strategy does not know the position.
        """
        replies = self._strategy.replies(position) if self._strategy is not None else None
        wanted = set(among)
        return {
            reply.cell: reply.plies + 1 for reply in replies or () if reply.plies is not None and reply.cell in wanted
        }
