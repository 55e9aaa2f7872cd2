"""The findings about an engine: for each rule of docs/ugi.md whether the engine keeps it, and if not, the evidence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hyperoxo.game import JSON
    from hyperoxo.ugi.compliance.rules import ComplianceRule


class Severity(StrEnum):
    """The severity of a finding."""

    RIGHT = "right"
    """The rule is kept."""
    ADVICE = "advice"
    """The rule is kept, but something could be better."""
    WRONG = "wrong"
    """The rule is broken: the engine does not follow the protocol."""


@dataclass(frozen=True, slots=True)
class ComplianceFinding:
    """A finding about one rule.

    Attributes:
        rule: the rule.
        level: its severity.
        text: what is wrong, or could be better; empty if the rule is kept.
        sent: the last line sent to the engine before.
        came: the last lines that the engine answered.
    """

    rule: ComplianceRule
    level: Severity
    text: str = ""
    sent: str = ""
    came: tuple[str, ...] = ()

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
    """The report about an engine.

    Attributes:
        command: the engine as it was typed.
        board: the board of the checks.
        name: its `id name`; empty without one.
        findings: in the order of the rules.
    """

    command: str
    board: str
    name: str
    findings: tuple[ComplianceFinding, ...]

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
