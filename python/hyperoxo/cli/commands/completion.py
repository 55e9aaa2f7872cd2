"""`oxo completion`: prints the script that completes command lines of `oxo` in a shell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.cli.completion import SHELLS, candidates, script, split_line
from hyperoxo.cli.exit_codes import ExitCode

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `oxo completion`."""
    parser.add_argument("shell", choices=SHELLS, help="print the script for this shell")
    parser.add_argument(
        "words",
        nargs="*",
        default=[],
        metavar="WORD",
        help="print what the last of these words can become, which the script asks; bash sends one word, its line",
    )


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the script; or the candidates, one a line with its description, after a line `words` or `files`."""
    words: list[str] = arguments.words
    if not words:
        print(script(arguments.shell), end="")
        return ExitCode.DONE
    found = candidates(split_line(words[0])[1:] if arguments.shell == "bash" else words)
    print("files" if found.files else "words")
    for word, text in found.words.items():
        print(f"{word}\t{text}" if text else word)
    return ExitCode.DONE
