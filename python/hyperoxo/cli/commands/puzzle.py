"""`oxo puzzle` sets a puzzle, answers what is tried, and lists puzzles; `oxo worksheet` writes pages of questions."""

from __future__ import annotations

import datetime
import random
import re
import sys
import typing
from pathlib import Path

from hyperoxo.cli.arguments import (
    JSON_ONLY,
    UsageError,
    add_board,
    add_count,
    add_plain,
    add_seed,
    named_board,
    read_board,
)
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.files import add_output, first_faults, output_file
from hyperoxo.cli.input_lines import Keyboard, Pipe, read_word, standard_input, wants_next
from hyperoxo.cli.output import (
    drawn_game,
    error_text,
    in_columns,
    is_terminal,
    print_json,
    print_text,
    style_of,
    wrapped,
)
from hyperoxo.drawing import cell_name_example, draw
from hyperoxo.drills import MAX_DRILLS
from hyperoxo.errors import HyperoxoError, InputError
from hyperoxo.puzzles import WORDS, Attempt, PuzzleKind, puzzle_of, puzzles, read_puzzles
from hyperoxo.seeds import checked_seed
from hyperoxo.text import did_you_mean, shortened
from hyperoxo.worksheets import SHEET_KINDS, worksheet

if typing.TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from hyperoxo.cli.input_lines import InputLines
    from hyperoxo.drawing import Style
    from hyperoxo.puzzles import Puzzle

_PROMPT = "cell, hint, show, q: quit> "
_LEVELS = 9
_FIRST_LEVELS = 3
_FIRST_BOARDS = ("3x3x3", "4x4x4")
"""What is drawn for a person who chooses nothing: these boards, and at first the levels from 1 to this one."""
_FILTERS = ("load", "board", "kind", "theme", "level")
_RIGHT_TO_RISE = 2
_QUESTIONS = 8
"""The questions of a worksheet, unless another number is typed."""
_SOURCES = {
    r", seed \d+| of \w+\.(jsonl|oxo)": "",
    r"oxo:level=(\d)": r"level \1 of oxo",
    r"^(\S+) all positions": r"all positions of \1",
    "no side can": "neither side can",
}
"""What the text of a source becomes for people."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    kinds, themes = [kind.value for kind in PuzzleKind], list(WORDS["themes"])
    parser.add_argument("id", nargs="?", metavar="ID", help="the puzzle of this name (default: one is drawn)")
    add_plain(
        parser,
        ("--daily", "", "the puzzle of today in UTC, which is the same everywhere"),
        ("--list", "", "list the puzzles instead"),
        ("--board", "BOARD", "only those of this board, such as 4x4x4"),
    )
    parser.add_argument("--class", dest="kind", metavar="CLASS", help=f"only those of this class: {', '.join(kinds)}")
    parser.add_argument("--theme", metavar="THEME", help=f"only those of this theme: {', '.join(themes)}")
    about = "only those of this level: the first of oxo that finds the move"
    add_count(parser, "--level", about, least=1, most=_LEVELS)
    parser.add_argument("--load", metavar="FILE", help="puzzles of this file instead of the shipped ones")
    add_seed(parser, "drawn; for a script, the puzzle is not turned")
    add_plain(parser, JSON_ONLY)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Set a puzzle, or list the chosen ones."""
    found = _wanted(arguments)
    if arguments.list:
        if arguments.id is not None or arguments.daily:
            raise UsageError("--list lists all puzzles; leave the name and --daily out")
        if arguments.json:
            print_json({"puzzles": [puzzle.as_json() for puzzle in found]})
        else:
            print("\n".join(_listed(found)))
        return ExitCode.DONE
    at_terminal = is_terminal(sys.stdin, sys.stdout)
    draw_from = random.Random(arguments.seed)
    if at_terminal and not (arguments.id or arguments.daily or arguments.json) and arguments.seed is None:
        is_filtered = any(getattr(arguments, option) is not None for option in _FILTERS)
        wanted = found if is_filtered else [puzzle for puzzle in found if str(puzzle.board) in _FIRST_BOARDS]
        practise(wanted, Keyboard(), style_of(sys.stdout), draw_from, by_level=not is_filtered)
        return ExitCode.DONE
    puzzle = _one(arguments, found, draw_from)
    if arguments.json:
        print_json(puzzle.as_json())
        return ExitCode.DONE
    if at_terminal or arguments.seed is not None:
        puzzle = puzzle.transformed(draw_from.choice(puzzle.board.symmetries()))
    attempt = ask(puzzle, Keyboard() if at_terminal else Pipe(standard_input()), style_of(sys.stdout))
    is_solved = attempt is not None and not attempt.failed
    return ExitCode.DONE if is_solved or at_terminal else ExitCode.NO


def practise(
    left: Sequence[Puzzle], lines: InputLines, style: Style, draw_from: random.Random, *, by_level: bool
) -> None:
    """Set puzzles until a person leaves; by level, begin with easy ones and rise after two right ones in a row."""
    level = right = 0
    if by_level:
        print_text("Easy puzzles first; after two right ones in a row, without the cell as a hint, a level higher.")
    print_text(_about(left[0]))
    while left:
        print()
        puzzle = draw_from.choice(_nearest(left, level) if by_level else left)
        left = [other for other in left if other is not puzzle]
        level = _difficulty(puzzle)
        attempt = ask(puzzle.transformed(draw_from.choice(puzzle.board.symmetries())), lines, style)
        if attempt is None:
            return
        right = 0 if attempt.failed else right + 1
        if by_level and right == _RIGHT_TO_RISE:
            level, right = level + 1, 0
            print_text("Two right in a row: the next puzzle is harder.")
        if not wants_next(lines, "next puzzle"):
            return


def _difficulty(puzzle: Puzzle) -> int:
    return puzzle.grade or _LEVELS + 1


def _nearest(left: Sequence[Puzzle], level: int) -> list[Puzzle]:
    """Return the puzzles of a level, of the next one that has some, or for level 0 the easy ones."""
    if not level:
        return [puzzle for puzzle in left if _difficulty(puzzle) <= _FIRST_LEVELS]
    nearest = min(map(_difficulty, left), key=lambda found: (found < level, abs(found - level)))
    return [puzzle for puzzle in left if _difficulty(puzzle) == nearest]


def _about(puzzle: Puzzle) -> str:
    """Return what can be typed."""
    example = cell_name_example(puzzle.board).replace(" is ", " for ")
    text = f"Type your move, such as {example}. hint names the theme, then the cell; show gives up; quit leaves."
    return "\n".join(wrapped(text))


def ask(puzzle: Puzzle, lines: InputLines, style: Style) -> Attempt | None:
    """Set a puzzle and answer what is tried; return the attempt, None if the person left."""
    attempt, hints = Attempt(puzzle), 0
    grade = "no level of oxo finds it" if puzzle.grade is None else f"level {puzzle.grade} of oxo finds it"
    print_text(f"Puzzle {puzzle.id}, {puzzle.board}; {grade}.\nFrom {_source(puzzle)}.")
    print(f"\n{draw(puzzle.position, style, last_move=puzzle.last)}\n")
    print_text(f"{puzzle.task}.")
    while not attempt.is_solved:
        try:
            word = read_word(lines, _PROMPT, _about(puzzle))
            if word is None:
                return None
            if word in {"hint", "h"}:
                hints += 1
                attempt.failed |= hints > 1
                theme = WORDS["themes"].get(puzzle.theme, puzzle.theme)
                print(f"Theme: {theme}." if hints == 1 else f"Try {attempt.step.right}.")
            elif word in {"show", "give up"}:
                attempt.failed = True
                print_text(f"The solution: {' '.join(attempt.solution())}.")
                return attempt
            elif word:
                _try(attempt, word, style)
        except HyperoxoError as error:
            print_text(error_text(error))
    if rest := attempt.solution():
        print_text(f"The game may continue {' '.join(rest)}.")
    return attempt


def _source(puzzle: Puzzle) -> str:
    source = puzzle.source
    for pattern, text in _SOURCES.items():
        source = re.sub(pattern, text, source)
    return source


def _try(attempt: Attempt, word: str, style: Style) -> None:
    """Play what was typed, and show what it led to."""
    if not any(letter.isdigit() for letter in word):
        raise InputError(shortened(word), "neither a cell nor a command", "type a cell, hint, show or quit")
    answer = attempt.play(word)
    print_text(answer.text)
    if answer.is_right and answer.reply is not None:
        print(f"\n{drawn_game(attempt.game, style)}\n")
    if not attempt.is_solved:
        print_text(f"{attempt.game.to_move.upper()} to move.")


def _wanted(arguments: argparse.Namespace) -> list[Puzzle]:
    """Return the puzzles that the options choose.

    Raises:
        InputError: none is left, or an option names what is not there.
    """
    kinds, themes = {kind.value: kind for kind in PuzzleKind}, WORDS["themes"]
    for option, value, known in (("--class", arguments.kind, kinds), ("--theme", arguments.theme, themes)):
        if value is not None and value not in known:
            near = did_you_mean(value, known) or f"there are {', '.join(known)}"
            raise InputError(f"{option} {shortened(value)}", f"unknown; {near}")
    for option in _FILTERS:
        value = getattr(arguments, option)
        if arguments.daily and value is not None:
            name = f"--{'class' if option == 'kind' else option} {shortened(str(value))}"
            raise UsageError(f"{name}: the puzzle of a day is the same for all; leave this or --daily out")
    board = None if arguments.board is None else named_board(arguments.board)
    kind = None if arguments.kind is None else kinds[arguments.kind]
    if arguments.load is None:
        found = puzzles(board, kind, arguments.theme, arguments.level)
    else:
        read, refused = read_puzzles(Path(arguments.load), board=board, checked=True)
        for line in first_faults([f"{shortened(arguments.load)}: {shortened(reason, 300)}" for reason in refused]):
            print(f"oxo: warning: {line}", file=sys.stderr)
        found = [
            puzzle
            for puzzle in read
            if kind in {None, puzzle.kind}
            and arguments.theme in {None, puzzle.theme}
            and arguments.level in {None, puzzle.grade}
        ]
    if not found and not arguments.list:
        raise UsageError("no puzzle is of this board, class, theme and level; oxo puzzle --list shows all")
    return found


def _one(arguments: argparse.Namespace, found: list[Puzzle], draw_from: random.Random) -> Puzzle:
    """Return the puzzle that is named, today's, or one that is drawn."""
    if arguments.id is not None:
        if arguments.daily:
            raise UsageError(f"{shortened(arguments.id)} and --daily: two puzzles; leave one of them out")
        by_name = {puzzle.id: puzzle for puzzle in found}
        name = arguments.id.lower()
        if name not in by_name:
            near = did_you_mean(name, by_name) or "oxo puzzle --list shows all"
            raise InputError(shortened(arguments.id), f"not the name of a puzzle; {near}")
        return by_name[name]
    if arguments.daily:
        return puzzle_of(datetime.datetime.now(datetime.UTC).date())
    return draw_from.choice(found)


def _listed(found: list[Puzzle]) -> list[str]:
    rows = [
        (puzzle.id, str(puzzle.board), puzzle.kind.value, puzzle.theme, str(puzzle.grade or "none")) for puzzle in found
    ]
    count = f"{len(found)} puzzle{'' if len(found) == 1 else 's'}"
    return [*(in_columns([("id", "board", "class", "theme", "level"), *rows]) if rows else ()), count]


def add_worksheet_arguments(parser: argparse.ArgumentParser) -> None:
    add_board(parser)
    parser.add_argument(
        "--type", required=True, metavar="TYPE", help=f"{', '.join(SHEET_KINDS[:-1])} or {SHEET_KINDS[-1]}"
    )
    add_count(
        parser, "--count", f"number of questions (default: {_QUESTIONS})", least=1, most=MAX_DRILLS, default=_QUESTIONS
    )
    add_seed(parser)
    add_output(parser, "--pdf", "write the pages to this file as PDF")
    parser.add_argument("--html", metavar="FILE", help="write them as HTML, which a browser prints")


def run_worksheet(arguments: argparse.Namespace) -> None:
    """Write the pages, and say how many there are."""
    path, suffix = (arguments.pdf, ".pdf") if arguments.html is None else (arguments.html, ".html")
    if path is None or None not in (arguments.pdf, arguments.html):
        raise UsageError("worksheet: name one file to write, with --pdf FILE or --html FILE")
    sheet = worksheet(read_board(arguments), arguments.type, arguments.count, checked_seed(arguments.seed))
    with output_file(path, (suffix,), replace=arguments.force) as write:
        write(sheet.pdf() if suffix == ".pdf" else sheet.html().encode())
    questions, answers = len(sheet.question_pages), len(sheet.answer_pages)
    pages = "page" if questions == 1 else "pages"
    print(f"{sheet.title} (seed {sheet.seed}): {questions} {pages} of questions, and {answers} of answers")
