"""What the museum's programs play: jobs apart from the others, since only their processes load all programs."""

from __future__ import annotations

import typing

from hyperoxo.museum.answers import FiveAnswers, PositionAnswered, answered, five_answers
from hyperoxo.players.registry import registered_files

if typing.TYPE_CHECKING:
    from hyperoxo.game import Game
    from hyperoxo.server.workers.jobs import JobContext


def ask_questions(context: JobContext[None]) -> list[FiveAnswers]:  # noqa: ARG001 - a job has one
    """Return each question with the answers of the five programs."""
    return list(five_answers())


def ask_everywhere(context: JobContext[None], *, game: Game) -> PositionAnswered:
    """Return what the programs play in a position, and the files that the server offers, as far as the time allows."""
    return answered(game, [kind.player() for kind in registered_files()], context.control.silent)
