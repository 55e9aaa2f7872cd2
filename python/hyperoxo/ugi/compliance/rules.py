"""What docs/ugi.md asks of an engine, as far as it can be tried from outside."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """What docs/ugi.md asks of an engine.

    Attributes:
        name: how programs know it.
        section: the heading of docs/ugi.md under which it stands.
        text: the rule, as a sentence about "it", the engine.
    """

    name: str
    section: str
    text: str


_TURNS = "Who says what, and when"
INTRODUCTION = Rule("introduction", _TURNS, "It answers ugi with its name, its options and ugiok.")
READINESS = Rule("readiness", _TURNS, "It answers isready with readyok, and says nothing unasked.")
UNKNOWN = Rule(
    "unknown", _TURNS, "It goes on after a command that it does not know, or an option that it does not have."
)
OPTIONS = Rule("options", "Options", "It takes every option that it offers, with the default that it offers.")
BOARDS = Rule(
    "board", "Boards and cells", "It takes the board as the option Board; without that option it plays 4x4x4."
)
QUERIES = Rule("query", "query", "It answers queries of the position: gameover, p1turn and result.")
MOVES = Rule(
    "bestmove", "bestmove", "It answers each go with one bestmove: a free cell, or a word that stands for none."
)
INFORMATION = Rule("info", "info", "What it tells in info can be read, and its lines can be played.")
LIMITS = Rule("limits", "go", "It keeps to movetime, nodes, depth and clocks.")
STOPPING = Rule("stop", "go", "It searches until stop if it is told to, goes on listening, and then answers at once.")
LEAVING = Rule("end", "The end", "It ends after quit and at the end of its input, and leaves no process behind.")
STRANGE = Rule("lines", "Lines", "It says what the protocol has; clients pass over the rest.")

RULES = (
    *(INTRODUCTION, READINESS, UNKNOWN, OPTIONS, BOARDS, QUERIES, MOVES, INFORMATION, LIMITS, STOPPING, LEAVING),
    STRANGE,
)
"""All the rules that are tried."""
