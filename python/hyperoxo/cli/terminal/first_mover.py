"""The question who moves first, which some views ask before a game: what can be answered, and what it means."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from hyperoxo.cli.terminal.typed_cells import split_cells
from hyperoxo.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo import Board

QUESTION = "DO YOU MOVE FIRST (Y/N)? "
QUESTION_HELP = "Y: you move first. N: the machine does. A cell: you move there first. QUIT: leave."


class Answer(Enum):
    """The meaning of an answer."""

    PERSON = "the person moves first"
    MACHINE = "the machine moves first"
    HELP = "explain the question"
    QUIT = "leave"


_WORDS = {
    "y": Answer.PERSON,
    "yes": Answer.PERSON,
    "n": Answer.MACHINE,
    "no": Answer.MACHINE,
    "help": Answer.HELP,
    "?": Answer.HELP,
    "quit": Answer.QUIT,
    "exit": Answer.QUIT,
    "q": Answer.QUIT,
}


def read_answer(line: str, read_cell: Callable[[str], str], board: Board) -> tuple[Answer, list[str]]:
    """Return what an answer means, and the cells that were typed instead of yes.

    Args:
        line: what was typed; not blank.
        read_cell: returns the name of a cell that was typed.
        board: the board.

    Raises:
        InputError: the line is neither an answer nor cells of the board.
    """
    answer = _WORDS.get(line.strip().lower())
    if answer is not None:
        return answer, []
    if not line.lstrip(" ,")[:1].isdigit():
        raise InputError(line.strip(), "the question is who moves first", "answer Y, N, a cell, HELP or QUIT")
    cells = split_cells(line, read_cell, board)
    for cell in cells:
        board.cell(read_cell(cell))
    return Answer.PERSON, cells
