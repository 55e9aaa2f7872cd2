"""`oxo info`: counts the cells, lines and symmetries of a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.cli.arguments import add_board, add_json, read_board
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.output import print_json

if TYPE_CHECKING:
    import argparse

    from hyperoxo import Board
    from hyperoxo.game import JSON


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `oxo info`."""
    add_board(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the counts."""
    board = read_board(arguments)
    if arguments.json:
        print_json(_as_json(board))
        return ExitCode.DONE
    lines = f"{len(board.lines)} {'line' if len(board.lines) == 1 else 'lines'} of {board.line_length}"
    print(f"{board}: {len(board)} cells, {lines}, {board.symmetry_count} symmetries")
    classes = board.cell_classes()
    print(f"{len(classes)} first {'move' if len(classes) == 1 else 'moves'} up to symmetry:")
    for cells in classes:
        through = len(board.lines_through(cells[0]))
        alike = f"{len(cells)} cells alike" if len(cells) > 1 else "1 cell alone"
        print(f"  {board.name(cells[0])}: {through} {'line' if through == 1 else 'lines'}, {alike}")
    return ExitCode.DONE


def _as_json(board: Board) -> JSON:
    return {
        "board": str(board),
        "sides": list(board.sides),
        "line_length": board.line_length,
        "cells": len(board),
        "lines": len(board.lines),
        "symmetries": board.symmetry_count,
        "classes": [
            {"cell": board.name(cells[0]), "size": len(cells), "lines": len(board.lines_through(cells[0]))}
            for cells in board.cell_classes()
        ],
    }
