"""The speed of analyses, reviews, books and the house player's moves.

In the middle game of 4x4x4 (8 to 20 stones of random play), the time counts until every cell that begins a forced win
or loses to one is labelled.
"""

from __future__ import annotations

import random
import time
from pathlib import Path

from harness import expect, random_game, samples, show, show_samples, timed

import hyperoxo.solver.books
from hyperoxo import Board, Game, Position, player
from hyperoxo.outcomes import Outcome
from hyperoxo.players import Control, Limits
from hyperoxo.players.oxo.levels import default_nodes
from hyperoxo.players.oxo.reasons import OxoReasons
from hyperoxo.review import review
from hyperoxo.solver.analysis import CellAnalysis, analyse
from hyperoxo.solver.books import SHIPPED, Book

POSITIONS = 200
NODES = 20_000
GAME = (
    "234 213 124 132 224 411 314 344 221 433 341 324 113 334 222"
    " 223 331 211 122 233 243 312 114 422 444 333 133 311 111 322"
)
"""Between house players of levels 3 and 4, won by O."""
READ = {"4x4x4": 15, "4x4x4x4": 60}
"""Milliseconds claimed for reading a book."""
HOUSE_MOVES = {
    "4x4x4": "111 444 112",
    "5x5x5": "333 222",
    "6x6x6": "333",
    "4x4x4x4": "1111 2222 3333 4444",
    "16x16:5": "8.8",
}
"""Moves after which the house player is asked, by board; none of the positions is in a book."""


def is_forced(found: CellAnalysis, position: Position) -> bool:
    """Return whether the game that shows a value is an unbroken run of threats."""
    steps = list(found.line)
    if found.value.outcome is Outcome.LOSS:
        position = position.play(steps.pop(0))
    winner = position.to_move
    for step, cell in enumerate(steps):
        position = position.play(cell)
        if step % 2 == 0 and not position.is_over and not position.threats(winner):
            return False
    return position.winner == winner


def labelled(position: Position) -> tuple[float, int, int]:
    """Return the milliseconds until the last forced win or loss was labelled, and how many of each there are."""
    known: dict[int, float] = {}
    began = time.perf_counter()

    def note(found: CellAnalysis) -> None:
        known.setdefault(found.cell, 1000 * (time.perf_counter() - began))

    analysis = analyse(position, nodes=NODES, on_update=note)
    forced = [found for found in analysis.cells.values() if found.line and is_forced(found, position)]
    wins = sum(found.value.outcome is Outcome.WIN for found in forced)
    return max((known[found.cell] for found in forced), default=0.0), wins, len(forced) - wins


def middle_games() -> list[float]:
    """Return the milliseconds of each position that has a forced win or loss."""
    stream = random.Random(1)
    games = [random_game("4x4x4", stream.randint(8, 20), stream) for _ in range(POSITIONS)]
    found = [labelled(game.position) for game in games]
    counts = sum(wins for _, wins, _ in found), sum(lost for *_, lost in found)
    expect("cells that are won by force or lost to one, over all positions", counts, (1693, 6550))
    return [taken for taken, wins, losses in found if wins + losses]


def reviews() -> None:
    """Print the times of a review of 30 plies on 4x4x4."""
    firsts: list[float] = []
    began = time.perf_counter()
    with timed(time.perf_counter) as wall, timed() as processor:
        found = review(Game("4x4x4", GAME), on_progress=lambda _: firsts.append(time.perf_counter() - began))
    proved = sum(value.value.is_known for value in found.values)
    expect("marked moves, and proved values of 31", (len(found.marks), proved), (11, 30))
    show("review of 30 plies on 4x4x4, first result", firsts[0], "s", 2)
    show("complete", wall.seconds, "s", 20)
    show("complete, processor time of all threads", processor.seconds, "s")


def books() -> None:
    """Print the times of the shipped books, which must know every reply to their first moves."""
    for description in SHIPPED:
        path = Path(hyperoxo.solver.books.__file__).with_name(f"{description}.book.gz")
        empty, book = Board(description).empty(), Book.load(path)
        first = book.answer(empty)
        after = empty if first is None else empty.play(first.cell)
        expect(f"replies in the book of {description}", len(book.values(after)), empty.board.size - 1)
        show_samples(f"reading the book of {description}", samples(lambda: Book.load(path), 20), READ[description])  # noqa: B023 - called here
        show_samples("its values of all replies to the first move", samples(lambda: book.values(after), 20))  # noqa: B023 - as above


def house_moves() -> None:
    """Print the processor time of moves without limits, which must keep to the default number of positions."""
    for board, moves in HOUSE_MOVES.items():
        game = Game(board, moves)
        session = player("oxo").start(game.board, game.to_move, 1)
        with timed() as taken:
            reasons = session.decide(game, Limits(), Control()).reasons
        nodes = reasons.nodes if isinstance(reasons, OxoReasons) else None
        is_near = nodes is not None and nodes <= 1.1 * default_nodes(game.board)
        expect(f"{board}: about the default number of positions", is_near, expected=True)
        show(f"a move of oxo on {board}, {nodes:,} positions, processor time", taken.seconds, "s")


def main() -> None:
    cube = Board("3x3x3").empty()
    expect("the value of 3x3x3", analyse(cube).value.label, "W7")
    show_samples("3x3x3, all 27 labels of the empty board", samples(lambda: analyse(cube), 100), 5, 1)
    show_samples("4x4x4 middle game, every forced win and loss", middle_games(), 50, 5)
    reviews()
    books()
    house_moves()


if __name__ == "__main__":
    main()
