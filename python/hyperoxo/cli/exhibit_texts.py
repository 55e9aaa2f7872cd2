"""The texts of the museum for a terminal of 80 columns: its room, and the parts of an exhibit from story to end."""

from __future__ import annotations

import re
import typing

from hyperoxo.cli.arguments import SEATS
from hyperoxo.cli.output import drawn_game, in_columns, wrapped
from hyperoxo.museum import exhibit_names, find_exhibit, level_numbers
from hyperoxo.players import kind
from hyperoxo.sides import other_side

if typing.TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hyperoxo.drawing import Style
    from hyperoxo.museum import Exhibit, SampleGame, SampleMove
    from hyperoxo.museum.exhibit import PlotRow, SelfPlay, Strength
    from hyperoxo.museum.figures import TreeLevel
    from hyperoxo.players.errata import Replay
    from hyperoxo.sides import Side

_INDENT = " " * 9
_BAR = 40
"""Columns of a plot."""


def letters_of(exhibit: Exhibit) -> dict[Side, str]:
    """Return the letters of both sides in the sample game: the program's, or X and O."""
    seat, marks = exhibit.sample_seat, kind(exhibit.name).marks
    return {"x": "X", "o": "O"} if marks is None else {seat: marks[0], other_side(seat): marks[1]}


def room_lines() -> Iterator[str]:
    """Yield the room: every exhibit in the order of their dates."""
    exhibits = [find_exhibit(name) for name in exhibit_names()]
    yield from ("The museum: five programs, each rebuilt from its document.", "")
    year, name = max(len(one.year) for one in exhibits), max(len(one.name) for one in exhibits)
    for exhibit in exhibits:
        yield f"{exhibit.year:>{year}}  {exhibit.name:{name}}  {exhibit.board}, {exhibit.machine}"
        yield from wrapped(exhibit.line, indent=" " * (year + 2), first=" " * (year + 2))
        yield f"{' ' * year}  {exhibit.strength_short}"
    yield ""
    yield from wrapped(
        "oxo museum NAME shows one; oxo match A B lets two play a hundred games, oxo play --first A --second B one."
    )


def story_lines(exhibit: Exhibit) -> Iterator[str]:
    """Yield the facts of the program, and its story in wrapped paragraphs."""
    yield from (f"{exhibit.name}: {exhibit.title}", "")
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
        yield from ("", *wrapped(" ".join(paragraph.split())))


def figure_lines(exhibit: Exhibit, style: Style) -> list[str]:
    """Return the drawn position, and how the program thinks: the figure with all its rows."""
    game, figure = exhibit.sample.branch(), exhibit.figure
    game.go_to(exhibit.picture_ply)
    return [
        *drawn_game(game, style).splitlines(),
        *wrapped(f"After move {exhibit.picture_ply} of the sample game: {exhibit.picture_caption}."),
        "",
        f"How it thinks: {figure.title}",
        "",
        *wrapped(figure.caption),
        "",
        *in_columns([figure.headings, *(row.cells for row in figure.rows)]),
    ]


def opening_line(exhibit: Exhibit) -> str:
    sample = exhibit.sample
    players = f"{sample.tags['First']} - {sample.tags['Second']}"
    letters = {side.upper(): letter for side, letter in letters_of(exhibit).items()}
    result = re.sub(r"^[XO]\b", lambda side: letters[side[0]], str(sample.result))
    return f"A sample game: {sample.board}, {players}, seed {sample.tags['Seed']}, {result}"


def move_lines(exhibit: Exhibit, move: SampleMove) -> Iterator[str]:
    """Yield a move of the sample game, with the reasons for it, what lights up, and the remark on the moment."""
    start = f"{move.ply:3} {letters_of(exhibit)[move.side]} {move.cell}"
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


def last_word_lines(replayed: SampleGame) -> Iterator[str]:
    """Yield the program's reasons and remark on the finished game, if it has any."""
    if replayed.last_reasons:
        yield from wrapped(replayed.last_reasons, indent=_INDENT, first=_INDENT)
    if replayed.last_remark:
        yield from wrapped(f'"{replayed.last_remark}"', indent=_INDENT, first=_INDENT)


def strength_lines(strength: Strength) -> Iterator[str]:
    yield from ("How strong it is", "", *wrapped(strength.text))
    if strength.rows:
        width = max(len(row.label) for row in strength.rows)
        marks = ", ".join(f"{mark} {name}" for mark, name in zip("#-.", strength.series, strict=False))
        yield from ("", *_results(strength.rows, width), f"{' ' * width}  {marks}")


def self_play_lines(exhibit: Exhibit, games: SelfPlay) -> list[str]:
    """Return what games of two copies have shown, and the command that plays them."""
    name, width = exhibit.name, max(len(row.label) for row in games.runs)
    return [
        "Two copies against each other",
        "",
        *wrapped(games.question),
        "",
        *_results(games.runs, width),
        f"{' ' * width}  # first mover wins, - second, . ties, in %",
        "",
        *wrapped(games.answer),
        "",
        f"Play them:  oxo match {name} {name} --board {exhibit.board} --games {games.games} --seed 1",
        f"            with a tweak such as {name}:leave-out=6; oxo players {name} lists them",
    ]


def _results(rows: Iterable[PlotRow], width: int) -> Iterator[str]:
    """Yield a bar for each row, divided like its games."""
    for row in rows:
        total, ends, sofar = sum(row.values), [0], 0.0
        for value in row.values:
            sofar += value
            ends.append(round(_BAR * sofar / total))
        bar = "".join(mark * (end - start) for mark, start, end in zip("#-.", ends, ends[1:], strict=False))
        counts = " / ".join(f"{value:,.2f}".rstrip("0").rstrip(".") for value in row.values)
        yield f"{row.label:{width}}  {bar}  {counts}"


def end_lines(exhibit: Exhibit) -> Iterator[str]:
    """Yield where the document is wrong, what follows from it in play, and how to play against the program."""
    yield "Errata of the document"
    for erratum in kind(exhibit.name).errata:
        yield ""
        yield from wrapped(f"{erratum.place}: {erratum.printed}", indent="  ")
        yield from wrapped(f"Corrected: {erratum.corrected}", indent="    ", first="  ")
        yield from wrapped(f"In play: {erratum.in_play}", indent="    ", first="  ")
        if erratum.replay is not None:
            yield from wrapped(f"Scripted replay: {_replay_text(erratum.replay)}.", indent="    ", first="  ")
    yield from (
        "",
        f"Play it:  oxo play {exhibit.board} --{SEATS[exhibit.seat]} {exhibit.player}",
        "          with --screen period, it looks as it did",
        f"Sources:  oxo help {exhibit.name}",
    )
    if exhibit.name == "ibm1620":
        yield f"Levels:   oxo museum ibm1620 --level 1, to {level_numbers()[-1]}"


def _replay_text(replay: Replay) -> str:
    """Return a replay in one line: the moves, where the erratum is, and what no game can hold."""
    before, after = replay.moves[: replay.erratum_ply], replay.moves[replay.erratum_ply :]
    program = replay.program.upper()
    parts = [f"{replay.board}, the program is {program}: {' '.join(before)}"]
    if after:
        parts.append(f"the erratum: {' '.join(after)}")
    parts += [f"{step.side.upper()} {step.cell or 'on no cell'}: {step.text.rstrip('.')}" for step in replay.steps]
    if replay.corrected is not None:
        parts.append(f"corrected, {program} plays {replay.corrected}")
    return "; ".join(parts)
