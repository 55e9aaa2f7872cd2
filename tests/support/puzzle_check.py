"""Solves puzzles again, by other means than those that find them.

Lines are those of `reference`. Forced wins are found and counted by a plain search in Python; where there is none, or
it is too long, a certificate is verified by the rules of `oxo-check`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from support.reference import ReferenceBoard

from hyperoxo import Board, Position, solve, verify
from hyperoxo.sides import other_side

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hyperoxo.sides import Side

THREAT_NODES = 1_000
"""Positions that the search for a forced win in Python may visit before a certificate is asked for."""
COUNT_NODES = 100_000
"""Positions that the count of first moves of forced wins may visit for each move."""
CERTIFICATE_NODES = 3_000_000


class TooLongError(Exception):
    """A search in Python visits too many positions."""


class PlainSearch:
    """Searches of a board in Python; a side is the set of its cells, as bits.

    Args:
        description: the board, all of whose axes are as long as its lines.
    """

    def __init__(self, description: str) -> None:
        shape = tuple(map(int, description.split("x")))
        self.lines = [sum(1 << cell for cell in line) for line in ReferenceBoard(shape, shape[0]).lines]
        self.size = shape[0] ** len(shape)
        self.full = (1 << self.size) - 1
        self.through = [[line for line in self.lines if line >> cell & 1] for cell in range(self.size)]
        self._left = 0

    def completing(self, own: int, other: int) -> int:
        """Return the cells that complete a line of one side."""
        found = 0
        for line in self.lines:
            if not line & other:
                empty = line & ~own
                if empty & (empty - 1) == 0:
                    found |= empty
        return found

    def begins(self, cell: int, own: int, other: int, nodes: int) -> bool:
        """Return whether a cell completes a line or begins a forced win of the side to move.

        Raises:
            TooLongError: the search is too long.
        """
        self._left = nodes
        completing, blocks = self.completing(own, other), self.completing(other, own)
        if completing or blocks & ~(1 << cell):
            return bool(completing >> cell & 1)
        return self._threatens(cell, own, other, {})

    def _threatens(self, cell: int, own: int, other: int, known: dict[tuple[int, int], bool]) -> bool:
        """Return whether a cell makes two threats, or one after whose block a forced win is left."""
        mine, threats = own | 1 << cell, 0
        for line in self.through[cell]:
            empty = line & ~mine
            if not line & other and empty and empty & (empty - 1) == 0:
                threats |= empty
        if threats & (threats - 1):
            return True
        return bool(threats) and self._forced(mine, other | threats, known)

    def _forced(self, own: int, other: int, known: dict[tuple[int, int], bool]) -> bool:
        """Return whether there is a forced win; the side to move cannot complete a line."""
        key = own, other
        if key not in known:
            self._left -= 1
            if self._left < 0:
                raise TooLongError
            blocks = self.completing(other, own)
            cells = self.candidates(own, other) & (blocks or self.full)
            is_lost = blocks & (blocks - 1)
            known[key] = not is_lost and any(self._threatens(cell, own, other, known) for cell in _bits(cells))
        return known[key]

    def candidates(self, own: int, other: int) -> int:
        """Return the cells that complete a line or make a threat."""
        found = 0
        for line in self.lines:
            if not line & other:
                empty = line & ~own
                rest = empty & (empty - 1)
                if rest & (rest - 1) == 0:
                    found |= empty
        return found


def _bits(cells: int) -> Iterator[int]:
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low


@cache
def _search(board: str) -> PlainSearch:
    return PlainSearch(board)


class PuzzleCheck:
    """The check of a puzzle, as a line of the file has it.

    Attributes:
        fault: what is wrong; empty if nothing is.
        methods: how many positions were decided by each method.
    """

    def __init__(self, puzzle: Mapping[str, Any]) -> None:
        self.fault = ""
        self.methods = dict.fromkeys(("threats", "certificates"), 0)
        self._board = Board(puzzle["board"])
        self._search = _search(puzzle["board"])
        self._class = puzzle["class"]
        position = self._board.position(puzzle["position"])
        own, other = (sum(1 << cell for cell in cells) for cells in (position.x, position.o))
        if position.to_move == "o":
            own, other = other, own
        self._solver = position.to_move
        for number, step in enumerate(puzzle["steps"], 1):
            fault = self._fault_of(step, own, other)
            if fault:
                self.fault = f"step {number}: {fault}"
                return
            own |= self._bit(step["right"])
            other |= self._bit(step["reply"]) if "reply" in step else 0

    def _bit(self, cell: str) -> int:
        return 1 << self._board.cell(cell)

    def _fault_of(self, step: Mapping[str, Any], own: int, other: int) -> str:
        right = self._board.cell(step["right"])
        empty = self._search.full & ~(own | other)
        completing = self._search.completing(own, other)
        ends = bool(completing >> right & 1) or empty == 1 << right
        if not empty >> right & 1 or ("reply" in step) == ends or (completing and not completing >> right & 1):
            return f"{step['right']} is no move with a reply"
        if self._class == "forced-win":
            return self._miscounted(right, own, other, empty)
        # A position that is won, in which no other move wins, is won by the right one.
        wins = (
            ends
            or self._class != "only-win"
            or self._begins(right, own, other, THREAT_NODES)
            or self._least(own, other, self._solver) == 1
            or self._most(other, own | 1 << right, other_side(self._solver)) == -1
        )
        if not wins:
            return "the position is not proved to be won"
        exceptions = {cell: answer for answer, cells in step.get("exceptions", {}).items() for cell in cells.split()}
        for cell in _bits(empty & ~completing & ~(1 << right)):
            name, tried = self._board.name(cell), own | 1 << cell
            answer = self._board.cell(exceptions.get(name, step["refutation"]))
            if not (empty & ~(1 << cell)) >> answer & 1:
                return f"the answer to {name} is no empty cell"
            if not self._refutes(answer, other, tried):
                return f"{name} is not proved to be refuted"
        return ""

    def _refutes(self, answer: int, other: int, tried: int) -> bool:
        """Return whether what was tried is proved to be refuted, if possible by this answer."""
        drawn = 0 if self._class == "only-win" else -1
        return (
            self._begins(answer, other, tried, THREAT_NODES)
            or self._most(tried, other | 1 << answer, self._solver) <= drawn
            or self._begins(answer, other, tried, COUNT_NODES)
            or self._least(other, tried, other_side(self._solver)) >= -drawn
        )

    def _begins(self, cell: int, own: int, other: int, nodes: int) -> bool:
        try:
            begins = self._search.begins(cell, own, other, nodes)
        except TooLongError:
            return False
        self.methods["threats"] += begins
        return begins

    def _most(self, own: int, other: int, mover: Side) -> int:
        """Return the most that the side to move is proved to get, 1 for a win; 1 also if nothing is proved."""
        if self._search.completing(own, other):
            return 1
        replies = self._search.completing(other, own) or self._search.full & ~(own | other)
        worst = -1
        for cell in _bits(replies):
            worst = max(worst, -self._least(other, own | 1 << cell, other_side(mover)))
            if worst == 1:
                break
        return worst

    def _least(self, own: int, other: int, mover: Side) -> int:
        """Return the least that the side to move is proved to get; -1 also if nothing is proved."""
        threats = self._search.completing(own, other) or self._search.completing(other, own)
        cells = threats or self._search.candidates(own, other)
        if any(self._begins(cell, own, other, THREAT_NODES) for cell in _bits(cells)):
            return 1
        stones = (list(_bits(own)), list(_bits(other)))
        position = Position(self._board, *(stones if mover == "x" else stones[::-1]), to_move=mover)
        solution = solve(position, nodes=CERTIFICATE_NODES, threads=1)
        if solution.certificate is None:
            return -1
        proof = verify(solution.certificate).proof
        self.methods["certificates"] += 1
        if proof is None or proof.position != position.text:
            return -1
        return {f"{mover} wins": 1, "draw": 0}.get(proof.claim, -1)

    def _miscounted(self, right: int, own: int, other: int, empty: int) -> str:
        """Return a fault unless the right cell alone begins a forced win; a cell that completes a line does, too."""
        try:
            found = [cell for cell in _bits(empty) if self._search.begins(cell, own, other, COUNT_NODES)]
        except TooLongError:
            return "the forced wins are too many to count"
        self.methods["threats"] += 1
        return "" if found == [right] else f"forced wins begin with {self._board.names(found)}"
