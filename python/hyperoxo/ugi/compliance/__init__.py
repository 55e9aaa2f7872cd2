"""What is right and what is wrong with an engine, for its author.

    rules        what is asked of an engine
    findings     what is found out, rule by rule
    transcript   a conversation that is written down
    examination  the conversation with the engine that is checked, and what is noted of it
    checks       how each rule is checked

An engine is never asked for more than docs/ugi.md asks.
"""

from hyperoxo.ugi.compliance.checks import check_engine
from hyperoxo.ugi.compliance.findings import ComplianceFinding, ComplianceReport, Severity
from hyperoxo.ugi.compliance.rules import RULES, ComplianceRule

__all__ = ["RULES", "ComplianceFinding", "ComplianceReport", "ComplianceRule", "Severity", "check_engine"]
