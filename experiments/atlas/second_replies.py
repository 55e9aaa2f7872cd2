"""What is proved after O's second replies, and which of these each opening lacks.

X wins an opening if it wins after each second reply, and O wins it if O wins after one. A position after one belongs to
two openings, since either of O's stones may have been the first. And the proof of a position after X's third move
answers up to three second replies, since each of X's stones may have been the third. So what one search proves serves
several openings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from experiments.atlas.results import Attempt
from hyperoxo import Position
from hyperoxo.solver.atlas.attempts import OpeningAttempt
from hyperoxo.solver.atlas.composition import CompositionTask, WinningReplyTask

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from experiments.atlas.proofs import ProofFiles
    from hyperoxo import Board

_NEVER = 2**64
"""The budget with which a position was tried of which it is proved that X does not win."""
_FAVOURABLE = 3, 2
"""O may win where the lines through its stones are at least as many as those through X's, times this fraction.

Of 4x4x4's positions after a second reply that searches with 40 million positions decided, O won 20 of 25 where both
stones of O were on seven-line cells and both of X on others, and 1 of 694 elsewhere.
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
        self._budgets: dict[tuple[str, str], int] = {}
        self._lines: dict[str, int] = {}
        self._favourable: set[str] = set()
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
                if of_o * _FAVOURABLE[1] >= of_x * _FAVOURABLE[0]:
                    self._favourable.add(reply.text)

    def add(self, attempt: Attempt) -> None:
        """Take in an attempt at any position."""
        found = attempt.found
        text = found.position
        if text in self._openings:
            lost = found.proved is not None and found.proved.winner != "x"
            key = text, attempt.solver
            self._budgets[key] = max(_NEVER if lost else found.budget, self._budgets.get(key, 0))
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

    def lacks(self, opening: Position) -> Collection[str] | None:
        """Return the texts of second replies that are not proved; None if X cannot be proved to win here."""
        return self._missing.get(opening.text)

    def openings_of(self, reply: str) -> Sequence[str]:
        """Return the texts of the openings to which a second reply belongs; none if it is no second reply."""
        return self._openings.get(reply, ())

    def resists(self, opening: Position, budget: int, solver: str) -> bool:
        """Return whether this solver has failed to prove a second reply that is needed with such a budget."""
        return any(self._budgets.get((reply, solver), 0) >= budget for reply in self._missing[opening.text])

    def hardest(self, opening: Position, besides: Collection[str]) -> str | None:
        """Return the second reply that is likely to take longest: its failure saves the others.

        Args:
            opening: the opening.
            besides: second replies that are not wanted.
        """
        left = self._missing[opening.text].difference(besides)
        return min(left, key=lambda text: (-self._lines[text], text), default=None)

    def favourable(self, opening: Position, budget: int, solver: str) -> list[str]:
        """Return the second replies after which O may win, and with which this solver has not tried such a budget."""
        return [
            reply
            for reply in self._classes.get(opening.text, ())
            if reply in self._favourable and self._budgets.get((reply, solver), 0) < budget
        ]

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
        return WinningReplyTask(
            str(opening.board), opening.text, best.position, self._proofs.read(best), best.budget, best.nodes
        )

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
        """Return for each of these openings of which a second reply resists what was tried."""
        attempts = []
        for opening in openings:
            missing = self._missing.get(opening.text, set())
            tried = [self._tried[reply] for reply in missing if reply in self._tried]
            if not tried:
                continue
            known = [reply for reply in self._classes[opening.text] if reply not in missing]
            found = OpeningAttempt(
                opening.text,
                max(one.budget for one in tried),
                sum(one.nodes for one in (*self._proofs_of(known), *tried)),
                second_replies=len(known),
            )
            attempts.append(Attempt(found, solver))
        return attempts
