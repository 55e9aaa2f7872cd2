"""The lines that a server in a campaign's process writes to its log, printed so that the campaign can count them."""

from __future__ import annotations

import logging
import re

from hyperoxo.server.serve import RepeatFilter

MARK = "log: "


class _Printed(logging.Handler):
    """Prints each line of a record after the mark."""

    def emit(self, record: logging.LogRecord) -> None:
        for line in self.format(record).splitlines():
            print(MARK + line, flush=True)


def print_log() -> None:
    """Print from now on what `oxo serve` would write to its log, with the same limit of repeated records."""
    handler = _Printed(logging.WARNING)
    handler.addFilter(RepeatFilter())
    logging.getLogger().addHandler(handler)


def counted_lines(output: str) -> int:
    """Return how many lines of the log the output of a program has."""
    return len(re.findall(f"^{MARK}", output, re.MULTILINE))
