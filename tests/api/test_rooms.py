"""Rooms: joined, paired, shown and deleted; and what owners of others, members and strangers get."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select
from support import live_games
from support.live_games import OPEN, PERSON, Client, Json, error_in, serving
from support.postgresql import connected

from hyperoxo import record
from hyperoxo.server.games import challenges, rooms
from hyperoxo.server.rate_limit import MEMBER, SUBPROTOCOL, RateLimits
from hyperoxo.server.settings import ClientLimits
from hyperoxo.store.schema import Base

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("read_each_time")
PERSONS = {"x": PERSON, "o": PERSON}
STRANGER = "x" * 43


@pytest.fixture
def read_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (challenges, rooms):
        monkeypatch.setattr(module, "KEPT_SECONDS", -1)


class Room:
    """A room, with the secrets of its owner and its members."""

    def __init__(self, client: Client, title: str = "Class 7b", members: str = "") -> None:
        self.client = client
        self.made = self.post("", 201, title=title)
        self.path = f"/{self.made['id']}"
        self.secret = self.made["secret"]
        self.members: dict[str, str] = {}
        for name in members.split():
            self.join(name)

    def post(self, path: str, status: int, **body: Json) -> Json:
        answer = self.client.post(f"/api/rooms{path}", json=body)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    def refusal(self, path: str, status: int, **body: Json) -> tuple[str, str]:
        error = error_in(self.post(self.path + path, status, **body))
        return error["subject"], error["reason"]

    def get(self, path: str = "") -> Json:
        answer = self.client.get(f"/api/rooms{self.path}{path}")
        assert answer.status_code == 200, answer.text
        return answer.json() if path in {"", "/games"} else answer.text

    def join(self, name: str) -> None:
        self.members[name] = self.post(f"{self.path}/members", 201, name=name)["secret"]

    def pair(self, board: str = "3x3", **settings: Json) -> Json:
        body = {"board": board, "seats": PERSONS, **settings}
        return self.post(f"{self.path}/round-robin", 201, secret=self.secret, settings=body)["games"]

    def play(self, game: Json, moves: str) -> None:
        """Play moves, each by the member at the seat."""
        for ply, cell in enumerate(moves.split()):
            secret = self.members[game["seats"]["xo"[ply % 2]]["name"]]
            events = self.client.act(game["id"], secret, "play", cell=cell, ply=ply)
            assert isinstance(events, list), events


@pytest.fixture
def room(client: Client) -> Room:
    return Room(client, members="Ada Bob Eve")


def rows_of(folder: Path) -> dict[str, int]:
    with connected(live_games.database_url(folder)) as connection:
        return {
            table.name: connection.scalar(select(func.count()).select_from(table)) or 0
            for table in Base.metadata.sorted_tables
        }


@pytest.mark.usefixtures("each_database")
def test_a_round_robin_is_played_by_names_and_ends_in_a_table_csv_and_records(room: Room) -> None:
    assert room.pair() == 6
    games = room.get("/games")["games"]
    assert {(game["seats"]["x"]["name"], game["seats"]["o"]["name"]) for game in games} == {
        (one, other) for one in room.members for other in room.members if one != other
    }
    assert all(room.client.game(game["id"])["strict"] for game in games)
    for game in games:
        seats = {seat["name"] for seat in game["seats"].values()}
        # Ada wins all her games; Bob and Eve fill the board.
        if "Ada" not in seats:
            room.play(game, "11 12 13 22 21 23 32 31 33")
        elif game["seats"]["x"]["name"] == "Ada":
            room.play(game, "11 21 12 22 13")
        else:
            room.play(game, "11 21 12 22 33 23")
    shown = room.get("/games")
    assert [(row["name"], row["wins"], row["draws"], row["losses"], row["points"]) for row in shown["table"]] == [
        ("Ada", 4, 0, 0, 4.0),
        *((name, 0, 2, 2, 1.0) for name in ("Bob", "Eve")),
    ]
    assert all(game["result"] for game in shown["games"])
    rows = list(csv.reader(io.StringIO(room.get("/results.csv"))))
    assert len(rows) == 1 + 3
    [headings, *rows] = csv.reader(io.StringIO(room.get("/table.csv").removeprefix("\ufeff")))
    assert headings == ["place", "name", "games", "won", "drawn", "lost", "points"]
    assert rows == [["1", "Ada", "4", "4", "0", "0", "4.0"], *(["2", each, *"4022", "1.0"] for each in ("Bob", "Eve"))]
    written = record.loads(room.get("/records"))
    assert sorted((game.tags["First"], game.tags["Second"]) for game in written) == sorted(
        (game["seats"]["x"]["name"], game["seats"]["o"]["name"]) for game in games
    )
    assert all(game.result for game in written)


def test_a_change_is_seen_by_the_next_question_and_a_repeated_round_robin_is_refused(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "KEPT_SECONDS", 1e6)
    assert room.get("/games")["games"] == []
    request = {"secret": room.secret, "settings": {"board": "3x3", "seats": PERSONS}, "seen": 0}
    room.post(f"{room.path}/round-robin", 201, **request)
    assert len(room.get("/games")["games"]) == 6
    assert room.refusal("/round-robin", 409, **request) == ("room", "it has 6 games by now")
    room.post(f"{room.path}/members/delete", 204, secret=room.secret, name="Ada")
    assert "Ada" not in str(room.get("/games"))


def test_a_challenge_waits_in_the_list_of_the_room_alone(room: Room) -> None:
    body = {"board": "3x3", "seats": {"x": PERSON, "o": OPEN}, "name": room.members["Ada"]}
    made = room.post(f"{room.path}/games", 201, **body)
    assert made["game"]["strict"]
    [entry] = room.get()["challenges"]
    assert (entry["id"], entry["seats"]["x"]["name"], entry["strict"]) == (made["game"]["id"], "Ada", True)
    public = room.client.get("/api/challenges").json()
    assert public["challenges"] == public["running"] == []
    seats = f"/api/games/{entry['id']}/seats"
    other = Room(room.client, members="Zoe")
    for claim in ({}, {"name": STRANGER}, {"name": other.members["Zoe"]}):  # a link that strangers have
        assert room.client.post(seats, json={"side": "o", **claim}).status_code == 403
    assert room.client.post(seats, json={"side": "o", "name": room.members["Bob"]}).status_code == 201
    assert (room.get()["challenges"], other.get()["games"]) == ([], 0)
    [game] = room.get("/games")["games"]
    assert (game["to_move"], game["moves"], game["fixture"]) == ("x", 0, None)


def test_a_rematch_stays_in_the_room_and_does_not_count(room: Room) -> None:
    room.pair()
    game = room.get("/games")["games"][0]
    one, other = (room.members[game["seats"][side]["name"]] for side in "xo")
    assert room.client.act(game["id"], one, "abort")[0] == 409  # so that it counts
    room.client.act(game["id"], one, "resign")
    room.client.act(game["id"], one, "offer", what="rematch")
    room.client.act(game["id"], other, "answer", what="rematch", accept=True)
    shown = room.get("/games")
    assert len(shown["games"]) == 7
    assert [game["fixture"] for game in shown["games"]].count(None) == 1
    assert sum(row["games"] for row in shown["table"]) == 2


@pytest.mark.usefixtures("each_database")
def test_names_are_alike_in_one_room_only_and_are_none_outside(room: Room) -> None:
    other = Room(room.client, members="Ada")
    room.client.post("/api/names", json={"name": "Ada"})
    assert room.refusal("/members", 409, name="ADA")[0] == "name"
    assert room.refusal("/members", 422, name="=1+1")[0] == "name"
    for path, body in (
        ("/api/names/code", {"secret": other.members["Ada"]}),
        ("/api/names/games", {"secret": other.members["Ada"]}),
        ("/api/games", {"board": "3x3", "seats": {"x": PERSON, "o": OPEN}, "name": other.members["Ada"]}),
    ):
        assert room.client.post(path, json=body).status_code == 403, path
    body = {"board": "3x3", "seats": {"x": PERSON, "o": OPEN}}
    for name in (other.members["Ada"], STRANGER, None):
        assert room.refusal("/games", 403, **body, name=name)[0]


@pytest.mark.usefixtures("each_database")
def test_only_the_owner_pairs_removes_and_deletes(room: Room, tmp_path: Path) -> None:
    room.pair()
    before = rows_of(tmp_path)
    settings = {"board": "3x3", "seats": PERSONS}
    for secret in (STRANGER, room.members["Ada"], Room(room.client).secret):
        assert room.refusal("/delete", 403, secret=secret)[0] == "secret"
        assert room.refusal("/members/delete", 403, secret=secret, name="Bob")[0] == "secret"
        assert room.refusal("/round-robin", 403, secret=secret, settings=settings)[0] == "secret"
    assert rows_of(tmp_path) == before | {"rooms": before["rooms"] + 1}
    room.post(f"{room.path}/members/delete", 204, secret=room.secret, name="Bob")
    shown = room.get("/games")["games"]
    names = [seat["name"] for game in shown for seat in game["seats"].values()]
    assert (names.count("someone"), "Bob" in names, room.get()["members"]) == (4, False, ["Ada", "Eve"])
    game = next(game for game in shown if game["seats"]["x"]["name"] == "someone")
    assert room.client.act(game["id"], room.members["Bob"], "play", cell="11", ply=0)[0] == 403


@pytest.mark.usefixtures("each_database")
def test_a_deleted_room_leaves_nothing_and_its_games_are_closed(client: Client, tmp_path: Path) -> None:
    client.make(name=client.post("/api/names", json={"name": "Ada"}).json()["secret"])
    before = rows_of(tmp_path)
    room = Room(client, members="Ada Bob")
    room.pair()
    game = room.get("/games")["games"][0]
    room.play(game, "11 12")
    room.post(f"{room.path}/delete", 204, secret=room.secret)
    assert rows_of(tmp_path) == before
    assert client.get(f"/api/games/{game['id']}").status_code == 404
    for path in ("", "/games", "/results.csv", "/records"):
        assert client.get(f"/api/rooms{room.path}{path}").status_code == 404


def test_rooms_members_and_games_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(tmp_path, limits=ClientLimits(rooms=3)) as client:
        room = Room(client, members="Ada Bob")
        monkeypatch.setattr(rooms, "MOST_MEMBERS", 2)
        assert room.refusal("/members", 409, name="Eve")[0] == "room"
        monkeypatch.setattr(rooms, "MOST_GAMES", 3)
        room.pair()
        settings = {"board": "3x3", "seats": PERSONS}
        assert room.refusal("/round-robin", 409, secret=room.secret, settings=settings)[0] == "room"
        monkeypatch.setattr(rooms, "MOST_ROOMS", 1)
        assert error_in(room.post("", 409, title="Another"))["subject"] == "room"
        room.post("", 409, title="Another")
        assert error_in(room.post("", 429, title="Another"))["subject"] == "rooms"


def test_nothing_that_is_shown_has_a_secret(room: Room) -> None:
    room.pair()
    texts = [str(room.get(path)) for path in ("", "/games", "/results.csv", "/records")]
    assert not any(secret in text for text in texts for secret in (room.secret, *room.members.values()))


def test_38_members_behind_one_address_play_on_while_two_and_a_stranger_flood(tmp_path: Path) -> None:
    with serving(tmp_path, limits=ClientLimits(requests=45, requests_refill=0.001)) as client:
        room = Room(client, members=" ".join(f"Pupil{at}" for at in range(40)))
        floods: list[dict[str, str]] = [{}, *({MEMBER: secret} for secret in list(room.members.values())[:2])]
        for headers in floods:
            codes = [client.get("/api/challenges", headers=headers).status_code for _ in range(46)]
            assert codes[-1] == 429
        for secret in list(room.members.values())[2:]:
            headers = {MEMBER: secret}
            body: Json = {"board": "3x3", "seats": {"x": PERSON, "o": OPEN}, "name": secret}
            made = client.post(f"/api/rooms{room.path}/games", json=body, headers=headers)
            assert made.status_code == 201
            body = {"secret": secret, "action": {"kind": "play", "cell": "11", "ply": 0}}
            path = f"/api/games/{made.json()['game']['id']}/actions"
            assert client.post(path, json=body, headers=headers).status_code == 200
        assert client.get("/api/challenges", headers={MEMBER: STRANGER}).status_code == 429


def test_all_members_behind_one_address_have_ten_times_the_limits_of_a_client() -> None:
    limits = RateLimits(
        ClientLimits(requests=3, requests_refill=1e-9, messages=3, messages_refill=1e-9, games=3, games_refill=1e-9)
    )
    members = [f"192.0.2.1 {number}" for number in range(12)]
    for take in (limits.take_request, limits.take_message, limits.take_game):
        assert sum(take(member) for member in members for _ in range(4)) == 30
        assert sum(take("192.0.2.1") for _ in range(4)) == 3


def test_a_member_who_looks_at_the_room_after_a_restart_is_a_client_again(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        room = Room(client, members="Ada")
    with serving(tmp_path, limits=ClientLimits(requests=6, requests_refill=0.001)) as client:

        def look(secret: str) -> int:
            return client.get(f"/api/rooms{room.path}", headers={MEMBER: secret}).status_code

        assert [look(room.members["Ada"]), look(STRANGER)] == [200, 200]
        assert [client.get("/api/boards").status_code for _ in range(7)][-1] == 429
        assert [look(room.members["Ada"]), look(STRANGER)] == [200, 429]


def test_a_socket_of_a_member_is_known_by_its_subprotocol(room: Room) -> None:
    room.pair()
    game = next(game["id"] for game in room.get("/games")["games"] if game["seats"]["x"]["name"] == "Ada")
    secret = room.members["Ada"]
    for path in (f"games/{game}/live", "analysis", "review", "animation"):
        with room.client.websocket_connect(f"/api/{path}", subprotocols=[SUBPROTOCOL, secret]) as socket:
            assert socket.accepted_subprotocol == SUBPROTOCOL
