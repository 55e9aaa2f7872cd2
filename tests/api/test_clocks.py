"""Clocks of live games: by seconds, by days, and what a client may claim about time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.live_games import COMPUTER, OPEN, Client, FailingStore, MadeGame, error_in, serving
from support.present import present

from hyperoxo import InputError, record
from hyperoxo.server.games import turn_timer, upkeep
from hyperoxo.server.games.clocks import read_setting

if TYPE_CHECKING:
    from pathlib import Path

    from support.live_games import Follower

    from hyperoxo.server.games.async_store import AsyncStore

DAY = 86_400_000


class Time:
    """The time of the server, which a test moves.

    Attributes:
        passed: monotonic milliseconds.
        now: milliseconds since 1970.
    """

    def __init__(self) -> None:
        self.passed = 0
        self.now = 1_800_000_000_000

    def passes(self, milliseconds: int) -> None:
        self.passed += milliseconds
        self.now += milliseconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    """Return the time of all servers of a test."""
    time = Time()
    monkeypatch.setattr(turn_timer, "monotonic", lambda: time.passed)
    for module in ("turn_timer", "upkeep", "registry", "summaries"):
        monkeypatch.setattr(f"hyperoxo.server.games.{module}.now", lambda: time.now)
    return time


def clocks(game: MadeGame) -> tuple[int | None, int | None, str | None]:
    """Return what both sides have left, and whose clock runs."""
    shown = game.state["clock"]
    return shown["x"], shown["o"], shown["running"]


def late(game: MadeGame, side: str, cell: str) -> str:
    """Play a move that comes too late, and return the result of the game."""
    status, error = game.act(side, "play", cell=cell, ply=game.state["ply"])
    assert (status, error["reason"].split(":")[0]) in {(409, "the game is over"), (422, "the game is over")}
    return str(game.state["result"]["text"])


def test_by_seconds_each_clock_starts_after_the_first_move_and_gains_its_increment(tmp_path: Path, clock: Time) -> None:
    with serving(tmp_path) as client:
        game = client.make(clock="60+5")
        clock.passes(1_000_000)
        game.play("22")
        clock.passes(1_000_000)
        game.play("11")
        assert clocks(game) == (60_000, 60_000, "x")
        clock.passes(21_000)  # of which a second may have been on the network
        assert clocks(game) == (40_000, 60_000, "x")
        game.play("12")
        clock.passes(500)
        assert clocks(game) == (45_000, 60_000, "o")
        game.play("32")
        clock.passes(45_999)
        assert clocks(game) == (1, 65_000, "x")
        clock.passes(1)
        assert late(game, "x", "21") == "O wins (time)"
        assert clocks(game) == (0, 65_000, None)
        # The record has the clock, and what each move took.
        [recorded] = record.loads(client.get(f"/api/games/{game.id}/record").text)
        assert (recorded.tags["Clock"], recorded.tags["Seconds"]) == ("60+5", "0.0 0.0 20.0 0.0")
        assert str(recorded.result) == "O wins (time)"
        # The end stays, and a rematch has new clocks.
        assert game.act("x", "offer", what="rematch")
        assert game.act("o", "answer", what="rematch", accept=True)[-1]["kind"] == "rematched"
        again = client.game(game.state["rematch"])["clock"]
        assert again == {"setting": "60+5", "x": 60_000, "o": 60_000, "running": None, "seconds": ""}


@pytest.mark.parametrize("side", "xo")
def test_under_the_pie_rule_seconds_count_after_the_choice(tmp_path: Path, clock: Time, side: str) -> None:
    """The first move of each person after the choice takes no time, either, and clocks follow their persons."""
    with serving(tmp_path) as client:
        game = client.make("4x4x4", clock="60+0", pie=True)
        for ply, cell in enumerate(("112", "222", "113")):
            game.act("x", "play", cell=cell, ply=ply)
            clock.passes(90_000)
            assert clocks(game) == (60_000, 60_000, None)
        game.act("o", "choose", side=side)
        # The secrets are still under the sides of the beginning.
        for ply, (holder, cell) in enumerate(
            zip(("o", "x") if side == "o" else ("x", "o"), ("333", "332"), strict=True), 3
        ):
            clock.passes(90_000)
            assert clocks(game) == (60_000, 60_000, None)
            game.act(holder, "play", cell=cell, ply=ply)
        clock.passes(11_000)
        assert clocks(game) == (60_000, 50_000, "o")


def test_under_the_pie_rule_days_count_for_the_person_who_acts(tmp_path: Path, clock: Time) -> None:
    with serving(tmp_path) as client:
        game = client.make("4x4x4", clock="1 day", pie=True)
        for ply, cell in enumerate(("112", "222", "113")):
            assert clocks(game)[2] == "x"
            game.act("x", "play", cell=cell, ply=ply)
        clock.passes(DAY // 2)
        assert clocks(game) == (DAY, DAY // 2, "o")
        game.act("o", "choose", side="o")
        assert clocks(game) == (DAY, DAY, "o")


def test_the_flag_falls_while_all_wait(tmp_path: Path, clock: Time) -> None:
    with serving(tmp_path) as client:
        game = client.make(clock="0.05+0")
        game.play("22 11")
        with game.follow("x") as (x, _), game.follow("o") as (o, _):
            x.send({"type": "seen", "turn": seen(x, o)})
            pong(x)
            clock.passes(50)
            ended = o.receive_event("ended")
            assert (ended["ending"], ended["winner"], ended["by"]) == ("time", "o", "x")
            shown = o.receive("clocks")
            assert shown["clock"] == {"setting": "0.05+0", "x": 0, "o": 50, "running": None, "seconds": "0.0 0.0"}


def test_only_the_measured_time_on_the_network_is_not_charged(tmp_path: Path, clock: Time) -> None:
    """Neither a receipt for another turn or by the other side, nor a late one, gives a side more than the limits."""
    with serving(tmp_path) as client:
        game = client.make(clock="60+0")
        game.play("22 11")
        with game.follow("x") as (x, _), game.follow("o") as (o, _):
            turn = seen(x, o)
            clock.passes(200)
            for receipt in ({"type": "seen", "turn": turn}, {"type": "seen", "turn": turn - 1}):
                o.send(receipt)
                pong(o)
            x.send({"type": "seen", "turn": turn - 1})
            pong(x)
            clock.passes(100)
            x.send({"type": "seen", "turn": turn})
            pong(x)
            clock.passes(900)
            x.send({"type": "seen", "turn": turn})
            pong(x)
            assert game.act("x", "play", cell="12", ply=2)[0]["timing"] == {"at": clock.now, "elapsed": 900, "lag": 300}
        # No more than 1 s in a move, and 10 s in a game.
        for cell in ("32", "13", "31"):
            clock.passes(3_000)
            game.play(cell)
        assert clocks(game)[:2] == (60_000 - 900 - 2_000, 60_000 - 4_000)
        assert "seen" not in client.get(f"/api/games/{game.id}").text


def seen(*followers: Follower) -> int:
    """Return the turn that all followers have the clocks of."""
    [turn] = {follower.receive("clocks")["turn"] for follower in followers}
    return int(turn)


def pong(follower: Follower) -> None:
    """Wait until the messages of a follower were processed."""
    follower.send({"type": "ping"})
    follower.receive("pong")


def test_lag_is_bounded_over_a_game(tmp_path: Path, clock: Time) -> None:
    with serving(tmp_path) as client:
        game = client.make("6x6", clock="600+0")
        for row in "1234":
            for column in "123456":
                clock.passes(1_500)
                game.play(row + column)
        # The first move of a side takes no time. A second of each of the next 10 may have been on the network.
        assert clocks(game)[0] == 600_000 - 10 * 500 - 1_500


def test_seconds_run_on_in_a_process_and_time_without_one_is_charged_to_neither_side(
    tmp_path: Path, clock: Time
) -> None:
    """A jump of the machine's time, a game that has left the memory, and a restart."""
    with serving(tmp_path) as client:
        game = client.make(clock="60+0")
        game.play("22 11")
        clock.passes(11_000)
        game.play("12")
        clock.now += 400 * DAY
        clock.passes(5_000)
        assert clocks(game) == (50_000, 56_000, "o")
        # Players do not stop the clock by leaving, and an offer begins no other turn.
        game.act("x", "offer", what="draw")
        for left in (46_000, 36_000):
            client.until(lambda: client.evict_idle() == 0)
            clock.now -= 400 * DAY
            clock.passes(10_000)
            assert clocks(game) == (50_000, left, "o")
    clock.passes(1_000_000)
    with serving(tmp_path) as client:
        game.client = client
        assert clocks(game) == (50_000, 60_000, "o")
        game.play("32")
        client.until(lambda: client.evict_idle() == 0)
        clock.passes(51_000)
        assert late(game, "x", "13") == "O wins (time)"


def test_a_takeback_keeps_the_clocks_and_gives_no_time_back(tmp_path: Path, clock: Time) -> None:
    with serving(tmp_path) as client:
        game = client.make(clock="60+5")
        game.play("22 11")
        clock.passes(11_000)
        game.play("12")
        clock.passes(3_000)
        game.act("x", "offer", what="takeback")
        assert game.act("o", "answer", what="takeback", accept=True)[-1]["kind"] == "undone"
        assert clocks(game) == (55_000, 58_000, "x")


def test_a_computer_has_no_clock_and_a_person_loses_to_it_on_time(tmp_path: Path, clock: Time) -> None:
    with serving(tmp_path) as client:
        game = client.make(o=COMPUTER, clock="60+0")
        game.play("22")
        client.until(lambda: game.state["ply"] == 2)
        assert clocks(game) == (60_000, None, "x")
        clock.passes(61_000)
        assert late(game, "x", "13") == "O wins (time)"
        status, error = game.act("x", "undo", ply=2)
        assert (status, error["reason"]) == (409, "the game was lost on time")


@pytest.mark.usefixtures("each_database")
def test_by_days_the_game_is_lost_by_the_wall_clock_also_while_no_server_runs(tmp_path: Path, clock: Time) -> None:
    with serving(tmp_path) as client:
        game = client.make(o=OPEN, clock="1 day")
        game.play("22")
        clock.passes(5 * DAY)
        assert clocks(game) == (DAY, DAY, None)
        assert game.claim("o").status_code == 201
        assert clocks(game)[2] == "o"
        clock.passes(DAY - 1)
        game.play("11")
        client.until(lambda: client.evict_idle() == 0)
        in_time, won, aborted = (client.make(clock="3 days") for _ in range(3))
        won.play("22 11 12 21 32")
        aborted.act("x", "abort")
        client.until(lambda: client.evict_idle() == 0)
        assert due(client) == [(clock.now + DAY, game.id), (clock.now + 3 * DAY, in_time.id)]
    clock.passes(DAY)
    with serving(tmp_path) as client:
        client.until(lambda: not [at for at, _ in due(client) if at <= clock.now])
        client.until(lambda: client.evict_idle() == 0)
        assert client.game(game.id)["result"]["text"] == "O wins (time)"
        assert client.game(in_time.id)["result"] is None
        assert client.game(game.id)["clock"] == {
            "setting": "1 day",
            "x": None,
            "o": None,
            "running": None,
            "seconds": "0.0 86400.0",
        }


def due(client: Client) -> list[tuple[int, str]]:
    """Return the due times in the database."""
    store: AsyncStore = client.registry._store  # noqa: SLF001 - what only the server's own work reads
    return present(client.portal).call(store.ask, "read", lambda games: games.summaries.due(2**62, 100))


def test_a_move_after_the_deadline_is_refused_before_any_query(tmp_path: Path, clock: Time) -> None:
    with serving(tmp_path) as client:
        game = client.make(clock="3 days")
        clock.passes(3 * DAY)
        assert late(game, "x", "22") == "O wins (time)"


def test_games_of_a_name_show_the_days_left_soonest_first(tmp_path: Path, clock: Time) -> None:
    with serving(tmp_path) as client:
        secret = client.post("/api/names", json={"name": "Ada"}).json()["secret"]
        made = [client.make(name=secret, **how).id for how in ({}, {"clock": "7 days"}, {"clock": "1 day"})]
        clock.passes(1_000)
        listed = client.post("/api/names/games", json={"secret": secret}).json()["games"]
        assert [game["id"] for game in listed] == [made[2], made[1], made[0]]
        assert [game["left"] for game in listed] == [DAY - 1_000, 7 * DAY - 1_000, None]


def test_the_time_of_a_failing_store_is_not_charged(tmp_path: Path, clock: Time) -> None:
    store = FailingStore(tmp_path)

    def refuse_after_5_seconds(_: str) -> bool:
        clock.passes(5_000)
        return True

    with serving(tmp_path, store=store) as client:
        game = client.make(clock="60+0")
        game.play("22 11")
        clock.passes(11_000)
        store.refuses = refuse_after_5_seconds
        for _ in range(5):
            assert game.act("x", "play", cell="12", ply=2)[1]["code"] == "not_saved"
            clock.passes(10_000)
        assert clocks(game) == (50_000, 60_000, "x")
        clock.passes(11_000)
        store.refuses = lambda _: False
        game.play("12")
        assert clocks(game) == (49_000, 60_000, "o")


@pytest.mark.parametrize(
    "bad",
    [
        *("", "60", "60+", "+5", "-1+0", "0+5", "nan+0", "1e9+0", "10801+0", "60+601", "999999999999999999+0"),
        *("2 days", "1day", "1 DAY", "60+5\n", "\uff16\uff10+0", "60 + 5", "<b>"),
    ],
)
def test_a_bad_clock_is_refused(bad: str) -> None:
    with pytest.raises(InputError):
        read_setting(bad)


def test_what_clients_say_about_time_is_refused_or_ignored(client: Client) -> None:
    seats = {"x": {"kind": "person"}, "o": {"kind": "person"}}
    for bad in ("10801+0", "2 days", "", "9" * 10_000 + "+0", 60, ["60+0"], {"days": 1}):
        answer = client.post("/api/games", json={"board": "3x3", "seats": seats, "settings": {"clock": bad}})
        assert answer.status_code == 422
        error_in(answer.json())
    game = client.make(clock="60+0")
    for claimed in ({"timing": {"at": 0, "elapsed": 0}}, {"elapsed": 0}, {"lag": 9_999}, {"clock": "9+9"}):
        assert game.act("x", "play", cell="22", ply=0, **claimed)[0] == 422
    with game.follow("x") as (x, _):
        for claim in ({"turn": 1, "lag": 500}, {"turn": -1}, {"turn": "1"}, {}):
            x.send({"type": "seen", **claim})
            assert x.receive_error()["code"] == "refused"


def test_the_end_on_time_is_stored_as_soon_as_the_store_works(tmp_path: Path, clock: Time) -> None:
    store = FailingStore(tmp_path)
    with serving(tmp_path, store=store) as client:
        game = client.make(clock="0.01+0")
        game.play("22 11")
        store.refuses = lambda kind: kind == "ended"
        clock.passes(2_000)
        client.until(lambda: "ended" in store.attempts)
        assert game.state["result"] is None
        store.refuses = lambda _: False
        client.until(lambda: game.state["result"] is not None)


def test_a_turn_in_a_game_by_days_is_reported_when_it_begins_and_near_its_end(tmp_path: Path, clock: Time) -> None:
    told: list[tuple[str, str, int]] = []
    with serving(tmp_path) as client:
        client.registry._on_turn = lambda _, *what: told.append(what)  # noqa: SLF001 - in place of a webhook
        game, by_seconds = client.make(o=OPEN, clock="1 day"), client.make(clock="60+0")
        by_seconds.play("22 11 33")
        game.play("22")
        assert told == []
        game.claim("o")
        game.play("11")
        begun = clock.now
        assert told == [(game.id, side, begun + DAY) for side in "ox"]
        client.evict_idle()
        store = client.registry._store  # noqa: SLF001
        reported = begun + upkeep.NEARLY

        async def look() -> None:
            nonlocal reported
            reported = await upkeep.report_nearly_late(store, client.registry, reported)

        for passed in (DAY - upkeep.NEARLY - 1, 1, 60_000):
            clock.passes(passed)
            present(client.portal).call(look)
        assert told[2:] == [(game.id, "x", begun + DAY)]
