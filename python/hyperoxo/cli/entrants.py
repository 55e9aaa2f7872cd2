"""Entrants of a match as they are named in options: by number in the order of the command, or by name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hyperoxo.arena.ratings import Anchor
from hyperoxo.errors import InputError
from hyperoxo.text import read_integer, shortened

if TYPE_CHECKING:
    import argparse
    from collections.abc import Collection, Sequence

_NUMBER = re.compile(r"[+-]?[0-9]{1,6}(\.[0-9]{1,3})?")


def add_anchor(parser: argparse.ArgumentParser) -> None:
    """Add the option for the entrant from which ratings are counted."""
    parser.add_argument(
        "--anchor",
        metavar="PLAYER=RATING",
        help="count ratings from this player, such as random=0 (default: the mean of the ratings is 0)",
    )


def find_entrant(typed: str, option: str, entrants: Sequence[Collection[str]]) -> int:
    """Return the index of an entrant that was typed as its number, from 1, or as one of its names.

    Args:
        typed: the number or the name.
        option: the option with its value, which errors name.
        entrants: the names of each entrant.

    Raises:
        InputError: there is no such entrant, or several have this name.
    """
    number = read_integer(typed, 1, len(entrants))
    if number is not None:
        return number - 1
    found = [index for index, names in enumerate(entrants) if typed in names]
    if not found:
        known = ", ".join(shortened(min(names, key=len), 40) for names in entrants[:10])
        more = f" and {len(entrants) - 10} more" if len(entrants) > 10 else ""
        raise InputError(option, f"{shortened(typed) or 'nothing'} does not play", f"players are {known}{more}")
    if len(found) > 1:
        numbers = ", ".join(str(index + 1) for index in found)
        raise InputError(option, f"{len(found)} players have this name", f"use one of their numbers: {numbers}")
    return found[0]


def read_anchor(typed: str, entrants: Sequence[Collection[str]]) -> Anchor:
    """Return the anchor that was typed as `PLAYER=RATING`.

    Args:
        typed: the text.
        entrants: the names of each entrant.

    Raises:
        InputError: it has another form, or there is no such player.
    """
    option = f"--anchor {shortened(typed)}"
    name, _, rating = typed.rpartition("=")
    if not name or not _NUMBER.fullmatch(rating):
        raise InputError(option, "not a player and its rating", "PLAYER=RATING, such as random=0 or 1=1500")
    return Anchor(find_entrant(name, option, entrants), float(rating))
