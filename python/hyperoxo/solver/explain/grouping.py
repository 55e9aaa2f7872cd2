"""A node of a proof for people: what the strategist threatens, and the replies in a few groups, by what refutes them.

The tree has a response to every reply, of which there may be hundreds. Here replies with the same answer are one group,
also if they go on differently; there are at most five groups, and all others.
"""

from __future__ import annotations

import typing
from dataclasses import dataclass

from hyperoxo import coach
from hyperoxo.in_groups import in_groups
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
    position, side, move = node.position, node.strategist, node.move
    line = forced_win(position, side, nodes=THREAT_NODES).line if move is None else move.line
    if not line:
        return Threat(line, f"{side.upper()} threatens nothing yet, and has an answer to every move.")
    is_double = move is None and len(line) == 1 and len({cell for cell, _ in position.threats(side)}) > 1
    text = (
        coach.threatens_twice(side)
        if is_double
        else coach.threatened(position.board, side, line, moves=move is not None)
    )
    return Threat(line, f"{text}.")


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
        _answer_text(node, answer, plies),
    )


def _answer_text(node: ExplanationNode, answer: _Answer | None, plies: int | None) -> str:
    """Return how the strategist answers the replies of a group."""
    if answer is ResponseKind.PAIR:
        return "stopped by the other cell of the pair"
    if answer is ResponseKind.NOTHING:
        return f"{node.strategist.upper()} needs no answer"
    return coach.refuted(node.strategist, "" if answer is None else node.position.board.name(answer), plies)


def _most_plies(met: list[tuple[int, ReplyGroup]]) -> int | None:
    return max((replies.plies for _, replies in met if replies.plies is not None), default=None)
