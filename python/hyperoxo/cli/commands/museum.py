"""`oxo museum`: shows the historical programs and their sample games."""

from __future__ import annotations

import shutil
import sys
import typing
from dataclasses import replace

from hyperoxo.cli.arguments import JSON_ONLY, UsageError, add_count, add_plain
from hyperoxo.cli.exhibit_parts import (
    FIELDS,
    level_lines,
    step_through_trials,
    table_lines,
    trial_lines,
)
from hyperoxo.cli.exhibit_texts import (
    end_lines,
    figure_lines,
    last_word_lines,
    letters_of,
    move_lines,
    opening_line,
    room_lines,
    self_play_lines,
    story_lines,
    strength_lines,
)
from hyperoxo.cli.input_lines import Keyboard, ask_step, wants_next
from hyperoxo.cli.output import drawn_game, is_terminal, print_json, print_text, style_of
from hyperoxo.cli.paging import Pages
from hyperoxo.museum import (
    exhibit_as_json,
    exhibit_names,
    find_exhibit,
    opening_tables,
    replayed_sample,
    room_as_json,
    show_level,
    trial_examples,
)
from hyperoxo.players.historic.magic_square.numbers import CORNERS

if typing.TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable

    from hyperoxo.cli.input_lines import InputLines
    from hyperoxo.drawing import Style
    from hyperoxo.museum import Exhibit, SampleGame, TrialExample


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "name", nargs="?", metavar="NAME", help=f"the program: {', '.join(exhibit_names())} (default: list them)"
    )
    add_count(parser, "--level", "with ibm1620, show one of its levels: what it looks for, in a position")
    parser.add_argument(
        "--trial-moves",
        type=int,
        choices=FIELDS,
        metavar="FIELDS",
        help="with delphi, step through its trial moves on 3 to 6 open fields; 3 begins with the document's count",
    )
    parser.add_argument(
        "--corner",
        type=int,
        choices=CORNERS,
        metavar="NUMBER",
        help="with magic-square, show its second and third moves after a corner: 2, 4, 8 or 6",
    )
    add_plain(parser, JSON_ONLY)


def run(arguments: argparse.Namespace) -> None:
    """Show a part of an exhibit, an exhibit, or the room."""
    chosen = _check_options(arguments)
    if chosen is not None:
        part, value = chosen
        found = part.find(value)
        if arguments.json:
            print_json([each.as_json() for each in found] if isinstance(found, list) else found.as_json())
        elif part.lines is None:
            _show_trials(found)
        else:
            print("\n".join(part.lines(found, style_of(sys.stdout))))
    elif arguments.json:
        print_json(room_as_json() if arguments.name is None else exhibit_as_json(find_exhibit(arguments.name)))
    elif arguments.name is None:
        print("\n".join(room_lines()))
    else:
        _show_exhibit(find_exhibit(arguments.name))


def _check_options(arguments: argparse.Namespace) -> tuple[_Part, int] | None:
    """Check that the options fit together, and return the part that one asks for, with its value."""
    parts = [(part, value) for part in _PARTS if (value := getattr(arguments, part.name)) is not None]
    typed = [f"{one.option} {value}" for one, value in parts]
    if len(typed) > 1:
        first = typed[0].partition(" ")[0]
        raise UsageError(f"{typed[1]}: {first} shows something else; leave one of them out")
    for part, _ in parts:
        if (arguments.name or "").lower() != part.program:
            only = part.program
            raise UsageError(f"{typed[0]}: only the exhibit {only} has it; type oxo museum {only} {typed[0]}")
    return next(iter(parts), None)


# ---- A part of an exhibit ----


def _show_trials(examples: Iterable[TrialExample]) -> None:
    style = style_of(sys.stdout)
    for example in examples:
        if not is_terminal(sys.stdin, sys.stdout):
            print("\n".join([*trial_lines(example, style), ""]))
        elif not step_through_trials(example, style, Keyboard()):
            return


class _Part(typing.NamedTuple):
    """A part of one exhibit, shown by itself.

    Attributes:
        option: the option that asks for it, with a number.
        program: the exhibit that has it.
        find: returns what the number asks for.
        lines: that in lines; None for examples to step through.
    """

    option: str
    program: str
    find: Callable[[int], typing.Any]
    lines: Callable[[typing.Any, Style], Iterable[str]] | None

    @property
    def name(self) -> str:
        """The name of the option among the arguments."""
        return self.option.removeprefix("--").replace("-", "_")


_PARTS = (
    _Part("--level", "ibm1620", show_level, level_lines),
    _Part(
        "--trial-moves", "delphi", lambda fields: [one for one in trial_examples() if len(one.fields) == fields], None
    ),
    _Part("--corner", "magic-square", lambda x1: next(one for one in opening_tables() if one.x1 == x1), table_lines),
)


# ---- The room, and an exhibit ----


def _show_exhibit(exhibit: Exhibit) -> None:
    style = replace(style_of(sys.stdout), letters=letters_of(exhibit))
    if is_terminal(sys.stdin, sys.stdout):
        walk_through(exhibit, Keyboard(), style, shutil.get_terminal_size().lines)
    else:
        _show(exhibit, style)


def _show(exhibit: Exhibit, style: Style) -> None:
    replayed = replayed_sample(exhibit)
    moves = (line for move in replayed.moves for line in move_lines(exhibit, move))
    parts = (
        story_lines(exhibit),
        figure_lines(exhibit, style),
        [opening_line(exhibit)],
        [*moves, *last_word_lines(replayed)],
        strength_lines(exhibit.strength),
        *([self_play_lines(exhibit, exhibit.self_play)] if exhibit.self_play else []),
        end_lines(exhibit),
    )
    print("\n\n".join("\n".join(part) for part in parts))


def walk_through(exhibit: Exhibit, lines: InputLines, style: Style, height: int | None = None) -> None:
    """Show an exhibit to a person, part by part, and let the person step through its sample game."""
    pages = Pages(lines, style.width, height)
    for part in (story_lines(exhibit), figure_lines(exhibit, style)):
        if not (pages.show(part) and wants_next(lines)):
            return
    replayed = replayed_sample(exhibit)
    print_text(opening_line(exhibit))
    if not _steps_to_end(exhibit, replayed, pages, style):
        return
    last = [*last_word_lines(replayed), "", *strength_lines(exhibit.strength)]
    if not (pages.show(last) and wants_next(lines)):
        return
    games = exhibit.self_play
    if games is None or (pages.show(self_play_lines(exhibit, games)) and wants_next(lines)):
        pages.show(end_lines(exhibit))


def _steps_to_end(exhibit: Exhibit, replayed: SampleGame, pages: Pages, style: Style) -> bool:
    """Show the moves of the sample game that a person asks for; false if the person left before the last."""
    game = exhibit.sample.branch()
    game.go_to(0)
    while (ply := ask_step(game.ply, game.length, pages.lines)) is not None:
        game.go_to(ply)
        reasons = move_lines(exhibit, replayed.moves[ply - 1]) if ply else ()
        if not pages.show(["", *drawn_game(game, style).splitlines(), *reasons]):
            return False
    return game.ply == game.length
