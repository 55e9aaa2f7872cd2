"""`oxo replay`: shows a recorded game, step by step at a terminal, or as a list of its moves."""

from __future__ import annotations

import json
import sys
import typing
from itertools import chain, islice

from hyperoxo import record
from hyperoxo.cli.arguments import JSON_ONLY, add_count, add_plain
from hyperoxo.cli.files import STRICT, NoGameError, at_ply, find_game, malformed_file, read_game_file
from hyperoxo.cli.input_lines import Keyboard, ask_step
from hyperoxo.cli.output import drawn_game, game_summary, is_terminal, plain_text, print_json, print_text, style_of
from hyperoxo.coach import reason_in_game

if typing.TYPE_CHECKING:
    import argparse
    from collections.abc import Generator, Iterator

    from hyperoxo import Game
    from hyperoxo.cli.input_lines import InputLines
    from hyperoxo.drawing import Style
    from hyperoxo.errors import RecordError
    from hyperoxo.game import JSON


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record, as oxo play saves it")
    add_count(parser, "--game", "number of the game in the file (default: the only game, or a list of all)", least=1)
    add_count(parser, "--ply", "only show the board after this many moves")
    add_plain(parser, STRICT, JSON_ONLY)


def run(arguments: argparse.Namespace) -> None:
    """Show one game, or list the games of a file that holds several; name those that are malformed."""
    faults: list[RecordError] | None = None if arguments.strict else []
    with malformed_file(arguments.file, faults):
        _replay(arguments, read_game_file(arguments.file, faults))


def _replay(arguments: argparse.Namespace, games: Generator[Game]) -> None:
    path = arguments.file
    chosen: Iterator[Game] = games
    if arguments.game is not None or arguments.ply is not None:
        chosen = iter([at_ply(find_game(games, path, arguments.game), arguments.ply)])
    if arguments.json:
        for game in chosen:
            print_json(record.as_json(game))
        return
    first = list(islice(chosen, 2))
    if not first:
        raise NoGameError(path, "there is no game in the file")
    if arguments.ply is not None:
        print(drawn_game(first[0], style_of(sys.stdout)))
        return
    if len(first) > 1:
        for number, game in enumerate(chain(first, chosen), 1):
            print_text(f"{number:4} {game_summary(game)}", " " * 5)
        print_text(f"oxo replay {path} --game N shows one of them.")
        return
    _show(first[0])


def _show(game: Game) -> None:
    style = style_of(sys.stdout)
    print_text(game_summary(game))
    for tag, value in game.tags.items():
        print_text(f"{tag}: {plain_text(value)}")
    if is_terminal(sys.stdin, sys.stdout):
        step_through(game, Keyboard(), style)
        return
    for ply_shown in range(game.length + 1):
        if ply_shown or game.notes.get(ply_shown):
            print_text(_move_line(game, ply_shown), " " * 6)
    print(f"\n{drawn_game(game, style)}")


def step_through(game: Game, lines: InputLines, style: Style) -> None:
    """Show the positions of a game, from the first, as a person steps through them."""
    ply: int | None = 0
    while ply is not None:
        game.go_to(ply)
        print(f"\n{drawn_game(game, style)}")
        print_text(f"{_move_line(game, ply) if ply else 'The start.'} (ply {ply} of {game.length})", " " * 6)
        ply = ask_step(game.ply, game.length, lines)


def _in_words(game: Game, ply: int, reasons: dict[str, JSON]) -> str:
    """Return a player's reasons for people: its sentence, or what else there is except maps, which `--json` shows."""
    if sentence := reason_in_game(game, ply):
        return sentence
    said = {key: value for key, value in reasons.items() if value not in (None, "", []) and not isinstance(value, dict)}
    return "; ".join(f"{key}: {_value_text(value)}" for key, value in said.items())


def _value_text(value: JSON) -> str:
    """Return a value for people: text and lists of cells without quotes and brackets, anything else as JSON."""
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return " ".join(map(str, value))
    return value if isinstance(value, str) else json.dumps(value)


def _move_line(game: Game, ply: int) -> str:
    """Return one line for a move, or for the game as a whole (ply 0), with its note."""
    parts: list[str] = []
    if ply:
        side = game.position_at(ply - 1).to_move
        parts.append(f"{ply:3} {side.upper()} {game.board.name(game.all_moves[ply - 1])}")
    note = game.notes.get(ply)
    if note and note.reasons:
        parts.append(plain_text(_in_words(game, ply, note.reasons)))
    if note and note.comment:
        parts.append(plain_text(note.comment))
    return "  ".join(parts)
