"""What all benchmarks share: they assert counts, and print times beside the claimed ones, which they never assert."""

from __future__ import annotations

import statistics
import subprocess
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path


def expect(what: str, found: object, expected: object) -> None:
    """End the program if a count or a result is not the expected one."""
    if found != expected:
        raise SystemExit(f"{what}: {found}, expected {expected}")


def seconds(work: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    """Return the seconds of a call, by default of processor time."""
    began = clock()
    work()
    return clock() - began


def samples(work: Callable[[], object], count: int) -> list[float]:
    """Return the milliseconds on the wall of some calls."""
    return [1000 * seconds(work, time.perf_counter) for _ in range(count)]


def show(what: str, found: float, unit: str, *claims: float) -> None:
    """Print a figure, and its ratio to the claimed figure and to the goal."""
    ratios = (
        f"{found / claim:.2f} of {name} {claim:,.9g}" for name, claim in zip(("claimed", "goal"), claims, strict=False)
    )
    figure = f"{found:,.0f}" if found >= 1000 else f"{found:.3g}"
    print("; ".join([f"{what}: {figure} {unit}", *ratios]), flush=True)


def show_samples(what: str, taken: Sequence[float], *claims: float) -> None:
    """Print the median of milliseconds, what 95 of 100 are within, and the longest."""
    most = sorted(taken)[len(taken) * 95 // 100]
    details = f"median of {len(taken)}; 95 of 100 within {most:,.4g}, at most {max(taken):,.4g}"
    show(f"{what} ({details})", statistics.median(taken), "ms", *claims)


def output_of(*command: str | Path) -> str:
    """Return what one of our own programs prints."""
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout  # noqa: S603 - our own
