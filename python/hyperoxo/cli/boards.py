"""`oxo boards`: boards that people play, and how any other is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo import MAX_CELLS, Board
from hyperoxo.cli.arguments import add_json, print_json
from hyperoxo.cli.codes import ExitCode
from hyperoxo.cli.columns import in_columns
from hyperoxo.players import home_player

if TYPE_CHECKING:
    import argparse

BOARDS = {
    "3x3": "noughts and crosses",
    "4x4": "",
    "5x5:4": "four in a line on a larger square",
    "3x3x3": "the smallest cube with a game in it",
    "4x4x4": "Qubic",
    "5x5x5": "",
    "3x4x5:3": "sides need not be equal",
    "3x3x3x3": "four dimensions",
    "4x4x4x4": "four dimensions, the 1620's second game",
}
"""Boards to begin with, and what there is to say of each."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `oxo boards`."""
    add_json(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the list."""
    boards = [Board(description) for description in BOARDS]
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
                        "home_player": home_player(board),
                        "about": BOARDS[str(board)],
                    }
                    for board in boards
                ]
            }
        )
        return ExitCode.DONE
    heading = ("board", "cells", "lines", "symmetries", "home player", "")
    rows = [
        (str(b), str(len(b)), str(len(b.lines)), str(b.symmetry_count), home_player(b), BOARDS[str(b)]) for b in boards
    ]
    print("\n".join(in_columns([heading, *rows])))
    print(f"\nAny other board of up to {MAX_CELLS} cells can be played too: sides joined by x and,")
    print("where they differ or lines are to be shorter, :k for the length of a line.")
    return ExitCode.DONE
