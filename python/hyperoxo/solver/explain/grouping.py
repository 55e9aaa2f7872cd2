"""A node of a proof for people: what the strategist threatens, and the replies in a few groups, by what refutes them.

The tree has a response to every reply, of which there may be hundreds. Here replies with the same answer are one group,
whatever follows; there are at most five groups, and all others. The sentences are in one place, at the end.
"""

from __future__ import annotations

import typing
from dataclasses import dataclass

from hyperoxo.in_groups import in_groups
from hyperoxo.outcomes import moves_in_words
from hyperoxo.solver.explain.tree import ENDINGS, THREAT_NODES
from hyperoxo.solver.forced_wins import forced_win
from hyperoxo.solver.strategies import ResponseKind

if typing.TYPE_CHECKING:
    from hyperoxo.solver.explain.tree import ExplanationNode, ReplyGroup

LETTERS = "abcde"
"""The names of the groups."""

_Answer: typing.TypeAlias = int | typing.Literal[ResponseKind.PAIR, ResponseKind.NOTHING]


@dataclass(frozen=True, slots=True)
class Threat:
    """The strategist's next moves, if its opponent does nothing against them.

    Attributes:
        line: moves of both sides up to the completed line: the strategist threatens, its opponent blocks; empty if the
            strategist has no such threat yet.
        text: the same as a sentence.
    """

    line: tuple[int, ...]
    text: str


@dataclass(frozen=True, slots=True)
class RefutedReplies:
    """Replies of the opponent that the same move refutes.

    Attributes:
        letter: the name of the group; None for all others.
        cells: the replies, ascending.
        answer: the strategist's move that refutes each; None for all others, and where the answer is the other cell of
            a pair, or any.
        line: the moves from the answer to the completed line, if they are the same for all replies; else empty.
        plies: the most plies that the game can last after such a reply; None if the strategist holds and does not win.
        text: how they are refuted, as a clause that follows the letter and a colon.
    """

    letter: str | None
    cells: tuple[int, ...]
    answer: int | None
    line: tuple[int, ...]
    plies: int | None
    text: str


def threat_of(node: ExplanationNode) -> Threat | None:
    """Return how the strategist wins by threats if it moves next.

    Returns:
        The threat; None if the strategist only holds, the game is over, or its next move is a quiet one.
    """
    if not node.wins or node.position.is_over or (node.move is not None and node.move.kind not in ENDINGS):
        return None
    line = forced_win(node.position, node.strategist, nodes=THREAT_NODES).line if node.move is None else node.move.line
    return Threat(line, _threat_text(node, line))


def groups_of(node: ExplanationNode) -> tuple[RefutedReplies, ...]:
    """Return the replies to a node in at most five groups, the largest first, and all others; they share no reply."""
    by_answer = in_groups(
        (_answer(node, replies, cell), (cell, replies)) for replies in node.replies for cell in replies.cells
    )
    ordered = sorted(by_answer.items(), key=lambda item: (-len(item[1]), -(_most_plies(item[1]) or 0), min(item[1])[0]))
    groups = [_group(node, letter, answer, met) for letter, (answer, met) in zip(LETTERS, ordered, strict=False)]
    others = [reply for _, met in ordered[len(LETTERS) :] for reply in met]
    return (*groups, _group(node, None, None, others)) if others else tuple(groups)


def _answer(node: ExplanationNode, replies: ReplyGroup, cell: int) -> _Answer:
    if replies.response in {ResponseKind.PAIR, ResponseKind.NOTHING}:
        return replies.response
    if replies.line:
        return replies.line[0]
    move = node.step(cell).move
    return ResponseKind.NOTHING if move is None else move.cell


def _group(
    node: ExplanationNode, letter: str | None, answer: _Answer | None, met: list[tuple[int, ReplyGroup]]
) -> RefutedReplies:
    lines = {replies.line for _, replies in met}
    cell, plies = answer if isinstance(answer, int) else None, _most_plies(met)
    return RefutedReplies(
        letter,
        tuple(sorted(reply for reply, _ in met)),
        cell,
        lines.pop() if len(lines) == 1 and cell is not None else (),
        plies,
        _reply_text(node, answer, plies),
    )


def _most_plies(met: list[tuple[int, ReplyGroup]]) -> int | None:
    return max((replies.plies for _, replies in met if replies.plies is not None), default=None)


# ---- Sentences ----


def _threat_text(node: ExplanationNode, line: tuple[int, ...]) -> str:
    side, board = node.strategist.upper(), node.position.board
    threatens = node.move is None
    if not line:
        return f"{side} threatens nothing yet, and has an answer to every move."
    if len(line) == 1:
        cells = sorted({cell for cell, _ in node.position.threats(node.strategist)}) if threatens else line
        completes = "threatens to complete" if threatens else "completes"
        only = "; only one can be stopped" if len(cells) > 1 else ""
        return f"{side} {completes} a line with {' and with '.join(map(board.name, cells))}{only}."
    wins = "threatens to win" if threatens else "wins"
    return f"{side} {wins} in {moves_in_words(len(line))}: {', '.join(map(board.name, line[::2]))}."


def _reply_text(node: ExplanationNode, answer: _Answer | None, plies: int | None) -> str:
    side = node.strategist.upper()
    wins = "" if plies is None else f"; {side} wins within {moves_in_words(plies)}"
    if answer is None:
        return f"{side} has an answer to each{wins}"
    if answer is ResponseKind.PAIR:
        return "stopped by the other cell of the pair"
    if answer is ResponseKind.NOTHING:
        return f"{side} needs no answer"
    name = node.position.board.name(answer)
    return f"stopped by {name}, which completes a line" if plies == 1 else f"stopped by {name}{wins}"
