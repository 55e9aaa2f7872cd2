"""Games of two copies of a historical program over their socket, played by a worker process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from support.scripted_jobs import ScriptedScheduler, client_with, until_done

from hyperoxo import play_match
from hyperoxo.players import Control
from hyperoxo.server.workers.jobs import JobContext
from hyperoxo.server.workers.self_play import play_copies

if TYPE_CHECKING:
    from fastapi.testclient import TestClient

    from hyperoxo.museum.description import SelfPlayTally

TWEAKED = "ibm1620:leave-out=both"


def asked(client: TestClient, **details: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - whatever JSON holds
    with client.websocket_connect("/api/museum/self-play") as socket:
        socket.send_json(
            {"type": "self-play", "request": 4, "first": "ibm1620", "second": "ibm1620", "seed": 7} | details
        )
        return until_done(socket)


def test_the_games_are_those_of_a_match(thinking: TestClient) -> None:
    match = play_match(TWEAKED, "ibm1620", "4x4x4", games=31, seed=7)
    *progress, done = asked(thinking, first=TWEAKED, games=31)
    seats, copies = match.standings.seats(), match.standings.tally(0, 1)
    assert (done["type"], done["request"]) == ("done", 4)
    assert [done["outcomes"].count(letter) for letter in "12="] == [seats.wins, seats.losses, seats.draws]
    assert done["first_mover"]["low"] <= seats.points / 31 <= done["first_mover"]["high"]
    assert done["first_copy"]["low"] <= copies.points / 31 <= done["first_copy"]["high"]
    first = next(message for message in progress if message["type"] == "progress")
    assert done["outcomes"].startswith(first["outcomes"])


def test_the_first_game_is_reported_and_a_cancelled_run_returns_what_it_has() -> None:
    reported: list[SelfPlayTally] = []
    control = Control()

    def report(tally: SelfPlayTally) -> None:
        reported.append(tally)
        control.cancel()

    context, players = JobContext(control, report), ("ibm1620", "ibm1620")
    tally = play_copies(context, board="4x4x4", players=players, games=1000, seed=7)
    assert [len(one.outcomes) for one in (*reported, tally)] == [1, 2]
    assert len(set(tally.last_game)) == len(tally.last_game) >= 7


@pytest.mark.parametrize(
    ("details", "reason"),
    [
        ({"second": "atari-st"}, "two copies of one program play here"),
        ({"first": "delphi", "second": "delphi"}, "two copies of one program play here"),
        ({"first": "oxo:level=9", "second": "oxo:level=9"}, "two copies of one program play here"),
        ({"first": "ibm1620:leave-out=7"}, "leave-out"),
        ({"first": "ibm1620@time=9"}, "the server sets the limits"),
        ({"games": 1001}, "less than or equal to 1000"),
        ({"seed": -1}, "greater than or equal to 0"),
    ],
)
def test_other_players_and_longer_runs_are_refused(details: dict[str, Any], reason: str) -> None:
    scheduler = ScriptedScheduler()
    [refused] = asked(client_with(scheduler), **details)
    assert refused["type"] == "refused"
    assert reason in str(refused["error"])
