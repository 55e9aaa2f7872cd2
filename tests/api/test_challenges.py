"""Public games in their list: which are there, for how long, what it says of them, and what an attacker gets."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import update
from support import live_games
from support.live_games import COMPUTER, OPEN, PERSON, Client, Json, MadeGame, error_in, serving
from support.postgresql import connected
from support.present import present

from hyperoxo.server.games import challenges, summaries
from hyperoxo.server.messages.games import GameSettings
from hyperoxo.server.settings import ClientLimits
from hyperoxo.store.schema import SUMMARIES

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("each_database")
DAY = 86_400_000


def listed(client: Client, **query: int) -> Json:
    answer = client.get("/api/challenges", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def ids(client: Client) -> tuple[list[str], list[str]]:
    """Return the games that wait for a player, and those that are played."""
    lists = listed(client)
    challenges, running = ([game["id"] for game in lists[kind]] for kind in ("challenges", "running"))
    return challenges, running


def challenge(client: Client, **settings: Json) -> MadeGame:
    return client.make(o=OPEN, public=True, **settings)


def unseen(folder: Path, game: MadeGame, milliseconds: int) -> None:
    """Let the players of a game have had it open earlier than they had."""
    with connected(live_games.database_url(folder)) as connection:
        earlier = SUMMARIES.c.seen_at - milliseconds
        connection.execute(update(SUMMARIES).where(SUMMARIES.c.game_id == game.id).values(seen_at=earlier))


def test_a_public_game_waits_is_played_and_leaves_the_list(client: Client) -> None:
    client.make(o=OPEN)  # by link alone
    game = challenge(client)
    assert ids(client) == ([game.id], [])
    game.claim("o")
    assert ids(client) == ([], [game.id])
    client.evict_idle()
    game.play("11 21 12 22 13")
    assert ids(client) == ([], [])


def test_the_newest_come_first_and_no_more_than_asked_for(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    times = itertools.count(10**18, 10**6)
    monkeypatch.setattr("time.time_ns", lambda: next(times))
    first, second, third = (challenge(client) for _ in range(3))
    assert ids(client)[0] == [third.id, second.id, first.id]
    assert [game["id"] for game in listed(client, most=2)["challenges"]] == [third.id, second.id]
    for most in (0, 1_001):
        assert client.get("/api/challenges", params={"most": most}).status_code == 422


def test_the_list_says_who_waits_and_under_which_settings(client: Client) -> None:
    name = client.post("/api/names", json={"name": "Ada"}).json()
    game = challenge(client, board="4x4x4", strict=True, pie=True, clock="3 days", name=name["secret"])
    [entry] = listed(client)["challenges"]
    assert entry.pop("at") > 0
    seat: Json = {"player": None, "connected": False}
    empty = {"moves": 0, "to_move": "x", "result": None, "fixture": None, "left": None, "sides": []}
    assert entry == empty | {
        "id": game.id,
        "board": "4x4x4",
        "position": "64 x",
        "seats": {"x": seat | {"kind": "person", "name": "Ada"}, "o": seat | {"kind": "open", "name": None}},
        "settings": GameSettings(clock="3 days", strict=True, public=True, pie=True).model_dump(),
        "present": True,
    }
    client.post("/api/names/delete", json={"secret": name["secret"]})
    assert listed(client)["challenges"][0]["seats"]["x"]["name"] == "someone"


def test_a_computer_in_a_public_game_is_named(client: Client) -> None:
    game = client.make(o=COMPUTER, public=True)
    [entry] = listed(client)["running"]
    assert (entry["id"], entry["seats"]["o"]["name"]) == (game.id, "random")
    game.act("x", "seat", side="o", player=None)
    assert ids(client) == ([game.id], [])


def test_a_challenge_leaves_the_list_a_day_after_its_maker_and_comes_back_with_it(
    client: Client, tmp_path: Path
) -> None:
    game = challenge(client)
    unseen(tmp_path, game, summaries.PRESENT + 1)
    assert [entry["present"] for entry in listed(client)["challenges"]] == [False]
    unseen(tmp_path, game, DAY)
    assert ids(client) == ([], [])
    with game.follow() as _:
        assert client.registry.attended() == []  # a spectator keeps no game in the list
    with game.follow("x") as _:
        assert client.registry.attended() == [game.id]
        present(client.portal).call(challenges.note_seen, client.registry._store, client.registry)  # noqa: SLF001
    assert ids(client) == ([game.id], [])


def test_a_rematch_of_a_public_game_is_public_and_the_game_does_not_come_back(client: Client) -> None:
    game = client.make(public=True)
    game.act("o", "resign")
    game.act("x", "offer", what="rematch")
    game.act("o", "answer", what="rematch", accept=True)
    assert ids(client) == ([], [game.state["rematch"]])
    with game.follow("x", "o") as (follower, _):
        follower.act("x", "undo", ply=0)
        assert follower.receive("refused")["error"]["reason"] == "a public game that is over stays over"
    assert ids(client) == ([], [game.state["rematch"]])


def test_a_client_has_no_more_public_games_in_the_list_than_it_may(tmp_path: Path) -> None:
    with serving(tmp_path, limits=ClientLimits(public_games=2)) as client:
        first, _ = (challenge(client) for _ in range(2))
        body = {"board": "3x3", "seats": {"x": PERSON, "o": OPEN}, "settings": {"public": True}}
        answer = client.post("/api/games", json=body)
        assert (answer.status_code, error_in(answer.json())["subject"]) == (429, "public")
        client.make(o=OPEN)  # by link
        first.act("x", "abort")
        again = challenge(client)
        assert len(ids(client)[0]) == 2
        # A rematch counts as well, or ended games would make room for more and more.
        again.claim("o")
        again.act("o", "resign")
        again.act("x", "offer", what="rematch")
        again.act("o", "answer", what="rematch", accept=True)
        assert client.post("/api/games", json=body).status_code == 429


@pytest.mark.parametrize(
    ("opponent", "side", "agrees"),
    [
        (PERSON, "o", {"kind": "answer", "what": "rematch", "accept": True}),
        (COMPUTER, "x", {"kind": "offer", "what": "rematch"}),
    ],
)
def test_a_rematch_is_refused_to_a_client_with_as_many_public_games_as_it_may_have(
    tmp_path: Path, opponent: Json, side: str, agrees: Json
) -> None:
    with serving(tmp_path, limits=ClientLimits(public_games=1)) as client:
        over = client.make(o=opponent, public=True)
        over.act("x", "resign")
        other = challenge(client)
        if opponent is PERSON:
            over.act("x", "offer", what="rematch")
        body = {"secret": over.secrets[side], "action": agrees}
        answer = client.post(f"/api/games/{over.id}/actions", json=body)
        assert (answer.status_code, error_in(answer.json())["subject"]) == (429, "public")
        with over.follow(side) as (follower, _):
            follower.send({"type": "act", "id": "a", "side": side, "action": agrees})
            assert follower.receive_error()["subject"] == "public"
        assert ids(client) == ([other.id], [])
        other.act("x", "abort")
        assert client.post(f"/api/games/{over.id}/actions", json=body).status_code == 200
        assert ids(client) == ([], [over.state["rematch"]])


def test_only_a_browser_on_this_machine_gets_the_address_for_invitations(tmp_path: Path) -> None:
    others = "http://192.0.2.7:8642/"
    with serving(tmp_path, for_others=others, reachable=True) as client:
        hosts = "127.0.0.1", "::1", "::ffff:127.0.0.1", "192.0.2.9", "2001:db8::1", "testclient"
        got = [listed(Client(client.app, client=(host, 50_000)))["for_others"] for host in hosts]
    assert got == [others] * 3 + [None] * 3


def test_a_list_is_sent_again_only_after_a_change(client: Client) -> None:
    game = challenge(client)
    known = {"If-None-Match": client.get("/api/challenges").headers["ETag"]}
    assert client.get("/api/challenges", headers=known).status_code == 304
    game.claim("o")
    assert client.get("/api/challenges", headers=known).status_code == 200
