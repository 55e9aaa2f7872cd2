"""Compliance checks of an engine, for its author; they require nothing beyond docs/formats/ugi.md."""

from hyperoxo.ugi.compliance.checks import check_engine
from hyperoxo.ugi.compliance.rules import RULES, ComplianceFinding, ComplianceReport, ComplianceRule, Severity

__all__ = ["RULES", "ComplianceFinding", "ComplianceReport", "ComplianceRule", "Severity", "check_engine"]
