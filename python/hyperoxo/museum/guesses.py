"""Positions in which a visitor guesses the level that gives the IBM 1620's next move."""

import functools
import random
from dataclasses import dataclass

from hyperoxo.game import Game
from hyperoxo.json_shape import JsonShape
from hyperoxo.players import Control, Limits, Play, player
from hyperoxo.players.historic.ibm1620.reasons import LevelReasons

GUESSES = 10_000
"""The number of positions; each is made from its number."""
_BOARD, _OPPONENT, _PROGRAM = "4x4x4", "atari-st", "ibm1620"


@dataclass(frozen=True, slots=True)
class LevelGuess(JsonShape):
    """A position in which the program, as O, moves next."""

    board: str
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GuessAnswer(JsonShape):
    """The answer to a guess."""

    right: bool
    level: int
    """The level at which the program's search ends."""
    cell: str
    """Its move."""
    sentence: str
    """Its reasons."""


def guess(number: int) -> LevelGuess:
    """Return the position of a number from 0 on."""
    game, _, _ = _decided(number)
    return LevelGuess(_BOARD, tuple(map(game.board.name, game.moves)))


def guess_answer(number: int, level: int) -> GuessAnswer:
    """Return whether a level is the one that gives the program's move in the position of a number."""
    game, cell, reasons = _decided(number)
    sentence = reasons.sentence(game.board)
    return GuessAnswer(reasons.level == level, reasons.level, game.board.name(cell), sentence)


@functools.lru_cache(maxsize=256)
def _decided(number: int) -> tuple[Game, int, LevelReasons]:
    """Return the game up to a decision of the program, and the cell and reasons of the decision.

    A level of the game is drawn first and then a move at it, since level 3 alone gives nearly half of all moves.
    """
    game = Game(_BOARD)
    opponent = player(_OPPONENT).start(game.board, "x", number)
    program = player(_PROGRAM).start(game.board, "o", number)
    by_level: dict[int, list[tuple[Game, int, LevelReasons]]] = {}
    while not game.is_over:
        decision = (opponent if game.to_move == "x" else program).decide(game, Limits(), Control())
        if not isinstance(decision, Play):
            break
        if isinstance(decision.reasons, LevelReasons):
            reasons = decision.reasons
            by_level.setdefault(reasons.level, []).append((game.branch(), decision.cell, reasons))
        game.play(decision.cell)
    stream = random.Random(number)
    return stream.choice(by_level[stream.choice(sorted(by_level))])
