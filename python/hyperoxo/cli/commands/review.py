"""`oxo review`: values a recorded game ply by ply, names the moves that gave something away, and shows better ones."""

from __future__ import annotations

import os
import sys
import typing
from functools import partial
from pathlib import Path

from hyperoxo import record
from hyperoxo.cli.analysis_limits import REVIEW_SECONDS, reviewed
from hyperoxo.cli.arguments import (
    JSON_ONLY,
    UsageError,
    add_board_option,
    add_count,
    add_plain,
    add_start,
    add_time,
    read_board,
    read_start,
)
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.files import (
    STRICT,
    NoGameError,
    add_output,
    check_alone,
    check_no_number,
    find_game,
    malformed_file,
    output_file,
    read_game_file,
)
from hyperoxo.cli.input_lines import Keyboard, standard_input
from hyperoxo.cli.interruptible import cancelled_by_interrupt
from hyperoxo.cli.output import game_summary, is_terminal, print_json, text_width, wrapped
from hyperoxo.cli.paging import terminal_pages
from hyperoxo.errors import InputError
from hyperoxo.review.html_form import review_page, review_section
from hyperoxo.review.json_form import review_as_json
from hyperoxo.review.reviewer import DEFAULT_NODES
from hyperoxo.review.text import review_lines
from hyperoxo.slowness import SLOWNESS
from hyperoxo.text import shortened

if typing.TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from hyperoxo import Game
    from hyperoxo.errors import RecordError
    from hyperoxo.players import Control
    from hyperoxo.review import Review

MAX_PAGE_GAMES = 100
"""The most games whose reviews are on one page."""
_STANDARD_INPUT = "-"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", nargs="?", help="a record, as oxo play saves it; - for standard input")
    add_count(parser, "--game", "number of the game in the file (default: all, one after the other)", least=1)
    add_board_option(parser)
    add_start(parser)
    add_count(parser, "--nodes", f"positions searched for a game, about (default: {DEFAULT_NODES:,})")
    add_time(parser, f"time limit for a game in seconds (default: {REVIEW_SECONDS:.0f}, and none with --nodes)")
    add_plain(parser, STRICT, JSON_ONLY)
    add_output(
        parser, "--html", f"write a page with graphs and pictures to this file, of {MAX_PAGE_GAMES} games at most"
    )


def run(arguments: argparse.Namespace) -> ExitCode:
    """Review each game; Ctrl-C ends the review and prints what is known."""
    nodes = DEFAULT_NODES if arguments.nodes is None else arguments.nodes
    seconds = REVIEW_SECONDS * SLOWNESS if arguments.time is None and arguments.nodes is None else arguments.time
    if arguments.html is not None and arguments.json:
        raise UsageError("--html and --json: a page, or JSON; leave one of them out")
    name = "standard input" if arguments.file == _STANDARD_INPUT else arguments.file or ""
    faults: list[RecordError] | None = None if arguments.strict else []
    with cancelled_by_interrupt() as control, malformed_file(name, faults):
        review_one = partial(reviewed, nodes=nodes, seconds=seconds, control=control)
        if arguments.html is None:
            _print_reviews(arguments, _games(arguments, faults, control), review_one)
        else:
            _write_page(arguments, _games(arguments, faults, control), review_one, control)
        return ExitCode.INTERRUPTED if control.cancelled else ExitCode.DONE


def _print_reviews(arguments: argparse.Namespace, games: Iterator[Game], review_one: Callable[[Game], Review]) -> None:
    """Review the games, and print what is found, page by page at a terminal."""
    found = map(review_one, games)
    if arguments.json:
        for one in found:
            print_json(review_as_json(one))
        return
    pages = terminal_pages(Keyboard(), waits=is_terminal(sys.stdin, sys.stdout))
    pages.show(line for number, one in enumerate(found) for line in _lines(one, is_first=not number))


def _write_page(
    arguments: argparse.Namespace, games: Iterator[Game], review_one: Callable[[Game], Review], control: Control
) -> None:
    """Review the games, write the page, and print its path."""
    target = Path(arguments.html)
    if arguments.file not in {None, _STANDARD_INPUT} and os.path.realpath(target) == os.path.realpath(arguments.file):
        raise InputError(arguments.html, "the page would replace the games", "name another file with --html")
    sections: list[str] = []
    caution = ""
    with output_file(arguments.html, (".html", ".htm"), replace=arguments.force) as write:
        for number, game in enumerate(games, arguments.game or 1):
            if len(sections) == MAX_PAGE_GAMES:
                caution = f"The page has the first {MAX_PAGE_GAMES} games; oxo review --game N reviews another."
                break
            summary = game_summary(game)
            title = summary if arguments.file is None else f"Game {number}: {summary}"
            sections.append(review_section(review_one(game), title))
            if control.cancelled:
                caution = f"Ctrl-C ended the review in game {number}."
        source = "a game" if arguments.file is None else Path(arguments.file).name
        source = "standard input" if arguments.file == _STANDARD_INPUT else source
        page = review_page(f"Review of {shortened(source)}", sections, caution)
        write(page.encode(errors="backslashreplace"))
    if caution:
        print(f"oxo: {caution}", file=sys.stderr)
    print(arguments.html)


def _games(arguments: argparse.Namespace, faults: list[RecordError] | None, control: Control) -> Iterator[Game]:
    """Yield the games, one at least: of the file, of standard input, or the one that was typed; Ctrl-C ends them."""
    path, number = arguments.file, arguments.game
    if path is None:
        check_no_number(arguments)
        if not (arguments.board_option or arguments.moves or arguments.position):
            raise UsageError("a game is missing; name a file, or type --moves; see oxo review --help")
        yield read_start(read_board(arguments), arguments.moves, arguments.position)
        return
    check_alone(path, arguments)
    games = read_game_file(path, faults)
    if path == _STANDARD_INPUT:
        games = (game for game in record.read(standard_input(), faults=faults))
    if number is not None:
        yield find_game(games, path, number)
        return
    game: Game | None = None
    for game in games:
        yield game
        if control.cancelled:
            return
    if game is None:
        raise NoGameError(path, "there is no game in the file")


def _lines(found: Review, *, is_first: bool) -> Iterator[str]:
    searched = f"{found.nodes:,} positions searched in {found.seconds:.2f} s"
    ended = searched if found.is_complete else f"{searched}; ended before it was complete"
    above, below = (wrapped(text, text_width(), "  ") for text in (game_summary(found.game), ended))
    yield from ([] if is_first else [""])
    yield from (*above, "", *review_lines(found), *below)
