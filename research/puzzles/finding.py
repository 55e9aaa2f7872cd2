"""Finds the puzzle in a position: the one right move, what answers the others, and how the solution continues.

A puzzle is the JSON object that docs/formats/puzzles.md defines.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import TYPE_CHECKING, Any

from hyperoxo import Outcome, Position, analyse, forced_win, refutations
from hyperoxo.sides import other_side

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hyperoxo import Analysis

FIRST_NODES = 30_000
"""The positions that the first analysis of a position searches; most positions lack a puzzle."""
NODES = 600_000
"""The positions that an analysis, and the search for a forced win, may search where there may be one."""
SHARP_NODES = 5_000
REPLY_NODES = 120_000
"""The positions that the analysis of the replies to a right move searches."""
MAX_PARRIES = 6
MAX_STEPS = 6
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
_FORCED_BOARDS = {"4x4x4x4"}
"""Boards on which every other move is seldom decided, so that only forced wins are looked for."""


def is_sharp(position: Position) -> bool:
    """Whether the opponent threatens a forced win, which a few moves parry, and no line on the board lacks one stone.

    Quiet moves are found there; the side to move lacks a forced win.
    """
    sides = position.to_move, other_side(position.to_move)
    if position.is_over or any(position.threats(side) for side in sides):
        return False
    if forced_win(position, nodes=FIRST_NODES) or not forced_win(position, sides[1], nodes=FIRST_NODES):
        return False
    parries = sum(not win for win in refutations(position, nodes=SHARP_NODES).values())
    return 1 <= parries <= MAX_PARRIES


def puzzle_at(position: Position, last: int | None, source: str, *, wins_only: bool = False) -> dict[str, Any] | None:
    """Return the puzzle of a position, without its grade; None if it has none. The last move may be unknown."""
    if position.is_over:
        return None
    found = None
    if str(position.board) not in _FORCED_BOARDS:
        analysis = analyse(position, seconds=None, nodes=FIRST_NODES, threads=1)
        found = _proved(position, analysis, wins_only=wins_only)
    if found is None and forced_win(position, nodes=NODES):
        found = _forced(position)
    if found is None:
        return None
    kind, steps, rest, moves = found
    name = position.board.name
    right = position.board.cell(steps[0]["right"])
    return {
        "id": _id(position),
        "board": str(position.board),
        "position": position.text,
        **({} if last is None else {"last": name(last)}),
        "class": kind,
        "theme": _theme(position, right, kind, moves),
        "steps": steps,
        **({"rest": position.board.names(rest)} if rest else {}),
        "source": source,
    }


# ---- Proved by the values of all moves ----


def _proved(
    position: Position, analysis: Analysis, *, wins_only: bool
) -> tuple[str, list[dict[str, Any]], tuple[int, ...], int] | None:
    found = _only(analysis)
    if found is None and _may_be_only_win(analysis):
        analysis = _analysed(position)
        found = _only(analysis)
    if found is None or (wins_only and found[0] != "only-win"):
        return None
    kind, right = found
    plies = analysis.cells[right].value.plies or 0
    steps: list[dict[str, Any]] = []
    while True:
        after = position.play(right)
        reply = None if after.is_over else stubborn_reply(after)
        answers = {}
        for cell, each in analysis.cells.items():
            tried = position.play(cell)
            if cell != right and not tried.is_over:
                answer = each.line[1] if len(each.line) > 1 else _refuting(tried)
                if answer is None:
                    return None
                answers[cell] = answer
        steps.append(step(position, right, reply, answers))
        if reply is None:
            return kind, steps, (), (plies + 1) // 2
        position = after.play(reply)
        if position.is_over:
            return kind, steps, (), (plies + 1) // 2
        analysis = _analysed(position)
        found = _only(analysis)
        if found is None or found[0] != kind or len(steps) == MAX_STEPS:
            break
        right = found[1]
    best = analysis.ranking[0]
    is_win = kind == "only-win" and best.value.outcome is Outcome.WIN
    return kind, steps, best.line if is_win else (), (plies + 1) // 2


def _only(analysis: Analysis) -> tuple[str, int] | None:
    """Return the class and the right cell of a position in which the values of all moves leave one."""
    by_outcome = {
        outcome: [c for c, each in analysis.cells.items() if each.value.outcome is outcome] for outcome in Outcome
    }
    wins, losses, unknown = (by_outcome[each] for each in (Outcome.WIN, Outcome.LOSS, Outcome.UNKNOWN))
    if len(analysis.cells) < 2:
        return None
    if len(wins) == 1 and not unknown:
        return "only-win", wins[0]
    if not wins and len(losses) == len(analysis.cells) - 1:
        return "only-defence", next(cell for cell in analysis.cells if cell not in losses)
    return None


def _may_be_only_win(analysis: Analysis) -> bool:
    """Whether a longer analysis may find that one move wins: one is known to, and it completes no line."""
    wins = [each for each in analysis.cells.values() if each.value.outcome is Outcome.WIN]
    unknown = sum(each.value.outcome is Outcome.UNKNOWN for each in analysis.cells.values())
    if len(wins) == 1:
        return wins[0].value.plies != 1 and unknown <= 16
    return not wins and 0 < unknown <= 6


def stubborn_reply(after: Position) -> int:
    """Return the most stubborn reply to a right move.

    It is the best reply as far as an analysis proves it: one that is not proved to lose, else one whose proved loss
    takes most plies. If several are equal, a block of a threat comes first, then the first cell.
    """
    analysis = analyse(after, seconds=None, nodes=REPLY_NODES, threads=1)
    blocks = {cell for cell, _ in after.threats(other_side(after.to_move))}
    return min((each.cell for each in analysis.best), key=lambda cell: (cell not in blocks, cell))


def _refuting(tried: Position) -> int | None:
    """Return a reply that is proved to win or draw; None if none is found."""
    best = _analysed(tried).ranking[0]
    return best.cell if best.value.outcome in {Outcome.WIN, Outcome.DRAW} else None


def _analysed(position: Position) -> Analysis:
    return analyse(position, seconds=None, nodes=NODES, threads=1)


# ---- Forced wins ----


def _forced(position: Position) -> tuple[str, list[dict[str, Any]], tuple[int, ...], int] | None:
    steps: list[dict[str, Any]] = []
    if position.threats(position.to_move):
        return None  # who completes a line needs no forced win
    moves = len(forced_win(position, nodes=NODES).line) // 2 + 1
    while len(steps) < MAX_STEPS:
        beginnings = _beginnings(position)
        if beginnings is None or len(beginnings) != 1:
            break
        [right] = beginnings
        after = position.play(right)
        reply = None if after.is_over else _forced_reply(after)
        answers = _forced_answers(position, right)
        if answers is None:
            break
        steps.append(step(position, right, reply, answers))
        if reply is None:
            return "forced-win", steps, (), moves
        position = after.play(reply)
    win = forced_win(position, nodes=NODES)
    if not steps or not win or (len(steps) == 1 and moves < 2):
        return None
    return "forced-win", steps, win.line, moves


def _beginnings(position: Position) -> list[int] | None:
    """Return the moves that complete a line or begin a forced win; None if a search was too short to tell."""
    mover, other = position.to_move, other_side(position.to_move)
    completing = sorted({cell for cell, _ in position.threats(mover)})
    if completing:
        return completing
    blocks = {cell for cell, _ in position.threats(other)}
    found = []
    for cell in sorted(blocks) or position.legal_moves():
        after = position.play(cell)
        threats = sorted({each for each, _ in after.threats(mover)})
        if after.is_over or not threats or after.threats(other):
            continue
        exists = len(threats) > 1 or forced_win(after.play(threats[0]), nodes=NODES).exists
        if exists is None:
            return None
        if exists:
            found.append(cell)
    return found


def _forced_reply(after: Position) -> int:
    """Return the block of a threat; of several, the one that itself threatens most."""
    cells = sorted({cell for cell, _ in after.threats(other_side(after.to_move))})
    return max(cells, key=lambda cell: len(after.play(cell).threats(after.to_move)))


def _forced_answers(position: Position, right: int) -> dict[int, int] | None:
    """Return what answers each other cell, so that no forced win is left; None if one has no such answer."""
    mover, answers = position.to_move, {}
    allowed = [right, *(cell for cell in forced_win(position, nodes=NODES).line if cell != right)]
    for cell in position.legal_moves():
        after = position.play(cell)
        if cell == right or after.is_over:
            continue
        own = [each for each, _ in after.threats(after.to_move)]
        blocks = own or sorted({each for each, _ in after.threats(mover)})
        tried = blocks or [*(each for each in allowed if each != cell), *after.legal_moves()]
        answer = next((each for each in tried if _leaves_no_forced_win(after.play(each))), None)
        if answer is None:
            return None
        answers[cell] = answer
    return answers


def _leaves_no_forced_win(position: Position) -> bool:
    return position.is_over or forced_win(position, nodes=NODES // 6).exists is False


# ---- Parts of a puzzle ----


def step(position: Position, right: int, reply: int | None, answers: Mapping[int, int]) -> dict[str, Any]:
    """Return a step: the most common answer to wrong cells is the refutation, others are exceptions by answer."""
    names, name = position.board.names, position.board.name
    common = Counter(answers.values()).most_common(1)
    exceptions: dict[str, list[int]] = {}
    for cell, answer in answers.items():
        if answer != common[0][0]:
            exceptions.setdefault(name(answer), []).append(cell)
    return {
        "right": name(right),
        **({} if reply is None else {"reply": name(reply)}),
        **({"refutation": name(common[0][0])} if common else {}),
        **({"exceptions": {answer: names(cells) for answer, cells in exceptions.items()}} if exceptions else {}),
    }


def _theme(position: Position, right: int, kind: str, moves: int) -> str:
    """Return how the right move works; `moves` is how many the winner needs."""
    mover = position.to_move
    is_block = any(cell == right for cell, _ in position.threats(other_side(mover)))
    after = position.play(right)
    if kind == "only-defence":
        return "block" if is_block else "defence"
    if after.is_over:
        return "complete"
    threatens = bool(after.threats(mover))
    if is_block:
        return "block that threatens" if threatens else "block"
    if not threatens:
        return "quiet move"
    return {2: "fork", 3: "chain of 3", 4: "chain of 4"}.get(moves, "long chain")


def _id(position: Position) -> str:
    number = int(hashlib.sha256(f"{position.board} {position.canonical().text}".encode()).hexdigest(), 16)
    return "".join(_LETTERS[number >> 5 * place & 31] for place in range(6))
