"""What is right and what is wrong with an engine, told to whoever writes it.

    rules        what is asked of an engine
    findings     what is found out, rule by rule
    talk         a conversation that is written down
    checks       how each rule is tried

Nobody can be asked for more than docs/ugi.md asks.
"""

from hyperoxo.ugi.compliance.checks import check
from hyperoxo.ugi.compliance.findings import Finding, Level, Report
from hyperoxo.ugi.compliance.rules import RULES, Rule

__all__ = ["RULES", "Finding", "Level", "Report", "Rule", "check"]
