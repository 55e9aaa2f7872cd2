#!/usr/bin/env python3
"""Draws pictures of the docs: explanations, proofs, and the 1620's levels; `make pictures` runs it."""

from __future__ import annotations

from pathlib import Path
from string import ascii_lowercase

from hyperoxo import Board, Game, solve, svg
from hyperoxo.museum import flow_svg, positions_svg, routine_svg
from hyperoxo.solver.explain import explain
from hyperoxo.solver.strategies import ResponseKind, Strategy

IMAGES = Path(__file__).parents[1] / "docs" / "images"


def _proof(board: str, cell: str, *, position: str | None = None, depth: int = 2) -> str:
    """Return the picture of the proof of a move, by default the first, which must be within reach."""
    found = explain(Board(board) if position is None else Board(board).position(position), cell)
    if found is None:
        raise RuntimeError(f"no proof of {cell} on {board}")
    return found.svg(depth)


def _lines_through() -> str:
    board = Board("4x4x4")
    counts = {cell: len(board.lines_through(cell)) for cell in range(len(board))}
    return svg.board(
        board,
        marks={cell: str(count) for cell, count in counts.items()},
        shades={cell: 2 for cell, count in counts.items() if count == 7},
        title="4x4x4: the number of lines through each cell",
    )


def _rearranged(values: tuple[int, ...]) -> str:
    board = Board("4x4")
    moved = {cell: board.cell("".join(str(values[at - 1]) for at in board.coordinates(cell))) for cell in range(16)}
    shade_of = {**dict.fromkeys(board.moves("21 22 23 24"), 1), **dict.fromkeys(board.moves("11 22 33 44"), 2)}
    return svg.board(
        board,
        marks={to: board.name(cell) for cell, to in moved.items()},
        shades={moved[cell]: shade for cell, shade in shade_of.items()},
        coordinates=False,
        title="4x4: each cell shows the name of the cell that is now there",
    )


def _pairing() -> str:
    board = Board("5x5")
    solution = solve(board)
    if solution.certificate is None:
        raise RuntimeError("5x5 is not solved")
    replies = Strategy(solution.certificate).replies(board.empty()) or []
    paired = (reply for reply in replies if reply.response is ResponseKind.PAIR)
    pairs = sorted({(min(reply.cell, *reply.moves), max(reply.cell, *reply.moves)) for reply in paired})
    marks = {cell: letter for letter, pair in zip(ascii_lowercase, pairs, strict=False) for cell in pair}
    return svg.board(board, marks=marks, title="5x5: equal letters are a pair")


def _maker() -> str:
    """Return a game of 3x3 in which X, as Maker, would win, with its moves numbered."""
    moves = "22 11 12 32 13 31 23"
    game = Game("3x3", moves)
    return svg.board(
        game,
        marks={cell: str(ply) for ply, cell in enumerate(game.moves, 1)},
        shades={"21": 1, "33": 1},
        coordinates=False,
        title=f"3x3 after {moves}",
    )


def pictures() -> dict[str, str]:
    """Return the text of each picture, by its path in `docs/images`."""
    return {
        "explanations/after.svg": _rearranged((1, 3, 2, 4)),
        "explanations/before.svg": _rearranged((1, 2, 3, 4)),
        "explanations/lines.svg": _lines_through(),
        "explanations/maker.svg": _maker(),
        "explanations/pairing.svg": _pairing(),
        "levels/flow.svg": flow_svg(),
        "levels/positions.svg": positions_svg(),
        **{f"levels/routine-{name.lower()}.svg": routine_svg(name) for name in ("One", "Two", "Three")},
        "proofs/cube.svg": _proof("3x3x3", "222"),
        "proofs/fork.svg": _proof("3x3", "31", position="xo7 x"),
        "proofs/square.svg": _proof("3x3", "22", depth=1),
    }


def main() -> None:
    for name, text in pictures().items():
        path = IMAGES / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
