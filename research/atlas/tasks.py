"""Run one task of the atlas in a worker process: an attempt at an opening, or the composition of a certificate."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from atlas.attempts import OpeningTask, attempt_opening
from atlas.composition import CompositionTask, WinningReplyTask, compose_opening

if TYPE_CHECKING:
    from atlas.attempts import OpeningAttempt

AtlasTask: TypeAlias = OpeningTask | CompositionTask | WinningReplyTask


def run_atlas_task(task: AtlasTask) -> tuple[OpeningAttempt, bytes | None]:
    """Do a task, and return what it found, and the certificate of a search that proved something.

    Raises:
        ProofError: the checker does not verify a certificate.
        InputError: the task names no position, or a bound is out of range.
    """
    if isinstance(task, OpeningTask):
        return attempt_opening(task)
    return compose_opening(task), None
