"""Feats against the programs of the museum: which there are, and whether a game shows one.

Only the moves and the rules of the board decide; no text of a program is read.
"""

from collections.abc import Mapping
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


HOLD_FIGNITION, FORK_ATARI, TRAP_1620, GUESS_1620 = "hold-fignition", "fork-atari", "trap-1620", "guess-1620"

FEATS: Mapping[str, tuple[Feat, ...]] = MappingProxyType(
    {
        "fignition": (Feat(HOLD_FIGNITION, "Hold it to a draw", "Four of its 76 games are drawn."),),
        "atari-st": (
            Feat(
                FORK_ATARI,
                "Fork it",
                "Make two threats with one move while it has none. Counted when the game is over.",
            ),
        ),
        "ibm1620": (
            Feat(TRAP_1620, "Trap it", "Make two threats with one move while it has none, and win the game by a line."),
            Feat(
                GUESS_1620,
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
    result, person = game.result, other_side(seat)
    if result is None:
        return ()
    if program == "fignition":
        return (HOLD_FIGNITION,) if result.ending is Ending.FULL_BOARD else ()
    forked = any(
        is_fork(game.position_at(ply), cell)
        for ply, cell in enumerate(game.moves)
        if game.position_at(ply).to_move == person
    )
    if program == "atari-st" and forked:
        return (FORK_ATARI,)
    won = result.winner == person and result.ending is Ending.LINE
    return (TRAP_1620,) if program == "ibm1620" and forked and won else ()


def is_fork(position: Position, cell: int) -> bool:
    """Return whether a move threatens two cells by lines through it, while the opponent can complete no line."""
    mover, after = position.to_move, position.play(cell)
    if after.is_over or any(True for _ in after.threats(after.to_move)):
        return False
    lines = after.board.lines
    return len({empty for empty, line in after.threats(mover) if cell in lines[line]}) > 1
