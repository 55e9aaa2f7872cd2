"""`oxo museum`: shows the historical programs and their sample games, lets two meet, and runs a listing."""

from __future__ import annotations

import re
import shutil
import sys
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from hyperoxo.cli.arguments import SEATS, UsageError, add_json, add_seed
from hyperoxo.cli.input_lines import LEAVING, Keyboard, ask_ply
from hyperoxo.cli.listing_screen import run_file
from hyperoxo.cli.output import drawn_game, in_columns, is_terminal, print_json, print_text, style_of, wrapped
from hyperoxo.errors import InputError
from hyperoxo.museum import (
    exhibit_as_json,
    exhibit_names,
    find_exhibit,
    find_pairing,
    meeting,
    pairings,
    replayed_sample,
    room_as_json,
)
from hyperoxo.museum.listings import RUNS
from hyperoxo.players import kind
from hyperoxo.seeds import draw_seed
from hyperoxo.sides import other_side
from hyperoxo.text import shortened

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator

    from hyperoxo.cli.input_lines import InputLines
    from hyperoxo.drawing import Style
    from hyperoxo.game import JSON
    from hyperoxo.museum import Exhibit, MeetingTurn, SampleGame, SampleMove
    from hyperoxo.museum.exhibit import PlotRow, Strength
    from hyperoxo.museum.figures import TreeLevel
    from hyperoxo.players.slips import Replay
    from hyperoxo.sides import Side

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_NEXT = "Enter: next, q: quit> "
_INDENT = " " * 9
_BAR = 40
"""Columns of a plot."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "name", nargs="?", metavar="NAME", help=f"the program: {', '.join(exhibit_names())} (default: list them)"
    )
    parser.add_argument("--meet", nargs=2, metavar=("A", "B"), help="let two programs play, A first")
    parser.add_argument("--board", metavar="BOARD", help="with --meet, the board (default: the first that fits both)")
    parser.add_argument("--run", metavar="FILE", help=f"run the listing in a file: {', '.join(RUNS)}")
    parser.add_argument(
        "--repair", nargs="+", action="extend", metavar="REPAIR", help="with --run, repairs by name, or all"
    )
    add_seed(parser, "drawn, and shown; with --meet, or with --run, where it is 0 unless given")
    add_json(parser)


def run(arguments: argparse.Namespace) -> None:
    if arguments.meet is not None:
        if arguments.name is not None:
            raise UsageError(f"{arguments.name}: --meet names its two programs itself; leave NAME out")
        _meet(arguments)
        return
    if arguments.run is not None:
        _run_listing(arguments)
        return
    if arguments.repair is not None:
        raise UsageError(f"--repair {arguments.repair[0]}: only a listing has repairs; add --run FILE")
    for option in ("board", "seed"):
        if getattr(arguments, option) is not None:
            raise UsageError(f"--{option} {getattr(arguments, option)}: only a meeting has one; add --meet A B")
    exhibit = None if arguments.name is None else find_exhibit(arguments.name)
    if arguments.json:
        print_json(room_as_json() if exhibit is None else exhibit_as_json(exhibit))
    elif exhibit is None:
        print("\n".join(_room_lines()))
    else:
        style = replace(style_of(sys.stdout), letters=_letters(exhibit))
        if is_terminal(sys.stdin, sys.stdout):
            walk_through(exhibit, Keyboard(), style, shutil.get_terminal_size().lines)
        else:
            _show(exhibit, style)


def _run_listing(arguments: argparse.Namespace) -> None:
    name = find_exhibit(arguments.name).name if arguments.name else ""
    if name not in RUNS:
        raise UsageError(f"--run {arguments.run}: listings run as {' or '.join(RUNS)}; put that name first")
    if arguments.board is not None:
        raise UsageError(f"--board {arguments.board}: a listing has its own board; leave --board out")
    run_file(name, arguments.run, arguments.repair or (), arguments.seed or 0, as_json=arguments.json)


# ---- The room, and an exhibit ----


def _letters(exhibit: Exhibit) -> dict[Side, str]:
    """Return the letters of both sides in the sample game: the program's, or X and O."""
    seat, marks = exhibit.sample_seat, kind(exhibit.name).marks
    return {"x": "X", "o": "O"} if marks is None else {seat: marks[0], other_side(seat): marks[1]}


def _show(exhibit: Exhibit, style: Style) -> None:
    replayed = replayed_sample(exhibit)
    moves = (line for move in replayed.moves for line in _move_lines(exhibit, move))
    parts = (
        _story_lines(exhibit),
        _figure_lines(exhibit, style),
        [_opening_line(exhibit)],
        [*moves, *_last_word_lines(replayed)],
        _strength_lines(exhibit.strength),
        _end_lines(exhibit),
    )
    print("\n\n".join("\n".join(part) for part in parts))


def walk_through(exhibit: Exhibit, lines: InputLines, style: Style, height: int | None = None) -> None:
    """Show an exhibit to a person, part by part, and let the person step through its sample game."""
    pages = _Pages(lines, style.width, height)
    for part in (_story_lines(exhibit), _figure_lines(exhibit, style)):
        if not (pages.show(part) and _wants_next(lines)):
            return
    replayed = replayed_sample(exhibit)
    print_text(_opening_line(exhibit))
    if not _steps_to_end(exhibit, replayed, pages, style):
        return
    last = [*_last_word_lines(replayed), "", *_strength_lines(exhibit.strength)]
    if pages.show(last) and _wants_next(lines):
        pages.show(_end_lines(exhibit))


class _Pages:
    """Prints parts of an exhibit; a part that is higher than the terminal waits for the person, between two lines."""

    def __init__(self, lines: InputLines, width: int, height: int | None) -> None:
        self.lines = lines
        self._width = width
        self._room = None if height is None else max(height - 1, 1)  # the prompt needs a line

    def show(self, part: Iterable[str]) -> bool:
        """Print a part; return false if the person left before its end."""
        shown = 0
        for line in part:
            columns = len(_COLOUR.sub("", line))
            rows = max(-(-columns // self._width), 1)
            if self._room is not None and shown and shown + rows > self._room:
                if not _wants_next(self.lines):
                    return False
                shown = 0
            print(line)
            shown += rows
        return True


def _steps_to_end(exhibit: Exhibit, replayed: SampleGame, pages: _Pages, style: Style) -> bool:
    """Show the moves of the sample game that a person asks for; false if the person left before the last."""
    game = exhibit.sample.branch()
    game.go_to(0)
    while (ply := ask_ply(game, pages.lines)) is not None:
        game.go_to(ply)
        reasons = _move_lines(exhibit, replayed.moves[ply - 1]) if ply else ()
        if not pages.show(["", *drawn_game(game, style).splitlines(), *reasons]):
            return False
    return game.ply == game.length


# ---- A meeting ----


def _meet(arguments: argparse.Namespace) -> None:
    first, second = arguments.meet
    pairing = find_pairing(first, second, arguments.board)
    seed = draw_seed() if arguments.seed is None else arguments.seed
    turns = meeting(pairing.first, pairing.second, board=pairing.board, seed=seed)
    if arguments.json:
        print_json(_meeting_as_json(list(turns), seed))
        return
    print(f"{pairing.board}: X {pairing.first} meets O {pairing.second}; seed {seed}")
    watch(turns, Keyboard() if is_terminal(sys.stdin, sys.stdout) else None, style_of(sys.stdout))


def watch(turns: Iterable[MeetingTurn], lines: InputLines | None, style: Style) -> None:
    """Print the turns of a meeting; for a person, the board after each, when the person asks for the next."""
    game = None
    for turn in turns:
        game = turn.game
        if lines is not None:
            print(f"\n{drawn_game(game, style)}")
        cell = "no move" if turn.cell is None else game.board.name(turn.cell)
        print_text(f"{game.ply:3} {turn.player} {cell}  {turn.reasons}".rstrip(), " " * 4)
        if turn.decision.remark:
            print_text(f'    "{turn.decision.remark}"', " " * 4)
        if lines is not None and not game.is_over and not _wants_next(lines):
            return
    if game is not None:
        if lines is None:
            print(f"\n{drawn_game(game, style)}")
        print(game.result)


def _wants_next(lines: InputLines) -> bool:
    """Return whether the person asks for the next turn, and does not leave."""
    while True:
        try:
            typed = lines.read(_NEXT)
        except InputError as error:
            print(error)
            continue
        if typed is None or typed.strip().lower() in LEAVING:
            return False
        if not typed.strip():
            return True
        print(f"{shortened(typed.strip())}: press Enter for what comes next, or type q")


def _meeting_as_json(turns: list[MeetingTurn], seed: int) -> dict[str, JSON]:
    game = turns[-1].game
    result = game.result
    return {
        "board": str(game.board),
        "first": game.tags["First"],
        "second": game.tags["Second"],
        "seed": seed,
        "turns": [
            {
                "player": turn.player,
                "cell": None if turn.cell is None else game.board.name(turn.cell),
                "sentence": turn.reasons,
                "reasons": turn.decision.reasons.as_json(game.board),
                "remark": turn.decision.remark,
            }
            for turn in turns
        ],
        "result": None if result is None else {"winner": result.winner, "ending": result.ending.value},
    }


# ---- Texts, for a terminal of 80 columns ----


def _room_lines() -> Iterator[str]:
    """Yield the room: every exhibit along the timeline, and who can meet whom."""
    exhibits = [find_exhibit(name) for name in exhibit_names()]
    yield "The museum: five programs, each rebuilt from its document."
    yield ""
    when, name = max(len(one.when) for one in exhibits), max(len(one.name) for one in exhibits)
    for exhibit in exhibits:
        yield f"{exhibit.when:>{when}}  {exhibit.name:{name}}  {exhibit.board}, {exhibit.machine}"
        yield from wrapped(exhibit.line, indent=" " * (when + 2), first=" " * (when + 2))
        yield f"{' ' * when}  {exhibit.strength_short}"
    yield ""
    by_board = groupby(pairings(), lambda pairing: pairing.board)
    meetings = "; ".join(
        f"on {board} {', '.join(dict.fromkeys(name for each in found for name in (each.first, each.second)))}"
        for board, found in by_board
    )
    yield from wrapped(f"oxo museum NAME shows one, oxo museum --meet A B lets two play: {meetings}")


def _story_lines(exhibit: Exhibit) -> Iterator[str]:
    """Yield the facts of the program, and its story in wrapped paragraphs."""
    yield f"{exhibit.name}: {exhibit.title}"
    yield ""
    facts = {
        "author": exhibit.author,
        "year": exhibit.year,
        "machine": exhibit.machine,
        "boards": ", ".join(exhibit.boards),
        "starts": exhibit.starts,
        "source": exhibit.sources,
    }
    for name, text in facts.items():
        yield from wrapped(text, indent=_INDENT, first=f"{name:9}")
    for paragraph in exhibit.story.replace("*", "").split("\n\n"):
        yield ""
        yield from wrapped(" ".join(paragraph.split()))


def _figure_lines(exhibit: Exhibit, style: Style) -> list[str]:
    """Return the drawn position, and how the program thinks: the figure with all its rows."""
    game, figure = exhibit.sample.branch(), exhibit.figure
    game.go_to(exhibit.picture_ply)
    return [
        *drawn_game(game, style).splitlines(),
        *wrapped(f"After {exhibit.picture_ply} plies of the sample game: {exhibit.picture_caption}."),
        "",
        f"How it thinks: {figure.title}",
        "",
        *wrapped(figure.caption),
        "",
        *in_columns([figure.headings, *(row.cells for row in figure.rows)]),
    ]


def _opening_line(exhibit: Exhibit) -> str:
    sample = exhibit.sample
    players = f"{sample.tags['First']} - {sample.tags['Second']}"
    letters = {side.upper(): letter for side, letter in _letters(exhibit).items()}
    result = re.sub(r"^[XO]\b", lambda side: letters[side[0]], str(sample.result))
    return f"A sample game: {sample.board}, {players}, seed {sample.tags['Seed']}, {result}"


def _move_lines(exhibit: Exhibit, move: SampleMove) -> Iterator[str]:
    """Yield a move of the sample game, with the reasons for it, what lights up, and the remark on the moment."""
    start = f"{move.ply:3} {_letters(exhibit)[move.side]} {move.cell}"
    indent = " " * (len(start) + 2)
    if move.by_program:
        yield from wrapped(move.sentence, indent=indent, first=f"{start}  ")
    else:
        yield start
    if move.remark:
        yield from wrapped(f'"{move.remark}"', indent=indent, first=indent)
    for text in _lit_rows(exhibit, move):
        yield from wrapped(text, indent=f"{indent}  ", first=indent)
    for level in move.figure.tree:
        yield from wrapped(_tree_line(level), indent=f"{indent}    ", first=f"{indent}  ")
    if move.moment is not None:
        yield from wrapped(f"* {move.moment.title}. {move.moment.text}", indent=f"{indent}  ", first=indent)


def _lit_rows(exhibit: Exhibit, move: SampleMove) -> Iterator[str]:
    """Yield the rows of the figure that say something: those with a note, and those that decided."""
    step, heading = move.figure, exhibit.figure.headings[0]
    for row in exhibit.figure.rows:
        state, note = step.states.get(row.key), step.notes.get(row.key)
        if state == "decided" or note:
            mark = ">" if state == "decided" else " "
            yield f"{mark} {heading} {row.cells[0]}" + (f": {note}" if note else "")


def _tree_line(level: TreeLevel) -> str:
    """Return a level of a search tree: the field that is followed, and how many fields have which label."""
    [best] = [group for group in level.groups if level.chosen in group.cells]
    alike = f" ({len(best.cells)} such fields)" if len(best.cells) > 1 else ""
    others = ", ".join(f"{group.label} ({len(group.cells)})" for group in level.groups if group is not best)
    return f"{level.side.upper()} {level.chosen}: {best.label}{alike}" + (f"; else {others}" if others else "")


def _last_word_lines(replayed: SampleGame) -> Iterator[str]:
    """Yield the program's reasons and remark on the finished game, if it has any."""
    if replayed.last_reasons:
        yield from wrapped(replayed.last_reasons, indent=_INDENT, first=_INDENT)
    if replayed.last_remark:
        yield from wrapped(f'"{replayed.last_remark}"', indent=_INDENT, first=_INDENT)


def _strength_lines(strength: Strength) -> Iterator[str]:
    yield "How strong it is"
    yield ""
    yield from wrapped(strength.text)
    yield ""
    plot = _ratings if strength.kind == "ratings" else _results
    yield from plot(strength.rows, max(len(row.label) for row in strength.rows))
    if strength.kind == "results":
        marks = ", ".join(f"{mark} {name}" for mark, name in zip("#-.", strength.series, strict=False))
        yield f"{' ' * max(len(row.label) for row in strength.rows)}  {marks}"


def _ratings(rows: Iterable[PlotRow], width: int) -> Iterator[str]:
    """Yield a dot for each rating, a star for the exhibited program's."""
    values = [row.values[0] for row in rows]
    lowest, highest = min(values), max(values)
    for row in rows:
        place = round((_BAR - 1) * (row.values[0] - lowest) / (highest - lowest))
        dot = ("*" if row.is_this else "o").rjust(place + 1)
        yield f"{row.label:{width}}  {dot:{_BAR}}  {row.values[0]:+5.0f}"


def _results(rows: Iterable[PlotRow], width: int) -> Iterator[str]:
    """Yield a bar for each row, divided like its games."""
    for row in rows:
        total, ends, sofar = sum(row.values), [0], 0.0
        for value in row.values:
            sofar += value
            ends.append(round(_BAR * sofar / total))
        bar = "".join(mark * (end - start) for mark, start, end in zip("#-.", ends, ends[1:], strict=False))
        counts = " / ".join(f"{value:,.0f}" for value in row.values)
        yield f"{row.label:{width}}  {bar}  {counts}"


def _end_lines(exhibit: Exhibit) -> Iterator[str]:
    """Yield where the document is wrong, what follows from it in play, and how to play against the program."""
    yield "Slips of the document"
    for slip in kind(exhibit.name).slips:
        yield ""
        yield from wrapped(f"{slip.place}: {slip.printed}", indent="  ")
        yield from wrapped(f"Corrected: {slip.corrected}", indent="    ", first="  ")
        yield from wrapped(f"In play: {slip.in_play}", indent="    ", first="  ")
        if slip.replay is not None:
            yield from wrapped(f"Scripted replay: {_replay_text(slip.replay)}.", indent="    ", first="  ")
    yield from (
        "",
        f"Play it:  oxo play {exhibit.board} --{SEATS[exhibit.seat]} {exhibit.player}",
        "          with --face period, it looks as it did",
        f"Dossier:  oxo help {exhibit.name}",
    )


def _replay_text(replay: Replay) -> str:
    """Return a replay in one line: the moves, where the slip is, and what no game can hold."""
    before, after = replay.moves[: replay.slip_ply], replay.moves[replay.slip_ply :]
    program = replay.program.upper()
    parts = [f"{replay.board}, the program is {program}: {' '.join(before)}"]
    if after:
        parts.append(f"the slip: {' '.join(after)}")
    parts += [f"{step.side.upper()} {step.cell or 'on no cell'}: {step.text.rstrip('.')}" for step in replay.steps]
    if replay.corrected is not None:
        parts.append(f"corrected, {program} plays {replay.corrected}")
    return "; ".join(parts)
