"""Compliance checks of an engine, for its author.

    rules        the rules that an engine must follow
    findings     the results, rule by rule
    transcript   a recorded dialogue
    examination  the dialogue with the engine under test, and its findings
    checks       how each rule is checked

The checks require nothing beyond docs/ugi.md.
"""

from hyperoxo.ugi.compliance.checks import check_engine
from hyperoxo.ugi.compliance.findings import ComplianceFinding, ComplianceReport, Severity
from hyperoxo.ugi.compliance.rules import RULES, ComplianceRule

__all__ = ["RULES", "ComplianceFinding", "ComplianceReport", "ComplianceRule", "Severity", "check_engine"]
