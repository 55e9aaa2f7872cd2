"""`oxo boards` lists well-known boards; `oxo info` counts the cells, lines and symmetries of one."""

from __future__ import annotations

import typing

from hyperoxo import MAX_CELLS, Board
from hyperoxo.cli.arguments import JSON_ONLY, add_board, add_plain, read_board
from hyperoxo.cli.output import in_columns, print_json
from hyperoxo.players import DEFAULT_OPPONENT
from hyperoxo.spellings import SUGGESTED

if typing.TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_plain(parser, JSON_ONLY)


def run(arguments: argparse.Namespace) -> None:
    boards = [Board(description) for description in SUGGESTED]
    if arguments.json:
        print_json(
            {
                "boards": [
                    {
                        "board": str(board),
                        "cells": len(board),
                        "lines": len(board.lines),
                        "line_length": board.line_length,
                        "symmetries": board.symmetry_count,
                        "home_player": DEFAULT_OPPONENT,
                        "about": SUGGESTED[str(board)],
                    }
                    for board in boards
                ]
            }
        )
        return
    heading = ("board", "cells", "lines", "symmetries", "default opponent", "")
    rows = [
        (str(b), str(len(b)), str(len(b.lines)), str(b.symmetry_count), DEFAULT_OPPONENT, SUGGESTED[str(b)])
        for b in boards
    ]
    print(
        *in_columns([heading, *rows]),
        f"\nAny other board of up to {MAX_CELLS} cells can be played too. Type its shape, joined\n"
        "by x, and :k for lines of k cells, which is necessary if axes differ in length.",
        sep="\n",
    )


def add_info_arguments(parser: argparse.ArgumentParser) -> None:
    add_board(parser)
    add_plain(parser, JSON_ONLY)


def run_info(arguments: argparse.Namespace) -> None:
    board = read_board(arguments)
    if arguments.json:
        print_json(
            {
                "board": str(board),
                "shape": list(board.shape),
                "line_length": board.line_length,
                "cells": len(board),
                "lines": len(board.lines),
                "symmetries": board.symmetry_count,
                "classes": [
                    {"cell": board.name(cells[0]), "size": len(cells), "lines": len(board.lines_through(cells[0]))}
                    for cells in board.cell_classes()
                ],
            }
        )
        return
    lines = f"{len(board.lines)} {'line' if len(board.lines) == 1 else 'lines'} of {board.line_length}"
    print(f"{board}: {len(board)} cells, {lines}, {board.symmetry_count} symmetries")
    classes = board.cell_classes()
    print(f"{len(classes)} first {'move' if len(classes) == 1 else 'moves'} up to symmetry:")
    for cells in classes:
        through = len(board.lines_through(cells[0]))
        alike = f"{len(cells)} cells alike" if len(cells) > 1 else "1 cell"
        print(f"  {board.name(cells[0])}: {through} {'line' if through == 1 else 'lines'}, {alike}")
