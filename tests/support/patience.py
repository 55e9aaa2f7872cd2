"""How long a test waits for what must come: nothing is measured, so only what hangs may take as long.

`HYPEROXO_PATIENCE=900` gives a very slow machine more.
"""

from __future__ import annotations

import asyncio
import os
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATIENCE = float(os.environ.get("HYPEROXO_PATIENCE", "240"))
"""Seconds."""
PAUSE = 0.005
"""Seconds between two looks."""


def until(come_true: Callable[[], object], pause: Callable[[], object] = lambda: time.sleep(PAUSE)) -> None:
    """Wait until a condition is true, with pauses for what has to happen first."""
    for _ in looks(come_true):
        pause()


async def soon(come_true: Callable[[], object]) -> None:
    """Run the event loop until a condition is true."""
    for _ in looks(come_true):
        await asyncio.sleep(PAUSE)


def looks(come_true: Callable[[], object]) -> Iterator[None]:
    """Yield until a condition is true; in the end, fail with the lines that wait for it, which pytest shows."""
    for _ in range(round(PATIENCE / PAUSE)):
        if come_true():
            return
        yield
    raise AssertionError(f"after {PATIENCE:g} s, this is still not true: {come_true}")
