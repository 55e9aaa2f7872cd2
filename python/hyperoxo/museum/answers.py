"""One question, several answers: what the historical programs play in a position, each in its own notation.

>>> [(each.player, each.written) for each in answers("3x3") if each.move]
[('delphi', 'field 1'), ('magic-square', 'number 5'), ('fignition', 'square 0'), ('oxo:level=6', '22')]
"""

from __future__ import annotations

import tomllib
import typing
from dataclasses import dataclass
from functools import cache
from importlib import resources

from hyperoxo.coach import deed
from hyperoxo.errors import Cancelled, MoveError, PlayerError
from hyperoxo.game import Game
from hyperoxo.json_shape import JsonShape
from hyperoxo.players import Control, player
from hyperoxo.players.decision import statement
from hyperoxo.players.historic.fignition import RING
from hyperoxo.players.historic.ibm1620.reasons import LevelReasons
from hyperoxo.players.historic.ibm1620.tables import members
from hyperoxo.players.historic.magic_square.numbers import NUMBERS
from hyperoxo.players.registry import HISTORICAL, as_player
from hyperoxo.position_json import PositionReached, position_reached

if typing.TYPE_CHECKING:
    from collections.abc import Iterable

    from hyperoxo._core import Board, Position
    from hyperoxo.players import Player

YARDSTICK = "oxo:level=6"
"""The player of today that answers, too."""
PROGRAMS = (*HISTORICAL, YARDSTICK)
"""The players that always answer."""
_SEEDS = range(1, 9)
"""The seeds with which a player is asked whose choice may depend on them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramAnswer(JsonShape):
    """What a player plays in a position, and why."""

    player: str
    """The full name of the player."""
    move: str | None
    """The cell that it plays; none if it does not move."""
    moves: tuple[str, ...]
    """All cells that it may play, by its random numbers."""
    written: str
    """The cell as the program's document writes it: `square 20`."""
    sentence: str
    """Why it plays there, or why it does not move."""
    marks: dict[str, str]
    """Short texts on cells, by the cells' names."""
    lines: tuple[tuple[str, ...], ...] = ()
    """The lines that the move completes, blocks or then threatens to complete, each by its cells."""
    table: tuple[str, ...] = ()
    """The cells that the IBM 1620's program had marked in its Intersection Table when it found the move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionAnswered(PositionReached):
    """A position, and what players play in it."""

    answers: tuple[ProgramAnswer, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerAt(PositionReached):
    """A position of a program, and its answer there."""

    answer: ProgramAnswer


@dataclass(frozen=True, slots=True, kw_only=True)
class FiveAnswers(JsonShape):
    """A question that each program answers on its own board."""

    key: str
    title: str
    question: str
    answers: tuple[AnswerAt, ...]


def answers(
    game: Game | Position | Board | str, players: Iterable[Player | str] = (), control: Control | None = None
) -> tuple[ProgramAnswer, ...]:
    """Return what the five historical programs, the house player's level 6 and other players play in a position.

    Args:
        game: the game, the position to move in, or an empty board; a program may look at more than the position.
        players: the other players, or their names.
        control: ends it early; a player that has not answered by then says so.

    Raises:
        MoveError: the game is over.
        PlayerError: there is no such player.
    """
    return answered(game if isinstance(game, Game) else Game(game), (*PROGRAMS, *players), control).answers


def answered(game: Game, players: Iterable[Player | str], control: Control | None = None) -> PositionAnswered:
    """Return a position with the answers of players, as `answers` finds them."""
    if game.is_over:
        raise MoveError(str(game.board), f"the game is over: {game.result}")
    found = tuple(answer(as_player(each), game, control) for each in players)
    return PositionAnswered(**position_reached(game).by_name(), answers=found)


def _written(program: str, cell: int, board: Board) -> str:
    """Return a cell as a program's document writes it; where there is none, as we do."""
    match program:
        case "atari-st":
            return f"square {cell + 1}"
        case "delphi":
            return f"field {cell + 1}"
        case "magic-square":
            return f"number {NUMBERS[cell]}"
        case "fignition":
            return f"square {RING.index(cell)}"
        case _:
            return board.name(cell)


def answer(asked: Player, game: Game, control: Control | None = None) -> ProgramAnswer:
    """Return what one player plays in a game that is not over; if `control` ends its time first, that it does not."""
    board, seeds = game.board, _SEEDS[:1] if asked.kind.ignores_seed(asked.options) else _SEEDS
    control, found = control or Control(), []
    try:
        for seed in seeds:
            control.check()  # starting a player takes time, too
            found.append(asked.reasoned_move(game, seed=seed, control=control))
    except (Cancelled, PlayerError) as error:
        why_not = "it has not answered in time"
        if isinstance(error, PlayerError):
            why_not = error.reason.removeprefix("makes no move: ")
        return ProgramAnswer(player=asked.name, move=None, moves=(), written="", sentence=why_not, marks={})
    said, reasons = statement(game.position, found[0]), found[0].reasons
    marked = reasons.intersections()[0].get(reasons.table or 0, 0) if isinstance(reasons, LevelReasons) else 0
    return ProgramAnswer(
        player=asked.name,
        move=board.name(found[0].cell),
        moves=tuple(dict.fromkeys(board.name(each.cell) for each in found)),
        written=_written(asked.kind.name, found[0].cell, board),
        sentence=said.sentence,
        marks=said.marks,
        lines=tuple(tuple(map(board.name, line)) for line in deed(game.position, found[0].cell).lines),
        table=tuple(map(board.name, members(marked))),
    )


@cache
def five_answers() -> tuple[FiveAnswers, ...]:
    """Return the four questions, with the answer of each program on its own board."""
    text = (resources.files(__package__) / "five_answers.toml").read_text("utf-8")
    return tuple(
        FiveAnswers(**each, answers=tuple(_answer_at(name, *given) for name, given in games.items()))
        for each in tomllib.loads(text)["questions"]
        for games in [each.pop("games")]
    )


def _answer_at(name: str, board: str, moves: str) -> AnswerAt:
    game = Game(board, moves)
    return AnswerAt(**position_reached(game).by_name(), answer=answer(player(name), game))
