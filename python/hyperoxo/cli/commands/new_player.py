"""`oxo new-player`: writes a first program, or one of the five steps, to a file."""

from __future__ import annotations

import typing
from pathlib import Path

from hyperoxo.cli.arguments import add_count, add_plain
from hyperoxo.cli.files import FORCE, output_file
from hyperoxo.players.own.lessons import first_text, steps
from hyperoxo.players.player_file import SUFFIX

if typing.TYPE_CHECKING:
    import argparse

_STEPS = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_plain(parser, ("file", "FILE", "the file to write, such as mine.py"))
    add_count(parser, "--step", f"begin with step 1 to {_STEPS} of Write a program", least=1, most=_STEPS)
    add_plain(parser, FORCE)


def run(arguments: argparse.Namespace) -> None:
    step = None if arguments.step is None else steps()[arguments.step - 1]
    with output_file(arguments.file, (SUFFIX,), replace=arguments.force) as write:
        write((first_text() if step is None else step.text).encode())
    typed = arguments.file if Path(arguments.file).parent != Path() else f"./{arguments.file}"
    board = "3x3" if step is None else step.board
    print(f"{typed} is a program that plays. To play it, and to measure it:")
    print(f"  oxo play {board} --second {typed} --reasons")
    print(f"  oxo match {typed} random --board {board} --games 1000 --openings random:2")
