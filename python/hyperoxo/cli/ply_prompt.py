"""Asks a person which ply of a game to show next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.cli.arguments import read_count
from hyperoxo.errors import InputError

if TYPE_CHECKING:
    from hyperoxo import Game
    from hyperoxo.cli.input_lines import InputLines

LEAVING = frozenset({"q", "quit", "exit"})
"""What a person types to leave, in small letters."""
_PROMPT = "Enter: next, b: back, a number: that move, q: quit> "


def ask_ply(game: Game, lines: InputLines) -> int | None:
    """Return the ply to show after the current one, None to leave."""
    while True:
        try:
            typed = lines.read(_PROMPT)
            if typed is None or typed.strip().lower() in LEAVING:
                return None
            if not typed.strip():
                return game.ply + 1 if game.ply < game.length else None
            if typed.strip().lower() == "b":
                return max(game.ply - 1, 0)
            ply = read_count(typed.strip())
            game.position_at(ply)
        except InputError as error:
            print(error)
        else:
            return ply
