#!/usr/bin/env python3
"""Draws the picture of the museum on the home page, from the answers of its programs: `make pictures` runs it."""

from __future__ import annotations

import re
from pathlib import Path

from hyperoxo import Game, svg
from hyperoxo.museum import AnswerAt, five_answers

FILE = Path(__file__).parent.parent / "web/public/five-answers.svg"
SIZE, GAP = 150, 30
"""The side of a board, and the space between two."""
LEGEND = 26
"""The height of the legend below a board, which is left out."""


def drawn(at: AnswerAt) -> str:
    """Return the board of an answer after the move, with the program's marks; of 4x4x4, the tier of the move."""
    move = at.answer.move or ""
    game = Game(at.board, [*at.moves.split(), move])
    plane = f"tier {move[0]}" if at.board == "4x4x4" else None
    shown = {cell for cell in map(game.board.name, game.board) if plane is None or cell[0] == move[0]}
    return svg.board(
        game,
        view="stack" if at.board == "3x3x3" else "planes",
        plane=plane,
        lines=[tuple(map(game.board.cell, line)) for line in at.answer.lines if shown.issuperset(line)],
        marks={cell: mark.split()[0] for cell, mark in at.answer.marks.items() if cell in shown},
        shades={cell: 2 for cell in at.answer.table if cell in shown},
        coordinates=False,
        background=False,
    )


def picture() -> str:
    """Return the boards of the last question in a row, as one picture without texts below them."""
    styles: dict[str, None] = {}
    parts = []
    for index, at in enumerate(five_answers()[-1].answers):
        board = drawn(at)
        styles |= dict.fromkeys(re.findall(r"<style>(.*?)</style>", board, re.DOTALL))
        [inner] = re.findall(r"</style>(.*)<line [^>]*>\n<text class=.legend", board, re.DOTALL)
        width, height = map(int, re.findall(r'viewBox="0 0 (\d+) (\d+)"', board)[0])
        box = f'viewBox="0 0 {width} {height - LEGEND}" x="{index * (SIZE + GAP)}" width="{SIZE}" height="{SIZE}"'
        parts.append(f'<svg class="hyperoxo" {box}>{inner}</svg>')
    across = len(parts) * (SIZE + GAP) - GAP
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {SIZE}"><style>{"".join(styles)}</style>'
    return "\n".join([head, *parts, "</svg>", ""])


if __name__ == "__main__":
    FILE.write_text(picture(), encoding="utf-8")
