"""`oxo verify` checks the proof in a file; `oxo book` writes the winner's moves of one as an opening book."""

from __future__ import annotations

import typing
from dataclasses import fields

from hyperoxo.cli.arguments import JSON_ONLY, UsageError, add_plain
from hyperoxo.cli.exit_codes import CODES_OF_FINDINGS, ExitCode
from hyperoxo.cli.files import add_output, output_file, picture_file
from hyperoxo.cli.input_lines import standard_input
from hyperoxo.cli.interruptible import run_interruptibly
from hyperoxo.cli.output import print_json
from hyperoxo.outcomes import moves_in_words
from hyperoxo.solver.books import Book, compressed, make
from hyperoxo.solver.explain import DEFAULT_DEPTH, proof_svg, proof_trees
from hyperoxo.solver.verify import Proof, ProofForm, read_proof, verify

if typing.TYPE_CHECKING:
    import argparse


def add_verify_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the proof, or - for standard input")
    parser.add_argument(
        "--format",
        choices=typing.get_args(ProofForm),
        default="oxc",
        help="a certificate (oxc, the default), or Patashnik's dictionary of 4x4x4 (patashnik)",
    )
    about = f"draw a certificate that is verified, {DEFAULT_DEPTH} replies deep, as .svg, .png or .pdf"
    add_output(parser, "--tree", about)
    add_plain(parser, JSON_ONLY)


def run_verify(arguments: argparse.Namespace) -> ExitCode:
    """Print the verdict; only a proof that holds has exit code 0."""
    if arguments.tree is not None and arguments.format != "oxc":
        raise UsageError("--tree draws certificates; a dictionary of another format has no tree")
    with picture_file(arguments.tree, replace=arguments.force) as draw:
        proof = read_proof(standard_input()) if arguments.file == "-" else arguments.file
        verdict = run_interruptibly(lambda _: verify(proof, arguments.format))
        if verdict and arguments.tree is not None:
            draw(proof_svg(proof_trees(proof), title=verdict.message.partition(";")[0]))
    if arguments.json:
        # All facts of a proof, null unless it holds.
        facts = {fact.name: getattr(verdict.proof, fact.name, None) for fact in fields(Proof)}
        entry = {"file": arguments.file, "format": arguments.format, "verdict": verdict.finding.value}
        print_json(entry | {"message": verdict.message} | facts)
    else:
        print(verdict)
    return CODES_OF_FINDINGS[verdict.finding]


def add_book_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("certificate", metavar="CERTIFICATE", help="the proof, or - for standard input")
    add_output(parser, "--out", "write the book to this file (.book.gz)", required=True)
    add_plain(parser, JSON_ONLY)


def run_book(arguments: argparse.Namespace) -> None:
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
