"""What commands print for people and as JSON, with their exit codes: tables of command lines and answers."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from support.oxo_command import Oxo

WON_BY_X = "111 112 121 122 131 132 141"
PRINTED = {
    # ---- solve ----
    ("solve 3x3x3", 0): "3x3x3: X wins; X is to move\nproof: ...\nsearched: ...\n",
    ("solve 3x3x3 --moves 222", 0): "3x3x3: X wins; O is to move\nproof: ...\nsearched: ...\n",
    ("solve 4x4", 0): "4x4: a draw\nproof: ...\nsearched: ...\n",
    ("solve 4x4x4 --time 0", 3): "4x4x4: unknown; out of time with ...\nsearched: ...\n",
    ('solve 3x3x3 --moves "111 112 222 113"', 0): "...; at most 1 ply\nsearched: 1 position in ...\n",
    # ---- analyse: the upper row needs 13, and 31 loses to 23 ----
    (
        'analyse 3x3 --position "xx1oo4 x" --why 31',
        0,
    ): "3x3, X to move: W1, wins in 1 move (...)\n  W1     13\n...\n31 is L2: 31 23\n",
    ('analyse 3x3 --moves "11 21 12 22 13"', 0): "The game is over: there is nothing to analyse.\n",
    ("analyse 3x3 --why 11", 0): "...\n11 is D: no single game shows it; --depth 1 shows the proof\n",
    ('analyse 4x4x4 --moves "111 444 112 441" --time 0 --why 222', 0): (
        "...\n222 is ?: unknown so far; --time or --nodes sets a longer search\n"
    ),
    ("analyse 4x4x4 --time 0 --why 112 --depth 1", 0): "...\nNo proof was found in the time available.\n",
    ('analyse 3x3 --position "xo2x3o x" --why 21 --depth 1', 0): (
        "...\n21 is W3: 21 23 31\n  X threatens to complete a line with 23 and with 31; only one can be stopped.\n"
        "  a: stopped by 23, which completes a line: 13 31 32\n  b: stopped by 31, which completes a line: 23\n"
    ),
    ("analyse 3x3 --why 11 --depth 2", 0): (
        "...\n    b: stopped by 13: 22 33\n      22: X plays 13, the move of the proof\n..."
    ),
    ('analyse 3x3x3 --why "111 112"', 0): "...\nAfter 111 112 and the answers to it:\n  O wins by force: ...\n",
    # ---- move ----
    ('move fignition 3x3 --moves "22 12 13 11 31"', 0): 'no move: X wins (line)\n"I WIN!"\n',
    ('move random 3x3 --moves "11 21 12 22 13"', 0): "no move: X wins (line)\n",
    ("move ugi:false 3x3", 1): "no move: O wins (crash)\n...it ended with exit code 1...\n",
    # ---- lists ----
    ("info 3x3", 0): (
        "3x3: 9 cells, 8 lines of 3, 8 symmetries\n3 first moves up to symmetry:\n"
        "  11: 3 lines, 4 cells alike\n  12: 2 lines, 4 cells alike\n  22: 4 lines, 1 cell alone\n"
    ),
    ("info 3", 0): "3: 3 cells, 1 line of 3, 6 symmetries\n...",
    ("engines fignition", 0): "...\nPlays 3x3, only as first player.\n...",
    ("engines ibm1620", 0): "...\nPlays 4x4x4, 4x4x4x4.\n...",
    ("engines random", 0): "...\nPlays every board.\n...",
}
"""Command lines and exit codes, with what is printed; `...` stands for anything."""

ENDED: dict[str, Any] = {"move": None, "result": {"winner": "x", "ending": "line"}}
LOST: dict[str, Any] = {"move": None, "result": {"winner": "o", "ending": "line"}}
JSON: dict[tuple[str, int], dict[str, Any]] = {
    # ---- solve: with xx1oo4, X completes the upper row ----
    ('solve 3x3 --position "xx1oo4 x"', 0): {"position": "xx1oo4 x", "moves": "", "outcome": "win"},
    ("solve 3x3", 0): {"outcome": "draw", "winner": None},
    **{
        (f"solve 4x4x4 {budget} --threads 1 --memory 64", 3): {
            "outcome": "unknown",
            "winner": None,
            "certificate": None,
            "strategic": 0,
            "forced": 0,
        }
        for budget in ("--nodes 100000", "--time 0")
    },
    ('solve 4x4x4 --position "o6x11x22o21 x" --nodes 2000000 --attacker o', 0): {"winner": "o"},
    ('solve 4x4x4 --position "o6x11x22o21 x" --nodes 2000000 --attacker x', 3): {"outcome": "unknown"},
    ('solve 4x4x4 --position "o6x11x22o21 x" --nodes 2000000', 3): {"outcome": "unknown"},
    # ---- analyse ----
    ('analyse 3x3 --position "xx1oo4 x"', 0): {"position": "xx1oo4 x", "value": {"label": "W1"}},
    ('analyse 3x3 --moves "11 21 12 22 13"', 0): {"cells": {}},
    ("analyse 4x4x4 --time 0 --why 112", 0): {
        "why": {"cell": "112", "line": [], "replies": [], "value": None, "trees": None}
    },
    # ---- move ----
    # The person has 111, 222 and 333 of a long diagonal: level 3 blocks at its other end.
    ('move ibm1620 4x4x4 --moves "111 114 222 141 333"', 0): {"move": "444", "reasons": {"level": 3}},
    ("move ibm1620:rules=1620,pairs=inside-first", 0): {"player": "ibm1620:rules=1620", "board": "4x4x4"},
    ('move magic-square 3x3 --position "xx1oo4 x"', 0): {"position": "xx1oo4 x", "moves": "", "move": "13"},
    ('move magic-square 3x3 --position "xx1oo4 x" --moves 33', 0): {"moves": "33", "move": "23"},
    ('move random 3x3 --moves "11 12 13 22 21 23 32 31 33"', 0): {
        "move": None,
        "reasons": {},
        "result": {"winner": None, "ending": "full board"},
    },
    (f'move ibm1620 --moves "{WON_BY_X}"', 0): ENDED | {"reasons": {"level": 1}},
    (f'move atari-st --moves "{WON_BY_X}"', 0): ENDED,
    **{(f'move {name} --moves "444 {WON_BY_X}"', 0): LOST for name in ("ibm1620", "atari-st")},
    **{(f'move {name} 3x3 --moves "22 12 13 11 31"', 0): ENDED for name in ("fignition", "magic-square", "delphi")},
    **{(f'move {name} 3x3 --moves "11 22 12 13 33 31"', 0): LOST for name in ("magic-square", "delphi")},
    # ---- lists: a group too large to list is counted exactly ----
    ("info 16x16", 0): {"symmetries": 2**9 * 2 * 40320},
    ("engines fignition", 0): {"boards": {"3x3": ["first"]}},
}
"""Command lines and exit codes, with a part of the JSON."""


@pytest.mark.parametrize(("line", "code", "text"), [(*key, text) for key, text in PRINTED.items()])
def test_what_is_printed(oxo: Oxo, line: str, code: int, text: str) -> None:
    pattern = re.escape(text).replace(re.escape("..."), ".*")
    printed = oxo(*shlex.split(line), code=code)
    assert re.fullmatch(pattern, printed, re.DOTALL), printed


@pytest.mark.parametrize(("line", "code", "part"), [(*key, part) for key, part in JSON.items()])
def test_what_is_in_the_json(oxo: Oxo, line: str, code: int, part: dict[str, Any]) -> None:
    found = oxo.json(*shlex.split(line), code=code)
    assert {
        key: {name: found[key].get(name) for name in value} if isinstance(value, dict) and value else found[key]
        for key, value in part.items()
    } == part


KEYS = {
    "solve 3x3x3 --moves 222": "board moves outcome winner strategic forced plies nodes seconds certificate ended",
    "analyse 3x3x3 --moves 222": "board moves to_move value cells complete nodes seconds",
    "analyse 3x3x3 --why 222": "board moves to_move value cells complete nodes seconds why",
    'move ibm1620 --moves "111 114 222 141 333"': "player board moves move reasons",
    "info 3x3": "board sides line_length cells lines symmetries classes",
}


@pytest.mark.parametrize(("line", "keys"), KEYS.items())
def test_json_has_the_promised_keys_in_order(oxo: Oxo, line: str, keys: str) -> None:
    assert list(oxo.json(*shlex.split(line))) == keys.split()
