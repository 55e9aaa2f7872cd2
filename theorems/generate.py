"""Turn a certificate into Coq: the strategy as text, and the theorem that its checker proves.

The strategy is that of `hyperoxo.solver.strategies`, walked from the position of the claim; every position with the
opponent to move, one of each class, becomes a record. Coq trusts nothing of this: a wrong record does not compile.
`Reader.v` defines the text.

Usage: generate.py CERTIFICATE OUT
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hyperoxo import HyperoxoError, Position
from hyperoxo.errors import ProofError
from hyperoxo.solver.strategies import ResponseKind, Strategy, winning_plies

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hyperoxo import Board

FIRST: Final = ord("0")
"""The character of the number 0."""
BASE: Final = 64
NARROW_CELLS: Final = 79
"""The most cells that one character each can name."""
MAX_STONES: Final = 78
MAX_SYMMETRIES: Final = BASE**2
MAX_RECORDS: Final = BASE**3
RECORDS_IN_A_LIST: Final = 1000
HEAD: Final = """From Coq Require Import List.
From Hyperoxo Require Import Spec Reader Boards.
Import ListNotations.
Open Scope text_scope."""

Permutation = tuple[int, ...]
Sequence = tuple[int, ...]


def digits(number: int, width: int) -> str:
    """Return a number in base 64, by a given number of characters."""
    return "".join(chr(FIRST + (number // BASE**place) % BASE) for place in reversed(range(width)))


@dataclass
class Record:
    """A position with the opponent to move, and the responses to the replies.

    Attributes:
        position: the position.
        stones: the most stones that the strategist still needs; None if it only holds.
        sequences: the threat sequences, the strategist's moves alone.
        pairs: the pairing; None without one.
        answers: for other replies the reply, the move, the number of the symmetry, and that of the record.
    """

    position: Position
    stones: int | None = None
    sequences: list[Sequence] = field(default_factory=list)
    pairs: list[tuple[int, int]] | None = None
    answers: list[tuple[int, int, int, int]] = field(default_factory=list)


class Group:
    """The symmetries of a board, as generators and products of two that come before."""

    def __init__(self, board: Board) -> None:
        every = board.symmetries()
        self.generators: list[Permutation] = []
        known: dict[Permutation, None] = {}
        for symmetry in every:
            if symmetry not in known and len(known) < len(every):
                self.generators.append(symmetry)
                known = dict.fromkeys(self.generators)
                self.products: list[tuple[int, int]] = []
                self._close(known)
        self.numbers: Final = {symmetry: number for number, symmetry in enumerate(known)}

    def _close(self, known: dict[Permutation, None]) -> None:
        """Add all products to the symmetries known, which begin with the generators."""
        order = list(known)
        for number, symmetry in enumerate(order):  # The list grows meanwhile.
            for place, generator in enumerate(self.generators):
                product = tuple(generator[cell] for cell in symmetry)
                if product not in known:
                    known[product] = None
                    order.append(product)
                    self.products.append((number, place))


class Walk:
    """The records of one side's strategy, from a position with the opponent to move."""

    def __init__(self, strategy: Strategy, group: Group, start: Position) -> None:
        self.strategy: Final = strategy
        self.group: Final = group
        self.numbers: dict[str, int] = {start.canonical().text: 0}
        self.records: list[Record] = [Record(start)]
        for record in self.records:  # The list grows meanwhile.
            self._fill(record)

    def _fill(self, record: Record) -> None:
        replies = self.strategy.replies(record.position)
        if replies is None:
            message = f"the strategy ends at {record.position.text}"
            raise AssertionError(message)
        wins = "wins" in self.strategy.proof.claim
        if wins:
            record.stones = max((winning_plies(reply.plies) + 1) // 2 for reply in replies)
        sequences: Counter[Sequence] = Counter()
        pairs = set()
        for reply in replies:
            if reply.response is ResponseKind.THREAT_SEQUENCE:
                sequences[reply.moves[:-1:2]] += 1
            elif reply.response is ResponseKind.PAIR:
                pairs.add((min(reply.cell, *reply.moves), max(reply.cell, *reply.moves)))
            elif reply.response is ResponseKind.RECORD:
                record.answers.append(self._answer(record.position.play(reply.cell), reply.cell))
        beginnings = {sequence[:length] for sequence in sequences for length in range(len(sequence))}
        record.sequences = [sequence for sequence, _ in sequences.most_common() if sequence not in beginnings]
        if pairs or (not wins and self._all_lines_met(record.position)):
            record.pairs = sorted(pairs)

    def _answer(self, replied: Position, reply: int) -> tuple[int, int, int, int]:
        answer = self.strategy.answer(replied)
        if answer is None:
            message = f"the strategy has no move at {replied.text}"
            raise AssertionError(message)
        reached = replied.play(answer.cell)
        canonical = reached.canonical()
        number = self.numbers.setdefault(canonical.text, len(self.records))
        if number == len(self.records):
            self.records.append(Record(canonical))
        return reply, answer.cell, self.group.numbers[reached.canonical_symmetry()], number

    def _all_lines_met(self, position: Position) -> bool:
        """Return whether the strategist, who is not to move, has a stone on every line."""
        stones = set(position.o if position.to_move == "x" else position.x)
        return all(stones.intersection(line) for line in position.board.lines)


class Text:
    """The text of strategies on a board."""

    def __init__(self, board: Board) -> None:
        self.width: Final = 1 if len(board) <= NARROW_CELLS else 2

    def cells(self, cells: Iterable[int]) -> str:
        """Return cells as text."""
        return "".join(digits(cell, self.width) for cell in cells)

    def record(self, record: Record, last: int) -> str:
        """Return a record as text; its number, and those of the others, count down from `last`."""
        position = record.position
        us, them = (position.o, position.x) if position.to_move == "x" else (position.x, position.o)
        answers = "".join(
            self.cells((reply, move)) + digits(symmetry, 2) + digits(last - number, 3)
            for reply, move, symmetry, number in record.answers
        )
        if record.stones is not None:
            rest = [digits(record.stones, 1), answers, *map(self.cells, record.sequences)]
        else:
            rest = [answers, *([] if record.pairs is None else [self.cells(chain(*record.pairs))])]
        return ",".join([self.cells(us), self.cells(them), *rest])


@dataclass
class Claim:
    """What one side's strategy proves, and the strategy as text.

    Attributes:
        name: the side and `wins` or `holds`, joined by `_`.
        n: the side of the board.
        d: its number of axes.
        stones: the most stones that the winner still needs; None for a side that holds.
        mine: the side's own cells at the start, as coordinates from 0.
        theirs: the opponent's.
        generators: generators of the symmetries.
        products: the other symmetries.
        records: the records, the start last.
    """

    name: str
    n: int
    d: int
    stones: int | None
    mine: list[list[int]]
    theirs: list[list[int]]
    generators: list[str]
    products: list[str]
    records: list[str]

    def coq(self) -> Iterator[str]:
        """Yield the definitions and the theorem of a module of Coq."""
        numbers = range(0, len(self.records), RECORDS_IN_A_LIST)
        for at in numbers:
            yield f"Definition {self.name}_{at} : list text :=\n{text_list(self.records[at : at + RECORDS_IN_A_LIST])}."
        yield (
            f"Definition {self.name} : strategy := {{|\ngenerators :=\n{text_list(self.generators)};\n"
            f"products :=\n{text_list(self.products)};\n"
            f"records := {' ++ '.join(f'{self.name}_{at}' for at in numbers)} |}}."
        )
        board, mine, theirs = f"{self.n} {self.d}", coq_cells(self.mine), coq_cells(self.theirs)
        if self.stones is not None:
            claim = f"wins_waiting (cells {board}) (lines {board}) {self.stones} {mine} {theirs}"
            proof = f"win_by_strategy {board} {self.stones} {mine} {theirs} {self.name}"
        else:
            claim = f"forall m, ~ wins (cells {board}) (lines {board}) m {theirs} {mine}"
            proof = f"hold_by_strategy {board} {mine} {theirs} {self.name}"
        yield f"Theorem {self.name}_proved : {claim}.\nProof. apply ({proof}). vm_cast_no_check (eq_refl true). Qed."

    def plain(self) -> Iterator[str]:
        """Yield lines for the extracted checker, `extracted.ml`."""
        yield f"{self.n} {self.d} {'holds' if self.stones is None else self.stones}"
        yield from (" ".join(map(str, chain(*cells))) for cells in (self.mine, self.theirs))
        yield f"{len(self.generators)} {len(self.products)} {len(self.records)}"
        yield from chain(self.generators, self.products, self.records)


def text_list(texts: Iterable[str]) -> str:
    """Return texts as a list of Coq."""
    return "[" + ";\n".join(f'"{text}"' for text in texts) + "]"


def coq_cells(cells: Iterable[Iterable[int]]) -> str:
    """Return cells as a list of Coq."""
    return "[" + "; ".join(f"[{'; '.join(map(str, cell))}]" for cell in cells) + "]"


def check_expressible(strategy: Strategy) -> None:
    """Refuse a proof on a board that the theorems have no words for.

    Raises:
        ProofError: the board is not n^d with lines of n cells, or has too many symmetries.
    """
    board, name = strategy.board, str(strategy.board)
    remedy = "the theorems are about boards n^d, such as 4x4x4"
    if set(board.shape) != {board.line_length}:
        raise ProofError(name, "is not a board n^d with lines of n cells", remedy)
    if board.symmetry_count > MAX_SYMMETRIES:
        reason = f"has {board.symmetry_count} symmetries, more than {MAX_SYMMETRIES}"
        raise ProofError(name, reason, remedy)


def parts(strategy: Strategy) -> Iterator[tuple[str, str, Position]]:
    """Yield for each side that has a strategy its name, `wins` or `holds`, and the first position in which it waits.

    Raises:
        ProofError: the proof is decided at the start, and has no strategy to show.
    """
    claim, start = strategy.proof.claim, strategy.start
    claims = ["x holds", "o holds"] if claim == "draw" else [claim]
    for side, verb in (each.split() for each in claims):
        waiting = start
        if start.to_move == side:
            answer = strategy.answer(start)
            waiting = start if answer is None else start.play(answer.cell)
        if waiting.is_over or waiting.to_move == side or strategy.replies(waiting) is None:
            raise ProofError(
                start.text, f"{side} {verb} at the start, without a strategy", "the theorems are about strategies"
            )
        yield side, verb, waiting


def claims(strategy: Strategy) -> Iterator[Claim]:
    """Yield the claims of a proof, with their strategies.

    Raises:
        ProofError: the proof cannot be expressed.
    """
    check_expressible(strategy)
    board = strategy.board
    group, text = Group(board), Text(board)
    products = "".join(digits(left, 2) + digits(right, 2) for left, right in group.products)
    for side, verb, start in parts(strategy):
        records = Walk(strategy, group, start).records
        stones = records[0].stones
        if len(records) > MAX_RECORDS or (stones or 0) > MAX_STONES:
            reason = f"has {len(records)} records, and a winner needs {stones} stones"
            raise ProofError(
                str(board), reason, f"at most {MAX_RECORDS} records and {MAX_STONES} stones can be written"
            )
        xs, os = ([[value - 1 for value in board.coordinates(cell)] for cell in cells] for cells in (start.x, start.o))
        yield Claim(
            f"{side}_{verb}",
            board.line_length,
            board.dimensions,
            stones,
            xs if side == "x" else os,
            os if side == "x" else xs,
            [text.cells(generator) for generator in group.generators],
            [products[at : at + 120] for at in range(0, len(products), 120)],
            [text.record(record, len(records) - 1) for record in reversed(records)],
        )


def main() -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("certificate", type=Path)
    parser.add_argument(
        "out", type=Path, help="module of Coq, such as Proof_4x4x4.v, or text for the extracted checker"
    )
    arguments = parser.parse_args()
    out: Path = arguments.out
    try:
        found = list(claims(Strategy(arguments.certificate)))
    except (HyperoxoError, OSError) as error:
        print(f"generate.py: {arguments.certificate}: {error}", file=sys.stderr)
        return 2
    lines = (
        chain([HEAD], *(each.coq() for each in found))
        if out.suffix == ".v"
        else chain(*(each.plain() for each in found))
    )
    out.write_text("".join(f"{line}\n" for line in lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
