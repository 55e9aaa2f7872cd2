"""`oxo players`: lists the installed players, or the options of one."""

from __future__ import annotations

import typing
from dataclasses import replace

from hyperoxo import Board
from hyperoxo.cli.arguments import ENGINES, HUMAN, JSON_ONLY, SEATS, add_plain, is_person, registered
from hyperoxo.cli.named_players import engines_of
from hyperoxo.cli.output import in_columns, print_json, wrapped
from hyperoxo.errors import PlayerError
from hyperoxo.players import kind, names, player
from hyperoxo.players.control import NO_LIMITS
from hyperoxo.players.registry import full_name
from hyperoxo.sides import SIDES
from hyperoxo.spellings import SUGGESTED
from hyperoxo.text import shortened
from hyperoxo.ugi.client import EngineClient
from hyperoxo.ugi.messages import BOARD_OPTION, SEED_OPTION, UgiOptionType
from hyperoxo.ugi.process import DEFAULT_TIMEOUTS, EngineFailure, read_command

if typing.TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from hyperoxo.game import JSON
    from hyperoxo.players import PlayerKind
    from hyperoxo.ugi.messages import OptionOffer

_OPTION_KINDS = {
    UgiOptionType.CHECK: "yes/no",
    UgiOptionType.SPIN: "whole number",
    UgiOptionType.COMBO: "text",
    UgiOptionType.STRING: "text",
    UgiOptionType.BUTTON: "button",
}
"""The types of an engine's options, in the words used for players' options."""
_RANGES = {
    UgiOptionType.CHECK: "true or false",
    UgiOptionType.SPIN: "{0.minimum} to {0.maximum}",
    UgiOptionType.COMBO: "{1}",
    UgiOptionType.STRING: "any text",
    UgiOptionType.BUTTON: "a button, set to nothing",
}
"""Their values, with the option and its choices in their places."""
_SET_ANYWAY = {BOARD_OPTION.casefold(), SEED_OPTION.casefold()}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "name",
        nargs="?",
        metavar="NAME",
        help="show this player's options; ugi:COMMAND starts a program and asks for them",
    )
    add_plain(parser, ENGINES, JSON_ONLY)


def run(arguments: argparse.Namespace) -> None:
    if arguments.name is not None:
        _run_one(arguments.name, as_json=arguments.json)
        return
    named = list(engines_of(arguments.engines).values())
    if arguments.json:
        unknown: dict[str, JSON] = {"program": "", "boards": {}, "options": []}
        stand_ins: list[JSON] = [
            {"name": one.name, "summary": f"stands for {one.full_name}", **unknown} for one in named
        ]
        print_json({"players": [*map(_as_json_or_error, names()), *stand_ins]})
        return
    rows = [("player", "summary")]
    for name in names():
        try:
            rows.append((name, kind(name).summary))
        except PlayerError as error:
            rows.append((name, f"cannot be used: {error.reason}"))
    rows += [(engine.name, shortened(f"stands for {engine.full_name}")) for engine in named]
    print(
        *in_columns(rows),
        f"\nIn oxo play, {HUMAN} is a person. oxo players NAME lists the options of a player.\n"
        "Set them as NAME:option=value,option=value; add @nodes=N, @time=S or @depth=N\n"
        "after that to limit its moves.\n"
        "A program is ugi:COMMAND, or ugi:name=NAME COMMAND to choose its name in tables;\n"
        "a file of engines can give it a name of one word: see oxo help players.",
        sep="\n",
    )


def _run_one(name: str, *, as_json: bool) -> None:
    if is_person(name):
        raise PlayerError(name, "a person, who has no options", "in oxo play, --first or --second human is a person")
    name = registered(name)
    full = full_name(name)
    is_named = full != name
    if is_named:
        name = replace(player(full), limits=NO_LIMITS).name
    base, colon, typed = name.partition(":")
    if colon and kind(base).is_outside:
        engine_name, offers = _ask_engine(typed)
        # The keys of a player's description.
        entry: dict[str, JSON] = {
            "name": f"ugi:{typed}",
            "summary": engine_name,
            "program": "",
            "boards": {},
            "options": [
                {
                    "name": offer.name,
                    "type": _OPTION_KINDS[offer.type],
                    "default": offer.default,
                    "range": _range(offer),
                    "help": "",
                }
                for offer in offers
            ],
        }
        lines = _outside_lines(typed, engine_name, offers, is_named=is_named)
    else:
        # With options or limits it is the name of a player, and not of its kind.
        described = player(name).kind if set(name) & set(":@") else kind(name)
        entry, lines = _as_json(described), _lines(described)
    if as_json:
        print_json(entry)
    else:
        print("\n".join(lines))


def _seats(chosen: PlayerKind) -> dict[str, list[str]]:
    """Return the listed boards that the player can play, each with its seats; none for an outside program."""
    if chosen.is_outside:
        return {}
    player_of_kind = chosen.player()
    taken: dict[str, list[str]] = {}
    for description in SUGGESTED:
        board = Board(description)
        seats = [SEATS[side] for side in SIDES if player_of_kind.refusal(board, side) is None]
        if seats:
            taken[description] = seats
    return taken


def _lines(chosen: PlayerKind) -> list[str]:
    lines = wrapped(f"{chosen.name} {chosen.summary}.")
    if chosen.program:
        lines += wrapped(f"Program: {chosen.program}.")
    lines += wrapped(_boards(chosen))
    if chosen.whole:
        lines.append(f"It is typed as {chosen.name}:{chosen.whole.upper()}; see oxo help ugi.")
    if not chosen.options:
        return [*lines, "It has no options."]
    for option in chosen.options:
        lines += ["", *wrapped(f"{option.name}: {option.range} (default: {option.shown(option.default)})")]
        lines += wrapped(option.help, indent="    ", first="    ")
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


def _ask_engine(typed: str) -> tuple[str, tuple[OptionOffer, ...]]:
    try:
        engine = EngineClient(read_command(typed), DEFAULT_TIMEOUTS)
    except EngineFailure as failure:
        raise PlayerError(f"ugi:{typed}", failure.text, "oxo ugi-check COMMAND shows why") from None
    engine.close()
    return engine.name, tuple(engine.offers.values())


def _outside_lines(typed: str, name: str, offers: Sequence[OptionOffer], *, is_named: bool) -> list[str]:
    lines = [f"ugi:{typed} is {shortened(name) or 'an engine without a name'}."]
    if chosen := read_command(typed).name:
        lines.append(f"Tables call it {chosen}.")
    else:
        lines += [f'To call it NAME in tables, type "ugi:name=NAME {typed}".']
    if not offers:
        return [*lines, "It has no options."]
    for offer in offers:
        default = "" if offer.default is None else f" (default: {shortened(offer.default) or 'empty'})"
        lines.append(f"{offer.name}: {_range(offer)}{default}")
    own = next((offer.name for offer in offers if offer.name.casefold() not in _SET_ANYWAY), None)
    if own is not None and is_named:
        lines += ["", "They are set in the engines file, under options."]
    elif own is not None:
        setting = f"'{own}=…'" if " " in own else f"{own}=…"
        lines += ["", f'They are set before the program: "ugi:{setting} {typed}"']
    return lines


def _range(offer: OptionOffer) -> str:
    return _RANGES[offer.type].format(offer, " or ".join(offer.choices))
