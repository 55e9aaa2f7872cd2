"""The title of a game on a page: its number, its players, its length and its result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.outcomes import plies_in_words
from hyperoxo.record.tags import ENGINE_TAGS
from hyperoxo.text import fitted_name

if TYPE_CHECKING:
    from hyperoxo.game import Game

_NAME = 40
"""Longer names of players are cut."""


def game_title(number: int, game: Game) -> str:
    """Return the title of a game as it stands.

    Args:
        number: its number in the file, from 1.
        game: the game.
    """
    x, o = (
        fitted_name(game.tags.get(engine) or game.tags.get(seat, "?"), _NAME)
        for engine, seat in zip(ENGINE_TAGS.values(), ("First", "Second"), strict=True)
    )
    return f"Game {number}: {x} (X) against {o} (O), {plies_in_words(game.ply)}, {game.result or 'not finished'}"
