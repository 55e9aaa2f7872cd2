"""Advice about a position for people: the threats, and a hint.

Every win or loss that the advice states is proved. A hint is the best label of one analysis; if that is a guess, its
text says so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hyperoxo.errors import MoveError
from hyperoxo.outcomes import Outcome, Value, plies_in_words
from hyperoxo.sides import Side, other_side
from hyperoxo.solver.analysis import Analysis, CellAnalysis, analyse
from hyperoxo.solver.forced_wins import forced_win, is_forced

if TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo._core import Position
    from hyperoxo.cancellation import Cancellable
    from hyperoxo.game import Game

_MOST_NODES = 100_000
"""The most positions searched for a hint; they take a small part of a second."""
_MOST_LISTED = 8
"""The most cells that a warning lists."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A suggested cell.

    Attributes:
        cell: its index.
        value: the proved value of playing it; None if it is unknown.
        chance: if it is unknown, the guess that the cell's label shows, in percent; else None.
        text: the cell and the reason, to follow `Hint:`.
    """

    cell: int
    value: Value | None
    chance: int | None
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
    win = threatened_forced_win(position)
    return [*sentences, f"{opponent.upper()} threatens to win by force: {board.names(win)}"] if win else sentences


def threatened_forced_win(position: Position) -> tuple[int, ...]:
    """Return the shortest sequence of threats that wins for the opponent if the side to move does not prevent it.

    It is empty if there is none, or if either side can complete a line, which is more urgent.
    """
    if position.threats("x") or position.threats("o"):
        return ()
    return forced_win(position, other_side(position.to_move)).line


def hint(
    game: Game, control: Cancellable | None = None, on_update: Callable[[CellAnalysis], None] | None = None
) -> Hint:
    """Suggest a cell to the side to move: the best by a short analysis.

    A warning is added if the opponent threatens to win by force.

    Args:
        game: the game.
        control: when cancelled, the hint is the best that is known by then.
        on_update: called with each cell whose value is found.

    Raises:
        MoveError: the game is over.
    """
    analysis = analyse(game.position, nodes=_MOST_NODES, control=control, on_update=on_update)
    found = hint_of(analysis)
    if found is None:
        raise MoveError("hint", "the game is over")
    return replace(found, text=f"{found.text}{_warning(analysis)}")


def hint_of(analysis: Analysis) -> Hint | None:
    """Return the best cell of an analysis, with the same value or guess as its label; None if the game is over.

    Among cells with the same label, one that stops the opponent from completing a line comes first. Nothing is
    searched.
    """
    if not analysis.cells:
        return None
    ranking = analysis.ranking
    blocks = threatened_cells(analysis.position, other_side(analysis.position.to_move))
    alike = [found for found in ranking if found.text == ranking[0].text]
    best = next((found for found in alike if found.cell in blocks), ranking[0])
    value = best.value if best.value.is_known else None
    return Hint(best.cell, value, best.chance, _sentence(analysis, best, list(blocks)))


def _sentence(analysis: Analysis, best: CellAnalysis, blocks: list[int]) -> str:
    """Return the cell and why it is suggested."""
    position = analysis.position
    board, name, label = position.board, position.board.name(best.cell), best.text
    outcome = best.value.outcome
    if outcome is Outcome.WIN:
        return f"{name} {_winning(position, best)}."
    if best.cell in blocks:
        opponent = other_side(position.to_move).upper()
        more = f", and {opponent} has more than one such cell: {board.names(blocks)}" if len(blocks) > 1 else ""
        return f"{name}, or {opponent} completes a line there{more}."
    if outcome is Outcome.LOSS:
        return (
            f"every cell loses; {name} holds out longest, as far as is known ({plies_in_words(best.value.plies or 0)})."
        )
    if outcome is Outcome.DRAW:
        return f"{name} {'keeps the draw' if analysis.value.is_known else 'draws, and no cell is known to be better'}."
    return f"{name} looks best ({label}, a guess: an expected score of {best.chance} %)."


def _winning(position: Position, best: CellAnalysis) -> str:
    if best.value.plies == 1:
        return "completes a line"
    line = position.board.names(best.line)
    if is_forced(position, best.line):
        return f"wins by force: {line}"
    shown = f"; a game that shows it: {line}" if line else ""
    return f"{best.value.in_words()}{shown}"


def _warning(analysis: Analysis) -> str:
    """Return the opponent's forced win in words, with the cells that may prevent it, if they are few."""
    position = analysis.position
    board, opponent = position.board, other_side(position.to_move)
    win = threatened_forced_win(position)
    others = [found.cell for found in analysis.cells.values() if found.value.outcome is not Outcome.LOSS]
    if not win or not others or analysis.value.outcome is Outcome.WIN:
        return ""
    few = f"; all cells lose except {board.names(others)}" if len(others) <= _MOST_LISTED else ""
    return f" {opponent.upper()} threatens to win by force: {board.names(win)}{few}."
