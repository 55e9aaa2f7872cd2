"""The rules of docs/formats/ugi.md that can be checked from outside, and the findings about an engine, rule by rule."""

from __future__ import annotations

import typing
from dataclasses import dataclass
from enum import StrEnum

if typing.TYPE_CHECKING:
    from hyperoxo.game import JSON


class Severity(StrEnum):
    """The severity of a finding."""

    RIGHT = "right"
    """The rule is kept."""
    ADVICE = "advice"
    """The rule is kept, but something could be better."""
    WRONG = "wrong"
    """The rule is broken: the engine does not follow the protocol."""


@dataclass(frozen=True, slots=True)
class ComplianceRule:
    """A rule of docs/formats/ugi.md for engines that can be checked from outside."""

    name: str
    """For programs."""
    section: str
    """The heading of its section in docs/formats/ugi.md."""
    text: str
    """The rule, as a sentence about "it", the engine."""


RULES = {
    rule.name: rule
    for rule in (
        ComplianceRule("introduction", "Commands and answers", "It answers ugi with its name, its options and ugiok."),
        ComplianceRule(
            "readiness", "Commands and answers", "It answers isready with readyok, and says nothing unasked."
        ),
        ComplianceRule(
            "unknown",
            "Commands and answers",
            "It goes on after a command that it does not know, or an option that it does not have.",
        ),
        ComplianceRule("options", "Options", "It takes every option that it offers, with the default that it offers."),
        ComplianceRule(
            "board",
            "Boards and cells",
            "It takes the board as the option Board; without that option it plays 4x4x4.",
        ),
        ComplianceRule("query", "query", "It answers queries of the position: gameover, p1turn and result."),
        ComplianceRule(
            "bestmove",
            "bestmove",
            "It answers each go with one bestmove: a free cell, or a word that stands for none.",
        ),
        ComplianceRule("info", "info", "Its info can be read, and the lines in it can be played."),
        ComplianceRule("limits", "go", "It keeps to movetime, nodes, depth and clocks."),
        ComplianceRule(
            "stop",
            "go",
            "It searches until stop after go infinite, goes on listening, and then answers at once.",
        ),
        ComplianceRule(
            "end",
            "The end",
            "It ends after quit and at the end of its input, and leaves no process behind.",
        ),
        ComplianceRule("lines", "Lines", "It says what the protocol has; clients pass over the rest."),
    )
}
"""All rules that are checked, by name."""


@dataclass(frozen=True, slots=True)
class ComplianceFinding:
    """A finding about one rule."""

    rule: ComplianceRule
    level: Severity
    text: str = ""
    """What is wrong, or could be better; empty if the rule is kept."""
    sent: str = ""
    """The last line sent to the engine before."""
    came: tuple[str, ...] = ()
    """The last lines that the engine answered."""

    def as_json(self) -> dict[str, JSON]:
        """Return the finding for programs."""
        return {
            "rule": self.rule.name,
            "section": self.rule.section,
            "asks": self.rule.text,
            "level": self.level.value,
            "text": self.text,
            "sent": self.sent,
            "came": list(self.came),
        }


@dataclass(frozen=True, slots=True)
class ComplianceReport:
    """The report about an engine."""

    command: str
    """The engine as it was typed."""
    board: str
    name: str
    """Its `id name`; empty without one."""
    findings: tuple[ComplianceFinding, ...]
    """In the order in which they were made."""

    @property
    def is_compliant(self) -> bool:
        """Whether no rule is broken."""
        return all(finding.level is not Severity.WRONG for finding in self.findings)

    def as_json(self) -> dict[str, JSON]:
        """Return the report for programs."""
        return {
            "command": self.command,
            "board": self.board,
            "name": self.name,
            "compliant": self.is_compliant,
            "findings": [finding.as_json() for finding in self.findings],
        }
