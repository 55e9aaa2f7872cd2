"""Run one task of the atlas in a worker process: an attempt at an opening, or the composition of a certificate."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from atlas.attempts import OpeningTask, attempt_opening
from atlas.by_replies import RepliesTask, attempt_by_replies
from atlas.composition import CompositionTask, WinningReplyTask, compose_opening

if TYPE_CHECKING:
    from atlas.attempts import OpeningAttempt

AtlasTask: TypeAlias = OpeningTask | RepliesTask | CompositionTask | WinningReplyTask


def run_atlas_task(task: AtlasTask) -> tuple[OpeningAttempt, bytes | None, bytes | None]:
    """Do a task; return what it found, the certificate of a search that proved something, and what one left unfinished.

    Raises:
        ProofError: the checker does not verify a certificate.
        InputError: the task names no position, or a bound is out of range.
    """
    if isinstance(task, CompositionTask | WinningReplyTask):
        return compose_opening(task), None, None
    began = time.process_time() - (task.seconds if isinstance(task, RepliesTask) else 0)
    unfinished = None
    if isinstance(task, OpeningTask):
        found, certificate = attempt_opening(task)
    else:
        found, certificate, unfinished = attempt_by_replies(task)
    if isinstance(task, RepliesTask) or task.is_timed:
        found = replace(found, seconds=round(time.process_time() - began, 1))
    return found, certificate, unfinished
