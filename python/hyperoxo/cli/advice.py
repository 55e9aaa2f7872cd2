"""What a person can ask about a position: threats, and a hint.

What either says of wins and losses is proved; where nothing is proved a hint is what a program would play, and says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.analysis import analyse
from hyperoxo.errors import MoveError
from hyperoxo.forcing import forced_win, refutations
from hyperoxo.outcomes import Outcome
from hyperoxo.players import Control, Limits, Play, player
from hyperoxo.seeds import derived_seed
from hyperoxo.sides import other_side

if TYPE_CHECKING:
    from collections.abc import Collection

    from hyperoxo import Game, Position, Side
    from hyperoxo.analysis import Analysis

_ADVISER = "oxo"
"""Whose move is suggested where nothing is proved: the house player's at its strongest."""
_NODES = 20_000
"""Positions that may be searched for a hint: a small part of a second."""
_MOST_EMPTY_CELLS = 64
"""With more empty cells than this a hint knows forced wins and what can be seen at once: analysis takes long there."""
_FEW = 8
"""So many cells can be listed."""


def threatened_cells(position: Position, side: Side) -> dict[int, list[tuple[int, ...]]]:
    """Return the cells that would complete a line for `side`, each with the lines that it would complete."""
    lines = position.board.lines
    cells: dict[int, list[tuple[int, ...]]] = {}
    for cell, line in sorted(position.threats(side)):
        cells.setdefault(cell, []).append(lines[line])
    return cells


def threats_in_words(position: Position) -> list[str]:
    """Say which cells complete a line for whom, with the rest of the line, and how the opponent would win by force.

    There is one sentence for each cell and line, and one for the forced win.
    """
    board, opponent = position.board, other_side(position.to_move)
    told: list[str] = []
    for side in (position.to_move, opponent):
        for cell, lines in threatened_cells(position, side).items():
            for line in lines:
                rest = board.names(other for other in line if other != cell)
                told.append(f"{board.name(cell)} completes a line for {side.upper()} (with {rest})")
    told = told or ["Nobody threatens to complete a line."]
    run = threatened_run(position)
    return [*told, f"{opponent.upper()} threatens to win by force: {board.names(run)}"] if run else told


def threatened_run(position: Position) -> tuple[int, ...]:
    """Return the shortest run of threats that wins for the opponent if the side to move does not prevent it.

    It is empty if there is none, and if either side can complete a line, which comes first.
    """
    if position.threats("x") or position.threats("o"):
        return ()
    return forced_win(position, other_side(position.to_move)).line


def hint(game: Game, seed: int) -> str:
    """Suggest a cell to the side to move, the first of these that there is.

    One that completes a line; one that must be blocked; the beginning of a forced win; the best by proved values; and
    what the house player would play at its strongest, unless that is proved to lose, with a warning if the opponent
    threatens to win by force.

    Args:
        game: the game as it is now.
        seed: where the house player's random choices come from.

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
    run = forced_win(position).line
    if run:
        return f"Hint: {board.name(run[0])} wins by force: {board.names(run)}."
    if blocks:
        others = (
            f", and {opponent.upper()} has more than one such cell: {board.names(blocks)}" if len(blocks) > 1 else ""
        )
        return f"Hint: {board.name(min(blocks))}, or {opponent.upper()} completes a line there{others}."
    nodes = _NODES if len(position.empty_cells()) <= _MOST_EMPTY_CELLS else 0
    analysis = analyse(position, nodes=nodes)
    best = analysis.ranking[0]
    if best.value.outcome is Outcome.WIN:
        shown = f"; a game that shows it is {board.names(best.line)}" if best.line else ""
        return f"Hint: {board.name(best.cell)} wins ({best.value.label}{shown})."
    lost = _lost(analysis)
    if len(lost) == len(analysis.cells):
        last = max(lost, key=lost.__getitem__)
        return f"Hint: every cell loses; {board.name(last)} holds out longest, as far as is known ({lost[last]} plies)."
    drawn = analysis.value.outcome is Outcome.DRAW
    sound = [one.cell for one in analysis.ranking if one.cell not in lost and (one.value.is_known or not drawn)]
    praise = "keeps the draw" if drawn else "is not known to lose"
    return _advisers_move(game, seed, sound, praise) + _warning(position, lost)


def _lost(analysis: Analysis) -> dict[int, int]:
    """Return the cells that are proved to lose, with the plies that the game lasts at most."""
    forced = refutations(analysis.position)
    lost = {cell: win.plies + 1 for cell, win in forced.items() if win.plies is not None}
    known = analysis.cells.values()
    return lost | {one.cell: one.value.plies or 0 for one in known if one.value.outcome is Outcome.LOSS}


def _warning(position: Position, lost: Collection[int]) -> str:
    """Tell of the opponent's forced win if there is one, and of the cells that may prevent it if they are few."""
    board, opponent = position.board, other_side(position.to_move)
    run = threatened_run(position)
    if not run:
        return ""
    others = [cell for cell in position.legal_moves() if cell not in lost]
    few = f"; all cells lose but {board.names(others)}" if len(others) <= _FEW else ""
    return f" {opponent.upper()} threatens to win by force: {board.names(run)}{few}."


def _advisers_move(game: Game, seed: int, sound: list[int], praise: str) -> str:
    """Return what the house player would play, or if that is not among the sound cells, the first of these."""
    board = game.board
    session = player(_ADVISER).start(board, game.to_move, derived_seed(seed, "hint", game.ply))
    decision = session.decide(game.branch(), Limits(), Control())
    if isinstance(decision, Play) and decision.cell in sound:
        reasons = decision.reasons.sentence(board)
        return f"Hint: {board.name(decision.cell)} is what {_ADVISER} would play ({reasons})."
    return f"Hint: {board.name(sound[0])} {praise}."
