"""`oxo book`: writes the winner's moves of a proof as an opening book."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.cli.arguments import add_json
from hyperoxo.cli.files import add_output, output_file
from hyperoxo.cli.input_lines import standard_input
from hyperoxo.cli.interruptible import run_interruptibly
from hyperoxo.cli.output import print_json
from hyperoxo.outcomes import moves_in_words
from hyperoxo.solver.books import Book, compressed, make
from hyperoxo.solver.verify import read_proof

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("certificate", metavar="CERTIFICATE", help="the proof, or - for standard input")
    add_output(parser, "--out", "write the book to this file (.book.gz)", required=True)
    add_json(parser)


def run(arguments: argparse.Namespace) -> None:
    """Verify the proof, write the book, and print what it contains."""
    source = arguments.certificate
    certificate = read_proof(standard_input()) if source == "-" else source
    with output_file(arguments.out, (".gz",), replace=arguments.force) as write:
        text = run_interruptibly(lambda _: make(certificate))
        write(compressed(text))
    book = Book(text)
    plies = max((move.plies for _, move in book), default=1)
    if arguments.json:
        print_json(
            {
                "file": arguments.out,
                "board": str(book.board),
                "position": book.start.text,
                "winner": book.winner,
                "certificate": book.certificate,
                "entries": len(book),
                "plies": plies,
            }
        )
    else:
        print(f"{book.board}: {book.winner.upper()} wins within {moves_in_words(plies)}")
        print(f"book: {arguments.out}; entries: {len(book):,}")
