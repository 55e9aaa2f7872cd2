"""Feats against the programs of the museum: which there are, and whether a game shows one.

Only the moves and the rules of the board decide; no text of a program is read.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from hyperoxo._core import Position
from hyperoxo.game import Ending, Game
from hyperoxo.json_shape import JsonShape
from hyperoxo.museum.guesses import GUESSES
from hyperoxo.sides import Side, other_side


@dataclass(frozen=True, slots=True)
class Feat(JsonShape):
    """A challenge for a visitor."""

    key: str
    """Its name in storage and in answers."""
    title: str
    text: str
    """The condition, in a sentence or two."""
    in_a_row: int = 0
    """The right guesses in a row that it takes, which the page counts; 0 for a feat in a game."""
    questions: int = 0
    """The number of positions to guess at."""


FEATS: Mapping[str, tuple[Feat, ...]] = MappingProxyType(
    {
        "fignition": (Feat("hold-fignition", "Hold it to a draw", "Four of its 76 games are drawn."),),
        "atari-st": (
            Feat(
                "fork-atari",
                "Fork it",
                "Make two threats with one move while it has none. Counted when the game is over.",
            ),
        ),
        "ibm1620": (
            Feat(
                "trap-1620",
                "Trap it",
                "Make two threats with one move while it has none, and win the game by a line.",
            ),
            Feat(
                "guess-1620",
                "Guess its next level",
                "Name the level that gives its next move, three times in a row.",
                in_a_row=3,
                questions=GUESSES,
            ),
        ),
    }
)
"""The feats by exhibit. They count against the program with its default options, from the empty board on."""


def feats_shown(game: Game, program: str, seat: Side) -> tuple[str, ...]:
    """Return the keys of the feats that a game against a program shows; none before its end.

    Args:
        game: the game, from the empty board.
        program: the program's name.
        seat: the program's side.
    """
    if game.result is None:
        return ()
    keys = (feat.key for feat in FEATS.get(program, ()))
    return tuple(key for key in keys if key in _IN_A_GAME and _IN_A_GAME[key](game, other_side(seat)))


def _is_drawn(game: Game, _: Side) -> bool:
    return game.result is not None and game.result.ending is Ending.FULL_BOARD


def _is_forked(game: Game, person: Side) -> bool:
    positions = map(game.position_at, range(game.ply))
    return any(
        before.to_move == person and is_fork(before, cell) for before, cell in zip(positions, game.moves, strict=True)
    )


def _is_trapped(game: Game, person: Side) -> bool:
    result = game.result
    has_won = result is not None and result.winner == person and result.ending is Ending.LINE
    return has_won and _is_forked(game, person)


_IN_A_GAME: Mapping[str, Callable[[Game, Side], bool]] = MappingProxyType(
    {"hold-fignition": _is_drawn, "fork-atari": _is_forked, "trap-1620": _is_trapped}
)
"""Whether a finished game shows a feat of the side that is not the program; the page counts the other feats."""


def is_fork(position: Position, cell: int) -> bool:
    """Return whether a move threatens two cells by lines through it, while the opponent can complete no line."""
    mover, after = position.to_move, position.play(cell)
    if after.is_over or any(True for _ in after.threats(after.to_move)):
        return False
    lines = after.board.lines
    return len({empty for empty, line in after.threats(mover) if cell in lines[line]}) > 1
