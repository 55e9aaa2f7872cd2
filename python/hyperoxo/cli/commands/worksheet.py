"""`oxo worksheet` writes questions with boards to draw in, and their answers, on pages of A4."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.cli.arguments import UsageError, add_board, add_count, add_seed, read_board
from hyperoxo.cli.files import add_output, output_file
from hyperoxo.drills import MOST_DRILLS
from hyperoxo.seeds import checked_seed
from hyperoxo.worksheets import SHEET_KINDS, worksheet

if TYPE_CHECKING:
    import argparse

_COUNT = 8
"""The number of questions, unless another is typed."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_board(parser)
    parser.add_argument(
        "--kind", required=True, metavar="KIND", help=f"{', '.join(SHEET_KINDS[:-1])} or {SHEET_KINDS[-1]}"
    )
    add_count(parser, "--count", f"number of questions (default: {_COUNT})", least=1, most=MOST_DRILLS, default=_COUNT)
    add_seed(parser)
    add_output(parser, "--pdf", "write the pages to this file as PDF")
    parser.add_argument("--html", metavar="FILE", help="write them as HTML, which a browser prints")


def run(arguments: argparse.Namespace) -> None:
    """Write the pages, and say how many there are."""
    path, suffix = (arguments.pdf, ".pdf") if arguments.html is None else (arguments.html, ".html")
    if path is None or None not in (arguments.pdf, arguments.html):
        raise UsageError("worksheet: name one file to write, with --pdf FILE or --html FILE")
    sheet = worksheet(read_board(arguments), arguments.kind, arguments.count, checked_seed(arguments.seed))
    with output_file(path, (suffix,), replace=arguments.force) as write:
        write(sheet.pdf() if suffix == ".pdf" else sheet.html().encode())
    questions, answers = len(sheet.question_pages), len(sheet.answer_pages)
    pages = "page" if questions == 1 else "pages"
    print(f"{sheet.title} (seed {sheet.seed}): {questions} {pages} of questions, and {answers} of answers")
