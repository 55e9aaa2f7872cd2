"""The work on one game: play it or read it, look for a puzzle in every position, and grade those that are found."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from hyperoxo import Board, Game, play_game, player
from hyperoxo.players import take_turn
from hyperoxo.players.oxo.levels import LEVELS
from hyperoxo.seeds import derived_seed
from puzzles.finding import is_sharp, puzzle_at

if TYPE_CHECKING:
    from puzzles.recorded import RecordedGame

SEED = 29
LEVELS_THAT_MEET = {
    "3x3x3": ((1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (1, 4)),
    "4x4x4": ((3, 4), (3, 5), (4, 5), (5, 5), (5, 6), (6, 6), (4, 7), (6, 7)),
    "4x4x4x4": ((2, 3), (3, 4), (3, 5), (4, 5), (5, 5), (5, 6)),
}
"""The levels that meet on each board: they see enough to build wins, and miss enough of them."""
OPENINGS = {"3x3x3": (2, 6), "4x4x4": (2, 6), "4x4x4x4": (4, 12)}
"""The fewest and the most random moves with which the games of a board begin."""
FIRST_PLY = 3
SHARP_ONLY = 1000
"""From the game of this number on, only sharp positions are searched, since quiet moves are rare."""
SHARP_LEVELS = ((2, 2), (2, 3), (3, 3))
SHARP_OPENING = (4, 14)
"""The levels that meet in these games, which leave more such positions, and their random moves."""
GRADING_SEEDS = range(1, 11)


def puzzles_of(task: tuple[str, int]) -> list[dict[str, Any]]:
    """Return the puzzles, without grades, of one of the games of a board."""
    board, number = task
    game, source = played(Board(board), number)
    return _puzzles_in(game, source, sharp_only=number >= SHARP_ONLY)


def puzzles_of_record(game: RecordedGame) -> list[dict[str, Any]]:
    """Return the puzzles, without grades, of a recorded game."""
    start = Board(game.board).position(game.start)
    return _puzzles_in(Game(start, game.moves), f"{game.board} {game.name}")


def _puzzles_in(game: Game, source: str, *, sharp_only: bool = False) -> list[dict[str, Any]]:
    position, found = game.start, []
    for ply, cell in enumerate(game.all_moves[:-1], 1):
        position = position.play(cell)
        wanted = ply >= FIRST_PLY and (not sharp_only or is_sharp(position))
        puzzle = puzzle_at(position, cell, f"{source}, ply {ply}", wins_only=sharp_only) if wanted else None
        if puzzle is not None:
            found.append(puzzle)
    return found


def played(board: Board, number: int) -> tuple[Game, str]:
    """Return one of the games of a board, and what names it."""
    seed = derived_seed(SEED, str(board), number)
    draw = random.Random(seed)
    is_sharp_game = number >= SHARP_ONLY
    levels = list(draw.choice(SHARP_LEVELS if is_sharp_game else LEVELS_THAT_MEET[str(board)]))
    draw.shuffle(levels)
    start = Game(board)
    for _ in range(draw.randint(*(SHARP_OPENING if is_sharp_game else OPENINGS[str(board)]))):
        if not start.is_over:
            start.play(draw.choice(start.position.legal_moves()))
    first, second = (f"oxo:level={level}" for level in levels)
    if start.is_over:
        return start, f"{board} game {number}, random"
    rest = play_game(first, second, start.position, seed=seed, with_reasons=False)
    moves = [*start.all_moves, *rest.all_moves]
    return Game(board, board.names(moves)), f"{board} game {number}, {first} - {second}, seed {seed}"


def grade(puzzle: dict[str, Any]) -> int | None:
    """Return the first level that plays the right move with every seed; None if none does."""
    board = Board(puzzle["board"])
    position, right = board.position(puzzle["position"]), board.cell(puzzle["steps"][0]["right"])
    return next(
        (level for level in LEVELS if all(_plays(level, seed, position, right) for seed in GRADING_SEEDS)), None
    )


def _plays(level: int, seed: int, position: Any, right: int) -> bool:  # noqa: ANN401 - TODO
    game = Game(position)
    with player(f"oxo:level={level}").start(game.board, game.to_move, seed) as session:
        take_turn(game, session, with_reasons=False)
    return game.last_move == right
