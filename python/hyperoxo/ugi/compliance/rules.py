"""The rules of docs/ugi.md for engines that can be checked from outside."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ComplianceRule:
    """A rule of docs/ugi.md for engines.

    Attributes:
        name: its name for programs.
        section: the heading of its section in docs/ugi.md.
        text: the rule, as a sentence about "it", the engine.
    """

    name: str
    section: str
    text: str


_TURNS = "Commands and answers"
INTRODUCTION = ComplianceRule("introduction", _TURNS, "It answers ugi with its name, its options and ugiok.")
READINESS = ComplianceRule("readiness", _TURNS, "It answers isready with readyok, and says nothing unasked.")
UNKNOWN = ComplianceRule(
    "unknown", _TURNS, "It goes on after a command that it does not know, or an option that it does not have."
)
OPTIONS = ComplianceRule("options", "Options", "It takes every option that it offers, with the default that it offers.")
BOARDS = ComplianceRule(
    "board", "Boards and cells", "It takes the board as the option Board; without that option it plays 4x4x4."
)
QUERIES = ComplianceRule("query", "query", "It answers queries of the position: gameover, p1turn and result.")
MOVES = ComplianceRule(
    "bestmove", "bestmove", "It answers each go with one bestmove: a free cell, or a word that stands for none."
)
INFORMATION = ComplianceRule("info", "info", "Its info can be read, and the lines in it can be played.")
LIMITS = ComplianceRule("limits", "go", "It keeps to movetime, nodes, depth and clocks.")
STOPPING = ComplianceRule(
    "stop", "go", "It searches until stop after go infinite, goes on listening, and then answers at once."
)
LEAVING = ComplianceRule(
    "end", "The end", "It ends after quit and at the end of its input, and leaves no process behind."
)
STRANGE = ComplianceRule("lines", "Lines", "It says what the protocol has; clients pass over the rest.")

RULES = (
    *(INTRODUCTION, READINESS, UNKNOWN, OPTIONS, BOARDS, QUERIES, MOVES, INFORMATION, LIMITS, STOPPING, LEAVING),
    STRANGE,
)
"""All rules that are checked."""
