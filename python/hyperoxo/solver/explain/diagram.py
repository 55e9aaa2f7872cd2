"""The boards that a picture of a proof shows: the tree, folded to what fits on a page.

A diagram shows a position, a reply of the strategist's opponent, and the strategist's response on one board. Replies
with the same response share a diagram, and so do replies after which a symmetry takes the positions to each other. A
threat sequence is one diagram, with its moves numbered. All cells of a pairing share one diagram. What remains are the
positions in which the strategist needs another answer: only these branch.
"""

from __future__ import annotations

import typing
from collections import deque
from dataclasses import dataclass, field

from hyperoxo.boards import representative
from hyperoxo.in_groups import in_groups
from hyperoxo.outcomes import moves_in_words
from hyperoxo.solver.explain.tree import ExplanationMove, ExplanationNode, MoveKind, ReplyGroup
from hyperoxo.solver.strategies import ResponseKind

if typing.TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hyperoxo._core import Position
    from hyperoxo.sides import Side


@dataclass(slots=True)
class Diagram:
    """One board of the picture.

    Attributes:
        position: the position before the replies.
        strategist: the side that has the answers.
        replies: the cells of the replies that the diagram stands for; empty at the root.
        response: the moves after a reply, the strategist's first; empty if it has none, or any will do.
        end: the position after the first reply and the response.
        captions: what the diagram says below its board.
        is_class: whether a symmetry takes the positions after the replies to each other; `response` meets the first.
        pairs: the other cell of each cell of a pairing; empty without one.
        children: the diagrams after it.
        folded: the number of replies to `end` that the picture leaves out; 0 if it shows all or there are none.
    """

    position: Position
    strategist: Side
    replies: tuple[int, ...]
    response: tuple[int, ...]
    end: Position
    captions: tuple[str, ...]
    is_class: bool = False
    pairs: Mapping[int, int] = field(default_factory=dict)
    children: list[Diagram] = field(default_factory=list)
    folded: int = 0

    def all(self) -> list[Diagram]:
        """Return the diagram and all that follow it, each before its children."""
        return [self, *(below for child in self.children for below in child.all())]


def diagram_of(node: ExplanationNode, *, depth: int, boards: int) -> Diagram:
    """Return the diagrams of a tree.

    Diagrams nearer to the root get their children first. A diagram gets either all of its children or none.

    Args:
        node: where the tree begins.
        depth: the most replies on a way through the picture.
        boards: the most diagrams; the root is drawn in any case.
    """
    root, opponents_turn = _diagram(node.position, node)
    waiting = deque([(root, opponents_turn, 0)])
    count = 1
    while waiting:
        diagram, to_expand, level = waiting.popleft()
        if to_expand is None:
            continue
        kinds = _kinds(to_expand)
        if level == depth or count + len(kinds) > boards:
            diagram.folded = len(to_expand.position.legal_moves())
            continue
        count += len(kinds)
        for kind in kinds:
            child, next_to_expand = _child(to_expand, kind)
            diagram.children.append(child)
            waiting.append((child, next_to_expand, level + 1))
    return root


@dataclass(frozen=True, slots=True)
class _Kind:
    """Replies that share a diagram.

    Attributes:
        groups: the groups of the tree; more than one only where pairs, or nothing, meet the replies.
        cells: the replies; the response shown is that to the first.
        is_class: whether a symmetry takes the positions after them to each other.
    """

    groups: tuple[ReplyGroup, ...]
    cells: tuple[int, ...]
    is_class: bool = False


def _kinds(node: ExplanationNode) -> list[_Kind]:
    """Return the kinds of replies, each with its own diagram, the quickest responses first.

    Replies that lines of moves meet are put together by these lines or by symmetry, whichever takes fewer diagrams.
    """
    lines = {ResponseKind.COMPLETION, ResponseKind.THREAT_SEQUENCE}
    by_line = [_Kind((group,), group.cells) for group in node.replies if group.response in lines]
    by_class = _classes(node, [kind.groups[0] for kind in by_line])
    records = [
        _Kind((group,), group.cells, is_class=True) for group in node.replies if group.response is ResponseKind.RECORD
    ]
    quiet = tuple(group for group in node.replies if group.response in {ResponseKind.PAIR, ResponseKind.NOTHING})
    cells = tuple(sorted(cell for group in quiet for cell in group.cells))
    rest = [_Kind(quiet, cells)] if quiet else []
    return [*(by_class if len(by_class) < len(by_line) else by_line), *records, *rest]


def _classes(node: ExplanationNode, groups: Sequence[ReplyGroup]) -> list[_Kind]:
    """Return the classes of the replies in some groups, each with the group of its first reply."""
    group_of = {cell: group for group in groups for cell in group.cells}
    classes = in_groups((representative(node.position.play(cell)), cell) for cell in sorted(group_of))
    return [_Kind((group_of[cells[0]],), tuple(cells), is_class=True) for cells in classes.values()]


def _child(node: ExplanationNode, kind: _Kind) -> tuple[Diagram, ExplanationNode | None]:
    """Return the diagram of a kind of reply, and the node whose replies come next, None at a leaf."""
    first = kind.groups[0]
    if first.response is ResponseKind.RECORD:
        return _diagram(node.position, node.step(kind.cells[0]), kind.cells)
    if first.response in {ResponseKind.PAIR, ResponseKind.NOTHING}:
        return _quiet_diagram(node, kind), None
    end = node.position.play(kind.cells[0])
    for cell in first.line:
        end = end.play(cell)
    captions = (_replies_in_words(node, kind.cells, is_class=kind.is_class), _line_in_words(node, first.line))
    return Diagram(node.position, node.strategist, kind.cells, first.line, end, captions, kind.is_class), None


def _diagram(
    position: Position, node: ExplanationNode, replies: tuple[int, ...] = ()
) -> tuple[Diagram, ExplanationNode | None]:
    """Return the diagram of the position after a reply with the answer to it, and the node whose replies come next."""
    replied = (_replies_in_words(node, replies, is_class=True),) if replies else ()
    response, end, answered = _answer(node)
    captions = (*replied, *answered)
    made = Diagram(position, node.strategist, replies, response, end.position, captions, is_class=True)
    is_leaf = end.position.is_over or end.position.to_move == node.strategist
    return made, None if is_leaf else end


def _answer(node: ExplanationNode) -> tuple[tuple[int, ...], ExplanationNode, tuple[str, ...]]:
    """Return the strategist's moves, the node after them, and their purpose in words."""
    move = node.move
    if move is None:
        over = ("the game is over",) if node.position.is_over else ()
        return (), node, over
    if move.kind in {MoveKind.COMPLETES, MoveKind.THREAT_SEQUENCE}:
        end = node
        for cell in move.line:
            end = end.step(cell)
        return move.line, end, (_line_in_words(node, move.line),)
    end = node.step(move.cell)
    over = ("the board is full",) if end.position.is_over else ()
    return (move.cell,), end, (_move_in_words(node, move), *over)


def _quiet_diagram(node: ExplanationNode, kind: _Kind) -> Diagram:
    """Return the diagram of all replies that pairs, or nothing at all, meet."""
    paired = [group for group in kind.groups if group.response is ResponseKind.PAIR]
    pairs = {cell: group.line[0] for group in paired for cell in group.cells}
    opponent = node.position.to_move.upper()
    rest = tuple(cell for cell in kind.cells if cell not in pairs)
    if not pairs:
        captions = [_replies_in_words(node, kind.cells, is_class=False), f"{opponent} can complete no line"]
    else:
        captions = [f"{opponent} on a letter: {node.strategist.upper()} on the same letter"]
        if rest:
            captions.append(f"{opponent} on a dot: any move will do")
    return Diagram(node.position, node.strategist, rest, (), node.position, tuple(captions), pairs=pairs)


def _replies_in_words(node: ExplanationNode, cells: Sequence[int], *, is_class: bool) -> str:
    board, side = node.position.board, "o" if node.strategist == "x" else "x"
    name = f"{side.upper()} {board.name(cells[0])}"
    if len(cells) == 1:
        return name
    return f"{name}, and {len(cells) - 1} symmetric" if is_class else f"{side.upper()} on one of {len(cells)} dots"


def _line_in_words(node: ExplanationNode, line: Sequence[int]) -> str:
    side = node.strategist.upper()
    return f"{side} completes a line" if len(line) == 1 else f"{side} wins by threats in {moves_in_words(len(line))}"


def _move_in_words(node: ExplanationNode, move: ExplanationMove) -> str:
    return f"{node.strategist.upper()} {node.position.board.name(move.cell)}, {move.kind.purpose}"
