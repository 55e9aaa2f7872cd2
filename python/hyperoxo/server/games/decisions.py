"""A computer's decision in a live game: asked of the scheduler until it is made, and a crash if the player fails."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from hyperoxo import Ending, InputError
from hyperoxo.server.errors import Busy
from hyperoxo.server.workers.jobs import DecisionMade
from hyperoxo.server.workers.scheduler import Priority

if TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo.players import Progress
    from hyperoxo.server.workers.jobs import DecisionJob
    from hyperoxo.server.workers.scheduler import JobScheduler
    from hyperoxo.server.workers.sessions import ComputerSeat

BUSY_PAUSE = 1.0
"""Seconds until a scheduler that was too busy is asked again."""
FAILED = DecisionMade(None, Ending.CRASH, sentence="the player has failed")
"""The decision of a player that gave none."""
_log = logging.getLogger(__name__)


async def decide(
    scheduler: JobScheduler, client: str, job: DecisionJob, on_progress: Callable[[ComputerSeat, Progress], None]
) -> DecisionMade:
    """Return what the computer decides, on behalf of a client."""
    while True:
        try:
            return await scheduler.run(
                client,
                job,
                priority=Priority.MOVE,
                seconds=job.seconds,
                on_report=lambda progress: on_progress(job.seat, progress),
            )
        except Busy:
            await asyncio.sleep(BUSY_PAUSE)
        except InputError as error:
            return DecisionMade(None, Ending.CRASH, sentence=error.reason)
        except Exception:
            _log.exception("%s could not be asked", job.seat.player)
            return FAILED
