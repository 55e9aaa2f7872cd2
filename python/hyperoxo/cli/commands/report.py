"""`oxo report`: writes a page of HTML with tables and plots about recorded games."""

from __future__ import annotations

import logging
import os
import sys
import typing
from pathlib import Path

from hyperoxo import record
from hyperoxo.arena.report.counts import MAX_SHOWN_GAMES, SHOWN_GAMES, GameCounts
from hyperoxo.arena.report.reviews import MAX_REVIEWS, GamesToReview
from hyperoxo.cli.arguments import add_count, add_plain
from hyperoxo.cli.files import STRICT, NoGameError, add_output, malformed_file, output_file
from hyperoxo.cli.interruptible import run_interruptibly
from hyperoxo.cli.match_options import ANCHOR, read_anchor
from hyperoxo.cli.output import ProgressLine
from hyperoxo.errors import InputError, TruncatedRecordError
from hyperoxo.extras import importing
from hyperoxo.text import shortened

if typing.TYPE_CHECKING:
    import argparse

    from hyperoxo.errors import RecordError

_SHOW_EVERY = 100
"""Games between two updates of the progress line."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record of games, as matches and tournaments write it")
    add_output(parser, "--out", "write the page to this file (default: next to the record, with the ending .html)")
    parser.add_argument(
        "--review",
        metavar="GAMES",
        help="add reviews of games: their numbers in the file, such as 3,17, or decisive for the first "
        f"{MAX_REVIEWS} that a side won",
    )
    about_games = f"games that the page shows, from 0 to {MAX_SHOWN_GAMES} (default: {SHOWN_GAMES})"
    add_count(parser, "--games", about_games, most=MAX_SHOWN_GAMES, default=SHOWN_GAMES)
    parser.add_argument(
        "--plots", metavar="FOLDER", help="also write each plot to this folder, made if need be, as NAME.svg"
    )
    add_plain(parser, ANCHOR, STRICT)


def run(arguments: argparse.Namespace) -> None:
    """Read the games, write the page, and print its path."""
    # matplotlib logs the folders of its fonts.
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    with importing("report"):
        from hyperoxo.arena.report.page import render_page  # noqa: PLC0415 - only this command needs what the extra installs
    chosen = None if arguments.review is None else GamesToReview(arguments.review)
    counts = GameCounts(arguments.games)
    if arguments.plots is not None:
        try:
            Path(arguments.plots).mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError):
            raise InputError(arguments.plots, "not a folder", "name another") from None
    source = Path(arguments.file)
    if source.is_dir():
        raise InputError(arguments.file, "a folder", "name a file of games")
    if arguments.out is None and source.exists() and not source.is_file():
        raise InputError(arguments.file, "a page can only stand next to a file", "name the page with --out")
    target = source.with_suffix(".html") if arguments.out is None else Path(arguments.out)
    if os.path.realpath(target) == os.path.realpath(source):
        raise InputError(str(target), "the report would replace the games", "name another file with --out")
    faults: list[RecordError] = []
    with (
        malformed_file(arguments.file, faults),
        source.open("rb") as games,
        output_file(str(target), (".html", ".htm"), replace=arguments.force) as write,
    ):
        cautions = _gather(games, faults, counts, chosen)
        if faults and arguments.strict:
            raise faults[0]
        if not counts.standings.games:
            raise NoGameError(arguments.file, "no game in it has a score", "play games to their end first")
        known = [set(names) for names in zip(counts.standings.entrants, counts.standings.display_names, strict=True)]
        anchor = None if arguments.anchor is None else read_anchor(arguments.anchor, known)
        reviews = [] if chosen is None else _reviewed(chosen, arguments.file)
        note = "" if chosen is None else chosen.note
        page = render_page(counts, source.name, cautions, anchor=anchor, reviews=reviews, reviews_note=note)
        for name, text in page.plots.items() if arguments.plots is not None else ():
            with output_file(str(Path(arguments.plots) / f"{name}.svg"), (".svg",), replace=arguments.force) as save:
                save(text.encode(errors="backslashreplace"))
        write(page.text.encode(errors="backslashreplace"))
        for caution in cautions:
            print(f"oxo: {shortened(arguments.file)}: {caution}", file=sys.stderr)
        print(target)


def _reviewed(chosen: GamesToReview, path: str) -> list[str]:
    """Return the reviews of the chosen games, as parts of the page.

    Raises:
        InputError: the file has no such game.
        KeyboardInterrupt: Ctrl-C was typed.
    """
    chosen.check(path)
    with ProgressLine() as status:
        return run_interruptibly(lambda control: chosen.sections(control, status.show))


def _gather(
    source: typing.IO[bytes], faults: list[RecordError], counts: GameCounts, chosen: GamesToReview | None
) -> list[str]:
    """Count the games, collect those to review, and return sentences about those left out."""
    before = 0
    size = os.fstat(source.fileno()).st_size
    with ProgressLine() as status:
        for game in record.read(source, faults=faults):
            counts.add(game)
            if chosen is not None:
                chosen.add(game)
            if counts.read % _SHOW_EVERY == 0:
                # A pipe has no size.
                share = f", {100 * source.tell() // size}%" if size and source.seekable() else ""
                status.show(f"{counts.read:,} games read{share}")
            before = len(faults)
    cautions = []
    if faults[before:] and isinstance(faults[-1], TruncatedRecordError):
        line = faults.pop().line
        cautions.append(f"The file ends inside a game, in line {line}; {counts.read:,} games come before.")
    if faults:
        cautions.append(f"Malformed games are left out: {len(faults)}.")
    return cautions
