"""What is found out about an engine: for each rule of docs/ugi.md whether it is kept, and if not, what was said."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hyperoxo.game import JSON
    from hyperoxo.ugi.compliance.rules import ComplianceRule


class Severity(StrEnum):
    """How much a finding matters."""

    RIGHT = "right"
    """The rule is kept."""
    ADVICE = "advice"
    """Nothing is wrong, but something could be better."""
    WRONG = "wrong"
    """The rule is broken: the engine does not follow the protocol."""


@dataclass(frozen=True, slots=True)
class ComplianceFinding:
    """What was found out about one rule.

    Attributes:
        rule: the rule.
        level: how much it matters.
        text: what is wrong, or could be better; empty where nothing is.
        sent: the last line that the engine was sent before.
        came: the last lines that came from it then.
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
    """All that was found out about an engine.

    Attributes:
        command: the engine as it was typed.
        board: the board that it was asked to play.
        name: what it calls itself; empty if it does not send.
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
