"""How long a picture takes: 4x4x4 in every view and other boards, beside python-chess's `chess.svg.board` in one run.

Asserts that each picture has a shape for every cell and every stone. python-chess is compared where it is installed.

    bench_svg.py [--times N]
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import TYPE_CHECKING

from hyperoxo import Game, analyse, gif, svg
from hyperoxo.errors import MissingExtraError
from hyperoxo.svg.layout import layout_of

if TYPE_CHECKING:
    from collections.abc import Callable

TARGET = 2.0
"""Milliseconds that a picture of 4x4x4 may take."""
QUBIC = Game("4x4x4", "111 222 112 333 113 114 444 221 331")


def main() -> None:
    """Print the median and the fastest tenth of each picture, and the ratio to python-chess by the latter."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--times", type=int, default=500, help="how often each picture is drawn (default: 500)")
    times = parser.parse_args().times
    analysis = analyse(QUBIC, nodes=1_000)
    pictures: dict[str, tuple[Callable[[], str], int]] = {
        "4x4x4": (lambda: svg.board(QUBIC), 64),
        "4x4x4, the first of its board": (first_of_its_board, 64),
        "4x4x4 as a stack": (lambda: svg.board(QUBIC, view="stack"), 64),
        "4x4x4, lines through a cell": (lambda: svg.board(QUBIC, lines=QUBIC.board.lines_through("222")), 64),
        "4x4x4, an analysis": (analysis.svg, 64),
        "3x3": (lambda: svg.board("3x3"), 9),
        "4x4x4x4": (lambda: svg.board("4x4x4x4"), 256),
    }
    fastest: dict[str, float] = {}
    for name, (draw, cells) in pictures.items():
        picture = draw()
        stones = picture.count('class="x"') + picture.count('class="o"')
        if picture.count("data-cell=") != cells or stones != (QUBIC.length if cells == len(QUBIC.board) else 0):
            raise AssertionError(f"{name}: the picture lacks a cell or a stone")
        fastest[name] = report(name, draw, times)
    print(f"target for 4x4x4: {TARGET} ms; measured {fastest['4x4x4']:.2f} ms")
    print_files(max(times // 50, 3))
    try:
        import chess.svg  # type: ignore[import-not-found] # noqa: PLC0415 - not a dependency
    except ModuleNotFoundError:
        print("python-chess: skipped, since it is not installed (pip install chess)")
        return
    board = chess.Board()
    last = chess.Move.from_uci("e2e4")
    board.push(last)
    beside = report("chess.svg.board", lambda: str(chess.svg.board(board, lastmove=last)), times)
    print(f"chess.svg.board takes {beside / fastest['4x4x4']:.0f} times as long as 4x4x4")


def print_files(times: int) -> None:
    """Print how long PNG, PDF and GIF files of the same game take, where the extra is installed."""
    picture = svg.board(QUBIC)
    try:
        report("4x4x4 as PNG", picture.png, times)
        report("4x4x4 as PDF", picture.pdf, times)
        report(f"a GIF of {QUBIC.length + 1} frames", lambda: gif.game(QUBIC).content, times)
    except MissingExtraError as error:
        print(f"files: skipped; {error}")


def first_of_its_board() -> str:
    """Return a picture whose places are worked out anew; later pictures of a board find them in a cache."""
    layout_of.cache_clear()
    return svg.board(QUBIC)


def report(name: str, draw: Callable[[], str | bytes], times: int) -> float:
    """Print how long a picture takes, and return the fastest tenth, in milliseconds."""
    taken: list[float] = []
    for _ in range(times):
        started = time.perf_counter()
        draw()
        taken.append(1000 * (time.perf_counter() - started))
    median = statistics.median(taken)
    fastest = sorted(taken)[times // 10]
    print(f"{name:29} median {median:6.2f} ms, fastest tenth {fastest:6.2f} ms")
    return fastest


if __name__ == "__main__":
    main()
