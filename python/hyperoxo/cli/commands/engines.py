"""`oxo engines`: the players that are installed, and the options of one."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from hyperoxo import Board
from hyperoxo.boards import SUGGESTED
from hyperoxo.cli.arguments import HUMAN, add_json, print_json
from hyperoxo.cli.columns import WIDTH, in_columns
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.errors import PlayerError
from hyperoxo.players import kind, names
from hyperoxo.sides import SIDES

if TYPE_CHECKING:
    import argparse

    from hyperoxo.game import JSON
    from hyperoxo.players import PlayerKind

_SEATS = {"x": "first", "o": "second"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `oxo engines`."""
    parser.add_argument(
        "name", nargs="?", metavar="NAME", help="tell more of this player; ugi:COMMAND to start a program and ask it"
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the list, or what there is to know of one player."""
    if arguments.name is not None:
        return _run_one(arguments.name, as_json=arguments.json)
    if arguments.json:
        print_json({"engines": [_as_json_or_error(name) for name in names()]})
        return ExitCode.DONE
    rows = [("player", "summary")]
    for name in names():
        try:
            rows.append((name, kind(name).summary))
        except PlayerError as error:
            rows.append((name, f"cannot be used: {error.reason}"))
    print("\n".join(in_columns(rows)))
    print(f"\nA person is called {HUMAN}. oxo engines NAME lists the options of a player;")
    print("they are set as NAME:option=value,option=value. A program is ugi:COMMAND.")
    return ExitCode.DONE


def _run_one(name: str, *, as_json: bool) -> ExitCode:
    base, colon, typed = name.partition(":")
    if colon and kind(base).is_outside:
        from hyperoxo.cli.engine_handshake import introduction_as_json, introduction_told  # noqa: PLC0415 - seldom needed

        if as_json:
            print_json(introduction_as_json(typed))
        else:
            print("\n".join(introduction_told(typed)))
    elif as_json:
        print_json(_as_json(kind(name)))
    else:
        print("\n".join(_told(kind(name))))
    return ExitCode.DONE


def _seats(chosen: PlayerKind) -> dict[str, list[str]]:
    """Return the listed boards that the player takes as it is, each with the seats; none if a program decides that."""
    if chosen.is_outside:
        return {}
    player = chosen.player()
    taken: dict[str, list[str]] = {}
    for description in SUGGESTED:
        board = Board(description)
        seats = [_SEATS[side] for side in SIDES if player.refusal(board, side) is None]
        if seats:
            taken[description] = seats
    return taken


def _told(chosen: PlayerKind) -> list[str]:
    lines = [f"{chosen.name} {chosen.summary}."]
    if chosen.program:
        lines.append(f"Program: {chosen.program}.")
    lines.append(_boards(chosen))
    if chosen.whole:
        lines.append(f"It is typed as {chosen.name}:{chosen.whole.upper()}; see docs/ugi.md.")
    if not chosen.options:
        return [*lines, "It has no options."]
    for option in chosen.options:
        lines += ["", f"{option.name}: {option.range} (default: {option.shown(option.default)})"]
        lines += textwrap.wrap(option.help, WIDTH, initial_indent="    ", subsequent_indent="    ")
    return lines


def _boards(chosen: PlayerKind) -> str:
    if chosen.is_outside:
        return "Plays the boards that the program plays."
    seats = _seats(chosen)
    boards = "every board" if len(seats) == len(SUGGESTED) else ", ".join(seats)
    only = {seat for taken in seats.values() for seat in taken}
    return f"Plays {boards}{'' if len(only) == len(SIDES) else f', only as {only.pop()} player'}."


def _as_json(chosen: PlayerKind) -> dict[str, JSON]:
    return {
        "name": chosen.name,
        "summary": chosen.summary,
        "program": chosen.program,
        "boards": {board: list(seats) for board, seats in _seats(chosen).items()},
        "options": [
            {
                "name": option.name,
                "type": option.kind,
                "default": option.default,
                "range": option.range,
                "help": option.help,
            }
            for option in chosen.options
        ],
    }


def _as_json_or_error(name: str) -> dict[str, JSON]:
    try:
        return _as_json(kind(name))
    except PlayerError as error:
        return {"name": name, "error": str(error)}
