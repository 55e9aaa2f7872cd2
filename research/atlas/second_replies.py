"""What is proved after O's second replies, and which of these each opening lacks.

X wins an opening if it wins after each second reply, and O wins it if O wins after one. A position after one belongs to
two openings, since either of O's stones may have been the first. And the proof of a position after X's third move
answers up to three second replies, since each of X's stones may have been the third. So what one search proves serves
several openings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from atlas.attempts import OpeningAttempt
from atlas.composition import CompositionTask, WinningReplyTask
from atlas.results import Attempt
from hyperoxo import Position
from hyperoxo.sides import SIDES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from atlas.proofs import ProofFiles
    from hyperoxo import Board
    from hyperoxo.sides import Side

_NEVER = 2**64
"""The budget with which a position was tried for a win of a side of which it is proved that it does not win."""


_MAX_LEFT = 0.5
"""The greatest share of tasks that a search for O may have left unproved for a larger budget to be worth its time.

Of twelve second replies that O was proved to win with 5 to 15 million positions, a search of 4 million left at most 11
of 60 tasks, and of twelve that took more, ten left 18 or more of 60.
"""


@dataclass(frozen=True, slots=True)
class _ThirdMove:
    """A third move that wins: the position after it, the plies from there, and the attempt whose proof shows it."""

    text: str
    plies: int
    proof: OpeningAttempt


class SecondReplies:
    """What is known of the positions after O's second replies.

    Args:
        board: the board.
        second_moves: its openings after X's second moves.
        proofs: the certificates; an attempt whose certificate is lost proves nothing here.
    """

    def __init__(self, board: Board, second_moves: Iterable[Position], proofs: ProofFiles) -> None:
        self._board = board
        self._proofs = proofs
        self._classes: dict[str, list[str]] = {}
        self._openings: dict[str, list[str]] = {}
        self._missing: dict[str, set[str]] = {}
        self._third: dict[str, _ThirdMove] = {}
        self._tried: dict[str, OpeningAttempt] = {}
        self._spent: dict[str, int] = {}
        self._budgets: dict[tuple[str, Side, str], int] = {}
        self._lines: dict[str, int] = {}
        self._promise: dict[str, tuple[int, int]] = {}
        self._left: dict[str, float] = {}
        self._failed: dict[tuple[str, Side | None, int, str], Attempt] = {}
        self._undecided: dict[str, Attempt] = {}
        self._won_by_o: dict[str, OpeningAttempt] = {}
        for opening in second_moves:
            replies = {reply.canonical() for reply in map(opening.play, opening.legal_moves())}
            if any(reply.is_over for reply in replies):
                continue  # O completes a line at once, or the board is full
            needed = [reply for reply in replies if not reply.threats("x")]
            self._classes[opening.text] = sorted(reply.text for reply in needed)
            self._missing[opening.text] = set(self._classes[opening.text])
            for reply in needed:
                self._openings.setdefault(reply.text, []).append(opening.text)
                of_x, of_o = (sum(len(board.lines_through(cell)) for cell in cells) for cells in (reply.x, reply.o))
                self._lines[reply.text] = of_o
                if of_o > of_x:
                    self._promise[reply.text] = of_o - of_x, _open_lines(reply, "o") - _open_lines(reply, "x")

    def add(self, attempt: Attempt) -> None:
        """Take in an attempt at any position; a search that failed is taken in once."""
        found = attempt.found
        text = found.position
        if found.is_by_replies and found.proved is None:
            self._undecided[text] = attempt  # its budget is for many searches
        elif text in self._openings:
            if found.proved is None:
                search = text, found.attacker, found.budget, attempt.solver
                if search in self._failed:
                    return
                self._failed[search] = attempt
            for side in SIDES:
                budget = _budget_for(side, found)
                key = text, side, attempt.solver
                self._budgets[key] = max(budget, self._budgets.get(key, 0))
            if found.tasks:
                self._left[text] = min(found.tasks_left / found.tasks, self._left.get(text, 1))
            self._spent[text] = found.nodes + self._spent.get(text, 0)
            known = self._tried.get(text)
            if known is None or known.budget < found.budget:
                self._tried[text] = found
            if found.proved is not None and found.proved.winner == "o" and self._proofs.has(found):
                self._won_by_o[text] = found
        if found.third_moves and self._proofs.has(found):
            self._add_third_moves(found)

    def _add_third_moves(self, found: OpeningAttempt) -> None:
        for text, plies in found.third_moves.items():
            third = self._board.position(text)
            for cell in third.x:
                before = Position(self._board, [own for own in third.x if own != cell], third.o, "x").canonical().text
                known = self._third.get(before)
                if before in self._openings and (known is None or plies < known.plies):
                    self._third[before] = _ThirdMove(text, plies, found)
                    for opening in self._openings[before]:
                        self._missing[opening].discard(before)

    def failed(self, openings: Iterable[Position]) -> list[Attempt]:
        """Return what proved nothing at second replies to these openings, or by the replies to the openings."""
        wanted = {opening.text for opening in openings}
        found = [*self._failed.values(), *self._undecided.values()]
        return [
            attempt
            for attempt in found
            if not wanted.isdisjoint([attempt.found.position, *self.openings_of(attempt.found.position)])
        ]

    def undecided(self, text: str) -> Attempt | None:
        """Return the last attempt that did not decide a position by its replies; None if there is none."""
        return self._undecided.get(text)

    def lacks(self, opening: Position) -> Collection[str] | None:
        """Return the texts of second replies that are not proved; None if X cannot be proved to win here."""
        return self._missing.get(opening.text)

    def of(self, opening: Position) -> Sequence[str]:
        """Return the texts of the second replies to an opening that X needs to answer."""
        return self._classes.get(opening.text, ())

    def openings_of(self, reply: str) -> Sequence[str]:
        """Return the texts of the openings to which a second reply belongs; none if it is no second reply."""
        return self._openings.get(reply, ())

    def resists(self, opening: Position, budget: int, solver: str) -> bool:
        """Return whether this solver has failed to prove a second reply that is needed with such a budget."""
        return any(self._budgets.get((reply, "x", solver), 0) >= budget for reply in self._missing[opening.text])

    def hardest(self, opening: Position, besides: Collection[str]) -> str | None:
        """Return the second reply that is likely to take longest: its failure saves the others.

        Args:
            opening: the opening.
            besides: second replies that are not wanted.
        """
        left = self._missing[opening.text].difference(besides)
        return min(left, key=lambda text: (-self._lines[text], text), default=None)

    def favourable(self, opening: Position, budget: int, solver: str, *, unpromising: bool = False) -> list[str]:
        """Return the second replies after which O may win, and with which this solver has not tried such a budget.

        Args:
            opening: the opening.
            budget: the budget.
            solver: the signature of the solver.
            unpromising: whether to include replies of which a smaller budget has left most tasks.
        """
        return [
            reply
            for reply in self._classes.get(opening.text, ())
            if reply in self._promise
            and self._budgets.get((reply, "o", solver), 0) < budget
            and (unpromising or self._left.get(reply, 0) <= _MAX_LEFT)
        ]

    def spent(self, opening: Position) -> int:
        """Return how many positions were searched at the second replies to an opening."""
        return sum(self._spent.get(reply, 0) for reply in self._classes.get(opening.text, ()))

    def promise(self, reply: str) -> tuple[float, int, int]:
        """Return how much speaks for a win of O after a favourable second reply: the more, the greater.

        Those that no search for O has tried come first, then those of which one left least; among equals, those
        where more lines run through the stones of O than through those of X, and where O has more open lines than X.
        """
        return -self._left.get(reply, -1.0), *self._promise[reply]

    def winning_reply(self, opening: Position) -> WinningReplyTask | None:
        """Return the task that composes the proof of an opening that O wins; None if no such reply is known.

        Raises:
            InputError: a certificate is damaged.
            OSError: it cannot be read.
        """
        won = [self._won_by_o[reply] for reply in self._classes.get(opening.text, ()) if reply in self._won_by_o]
        if not won:
            return None
        best = min(won, key=lambda found: 0 if found.proved is None else found.proved.plies)
        return WinningReplyTask(str(opening.board), opening.text, self._proofs.read(best), best)

    def composition(self, opening: Position) -> CompositionTask:
        """Return the task that composes the proof of an opening that lacks nothing, which X wins.

        Raises:
            InputError: a certificate is damaged.
            OSError: it cannot be read.
        """
        third = {reply: self._third[reply] for reply in self._classes[opening.text]}
        used = self._proofs_of(third)
        numbers = {found.certificate: number for number, found in enumerate(used)}
        return CompositionTask(
            str(opening.board),
            opening.text,
            {reply: (one.text, numbers[one.proof.certificate]) for reply, one in third.items()},
            tuple(map(self._proofs.read, used)),
            max((found.budget for found in used), default=0),
            sum(found.nodes for found in used),
        )

    def _proofs_of(self, replies: Iterable[str]) -> list[OpeningAttempt]:
        """Return the attempts that proved these second replies, each once."""
        return list({self._third[reply].proof.certificate: self._third[reply].proof for reply in replies}.values())

    def unfinished(self, openings: Sequence[Position], solver: str) -> list[Attempt]:
        """Return for each of these openings what was tried at its second replies, if it was."""
        attempts = []
        for opening in openings:
            classes = self._classes.get(opening.text, ())
            tried = [self._tried[reply] for reply in classes if reply in self._tried]
            if not tried:
                continue
            missing = self._missing[opening.text]
            found = OpeningAttempt(
                opening.text,
                max(one.budget for one in tried),
                self.spent(opening),
                second_replies=sum(reply not in missing for reply in classes),
            )
            attempts.append(Attempt(found, solver))
        return attempts


def _budget_for(side: Side, found: OpeningAttempt) -> int:
    """Return the budget with which an attempt has tried for a win of a side."""
    if found.proved is not None and found.proved.winner != side:
        return _NEVER
    # A search for both sides is mainly for X, which is to move.
    return found.budget if (found.attacker or "x") == side else 0


def _open_lines(position: Position, side: Side) -> int:
    """Return the lines that a side can still complete, each weighed by one more than its stones there."""
    own, opposing = (position.x, position.o) if side == "x" else (position.o, position.x)
    lines = (line for line in position.board.lines if not set(line).intersection(opposing))
    return sum(1 + len(set(line).intersection(own)) for line in lines)
