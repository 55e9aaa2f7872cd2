"""What a person can ask about a position: threats, and a hint. Neither is ever a proved value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.errors import HyperoxoError, MoveError
from hyperoxo.players import Control, Limits, Play, home_player, player
from hyperoxo.seeds import derived_seed
from hyperoxo.sides import other_side

if TYPE_CHECKING:
    from hyperoxo import Game, Position, Side


def threatened_cells(position: Position, side: Side) -> dict[int, list[tuple[int, ...]]]:
    """Return the cells that would complete a line for `side`, each with the lines that it would complete."""
    lines = position.board.lines
    cells: dict[int, list[tuple[int, ...]]] = {}
    for cell, line in sorted(position.threats(side)):
        cells.setdefault(cell, []).append(lines[line])
    return cells


def threats_in_words(position: Position) -> list[str]:
    """Say which cells complete a line for whom, with the rest of the line, one cell and line in each sentence."""
    board = position.board
    told: list[str] = []
    for side in (position.to_move, other_side(position.to_move)):
        for cell, lines in threatened_cells(position, side).items():
            for line in lines:
                rest = board.names(other for other in line if other != cell)
                told.append(f"{board.name(cell)} completes a line for {side.upper()} (with {rest})")
    return told or ["Nobody threatens to complete a line."]


def hint(game: Game, seed: int) -> str:
    """Suggest a cell to the side to move: one that wins at once, else one that must be blocked, else the home player's.

    Args:
        game: the game as it is now.
        seed: where the home player's random choices come from.

    Raises:
        MoveError: the game is over.
    """
    if game.is_over:
        raise MoveError("hint", "the game is over")
    board, position, opponent = game.board, game.position, other_side(game.to_move)
    wins = threatened_cells(position, game.to_move)
    if wins:
        return f"Hint: {board.name(min(wins))} completes a line."
    blocks = threatened_cells(position, opponent)
    if blocks:
        others = (
            f", and {opponent.upper()} has more than one such cell: {board.names(blocks)}" if len(blocks) > 1 else ""
        )
        return f"Hint: {board.name(min(blocks))}, or {opponent.upper()} completes a line there{others}."
    return _home_players_move(game, seed)


def _home_players_move(game: Game, seed: int) -> str:
    adviser = player(home_player(game.board))
    try:
        session = adviser.start(game.board, game.to_move, derived_seed(seed, "hint", game.ply))
        decision = session.decide(game.branch(), Limits(), Control())
    except HyperoxoError as error:
        return f"No hint: {error}."
    if not isinstance(decision, Play):
        return f"No hint: here {adviser.name} {decision.intent}."
    reasons = decision.reasons.sentence(game.board)
    return (
        f"Hint: {game.board.name(decision.cell)} is what {adviser.name} would play{f' ({reasons})' if reasons else ''}."
    )
