"""The laboratory: its experiments, and its runs over their socket, played piece by piece by a worker process."""

from __future__ import annotations

import json
import shlex
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from support.oxo_command import Oxo
from support.scripted_jobs import ScriptedScheduler, client_with, until_done

from hyperoxo import Board, player, player_from_file, record
from hyperoxo.arena import laboratory
from hyperoxo.arena.laboratory import LabRun, LabTally, lab_run, played_on
from hyperoxo.museum import exhibit_names
from hyperoxo.museum.experiments import experiments
from hyperoxo.players import Control
from hyperoxo.server.routes import lab

if TYPE_CHECKING:
    from pathlib import Path

    from fastapi.testclient import TestClient

TWEAKED = "ibm1620:leave-out=both"


def asked(client: TestClient, **details: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - whatever JSON holds
    request = {"type": "lab", "request": 4, "board": "4x4x4", "first": "ibm1620", "second": "ibm1620", "seed": 7}
    with client.websocket_connect("/api/lab/runs") as socket:
        socket.send_json(request | details)
        return until_done(socket)


@pytest.mark.parametrize(
    "played",
    [
        ("4x4x4", TWEAKED, "ibm1620", "none"),
        ("3x3", "magic-square", "fignition", "none"),
        ("3x3", "delphi", "fignition:version=2", "random:2"),
    ],
)
def test_the_games_are_those_of_the_command(
    thinking: TestClient,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    played: tuple[str, str, str, str],
) -> None:
    board, first, second, openings = played
    monkeypatch.setattr(lab, "PIECE_SECONDS", 0.01)
    *progress, done = asked(thinking, board=board, first=first, second=second, games=13)
    match = Oxo(capsys, monkeypatch).json(*shlex.split(done["command"])[1:])
    assert (done["type"], done["request"], done["openings"]) == ("done", 4, openings)
    seats = match["by_seat"]
    counted = [done["outcomes"].count(letter) for letter in "12="]
    assert counted == [seats["first"], seats["second"], seats["draws"]]
    assert done["repeated"] == match["pairings"][0]["repeated_games"]
    assert done["beginner"] == ("B" if second == "fignition" else None)
    if 2 * done["repeated"] >= 13:
        assert (done["score"], done["first_mover"]) == (None, None)
    else:
        own = match["by_player"][0]["score"]
        assert [done["score"][key] for key in ("score", "low", "high")] == pytest.approx(own)
    first_message = next(message for message in progress if message["type"] == "progress")
    assert done["outcomes"].startswith(first_message["outcomes"])
    assert done["last_game"]["number"] == len(done["outcomes"]) == 13


def test_what_a_change_does_is_counted_first_as_by_the_command(
    thinking: TestClient, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lab, "PIECE_SECONDS", 0.01)
    *progress, done = asked(thinking, first=TWEAKED, games=3, positions=90)
    assert next(message for message in progress if message["type"] == "progress")["outcomes"] == ""
    printed = Oxo(capsys, monkeypatch)(*shlex.split(done["command"])[1:], "--json")
    compared, end = json.JSONDecoder().raw_decode(printed)
    assert (done["asked"], done["differing"]) == (compared["positions"], compared["differ"])
    assert 0 < done["differing"] < done["asked"] == 90
    assert json.loads(printed[end:])["games"] == len(done["outcomes"]) == 3


def test_positions_end_with_those_of_a_board_with_their_time_and_with_a_fixed_beginner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def first_piece(first: str, second: str, board: str) -> LabRun:
        run = lab_run((player(first), player(second)), Board(board), 2, 1, positions=1000)
        return played_on(run, 100, Control(), lambda _: None)

    small = first_piece("oxo:level=1", "random", "1x3:3")
    assert (small.scores, small.asked) == ((), small.positions)
    assert small.asked < 20
    assert f"--positions={small.asked} " in small.command
    assert len(first_piece("magic-square", "fignition", "3x3").scores) == 2
    monkeypatch.setattr(laboratory, "ASKING_SECONDS", 0)
    assert first_piece("ibm1620", "atari-st", "4x4x4").positions == 1


def test_forty_pages_behind_one_address_all_get_on(thinking: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "PIECE_SECONDS", 0)
    with ExitStack() as stack:
        pages = [stack.enter_context(thinking.websocket_connect("/api/lab/runs")) for _ in range(40)]
        for number, page in enumerate(pages):
            request = {"type": "lab", "request": 1, "board": "3x3", "first": "random", "second": "random"}
            page.send_json(request | {"seed": number, "games": 2})
        ends = [until_done(page)[-1] for page in pages]
    assert {(end["type"], len(end["outcomes"])) for end in ends} == {("done", 2)}


def test_a_piece_ends_after_its_time_or_when_cancelled_and_the_next_goes_on() -> None:
    run = lab_run((player("ibm1620"), player("ibm1620")), Board("4x4x4"), 30, seed=7)
    reported: list[LabTally] = []
    control = Control()

    def report(tally: LabTally) -> None:
        reported.append(tally)
        control.cancel()

    piece = played_on(run, 100, control, report)
    assert [len(each.outcomes) for each in (*reported, piece.tally)] == [1, 1]
    assert len(played_on(piece, 0, Control(), reported.append).scores) == 2
    whole = played_on(piece, 100, Control(), reported.append)
    assert whole.is_over
    assert whole.scores == played_on(run, 100, Control(), reported.append).scores


def test_a_game_that_is_cancelled_does_not_count_and_its_time_does() -> None:
    run = lab_run((player("oxo:level=9"), player("oxo:level=9")), Board("4x4x4x4"), 2, seed=7)
    control = Control()
    control.cancel()
    stopped = played_on(run, 100, control, lambda _: None)
    assert (stopped.scores, stopped.seconds > 0) == ((), True)
    asking = lab_run((player("random"), player("random")), Board("3x3"), 2, seed=7, positions=9)
    assert played_on(asking, 100, control, lambda _: None).asked == 0


def test_losses_by_a_fault_are_named_with_the_line_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("def move(position):\n    return 1 // 0\n")
    run = lab_run((player_from_file(path), player("random")), Board("3x3"), 4, seed=1)
    tally = played_on(run, 100, Control(), lambda _: None).tally
    [sentence] = tally.faults
    assert sentence.startswith("A lost by crash 4, first in game 1: mine.py, line 2: ZeroDivisionError")
    assert (tally.lost_by_a, tally.lost_by_b) == (tally.last_game, None)
    assert tally.last_game is not None
    assert (tally.last_game.number, tally.last_game.ending, tally.last_game.winner) == (4, "crash", "x")


class SlowScheduler(ScriptedScheduler):
    """A scheduler whose pieces have a number of games each, and take 40 s."""

    def __init__(self, games: int) -> None:
        super().__init__()
        self.games = games
        self.allowed: list[float] = []

    async def run(self, client: object, job: Any, **how: Any) -> Any:  # noqa: ANN401, ARG002 - any job
        self.allowed.append(how["seconds"])
        run: LabRun = job.keywords["run"]
        for _ in range(self.games):
            run = played_on(run, 0, Control(), lambda _: None)
        return replace(run, seconds=job.keywords["run"].seconds + 40)


def test_a_run_ends_after_the_time_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "RUN_SECONDS", 60.0)
    scheduler = SlowScheduler(3)
    done = asked(client_with(scheduler), games=1000)[-1]
    assert scheduler.allowed == [60, 20]
    assert (done["type"], len(done["outcomes"])) == ("done", 6)
    assert "--games=1000" in done["command"]
    refused = asked(client_with(SlowScheduler(0)), games=1000)[-1]
    assert refused["error"]["reason"] == "the first game takes longer than 60 s"
    assert refused["error"]["remedy"].startswith("oxo match ibm1620 ibm1620 ")


@pytest.mark.parametrize(
    ("details", "reason"),
    [
        ({"first": "magic-square"}, "it plays on 3x3 only"),
        ({"board": "3x3", "first": "fignition", "second": "fignition"}, "it"),
        ({"first": "ibm1620:leave-out=7"}, "leave-out"),
        ({"first": "ibm1620@time=9"}, "the server sets the limits"),
        ({"first": "./mine.py"}, "there is no such player"),
        ({"board": "1x1"}, "1x1"),
        ({"games": 1001}, "less than or equal to 1000"),
        ({"openings": "balanced"}, "'auto', 'none' or 'random:2'"),
        ({"seed": -1}, "greater than or equal to 0"),
    ],
)
def test_what_cannot_be_played_is_refused(details: dict[str, Any], reason: str) -> None:
    [refused] = asked(client_with(ScriptedScheduler()), **details)
    assert refused["type"] == "refused"
    assert reason in str(refused["error"])


def test_each_experiment_can_be_run_and_has_its_page(thinking: TestClient) -> None:
    described = thinking.get("/api/lab").json()
    assert described["seconds"] == lab.RUN_SECONDS
    assert [each["key"] for each in described["experiments"]] == [each.key for each in experiments()]
    for each in experiments():
        assert each.exhibit in exhibit_names()
        if each.second == "":
            assert sum(often for _, often in each.counted) > 0
        else:
            run = lab_run((player(each.first), player(each.second)), Board(each.board), 2, each.seed)
            assert played_on(run, 100, Control(), lambda _: None).is_over
    assert laboratory.MAX_GAMES_OF_RUN == 1000


def test_level_8_answers_the_preparation_of_level_6_in_the_game_that_shows_it() -> None:
    [shown] = [each for each in experiments() if each.record]
    [game] = record.loads(shown.record)
    prepared, answered = (game.notes[shown.ply + more] for more in (0, 1))
    assert (shown.key, prepared.comment != "", answered.comment != "") == ("levels-6-and-9", True, True)
    assert prepared.reasons is not None
    assert prepared.reasons["via"] == "6MOV"
    assert answered.reasons is not None
    assert answered.reasons["level"] == 8
    assert answered.reasons["rows"] == prepared.reasons["rows"]
    assert game.result is not None
    assert game.tags["Second" if game.result.winner == "o" else "First"] == TWEAKED
