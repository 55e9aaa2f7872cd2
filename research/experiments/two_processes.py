"""Two copies of the IBM 1620's program as separate processes, which play each other and count at each side.

The document's Java program could be started twice; the copies then met over a lock file, and each kept its totals of
games won by the first mover, won by the second, and tied. Here each copy is a process with a board, a referee and
totals of its own, and with an engine that it talks to by the Universal Game Interface (a process as well, `oxo ugi
ibm1620`). The copies send each other their moves, and nothing else, through two named pipes: a lock file that two
programs look at in turns is either slow or busy, and is left behind when one of them dies.

A third count is taken of the same games played inside one process, without engines, pipes or copies.
"""

from __future__ import annotations

import json
import os
import shlex
import sys
import time
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from experiments.common.pages import table
from experiments.common.side import COPIES, Totals, game_seed
from hyperoxo import Board, play_game, player
from hyperoxo.errors import InputError
from hyperoxo.ugi.process import EngineFailure, EngineProcess

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from experiments.common.workbench import Workbench
    from hyperoxo.game import JSON

SUMMARY = "two copies of ibm1620 as separate processes, each with its own totals, as the document's Java program"

PLAYER = "ibm1620"
GAMES = 2_000
"""Games in all: two runs, as the document has."""
RUN = 1_000
"""Games of a run, as many as the document's have."""
MEETING = 250
"""Games for which two copies are started; a run is several meetings, so that one can watch it and share the work."""
PATIENCE = 3600.0
"""Seconds within which a meeting has to end."""
FAREWELL = 5.0
"""Seconds that a copy has to report when the other has failed."""
LOOK = 0.1
"""Seconds to wait for one of the copies before checking the other."""
PUBLISHED = ((55, 40, 5), (59, 35, 6))
"""The document's two runs of 1000 games, in %: won by the first mover, by the second, tied."""
DRAINING = 2.0
"""Seconds in which a copy must end after its output has ended."""
COUNTERS = (*COPIES, "inside")


@dataclass(frozen=True, slots=True)
class Meeting:
    """Some games of the run, played by two copies that are started for them.

    Attributes:
        seed: the seed of the run.
        first: the number of the first game.
        last: the number of the last one.
        command: the engine of both copies.
    """

    seed: int
    first: int
    last: int
    command: str


def run(bench: Workbench) -> dict[str, JSON]:
    """Play the copies against each other, with three counts."""
    games = bench.games or GAMES
    command = shlex.join([str(Path(sys.executable).with_name("oxo")), "ugi", PLAYER])
    meetings = [
        Meeting(bench.seed, first, min(first + MEETING - 1, games), command) for first in range(1, games + 1, MEETING)
    ]
    counted = bench.map("meetings of two copies", meet, meetings)
    return {
        "seed": bench.seed,
        "player": PLAYER,
        "meetings": [
            {"first": meeting.first, "last": meeting.last, **counts}
            for meeting, counts in zip(meetings, counted, strict=True)
        ],
    }


def meet(meeting: Meeting) -> dict[str, JSON]:
    """Start two copies, which play, and return the counts of each, and those inside this process.

    Raises:
        InputError: a copy has failed, or has taken too long.
    """
    with TemporaryDirectory() as folder, ExitStack() as stack:
        for copy in COPIES:
            os.mkfifo(Path(folder) / copy)
        copies = {copy: stack.enter_context(closing(_started(copy, folder, meeting))) for copy in COPIES}
        totals = _totals_of(copies)
    return {**totals, "inside": _inside(meeting)}


def _totals_of(copies: Mapping[str, EngineProcess]) -> dict[str, JSON]:
    """Wait for both copies and return the counts of each; if one fails, wait a short time for the other."""
    totals: dict[str, JSON] = {}
    failures: dict[str, str] = {}
    deadline = time.monotonic() + PATIENCE
    while len(totals) + len(failures) < len(copies) and time.monotonic() < deadline:
        for copy, program in copies.items():
            if copy in totals or copy in failures:
                continue
            try:
                line = program.receive(LOOK)
            except EngineFailure as failure:
                failures[copy] = f"copy {copy}: {failure}"
                deadline = min(deadline, time.monotonic() + FAREWELL)
            else:
                if line is not None:
                    totals[copy] = json.loads(line)
    if len(totals) < len(copies):
        raise InputError("two copies", " | ".join(failures.values()) or f"no totals within {PATIENCE:g} s")
    return {copy: totals[copy] for copy in COPIES}


def _started(copy: str, folder: str, meeting: Meeting) -> EngineProcess:
    """Start a copy, by the reaper that also runs engines, so that none of its processes is left."""
    program = [sys.executable, "-m", "experiments.common.side"]
    return EngineProcess(
        [*program, folder, copy, str(meeting.first), str(meeting.last), str(meeting.seed), meeting.command], DRAINING
    )


def _inside(meeting: Meeting) -> dict[str, JSON]:
    """Play the same games in this process, and count them."""
    totals, itself = Totals(), player(PLAYER)
    for number in range(meeting.first, meeting.last + 1):
        seed = game_seed(meeting.seed, number)
        totals.add(number, play_game(itself, itself, Board("4x4x4"), seed, with_reasons=False))
    return totals.as_json()


# ---- The page ----


def page_values(figures: Mapping[str, Any]) -> dict[str, str]:
    """Return what stands on the page."""
    meetings = figures["meetings"]
    return {
        "meetings": str(len(meetings)),
        "meeting": str(MEETING),
        "games": f"{sum(one['inside']['games'] for one in meetings):,}",
        "totals": table(
            (
                "counted by",
                "games",
                "first mover wins",
                "second mover wins",
                "ties",
                "plies",
                "meetings of the same moves",
            ),
            (_totals_row(counter, meetings) for counter in COUNTERS),
        ),
    }


def summed(counter: str, meetings: Sequence[Mapping[str, Any]]) -> tuple[list[int], int]:
    """Return what one counter has counted in some meetings: games won by the first, by the second, tied; and plies."""
    counts = zip(*(one[counter]["counts"] for one in meetings), strict=True)
    return [sum(column) for column in counts], sum(one[counter]["plies"] for one in meetings)


def _totals_row(counter: str, meetings: Sequence[Mapping[str, Any]]) -> list[str]:
    counts, plies = summed(counter, meetings)
    same = sum(one[counter]["digest"] == one[COPIES[0]]["digest"] for one in meetings)
    name = f"copy {counter}" if counter in COPIES else "inside one process, without copies"
    return [name, *(f"{number:,}" for number in (sum(counts), *counts, plies)), f"{same} of {len(meetings)}"]
