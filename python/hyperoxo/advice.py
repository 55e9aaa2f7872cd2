"""Advice about a position for people: the threats, and a hint.

Every win or loss that the advice states is proved. If nothing is proved, a hint is a program's move, and its text says
so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hyperoxo.errors import MoveError
from hyperoxo.outcomes import Outcome, Value
from hyperoxo.players import Control, Limits, Play, player
from hyperoxo.players.oxo.reasons import OxoReasons
from hyperoxo.seeds import derived_seed
from hyperoxo.sides import other_side
from hyperoxo.solver.analysis import analyse
from hyperoxo.solver.forced_wins import forced_win, refutations

if TYPE_CHECKING:
    from collections.abc import Collection

    from hyperoxo import Game, Position, Side
    from hyperoxo.solver.analysis import Analysis

_ADVISING_PLAYER = "oxo"
"""The player whose move is suggested if nothing is proved: the house player at its strongest."""
_MOST_NODES = 20_000
"""The most positions searched for a hint; they take a small part of a second."""
_MOST_EMPTY_CELLS = 64
"""With more empty cells, analysis is slow, and a hint uses only forced wins and cells that complete or block a line."""
_MOST_LISTED = 8
"""The most cells that a warning lists."""
_WINS_AT_ONCE = Value(Outcome.WIN, 1, exact=True)
_LOSES_AT_ONCE = Value(Outcome.LOSS, 2, exact=True)


@dataclass(frozen=True, slots=True)
class Hint:
    """A suggested cell.

    Attributes:
        cell: its index.
        value: the proved value of playing it; None if it is unknown.
        text: the cell and the reason, to follow `Hint:`.
    """

    cell: int
    value: Value | None
    text: str


def threatened_cells(position: Position, side: Side) -> dict[int, list[tuple[int, ...]]]:
    """Return the cells that would complete a line for `side`, each with the lines that it would complete."""
    lines = position.board.lines
    cells: dict[int, list[tuple[int, ...]]] = {}
    for cell, line in sorted(position.threats(side)):
        cells.setdefault(cell, []).append(lines[line])
    return cells


def describe_threats(position: Position) -> list[str]:
    """Return sentences about the cells that complete a line, and about a forced win that the opponent threatens.

    There is one sentence for each cell and line, with the rest of the line, and one for the forced win.
    """
    board, opponent = position.board, other_side(position.to_move)
    sentences: list[str] = []
    for side in (position.to_move, opponent):
        for cell, lines in threatened_cells(position, side).items():
            for line in lines:
                rest = board.names(other for other in line if other != cell)
                sentences.append(f"{board.name(cell)} completes a line for {side.upper()} (with {rest})")
    sentences = sentences or ["Neither side threatens to complete a line."]
    run = threatened_forced_win(position)
    return [*sentences, f"{opponent.upper()} threatens to win by force: {board.names(run)}"] if run else sentences


def threatened_forced_win(position: Position) -> tuple[int, ...]:
    """Return the shortest sequence of threats that wins for the opponent if the side to move does not prevent it.

    It is empty if there is none, or if either side can complete a line, which is more urgent.
    """
    if position.threats("x") or position.threats("o"):
        return ()
    return forced_win(position, other_side(position.to_move)).line


def hint(game: Game, seed: int, control: Control | None = None) -> Hint:
    """Suggest a cell to the side to move.

    The hint is the first of these that exists: a cell that completes a line; the first move of a forced win; a cell
    that must be blocked; the best cell by proved values; the house player's move at its strongest, unless it is proved
    to lose. A warning is added if the opponent threatens to win by force.

    Args:
        game: the game.
        seed: the seed of the house player's random choices.
        control: when cancelled, the hint is the best that is known by then.

    Raises:
        MoveError: the game is over.
    """
    if game.is_over:
        raise MoveError("hint", "the game is over")
    return _immediate_hint(game.position) or _analysed_hint(game, seed, control or Control())


def _immediate_hint(position: Position) -> Hint | None:
    """Suggest a cell by threats alone; None if they do not decide."""
    board, opponent = position.board, other_side(position.to_move)
    wins = threatened_cells(position, position.to_move)
    if wins:
        return Hint(min(wins), _WINS_AT_ONCE, f"{board.name(min(wins))} completes a line.")
    win = forced_win(position)
    if win.exists:
        first = win.line[0]
        return Hint(first, win.value, f"{board.name(first)} wins by force: {board.names(win.line)}.")
    blocks = threatened_cells(position, opponent)
    if not blocks:
        return None
    cell, is_lost = min(blocks), len(blocks) > 1
    others = f", and {opponent.upper()} has more than one such cell: {board.names(blocks)}" if is_lost else ""
    sentence = f"{board.name(cell)}, or {opponent.upper()} completes a line there{others}."
    return Hint(cell, _LOSES_AT_ONCE if is_lost else None, sentence)


def _analysed_hint(game: Game, seed: int, control: Control) -> Hint:
    """Suggest a cell by proved values, or the house player's move if they do not decide."""
    board, position = game.board, game.position
    nodes = _MOST_NODES if len(position.empty_cells()) <= _MOST_EMPTY_CELLS else 0
    analysis = analyse(position, nodes=nodes, control=control)
    best = analysis.ranking[0]
    if best.value.outcome is Outcome.WIN:
        shown = f"; a game that shows it is {board.names(best.line)}" if best.line else ""
        return Hint(best.cell, best.value, f"{board.name(best.cell)} wins ({best.value.label}{shown}).")
    lost = _lost(analysis)
    if len(lost) == len(analysis.cells):
        last = max(lost, key=lambda cell: lost[cell].plies or 0)
        sentence = f"{board.name(last)} holds out longest, as far as is known ({lost[last].plies} plies)"
        return Hint(last, lost[last], f"every cell loses; {sentence}.")
    drawn = analysis.value.outcome is Outcome.DRAW
    sound = [one.cell for one in analysis.ranking if one.cell not in lost and (one.value.is_known or not drawn)]
    advised = _players_hint(game, seed, control, sound)
    if advised is None:
        praise = "keeps the draw" if drawn else "is not known to lose"
        advised = Hint(sound[0], None, f"{board.name(sound[0])} {praise}.")
    known = analysis.cells[advised.cell].value
    value = known if known.is_known else advised.value
    return Hint(advised.cell, value, advised.text + _warning(position, lost))


def _lost(analysis: Analysis) -> dict[int, Value]:
    """Return the cells that are proved to lose, with their values."""
    forced = refutations(analysis.position)
    lost = {cell: win.value_of_allowing for cell, win in forced.items() if win.exists}
    known = analysis.cells.values()
    return lost | {one.cell: one.value for one in known if one.value.outcome is Outcome.LOSS}


def _warning(position: Position, lost: Collection[int]) -> str:
    """Return the opponent's forced win in words, with the cells that may prevent it, if they are few."""
    board, opponent = position.board, other_side(position.to_move)
    run = threatened_forced_win(position)
    if not run:
        return ""
    others = [cell for cell in position.legal_moves() if cell not in lost]
    few = f"; all cells lose except {board.names(others)}" if len(others) <= _MOST_LISTED else ""
    return f" {opponent.upper()} threatens to win by force: {board.names(run)}{few}."


def _players_hint(game: Game, seed: int, control: Control, sound: list[int]) -> Hint | None:
    """Return the house player's move; None if it is not among the sound cells."""
    board = game.board
    session = player(_ADVISING_PLAYER).start(board, game.to_move, derived_seed(seed, "hint", game.ply))
    decision = session.decide(game.branch(), Limits(), control)
    if not isinstance(decision, Play) or decision.cell not in sound:
        return None
    reasons = decision.reasons
    value = reasons.value if isinstance(reasons, OxoReasons) else None
    sentence = f"{board.name(decision.cell)} is what {_ADVISING_PLAYER} would play ({reasons.sentence(board)})."
    return Hint(decision.cell, value, sentence)
