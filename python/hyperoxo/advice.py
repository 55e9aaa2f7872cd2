"""Advice about a position for people, in the words of the coach: the threats, and a hint.

Every win or loss that the advice states is proved. A hint is the best label of one analysis; if that is a guess, its
text says only what the move does.
"""

from __future__ import annotations

import typing
from dataclasses import dataclass, replace

from hyperoxo import coach
from hyperoxo.errors import MoveError
from hyperoxo.outcomes import Outcome, Value
from hyperoxo.sides import other_side
from hyperoxo.solver.analysis import Analysis, analyse
from hyperoxo.solver.books import book_move
from hyperoxo.solver.forced_wins import ForcedWin, forced_win, is_forced

if typing.TYPE_CHECKING:
    from hyperoxo._core import Position
    from hyperoxo.cancellation import Cancellable
    from hyperoxo.game import Game

_MAX_NODES = 100_000
"""The most positions of each search for a hint, or for a threat; they take a small part of a second on most boards."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A suggested cell.

    Attributes:
        cell: its index.
        value: the proved value of playing it; None if it is unknown.
        chance: if it is unknown, the guess that the cell's label shows, in percent; else None.
        text: the cell and the reason, to follow `Hint`: `13: three in a row, in row 1.`
        lines: the lines of the board that the text is about, each as its cells.
    """

    cell: int
    value: Value | None
    chance: int | None
    text: str
    lines: tuple[tuple[int, ...], ...] = ()


def describe_threats(position: Position) -> list[str]:
    """Return sentences about the cells that complete a line, and about a forced win that the opponent threatens."""
    found = coach.threat_sentences(position) or ["Neither side threatens to complete a line."]
    if win := threatened_forced_win(position):
        opponent = other_side(position.to_move)
        found.append(f"{coach.threatened(position.board, opponent, win.line, shortest=win.shortest)}.")
    return found


def threatened_forced_win(position: Position) -> ForcedWin | None:
    """Return the sequence of threats that wins for the opponent if the side to move does not prevent it.

    There is none if either side can complete a line, which is more urgent.
    """
    if position.threats("x") or position.threats("o"):
        return None
    return forced_win(position, other_side(position.to_move), nodes=_MAX_NODES) or None


def hint(game: Game, control: Cancellable | None = None, seconds: float | None = None) -> Hint:
    """Suggest a cell to the side to move: the book's move if there is one, otherwise the best by a short analysis.

    A warning is added if the opponent threatens to win by force.

    Args:
        game: the game.
        control: when cancelled, the hint is the best that is known by then.
        seconds: how long the search may take; None for any time, so that the hint repeats.

    Raises:
        MoveError: the game is over.
    """
    nodes = _MAX_NODES if book_move(game.position) is None else 0
    analysis = analyse(game.position, nodes=nodes, seconds=seconds, control=control)
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
    position, ranking = analysis.position, analysis.ranking
    blocks = {cell for cell, _ in position.threats(other_side(position.to_move))}
    alike = [found for found in ranking if found.text == ranking[0].text]
    best = next((found for found in alike if found.cell in blocks), ranking[0])
    known = best.value if best.value.is_known else None
    how = "by threats" if best.value.outcome is Outcome.WIN and is_forced(position, best.line) else ""
    said = coach.told(position, best.cell, known, how=how)
    return Hint(best.cell, known, best.chance, f"{position.board.name(best.cell)}: {said.text}.", said.lines)


def _warning(analysis: Analysis) -> str:
    """Return the opponent's forced win in words, with the cells that may prevent it, if they are few."""
    position = analysis.position
    win = threatened_forced_win(position)
    others = [found.cell for found in analysis.cells.values() if found.value.outcome is not Outcome.LOSS]
    if not win or not others or analysis.value.outcome is Outcome.WIN:
        return ""
    opponent = other_side(position.to_move)
    return f" {coach.threatened(position.board, opponent, win.line, others, shortest=win.shortest)}."
