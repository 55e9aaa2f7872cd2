"""`oxo boards`: lists well-known boards, and shows how to write any other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo import MAX_CELLS, Board
from hyperoxo.cli.arguments import add_json
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.output import in_columns, print_json
from hyperoxo.players import DEFAULT_OPPONENT
from hyperoxo.spellings import SUGGESTED

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `oxo boards`."""
    add_json(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the list."""
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
        return ExitCode.DONE
    heading = ("board", "cells", "lines", "symmetries", "default opponent", "")
    rows = [
        (str(b), str(len(b)), str(len(b.lines)), str(b.symmetry_count), DEFAULT_OPPONENT, SUGGESTED[str(b)])
        for b in boards
    ]
    print("\n".join(in_columns([heading, *rows])))
    print(f"\nAny other board of up to {MAX_CELLS} cells can be played too. Type its sides, joined")
    print("by x, and :k for lines of k cells, which is necessary if the sides differ.")
    return ExitCode.DONE
