"""The searches that proved nothing at second replies, or by replies, as they are published beside the atlas.

They are stored as CSV, a search a line, so that a run in a fresh clone goes on from them and repeats none. Searches at
openings that were proved later are left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlas.attempts import OpeningAttempt, replies_command
from atlas.results import SECOND_MOVES, SECOND_REPLIES, Attempt
from hyperoxo.errors import InputError
from hyperoxo.sides import SIDES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from hyperoxo import Board
    from hyperoxo.sides import Side

FAILED_SEARCHES = "atlas-failed-searches.csv"
_HEAD = "position,attacker,budget,nodes,tasks,tasks_left,solver"
_BY_REPLIES = "replies"
"""What stands in the place of the attacker of a search by replies."""
_ATTACKERS: dict[str, Side | None] = {"both": None} | {side: side for side in SIDES}


def failed_searches_text(attempts: Iterable[Attempt]) -> str:
    """Return the file that holds these attempts, sorted."""
    rows = [
        (
            one.position,
            _BY_REPLIES if one.is_by_replies else one.attacker or "both",
            one.budget,
            one.nodes,
            one.tasks,
            one.tasks_left,
            solver,
        )
        for one, solver in ((attempt.found, attempt.solver) for attempt in attempts)
    ]
    return "".join(f"{line}\n" for line in (_HEAD, *(",".join(map(str, row)) for row in sorted(rows))))


def load_failed_searches(path: Path, board: Board) -> list[Attempt]:
    """Read the attempts from their file; none if there is no such file.

    Raises:
        InputError: a line is not a search at a second reply on this board.
        OSError: the file cannot be read.
    """
    try:
        lines = path.read_text(encoding="ascii").splitlines()
    except FileNotFoundError:
        return []
    except UnicodeDecodeError:
        raise InputError(str(path), "it is not text in ASCII") from None
    if lines[:1] != [_HEAD]:
        raise InputError(str(path), f"its first line is not {_HEAD}")
    attempts = []
    for number, line in enumerate(lines[1:], 2):
        try:
            attempts.append(_attempt(board, line.split(",")))
        except ValueError as error:
            raise InputError(f"{path}, line {number}", f"it is no search at a second reply: {error}") from None
    return attempts


def _attempt(board: Board, fields: Sequence[str]) -> Attempt:
    text, attacker, budget, nodes, tasks, tasks_left, solver = fields
    position = board.position(text)
    is_by_replies = attacker == _BY_REPLIES
    kinds = {SECOND_MOVES, SECOND_REPLIES} if is_by_replies else {SECOND_REPLIES}
    if position.stones not in kinds or position != position.canonical():
        raise ValueError(f"{position.text} is not searched")
    if attacker not in _ATTACKERS and not is_by_replies:
        raise ValueError(f"{attacker} is no attacker")
    found = OpeningAttempt(
        position.text,
        _count(budget),
        _count(nodes),
        attacker=_ATTACKERS.get(attacker),
        tasks=_count(tasks),
        tasks_left=_count(tasks_left),
        command=replies_command(str(board), position.text) if is_by_replies else None,
    )
    return Attempt(found, solver)


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(2**64))):
        raise ValueError(f"{text} is no number")
    return int(text)
