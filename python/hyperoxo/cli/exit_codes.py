"""The exit codes of `oxo`; scripts rely on these numbers."""

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType


class ExitCode(IntEnum):
    """Exit codes of every command; shells use 130 for a program that Ctrl-C ended."""

    DONE = 0
    NO = 1
    USAGE = 2
    UNKNOWN = 3
    MALFORMED = 4
    INTERRUPTED = 130


MEANINGS: Mapping[ExitCode, str] = MappingProxyType(
    {
        ExitCode.DONE: "The work is done; a proof is verified.",
        ExitCode.NO: "The answer is no: refuted, rejected, lost; or the player failed to give a move.",
        ExitCode.USAGE: "The command line or the input is refused, with the reason on standard error.",
        ExitCode.UNKNOWN: "Out of time or memory; the answer is unknown.",
        ExitCode.MALFORMED: "A file is malformed.",
        ExitCode.INTERRUPTED: "Ctrl-C was typed.",
    }
)
"""The meaning of each code, as the manual pages have it."""
COMMON_CODES: Mapping[ExitCode, str] = MappingProxyType(
    {ExitCode.DONE: "done", ExitCode.USAGE: "bad usage or input", ExitCode.INTERRUPTED: "Ctrl-C"}
)
"""The meaning of the codes of every command, as its help has it."""
CODES_OF_FINDINGS: Mapping[str, ExitCode] = MappingProxyType(
    {
        "verified": ExitCode.DONE,
        "rejected": ExitCode.NO,
        "out of resources": ExitCode.UNKNOWN,
        "malformed": ExitCode.MALFORMED,
    }
)
"""The code for each kind of verdict on a proof (`hyperoxo.solver.verify.Finding`)."""
