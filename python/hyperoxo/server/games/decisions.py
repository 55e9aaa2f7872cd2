"""A computer's decisions and final remark in a live game, as the scheduler finds them.

A decision is asked for until it is made, and a player that fails has crashed; a remark that fails is logged.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from hyperoxo import Ending, HyperoxoError, InputError
from hyperoxo.server.errors import Busy
from hyperoxo.server.messages import games
from hyperoxo.server.workers.jobs import DecisionMade
from hyperoxo.server.workers.scheduler import Priority

if TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo.players import Progress
    from hyperoxo.server.clients import Client
    from hyperoxo.server.workers.jobs import DecisionJob, FinalRemarkJob
    from hyperoxo.server.workers.scheduler import JobScheduler
    from hyperoxo.server.workers.sessions import ComputerSeat

BUSY_PAUSE = 1.0
"""Seconds until a scheduler that was too busy is asked again."""
FAILED = DecisionMade(None, Ending.CRASH, sentence="the player has failed")
"""The decision of a player that gave none."""
_log = logging.getLogger(__name__)


async def decide(
    scheduler: JobScheduler, client: Client, job: DecisionJob, on_progress: Callable[[ComputerSeat, Progress], None]
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


async def final_remark(scheduler: JobScheduler, client: Client, job: FinalRemarkJob) -> games.MoveNote | None:
    """Return the final remark of a computer, None if it makes none or fails, so that the other is asked too."""
    player = job.seat.player
    try:
        made = await scheduler.run(client, job, priority=Priority.MOVE, seconds=job.seconds)
        if made is not None:
            note = games.MoveNote(reasons=made.reasons or None, sentence=made.sentence, remark=made.remark)
            note.model_dump_json()  # fails for what no message can hold
            return note
    except HyperoxoError as error:
        _log.warning("%s has made no final remark on its game: %s", player, error)
    except Exception:
        _log.exception("%s could not be asked for its final remark", player)
    return None
