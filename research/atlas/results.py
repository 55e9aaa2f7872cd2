"""What is known of the openings of a board: the best attempt at each, and what follows from all of them.

The first moves and the second moves of X are attempted. Other values follow: the proof of a first move leads through
every reply of O, and through one second move after each; and a reply is worth as much as the best second move.
`second_replies` has what is known beyond openings.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast, get_args

from atlas.attempts import WINNERS, OpeningAttempt
from atlas.openings import in_order_of_lines, openings
from hyperoxo.errors import InputError
from hyperoxo.outcomes import SearchEnding
from hyperoxo.sides import SIDES
from hyperoxo.solver.atlas import ProvedOpening

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path

    from hyperoxo import Board, Position
    from hyperoxo.sides import Side

VERSION = 2
FIRST_MOVES, REPLIES, SECOND_MOVES = 1, 2, 3
"""The kinds of openings, by their stones."""
SECOND_REPLIES, THIRD_MOVES = 4, 5
"""The kinds of positions that follow, by their stones."""
_SECTIONS = {FIRST_MOVES: "first_moves", REPLIES: "replies", SECOND_MOVES: "second_moves"}


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt, and the solver that made it.

    Attributes:
        found: what it has found.
        solver: the signature of the solver.
    """

    found: OpeningAttempt
    solver: str

    @property
    def rank(self) -> tuple[bool, int, bool, int, int]:
        """A key that sorts attempts at one opening, the most useful first.

        What is proved comes first, then few plies, what one command repeats, a large budget. Of attempts that proved
        nothing, the one that searched most comes first.
        """
        found, proved = self.found, self.found.proved
        if proved is None:
            return True, -found.nodes, False, 0, -found.budget
        return False, proved.plies, found.command is None, -len(found.implied), -found.budget

    def as_json(self) -> dict[str, Any]:
        """Return the attempt as it is stored."""
        found = self.found
        entry = {
            "position": found.position,
            **proved_as_json(found.proved),
            "nodes": found.nodes,
            "budget": found.budget,
            "solver": self.solver,
        }
        if found.second_replies is not None:
            entry["second_replies"] = found.second_replies
        if found.attacker is not None:
            entry["attacker"] = found.attacker
        if found.tasks:
            entry |= {"tasks": found.tasks, "tasks_left": found.tasks_left}
        if found.command is not None:
            entry["command"] = found.command
        if found.seconds is not None:
            entry["cpu_seconds"] = found.seconds
        if found.ended is not None:
            entry["ended"] = found.ended
        if found.proved is not None:
            entry |= {"strategic": found.strategic, "forced": found.forced, "certificate": found.certificate}
        return entry | ({"implied": dict(found.implied)} if found.implied else {})

    @classmethod
    def from_json(cls, board: Board, entry: object) -> Attempt:
        """Return the attempt that was stored.

        Raises:
            ValueError: no attempt at an opening of the board is stored like this.
        """
        if not isinstance(entry, dict):
            raise ValueError("it is no object")  # noqa: TRY004 - what is read is wrong, not a call
        position = board.position(_text(entry, "position"))
        proved = _proved_from_json(position, entry)
        if position.stones not in {FIRST_MOVES, SECOND_MOVES, SECOND_REPLIES} or position != position.canonical():
            raise ValueError(f"{position.text} is not attempted")
        budget, nodes = _count(entry, "budget"), _count(entry, "nodes")
        found = OpeningAttempt(position.text, budget, nodes, proved, ended=_ending(entry))
        if "second_replies" in entry:
            found = replace(found, second_replies=_count(entry, "second_replies"))
        if "attacker" in entry:
            found = replace(found, attacker=_side(entry, "attacker"))
        if "tasks" in entry:
            found = replace(found, tasks=_count(entry, "tasks"), tasks_left=_count(entry, "tasks_left"))
        if "command" in entry:
            found = replace(found, command=_text(entry, "command"))
        if "cpu_seconds" in entry:
            found = replace(found, seconds=_seconds(entry, "cpu_seconds"))
        if proved is not None:
            certificate = _text(entry, "certificate")
            if not re.fullmatch(r"[0-9a-f]{64}", certificate):
                raise ValueError("its certificate has no SHA-256")
            strategic, forced = _count(entry, "strategic"), _count(entry, "forced")
            implied = _later_from_json(board, entry, "implied", {REPLIES, SECOND_MOVES})
            found = replace(found, strategic=strategic, forced=forced, certificate=certificate, implied=implied)
            found = replace(found, third_moves=_later_from_json(board, entry, "third_moves", {THIRD_MOVES}))
        return cls(found, _text(entry, "solver"))


class Results:
    """What is known of the openings of a board.

    Args:
        board: the board.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.openings = {stones: in_order_of_lines(openings(board, stones)) for stones in _SECTIONS}
        """The openings by their number of stones, in the order in which they are tried."""
        self._best: dict[str, Attempt] = {}
        self._repeatable: dict[str, Attempt] = {}
        self._implied: dict[str, ProvedOpening] = {}
        self._budgets: dict[tuple[str, str], int] = {}

    @property
    def attempted(self) -> list[Position]:
        """The openings that are attempted, in order."""
        return self.openings[FIRST_MOVES] + self.openings[SECOND_MOVES]

    def add(self, attempt: Attempt) -> None:
        """Take in an attempt."""
        text = attempt.found.position
        best, repeatable = self._best.get(text), self._repeatable.get(text, attempt)
        if attempt.found.proved is not None and attempt.found.command is not None:
            self._repeatable[text] = min(repeatable, attempt, key=lambda one: one.rank)
        if best is None or attempt.rank < best.rank:
            self._best[text] = attempt
            if attempt.found.implied or (best is not None and best.found.implied):
                self._imply()
        if attempt.found.is_by_replies:
            return  # no search of the whole had this budget
        key = text, attempt.solver
        self._budgets[key] = max(attempt.found.budget, self._budgets.get(key, 0))

    def _imply(self) -> None:
        """Collect what the best attempts at first moves imply: no others are stored."""
        self._implied.clear()
        for first in self.openings[FIRST_MOVES]:
            best = self.best(first)
            if best is None or best.found.proved is None:
                continue
            for later, plies in best.found.implied.items():
                known = self._implied.get(later)
                if known is None or plies < known.plies:
                    self._implied[later] = ProvedOpening(best.found.proved.winner, plies)

    def best(self, position: Position) -> Attempt | None:
        """Return the most useful attempt at an opening; None if there is none."""
        return self.best_of(position.text)

    def best_of(self, text: str) -> Attempt | None:
        """Return the most useful attempt at the position with a text; None if there is none."""
        return self._best.get(text)

    def repeatable(self, position: Position) -> Attempt | None:
        """Return the most useful proof of an opening that a command repeats; None if there is none."""
        return self._repeatable.get(position.text)

    def is_proved(self, position: Position) -> bool:
        """Return whether an attempt at an opening has proved its outcome, or one at a first move implies it."""
        best = self.best(position)
        return position.text in self._implied or (best is not None and best.found.proved is not None)

    def is_open(self, position: Position, budget: int, solver: str) -> bool:
        """Return whether an opening is worth an attempt: not proved, nor tried by this solver with such a budget."""
        return not self.is_proved(position) and self._budgets.get((position.text, solver), 0) < budget

    def proved(self) -> dict[Position, ProvedOpening]:
        """Return every opening whose outcome is proved, by an attempt or by what follows from attempts.

        Raises:
            RuntimeError: two attempts contradict each other.
        """
        found: dict[Position, ProvedOpening] = {}
        for position in self.attempted:
            best = self.best(position)
            if best is not None and best.found.proved is not None:
                found[position] = best.found.proved
        for text, implied in self._implied.items():
            later = self.board.position(text)
            found[later] = _better_known(later, found.get(later), implied)
        for stones in (REPLIES, FIRST_MOVES):
            for position in self.openings[stones]:
                after = _by_moves(position, found)
                if after is not None:
                    found[position] = _better_known(position, found.get(position), after)
        return found

    def as_text(self) -> str:
        """Return the results as docs/atlas.json holds them: one opening a line."""
        proved = self.proved()
        sections = []
        for stones, name in _SECTIONS.items():
            lines = [json.dumps(self._entry(position, proved)) for position in self.openings[stones]]
            sections.append(f'  "{name}": [\n    ' + ",\n    ".join(lines) + "\n  ]")
        head = f'  "atlas": {VERSION},\n  "board": "{self.board}",\n'
        return "{\n" + head + ",\n".join(sections) + "\n}\n"

    @classmethod
    def load(cls, path: Path, board: Board) -> Results:
        """Read results from their file.

        Raises:
            InputError: it does not hold the results of this board, or not whole.
            OSError: the file cannot be read.
        """
        results = cls(board)
        name = str(path)
        try:
            data = json.loads(path.read_bytes())
        except (RecursionError, ValueError) as error:
            raise InputError(name, f"it holds no atlas: {error}") from None
        if not isinstance(data, dict) or (data.get("atlas"), data.get("board")) != (VERSION, str(board)):
            raise InputError(name, f"it holds no atlas of {board}")
        try:
            for stones, section in _SECTIONS.items():
                entries = data[section]
                texts = [_text(entry, "position") for entry in entries]
                if texts != [position.text for position in results.openings[stones]]:
                    raise ValueError(f"its {section} are not those of {board}")  # noqa: TRY301 - one text for all faults
                for entry in entries:
                    for key in ("attempt", "repeated"):
                        if entry.get(key) is not None:
                            results.add(Attempt.from_json(board, entry[key]))
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(name, f"it holds no whole atlas: {error}") from None
        if json.loads(results.as_text()) != data:
            raise InputError(name, "its outcomes are not those that follow from its attempts")
        return results

    def _entry(self, position: Position, proved: Mapping[Position, ProvedOpening]) -> dict[str, Any]:
        """Return what is known of an opening as JSON: what follows from all attempts, then the best attempt at it."""
        best = self.best(position)
        names = self.board.names
        entry: dict[str, Any] = {"position": position.text, "x": names(position.x), "o": names(position.o)}
        entry |= proved_as_json(proved.get(position))
        if position.stones == REPLIES:
            return entry
        entry |= {"attempt": None if best is None else best.as_json()}
        repeated = self.repeatable(position)
        return entry | ({} if repeated is None or repeated is best else {"repeated": repeated.as_json()})


def proved_as_json(proved: ProvedOpening | None) -> dict[str, Any]:
    """Return an outcome as JSON; the number of plies is null if the outcome is unknown."""
    if proved is None:
        return {"outcome": "unknown", "plies": None}
    return {"outcome": "draw" if proved.winner is None else f"{proved.winner} wins", "plies": proved.plies}


def _proved_from_json(position: Position, entry: Mapping[str, Any]) -> ProvedOpening | None:
    outcome = _text(entry, "outcome")
    if outcome == "unknown":
        return None
    if outcome not in WINNERS:
        raise ValueError(f"{outcome} is no outcome")
    plies = _count(entry, "plies")
    if not 0 < plies <= len(position.empty_cells()):
        raise ValueError(f"{position.text} cannot be won in {plies} plies")
    return ProvedOpening(WINNERS[outcome], plies)


def _later_from_json(board: Board, entry: Mapping[str, Any], key: str, stones: Collection[int]) -> dict[str, int]:
    """Return the plies from later positions, by their texts."""
    found = entry.get(key, {})
    if not isinstance(found, dict):
        raise ValueError(f"its {key} are no object")  # noqa: TRY004 - what is read is wrong, not a call
    for text in found:
        later = board.position(text)
        is_one = later.stones in stones and later == later.canonical() and not later.is_over
        if not is_one or not 0 < _count(found, text) <= len(later.empty_cells()):
            raise ValueError(f"{later.text} is none of its {key}")
    return found


def _text(entry: Mapping[str, Any], key: str) -> str:
    value = entry.get(key)
    if not isinstance(value, str):
        raise ValueError(f"it has no {key}")  # noqa: TRY004 - what is read is wrong, not a call
    return value


def _side(entry: Mapping[str, Any], key: str) -> Side:
    value = _text(entry, key)
    for side in SIDES:
        if value == side:
            return side
    raise ValueError(f"{value} is no side")


def _ending(entry: Mapping[str, Any]) -> SearchEnding | None:
    ended = entry.get("ended")
    if ended not in {None, *get_args(SearchEnding)}:
        raise ValueError(f"{ended} is no end of a search")
    return cast("SearchEnding | None", ended)


def _count(entry: Mapping[str, Any], key: str) -> int:
    value = entry.get(key)
    if type(value) is not int or value < 0:
        raise ValueError(f"it has no {key}")
    return value


def _seconds(entry: Mapping[str, Any], key: str) -> float:
    value = entry.get(key)
    if not isinstance(value, int | float) or not 0 <= value < math.inf:
        raise ValueError(f"it has no {key}")
    return float(value)


def _by_moves(position: Position, found: Mapping[Position, ProvedOpening]) -> ProvedOpening | None:
    """Return the outcome of a position as it follows from those of its moves; None if they are not enough."""
    after: list[ProvedOpening | None] = []
    for cell in position.legal_moves():
        then = position.play(cell)
        after.append(ProvedOpening(then.winner, 0) if then.is_over else found.get(then.canonical()))
    known = [one for one in after if one is not None]
    wins = [one.plies for one in known if one.winner == position.to_move]
    if wins:
        return ProvedOpening(position.to_move, 1 + min(wins))
    if len(known) < len(after):
        return None
    if any(one.winner is None for one in known):
        return ProvedOpening(None, len(after))
    return ProvedOpening(known[0].winner, 1 + max(one.plies for one in known))


def _better_known(position: Position, one: ProvedOpening | None, other: ProvedOpening) -> ProvedOpening:
    """Return the one of two outcomes of a position that bounds its plies more tightly."""
    if one is None:
        return other
    if one.winner != other.winner:
        raise RuntimeError(f"{position.text}: attempts contradict each other: {one}, {other}")
    return min(one, other, key=lambda proved: proved.plies)
