"""The page of the campaigns, docs/maintainers/fuzzing.md, made of the journals, so that a test can compare the two."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from experiments.common.pages import filled, table
from fuzzing.batches import next_input, quiet_seconds, read_batches
from fuzzing.campaigns import campaigns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fuzzing.batches import Batch

PROSE = Path(__file__).with_name("page.md")
MADE_OF = "<!-- Made by `make fuzz ARGS='--minutes 0 --publish'` of research/fuzzing/page.md and its journals. -->"
HEADINGS = (
    "campaign",
    "tests",
    "inputs",
    "of",
    "edges",
    "quiet min",
    "crashes",
    "hangs",
    "memory",
    "log lines",
    "limits",
    "processor min",
)


def page(journals: Path) -> str:
    """Return the page of the journals of a folder."""
    rows, minutes = [], 0.0
    for campaign in campaigns().values():
        batches = read_batches(journals / f"{campaign.name}.jsonl")
        edges = max((batch.counts.edges or 0 for batch in batches), default=0)
        own = sum(batch.seconds for batch in batches) / 60
        minutes += own
        seconds, mebibytes = campaign.limits
        rows.append(
            (
                f"`{campaign.name}`",
                campaign.tests,
                f"{next_input(batches):,}",
                f"{campaign.wanted:,}",
                f"{edges:,}" if campaign.measures_edges else "",
                f"{quiet_seconds(batches) / 60:.1f}" if campaign.measures_edges else "",
                sum(batch.counts.crashes for batch in batches),
                sum(batch.counts.hangs for batch in batches),
                sum(batch.counts.memory for batch in batches),
                _log_lines(batches),
                f"{seconds:,} s, {mebibytes:,} MiB",
                f"{own:.1f}",
            )
        )
    values = {"campaigns": table(HEADINGS, rows), "hours": f"{minutes / 60:.2f}"}
    return f"{MADE_OF}\n\n{filled(PROSE.read_text(encoding='utf-8'), values)}"


def _log_lines(batches: Sequence[Batch]) -> str:
    """Return the lines of the log and the inputs that caused them, of the batches that counted both."""
    counted = [batch.counts for batch in batches if batch.counts.log_lines is not None]
    lines = sum(counts.log_lines or 0 for counts in counted)
    return f"{lines:,} in {sum(counts.inputs for counts in counted):,}" if counted else ""
