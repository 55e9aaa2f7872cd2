"""`oxo new-player`: writes a first program, or one of the five steps, to a file."""

from __future__ import annotations

import shlex
import typing
from pathlib import Path

from hyperoxo.cli.arguments import add_count, add_plain
from hyperoxo.cli.files import FORCE, output_file
from hyperoxo.players.own.lessons import STEPS, step_text
from hyperoxo.players.player_file import SUFFIX

if typing.TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_plain(parser, ("file", "FILE", "the file to write, such as mine.py"))
    add_count(parser, "--step", f"begin with step 1 to {len(STEPS)} of Write a program", least=1, most=len(STEPS))
    add_plain(parser, FORCE)


def run(arguments: argparse.Namespace) -> None:
    name, board = "first", "3x3"
    if arguments.step is not None:
        name, _, _, board = STEPS[arguments.step - 1]
    with output_file(arguments.file, (SUFFIX,), replace=arguments.force) as write:
        write(step_text(name).encode())
    typed = shlex.quote(arguments.file if Path(arguments.file).parent != Path() else f"./{arguments.file}")
    print(f"{typed} is a program that plays. To play it, here or on the page, and to measure it:")
    print(f"  oxo play {board} --second {typed} --reasons")
    print(f"  oxo serve --player {typed}")
    print(f"  oxo match {typed} random --board {board} --games 1000 --openings random:2")
