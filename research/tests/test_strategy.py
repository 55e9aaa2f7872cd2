"""The strategy for people: walks on small boards against a plain twin, the certificate, and a run that is continued."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from hyperoxo import Board, solve, verify
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.errors import InputError
from hyperoxo.players.oxo.people import LineWeights, peoples_table, sum_move
from hyperoxo.solver.forced_wins import forced_win
from strategy.__main__ import main
from strategy.certificate import certificate_of
from strategy.proofs import Proofs
from strategy.publish import BOARD, PAGE, RESULTS, page_with
from strategy.walk import CutOffError, Kind, Limits, Walk
from support.present import present
from support.random_positions import fought_position
from support.reference import OTHER, ReferenceBoard, ReferencePosition, automorphisms

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from hyperoxo import Position
    from support.reference import Permutation

WEIGHTINGS = [LineWeights(1, 6, -2, 1, 4), LineWeights(1, 1, 1, 1, 1), LineWeights(-1, -1, 0, 0, 0)]
NO_LIMITS = Limits(exceptions=1_000, nodes=10**9)


class Twin:
    """The walk once more, by exhaustive search, with lines, symmetries and forced wins of its own.

    Where the highest sum does not win, it plays the given exception, which must win.
    """

    def __init__(self, board: Board, weights: LineWeights, exceptions: dict[str, int], *, safe: bool) -> None:
        reference = ReferenceBoard(board.shape, board.line_length)
        self._symmetries: set[Permutation] = automorphisms(len(reference.cells), reference.lines)
        self._weights = weights
        self._exceptions = exceptions
        self._safe = safe
        self._won: dict[tuple[str, str], bool] = {}
        self._forced: dict[tuple[str, str], int] = {}
        self._met: set[str] = set()
        self.counts: Counter[str] = Counter()
        self.longest = 0

    def walk(self, position: ReferencePosition) -> None:
        """Meet a position with the side to move that follows the rules, and those after it."""
        position = position.canonical(self._symmetries)
        if plies := self._shortest(position):
            self.longest = max(self.longest, plies)
            return
        if position.stones in self._met:
            return
        self._met.add(position.stones)
        after = position.play(self._cell(position))
        assert after.winner is None
        assert after.empty
        for reply in after.moves:
            self.walk(after.play(reply))

    def _cell(self, position: ReferencePosition) -> int:
        if against := {cell for cell, _ in position.threats(OTHER[position.to_move])}:
            assert len(against) == 1
            self.counts["block"] += 1
            return against.pop()
        cells = position.moves
        if self._safe:
            cells = [cell for cell in cells if not self._shortest(position.play(cell))] or cells
        cell = max(cells, key=lambda each: self._sum(position, each))
        if self._wins(position.play(cell), position.to_move):
            self.counts["sum"] += 1
            return cell
        self.counts["exception"] += 1
        proved = self._exceptions[position.text]
        assert self._wins(position.play(proved), position.to_move)
        return proved

    def _wins(self, position: ReferencePosition, side: str) -> bool:
        """Return whether a side wins, by trying everything that does not lose at once."""
        key = position.stones, position.to_move
        if key not in self._won:
            mover = position.to_move
            against = {cell for cell, _ in position.threats(OTHER[mover])}
            if position.winner or not position.empty:
                self._won[key] = position.winner == side
            elif position.threats(mover) or len(against) > 1:
                self._won[key] = (mover == side) == bool(position.threats(mover))
            else:
                after = (self._wins(position.play(cell), side) for cell in against or position.moves)
                self._won[key] = any(after) if mover == side else all(after)
        return self._won[key]

    def _sum(self, position: ReferencePosition, cell: int) -> int:
        total = 0
        for line in position.lines:
            stones = {position.stones[at] for at in line} - {"."}
            if cell in line and len(stones) < 2:
                count = sum(position.stones[at] != "." for at in line)
                own = position.to_move in stones
                empty, one, two, other, other_two = self._weights
                worth = {0: empty, 1: one if own else other, 2: two if own else other_two}
                total += worth.get(count, 0)
        return total

    def _shortest(self, position: ReferencePosition) -> int:
        """Return the plies of the shortest win by threats of the side to move; 0 for none."""
        key = position.stones, position.to_move
        if key not in self._forced:
            self._forced[key] = self._find_shortest(position)
        return self._forced[key]

    def _find_shortest(self, position: ReferencePosition) -> int:
        if position.winner or not position.empty:
            return 0
        if position.threats(position.to_move):
            return 1
        against = {cell for cell, _ in position.threats(OTHER[position.to_move])}
        best = 0
        for cell in position.moves if not against else against if len(against) == 1 else ():
            after = position.play(cell)
            threats = {at for at, _ in after.threats(position.to_move)}
            if not threats:
                continue
            plies = 3 if len(threats) > 1 else self._shortest(after.play(threats.pop()))
            length = 3 if len(threats) > 1 else plies + 2 if plies else 0
            if length and (not best or length < best):
                best = length
        return best


def won_quietly(description: str, stones: int, count: int) -> Iterator[Position]:
    """Yield positions of random games that the side to move wins, but not by threats alone."""
    stream = random.Random(1)
    while count:
        position = fought_position(description, stones, stream)
        if not forced_win(position) and solve(position).winner == position.to_move:
            count -= 1
            yield position


CASES = [
    Board("3x3x3").empty(),
    *won_quietly("3x5:3", 1, 1),
    *won_quietly("5x4:4", 6, 3),
]


@pytest.mark.parametrize("safe", [False, True])
@pytest.mark.parametrize("weights", WEIGHTINGS)
@pytest.mark.parametrize("start", CASES, ids=lambda position: position.text)
def test_a_walk_meets_what_a_plain_twin_meets(start: Position, weights: LineWeights, *, safe: bool) -> None:
    walk = Walk(start, weights, Proofs(start.to_move), NO_LIMITS, safe=safe)
    found = walk.run()
    twin = Twin(start.board, weights, found.exceptions, safe=safe)
    lines = tuple(ReferenceBoard(start.board.shape, start.board.line_length).lines)
    stones = "".join(start.stone(cell) or "." for cell in start.board)
    twin.walk(ReferencePosition(stones, start.to_move, lines))
    assert twin.counts == {kind.value: count for kind, count in found.positions.items()}
    assert twin.longest == found.longest


@pytest.mark.parametrize("start", CASES[1:], ids=lambda position: position.text)
def test_the_checker_confirms_the_strategy_of_a_walk(start: Position) -> None:
    walk = Walk(start, WEIGHTINGS[2], Proofs(start.to_move), NO_LIMITS, safe=False)
    positions = walk.run().positions
    proof = present(verify(certificate_of(walk, start)).proof)
    assert proof.claim == f"{start.to_move} wins"
    assert (proof.strategic, proof.forced) == (positions.total() - positions[Kind.BLOCK], positions[Kind.BLOCK])


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (Limits(exceptions=0, nodes=10**9), "more than 0 exceptions"),
        (Limits(exceptions=1_000, nodes=0), "more than 0 positions"),
        (Limits(exceptions=1_000, nodes=10**9, is_over=lambda: True), "time"),
    ],
)
def test_a_walk_ends_at_its_limits(limits: Limits, reason: str) -> None:
    start = Board("5x4:4").position("5ox1o2x5o1x x")
    with pytest.raises(CutOffError, match=reason):
        Walk(start, WEIGHTINGS[2], Proofs("x"), limits, safe=False).run()


def test_a_certificate_whose_walk_is_cut_off_is_not_written(tmp_path: Path) -> None:
    certificate = tmp_path / "win.oxc"
    arguments = ["--board", "3x3x3", "--out", str(tmp_path), "--certificate", str(certificate), "--minutes", "0"]
    assert main(arguments) == ExitCode.UNKNOWN
    assert not certificate.exists()


def test_a_run_is_continued_from_its_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--board", "3x3x3", "--out", str(tmp_path), "--weights=-1,-1,0,0,0", "--weights", "1,1,1,1,1"]
    assert main([*arguments, "--minutes", "0"]) == ExitCode.UNKNOWN
    assert main(arguments) == ExitCode.DONE
    journal = tmp_path / "journal.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:-1]) + lines[-1][:20])
    capsys.readouterr()
    assert main(arguments) == ExitCode.DONE
    assert "-1,-1,0,0,0 safe: positions {'exception': 1}, longest 5" in capsys.readouterr().out
    with pytest.raises(InputError, match="five whole numbers"):
        main(["--weights", "1,2"])
    journal.write_text("7\n", "utf-8")
    with pytest.raises(InputError, match="line 1"):
        main(arguments)


def test_every_shipped_exception_differs_from_the_sum() -> None:
    board, table = Board(BOARD), peoples_table()
    for text, name in table.exceptions.items():
        assert sum_move(board.position(text), table.weights, safe=True) != board.cell(name), text


def test_the_page_has_the_published_figures() -> None:
    page = PAGE.read_text("utf-8")
    assert page_with(page, json.loads(RESULTS.read_text("utf-8"))) == page
