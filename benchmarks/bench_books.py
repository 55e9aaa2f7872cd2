"""The speed of books: of reading one, and of looking up the first move and every reply to it.

Targets: 15 ms to read the book of 4x4x4, 60 ms to read that of 4x4x4x4. The program asserts that the book has each
reply to the first move as a loss; times are printed and never asserted.
"""

from __future__ import annotations

import statistics
import time
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import hyperoxo.solver.books
from hyperoxo import Board
from hyperoxo.solver.books import SHIPPED, Book

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

TIMES = 20


def milliseconds(work: Callable[[T], object], argument: T) -> float:
    """Return the median time of a call."""
    times = []
    for _ in range(TIMES):
        began = time.perf_counter()
        work(argument)
        times.append(time.perf_counter() - began)
    return 1000 * statistics.median(times)


def main() -> None:
    """Measure the shipped books."""
    for description in SHIPPED:
        path = Path(hyperoxo.solver.books.__file__).with_name(f"{description}.book.gz")
        empty = Board(description).empty()
        book = Book.load(path)
        first = book.answer(empty)
        if first is None or len(book.values(empty.play(first.cell))) != empty.board.size - 1:
            raise SystemExit(f"the book of {description} does not know every reply to the first move")
        after = empty.play(first.cell)
        print(
            f"{description}: {len(book):,} positions in {path.stat().st_size:,} bytes;"
            f" read in {milliseconds(Book.load, path):.2f} ms,"
            f" first move in {milliseconds(book.answer, empty):.3f} ms,"
            f" all replies in {milliseconds(book.values, after):.2f} ms"
        )


if __name__ == "__main__":
    main()
