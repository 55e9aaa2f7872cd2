"""What is right and what is wrong with an engine, told to whoever writes it.

findings     what is found out, rule by rule
talk         a conversation that is written down
checks       the rules, and how each is tried
"""

from hyperoxo.ugi.compliance.checks import check
from hyperoxo.ugi.compliance.findings import Finding, Level, Report, Rule

__all__ = ["Finding", "Level", "Report", "Rule", "check"]
