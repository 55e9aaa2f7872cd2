"""Feats against the programs of the museum: which there are, whether a game shows one, and positions to guess at.

Only the moves and the rules of the board decide about a game; no text of a program is read. A guess is at the level
that gives the IBM 1620's next move; `levels.level_that_answers` knows it.
"""

import functools
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from hyperoxo._core import Position
from hyperoxo.game import Ending, Game, Result
from hyperoxo.json_shape import JsonShape
from hyperoxo.players import Control, Limits, Play, player
from hyperoxo.players.historic.ibm1620.reasons import LevelReasons
from hyperoxo.sides import Side, other_side

GUESSES = 10_000
"""The number of positions; each is made from its number."""
_BOARD, _OPPONENT, _PROGRAM = "4x4x4", "atari-st", "ibm1620"


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


def _is_forked(game: Game, person: Side) -> bool:
    positions = map(game.position_at, range(game.ply))
    return any(
        before.to_move == person and is_fork(before, cell) for before, cell in zip(positions, game.moves, strict=True)
    )


_IN_A_GAME: Mapping[str, Callable[[Game, Side], bool]] = MappingProxyType(
    {
        "hold-fignition": lambda game, _: game.result == Result(Ending.FULL_BOARD),
        "fork-atari": _is_forked,
        "trap-1620": lambda game, person: game.result == Result(Ending.LINE, person) and _is_forked(game, person),
    }
)
"""Whether a finished game shows a feat of the side that is not the program; the page counts the other feats."""


def is_fork(position: Position, cell: int) -> bool:
    """Return whether a move threatens two cells by lines through it, while the opponent can complete no line."""
    mover, after = position.to_move, position.play(cell)
    if after.is_over or any(True for _ in after.threats(after.to_move)):
        return False
    lines = after.board.lines
    return len({empty for empty, line in after.threats(mover) if cell in lines[line]}) > 1


@dataclass(frozen=True, slots=True)
class LevelGuess(JsonShape):
    """A position in which a visitor guesses the level that gives the program's move."""

    position: str
    """The position, as text; the program has X and moves next."""


@functools.lru_cache(maxsize=256)
def guess(number: int) -> LevelGuess:
    """Return the position of a number from 0 on.

    A level of a game is drawn first and then a move at it, since level 3 alone gives nearly half of all moves.
    """
    game = Game(_BOARD)
    program = player(_PROGRAM).start(game.board, "x", number)
    opponent = player(_OPPONENT).start(game.board, "o", number)
    by_level: dict[int, list[str]] = {}
    while not game.is_over:
        decision = (program if game.to_move == "x" else opponent).decide(game, Limits(), Control())
        if not isinstance(decision, Play):
            break
        if isinstance(decision.reasons, LevelReasons):
            by_level.setdefault(decision.reasons.level, []).append(game.position.text)
        game.play(decision.cell)
    stream = random.Random(number)
    return LevelGuess(stream.choice(by_level[stream.choice(sorted(by_level))]))
