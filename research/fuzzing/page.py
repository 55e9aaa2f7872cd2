"""The page of the campaigns, docs/maintainers/fuzzing.md, made of the journals, so that a test can compare the two."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from experiments.common.pages import filled, table
from fuzzing.batches import next_input, quiet_seconds, read_batches
from fuzzing.campaigns import Guided, campaigns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fuzzing.batches import Batch
    from fuzzing.campaigns import Campaign

PROSE = Path(__file__).with_name("page.md")
MADE_OF = "<!-- Made by `make fuzz ARGS='--minutes 0 --publish'` of research/fuzzing/page.md and its journals. -->"
HEADINGS = ("campaign", "inputs", "faults")
GUIDED_HEADINGS = ("campaign", "tests", "inputs", "edges", "faults")


def page(journals: Path) -> str:
    """Return the page of the journals of a folder."""
    known = list(campaigns().values())
    batches = {campaign.name: read_batches(journals / f"{campaign.name}.jsonl") for campaign in known}
    guided = [campaign for campaign in known if isinstance(campaign, Guided)]
    numbered = [campaign for campaign in known if not isinstance(campaign, Guided)]
    tried = [batch for each in batches.values() for batch in each]
    values = {
        "numbered": table(HEADINGS, [_row(campaign, batches[campaign.name]) for campaign in numbered]),
        "guided": table(GUIDED_HEADINGS, [_row(campaign, batches[campaign.name]) for campaign in guided]),
        "numbered_limits": _limits(numbered),
        "guided_limits": _limits(guided),
        "quiet": f"{min(quiet_seconds(batches[campaign.name]) for campaign in guided) / 60:.1f}",
        "log_lines": _log_lines(tried),
        "hours": f"{sum(batch.seconds for batch in tried) / 3600:.2f}",
    }
    return f"{MADE_OF}\n\n{filled(PROSE.read_text(encoding='utf-8'), values)}"


def _row(campaign: Campaign, batches: Sequence[Batch]) -> tuple[str, ...]:
    """Return the row of a campaign."""
    counted = [batch.counts for batch in batches]
    kinds = {
        ("crash", "crashes"): sum(counts.crashes for counts in counted),
        ("hang", "hangs"): sum(counts.hangs for counts in counted),
        ("of memory", "of memory"): sum(counts.memory for counts in counted),
    }
    faults = ", ".join(f"{number} {kind[number > 1]}" for kind, number in kinds.items() if number) or "0"
    name, inputs = f"`{campaign.name}`", f"{next_input(batches):,}"
    if not isinstance(campaign, Guided):
        return name, inputs, faults
    return name, campaign.tests, inputs, f"{max((counts.edges or 0 for counts in counted), default=0):,}", faults


def _limits(chosen: Sequence[Campaign]) -> str:
    """Return the least and the most seconds and memory that an input of these campaigns may take."""
    seconds, mebibytes = zip(*(campaign.limits for campaign in chosen), strict=True)
    return f"{min(seconds):,} to {max(seconds):,} s and {min(mebibytes):,} to {max(mebibytes):,} MiB"


def _log_lines(batches: Sequence[Batch]) -> str:
    """Return the lines of the log and the inputs that caused them, of the batches that counted both."""
    counted = [batch.counts for batch in batches if batch.counts.log_lines is not None]
    lines = sum(counts.log_lines or 0 for counts in counted)
    return f"{lines:,} lines to their log for {sum(counts.inputs for counts in counted):,} requests and messages"
