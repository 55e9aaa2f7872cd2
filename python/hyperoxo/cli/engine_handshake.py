"""What an outside engine says of itself: `oxo engines ugi:COMMAND` starts it and lists its options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.errors import PlayerError, shortened
from hyperoxo.ugi.client import EngineClient
from hyperoxo.ugi.command import read_command
from hyperoxo.ugi.messages import BOARD_OPTION, SEED_OPTION, OptionType
from hyperoxo.ugi.process import DEFAULT_TIMEOUTS, EngineFailure

if TYPE_CHECKING:
    from hyperoxo.game import JSON
    from hyperoxo.ugi.messages import OptionOffer

_KINDS = {
    OptionType.CHECK: "yes/no",
    OptionType.SPIN: "whole number",
    OptionType.COMBO: "text",
    OptionType.STRING: "text",
    OptionType.BUTTON: "button",
}
"""The types of options in the words in which those of players are told."""
_SET_ANYWAY = {BOARD_OPTION.casefold(), SEED_OPTION.casefold()}


def introduced(typed: str) -> tuple[str, tuple[OptionOffer, ...]]:
    """Start an engine, and return what it calls itself and the options that it offers.

    Args:
        typed: the command as behind `ugi:`.

    Raises:
        PlayerError: there is no such program, or it does not introduce itself.
    """
    try:
        engine = EngineClient(read_command(typed), DEFAULT_TIMEOUTS)
    except EngineFailure as failure:
        raise PlayerError(f"ugi:{typed}", failure.text, "see what is wrong with oxo ugi-check") from None
    engine.close()
    return engine.name, engine.offers


def introduction_told(typed: str) -> list[str]:
    """Return what an engine says of itself, for people.

    Raises:
        PlayerError: there is no such program, or it does not introduce itself.
    """
    name, offers = introduced(typed)
    lines = [f"ugi:{typed} is {shortened(name) or 'an engine without a name'}."]
    if not offers:
        return [*lines, "It has no options."]
    for offer in offers:
        default = "" if offer.default is None else f" (default: {shortened(offer.default) or 'empty'})"
        lines.append(f"{offer.name}: {_range(offer)}{default}")
    own = next((offer.name for offer in offers if offer.name.casefold() not in _SET_ANYWAY), None)
    if own is not None:
        setting = f"'{own}=…'" if " " in own else f"{own}=…"
        lines += ["", f'They are set before the program: "ugi:{setting} {typed}"']
    return lines


def introduction_as_json(typed: str) -> dict[str, JSON]:
    """Return what an engine says of itself, with the keys of a player.

    Raises:
        PlayerError: there is no such program, or it does not introduce itself.
    """
    name, offers = introduced(typed)
    return {
        "name": f"ugi:{typed}",
        "summary": name,
        "program": "",
        "boards": {},
        "options": [
            {
                "name": offer.name,
                "type": _KINDS[offer.type],
                "default": offer.default,
                "range": _range(offer),
                "help": "",
            }
            for offer in offers
        ],
    }


def _range(offer: OptionOffer) -> str:
    match offer.type:
        case OptionType.CHECK:
            return "true or false"
        case OptionType.COMBO:
            return " or ".join(offer.choices)
        case OptionType.SPIN:
            return f"{offer.minimum} to {offer.maximum}"
        case OptionType.BUTTON:
            return "a button, set to nothing"
        case OptionType.STRING:
            return "any text"
