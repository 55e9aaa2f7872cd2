"""The exit codes of `oxo`; scripts rely on these numbers."""

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType


class ExitCode(IntEnum):
    """Exit codes of every command."""

    DONE = 0
    """The work is done; the proof is verified."""
    NO = 1
    """The answer is no: refuted, rejected, lost; or the player that was asked failed."""
    USAGE = 2
    """Bad usage or input, with a message on standard error."""
    UNKNOWN = 3
    """Out of time or memory; the answer is unknown."""
    MALFORMED = 4
    """A file is malformed."""
    INTERRUPTED = 130
    """Ctrl-C; shells use this number for a program that the signal ended."""


CODES_OF_FINDINGS: Mapping[str, ExitCode] = MappingProxyType(
    {
        "verified": ExitCode.DONE,
        "rejected": ExitCode.NO,
        "out of resources": ExitCode.UNKNOWN,
        "malformed": ExitCode.MALFORMED,
    }
)
"""The code for each kind of verdict on a proof (`hyperoxo.solver.verify.Finding`)."""
