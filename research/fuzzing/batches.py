"""The journal of a campaign: a line for each batch of inputs that was tried, from which the next run continues."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from journals import JournalFile, take_entries

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts of a batch.

    Attributes:
        inputs: inputs that were tried.
        edges: edges of the code that the campaign has covered by its end; None where they are not measured.
        crashes: inputs that ended in another way than by an answer or an error for people, or with a false answer.
        hangs: inputs that took longer than their documented limit.
        memory: inputs that needed more memory than documented; batches, where a campaign cannot tell which input did.
        log_lines: lines that the server has written to its log; None where they are not counted.
    """

    inputs: int
    edges: int | None = None
    crashes: int = 0
    hangs: int = 0
    memory: int = 0
    log_lines: int | None = None

    @property
    def faults(self) -> int:
        """All that failed."""
        return self.crashes + self.hangs + self.memory

    def __str__(self) -> str:
        """Return what failed, in words."""
        failed = {"crashes": self.crashes, "hangs": self.hangs, "above the memory": self.memory}
        return ", ".join(f"{what}: {number}" for what, number in failed.items() if number) or "no faults"


@dataclass(frozen=True, slots=True)
class Batch:
    """A batch, as the journal holds it.

    Attributes:
        first: the number of its first input, from 0.
        seed: its seed.
        counts: what happened.
        seconds: processor seconds that it took.
        commit: the version of the code; `-dirty` if code was changed since that commit.
        fresh: whether the campaign has begun without the inputs that it gathered before, as on another machine.
    """

    first: int
    seed: int
    counts: Counts
    seconds: float
    commit: str
    fresh: bool = False


MAX_NUMBER = 2**53
"""A count is below this, so that it is exact in any program that reads JSON."""


class Journal(JournalFile):
    """The journal of a campaign.

    Attributes:
        batches: what it holds.
    """

    def __init__(self, path: Path) -> None:
        self.batches: list[Batch] = []
        super().__init__(path)

    def add(self, batch: Batch) -> None:
        """Add a batch.

        Raises:
            OSError: it cannot be written.
        """
        entry = asdict(batch) | asdict(batch.counts)
        left_out = {"counts"} if batch.fresh else {"counts", "fresh"}
        self._write({key: value for key, value in entry.items() if key not in left_out})
        self.batches.append(batch)

    def _take_entry(self, entry: Any) -> None:  # noqa: ANN401 - what a line of the file holds
        self.batches.append(_read(entry))


def read_batches(path: Path) -> list[Batch]:
    """Return the whole batches of a journal, which another run may be writing; an absent file has none.

    Raises:
        InputError: it is not a journal.
    """
    batches: list[Batch] = []
    lines = path.read_bytes().split(b"\n")[:-1] if path.is_file() else []
    take_entries(path, lines, lambda entry: batches.append(_read(entry)))
    return batches


def _read(entry: Any) -> Batch:  # noqa: ANN401 - what a line of the file holds
    # The first batches lack what has been counted since.
    counts = Counts(**{name: entry[name] for name in Counts.__slots__ if name in entry})
    batch = Batch(entry["first"], entry["seed"], counts, entry["seconds"], entry["commit"], entry.get("fresh", False))
    for number in (batch.first, batch.seed, counts.inputs, counts.edges or 0, counts.faults, batch.seconds):
        if not 0 <= number < MAX_NUMBER:
            raise ValueError(f"not a count: {number!r}")
    return batch


def next_input(batches: Sequence[Batch]) -> int:
    """Return the number of the input with which the next batch begins."""
    return max((batch.first + batch.counts.inputs for batch in batches), default=0)


def quiet_seconds(batches: Sequence[Batch]) -> float:
    """Return the processor seconds since the last batch that brought a new edge.

    A campaign that begins without its inputs first reaches known edges again: they are new to it.
    """
    most, quiet = 0, 0.0
    for batch in batches:
        edges = batch.counts.edges or 0
        most = 0 if batch.fresh else most
        quiet = 0.0 if edges > most else quiet + batch.seconds
        most = max(most, edges)
    return quiet
