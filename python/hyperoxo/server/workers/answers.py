"""What the museum's programs play: jobs apart from the others, since only their processes load all programs."""

from __future__ import annotations

import typing

from hyperoxo.museum.answers import PROGRAMS, FiveAnswers, PositionAnswered, answered, five_answers
from hyperoxo.players.registry import registered_files

if typing.TYPE_CHECKING:
    from hyperoxo.game import Game
    from hyperoxo.players import Player
    from hyperoxo.server.workers.jobs import JobContext

DELPHI = "delphi"


def ask_questions(context: JobContext[None]) -> list[FiveAnswers]:  # noqa: ARG001 - a job has one
    """Return each question with the answers of the five programs."""
    return list(five_answers())


def ask_everywhere(context: JobContext[None], *, game: Game, delphi: bool | None) -> PositionAnswered:
    """Return what players play in a position, as far as the time allows: the programs, and the files of the server.

    Delphi's program analyses, so it can be asked alone, or left out.
    """
    players: list[str | Player] = [*PROGRAMS, *(kind.player() for kind in registered_files())]
    asked = [each for each in players if delphi is None or (each == DELPHI) is delphi]
    return answered(game, asked, context.control.silent)
