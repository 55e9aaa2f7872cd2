"""Rooms: joined, paired, shown and deleted; and what owners of others, members and strangers get."""

from __future__ import annotations

import csv
import io
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select
from starlette.requests import HTTPConnection
from starlette.testclient import WebSocketDenialResponse
from support import live_games
from support.live_games import OPEN, PERSON, Client, Follower, Json, error_in, serving
from support.postgresql import connected
from support.rooms import Room

from hyperoxo import record
from hyperoxo.server.clients import MEMBER, SUBPROTOCOL, Members
from hyperoxo.server.games.registry import GameRegistry
from hyperoxo.server.settings import ClientLimits
from hyperoxo.store import Store, StoredRoom, names, rooms
from hyperoxo.store.rooms import Rooms
from hyperoxo.store.schema import TABLES

if TYPE_CHECKING:
    from pathlib import Path


STRANGER = "x" * 43


@pytest.fixture
def room(client: Client) -> Room:
    return Room(client, members="Ada Bob Eve")


def rows_of(folder: Path) -> dict[str, int]:
    with connected(live_games.database_url(folder)) as connection:
        return {
            table.name: connection.scalar(select(func.count()).select_from(table)) or 0
            for table in TABLES.sorted_tables
        }


@pytest.mark.usefixtures("each_database")
def test_a_round_robin_is_played_by_names_and_ends_in_a_table_csv_and_records(room: Room) -> None:
    assert room.pair() == 6
    games = room.get("/games")["games"]
    assert {(game["seats"]["x"]["name"], game["seats"]["o"]["name"]) for game in games} == {
        (one, other) for one in room.members for other in room.members if one != other
    }
    assert all(room.client.game(game["id"])["settings"]["strict"] for game in games)
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


def names_in(shown: Json) -> set[str]:
    """Return the names in the games of a room and in its table."""
    seats = [seat for game in shown["games"] for seat in game["seats"].values()]
    return {named["name"] for named in [*seats, *shown["table"]]}


def test_a_change_is_seen_by_the_next_question_and_a_repeated_round_robin_is_refused(room: Room) -> None:
    assert room.get("/games")["games"] == []
    request = {"secret": room.secret, "board": "3x3", "seen": 0}
    room.post(f"{room.path}/round-robin", 201, **request)
    assert len(room.get("/games")["games"]) == 6
    assert room.refusal("/round-robin", 409, **request) == ("room", "it has 6 games by now")
    room.post(f"{room.path}/members/delete", 204, secret=room.secret, name="Ada")
    assert "Ada" not in names_in(room.get("/games"))
    assert room.client.post("/api/names/delete", json={"secret": room.members["Bob"]}).status_code == 204
    assert names_in(room.get("/games")) == {"Eve", "someone"}


def test_a_challenge_waits_in_the_list_of_the_room_alone(room: Room) -> None:
    body = {"board": "3x3", "seats": {"x": PERSON, "o": OPEN}, "name": room.members["Ada"]}
    made = room.post(f"{room.path}/games", 201, **body)
    assert made["game"]["settings"]["strict"]
    [entry] = room.get()["challenges"]
    assert (entry["id"], entry["seats"]["x"]["name"], entry["settings"]["strict"]) == (made["game"]["id"], "Ada", True)
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


@pytest.mark.usefixtures("each_database")
def test_the_browser_of_a_member_lists_its_running_games_unopened(room: Room) -> None:
    room.pair()
    game = next(each for each in room.get("/games")["games"] if each["seats"]["x"]["name"] == "Ada")
    room.client.act(game["id"], room.members["Ada"], "resign")
    ada = room.client.post("/api/names", json={"name": "Ada"}).json()["secret"]
    room.client.make(o=OPEN, name=ada)  # in no room

    def sides(*members: str) -> list[tuple[str, ...]]:
        answer = room.client.post("/api/games/standing", json={"games": [], "secrets": [], "members": members})
        assert answer.status_code == 200, answer.text
        found = [(each["sides"], each["seats"]) for each in answer.json()["games"]]
        return sorted((*held, *(seats[side]["name"] for side in "xo")) for held, seats in found)

    [other] = {"Ada", "Bob", "Eve"} - {game["seats"][side]["name"] for side in "xo"}
    against = game["seats"]["o"]["name"]
    assert sides(room.members["Ada"]) == sorted([("x", "Ada", other), ("o", other, "Ada"), ("o", against, "Ada")])
    assert sides(STRANGER, ada) == sides() == []
    assert len(sides(*room.members.values())) == 5


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
    for secret in (STRANGER, room.members["Ada"], Room(room.client).secret):
        assert room.refusal("/delete", 403, secret=secret)[0] == "secret"
        assert room.refusal("/members/delete", 403, secret=secret, name="Bob")[0] == "secret"
        assert room.refusal("/round-robin", 403, secret=secret, board="3x3")[0] == "secret"
    assert rows_of(tmp_path) == before | {"rooms": before["rooms"] + 1}
    room.post(f"{room.path}/members/delete", 204, secret=room.secret, name="Bob")
    shown = room.get("/games")["games"]
    names = [seat["name"] for game in shown for seat in game["seats"].values()]
    assert (names.count("someone"), "Bob" in names, room.get()["members"]) == (4, False, ["Ada", "Eve"])
    game = next(game for game in shown if game["seats"]["x"]["name"] == "someone")
    assert room.client.act(game["id"], room.members["Bob"], "play", cell="11", ply=0)[0] == 403
    assert room.refusal("/members/delete", 404, secret=room.secret, name="Bob")[0] == "name"
    assert room.refusal("/members/delete", 422, secret=room.secret, name="\0")[0] == "body.name"


@pytest.mark.usefixtures("each_database")
@pytest.mark.parametrize("by_itself", [True, False])
def test_who_was_removed_plays_no_more_in_the_room(room: Room, by_itself: bool) -> None:
    """The seats of a challenge have secrets besides that of the name; games that run are abandoned."""

    def challenge(name: str, **details: Json) -> Json:
        body = {"board": "3x3", "name": room.members[name], "seats": {"x": PERSON, "o": OPEN}, **details}
        made = room.post(f"{room.path}/games", 201, **body)
        return made["game"]["id"], made["secrets"]["x"]

    def claim(game_id: str, name: str) -> Json:
        body = {"side": "o", "name": room.members[name]}
        return room.client.post(f"/api/games/{game_id}/seats", json=body).json()["secret"]

    room.pair()
    open_game, waiting = challenge("Bob")
    running, bobs = challenge("Bob")
    adas = claim(running, "Ada")
    over, adas_too = challenge("Ada", settings={"strict": False})
    bobs_too = claim(over, "Bob")
    room.client.act(over, adas_too, "resign")
    room.client.act(over, bobs_too, "offer", what="rematch")
    with room.client.follow(running, bobs) as (follower, _):
        if by_itself:
            assert room.client.post("/api/names/delete", json={"secret": room.members["Bob"]}).status_code == 204
        else:
            room.post(f"{room.path}/members/delete", 204, secret=room.secret, name="Bob")
        with pytest.raises(ConnectionError):
            follower.receive("end of the connection")
    for game_id, secret in ((open_game, waiting), (running, bobs), (over, bobs_too)):
        assert room.client.act(game_id, secret, "play", cell="11", ply=0)[0] == 403
        assert room.client.act(game_id, secret, "undo", ply=0)[0] == 403
    with room.client.follow(running, bobs) as (_, joined):
        assert joined["sides"] == []
    assert room.client.act(over, adas_too, "answer", what="rematch", accept=True)[0] == 409
    assert room.client.act(running, adas, "offer", what="rematch")[0] == 409
    assert room.get()["challenges"] == []
    games = {game["id"]: game for game in room.get("/games")["games"]}
    seats = [{seat["name"] for seat in game["seats"].values()} for game in games.values() if not game["result"]]
    assert seats == [{"Ada", "Eve"}] * 2
    assert room.client.game(running)["result"]["ending"] == "abandoned"
    assert room.get("/games")["table"] == []


@pytest.mark.usefixtures("each_database")
def test_the_games_of_a_removed_member_end_after_a_restart_if_the_server_ended_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ends_before(_: GameRegistry, __: list[str]) -> None:
        pass

    with serving(tmp_path) as client:
        public = client.post("/api/names", json={"name": "Zoe"}).json()["secret"]
        client.make(o=OPEN, name=public, public=True)
        room = Room(client, members="Ada Bob Eve")
        room.pair()
        with monkeypatch.context() as patch:
            patch.setattr(GameRegistry, "end_without", ends_before)
            room.post(f"{room.path}/members/delete", 204, secret=room.secret, name="Ada")
            client.post("/api/names/delete", json={"secret": public})
        games = room.get("/games")["games"]
    of_ada = {game["id"] for game in games if {seat["name"] for seat in game["seats"].values()} != {"Bob", "Eve"}}
    store = Store(live_games.database_url(tmp_path))
    assert set(store.summaries.left()) == of_ada
    with serving(tmp_path) as client:
        client.until(lambda: not store.summaries.left())
        endings = {game["id"]: client.game(game["id"])["result"] for game in games}
    store.close()
    assert {game_id for game_id, result in endings.items() if result} == of_ada
    assert {result["ending"] for result in endings.values() if result} == {"abandoned"}


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
        monkeypatch.setattr(names, "MAX_MEMBERS", 2)
        assert room.refusal("/members", 409, name="Eve")[0] == "room"
        monkeypatch.setattr(names, "MAX_GAMES", 3)
        room.pair()
        assert room.refusal("/round-robin", 409, secret=room.secret, board="3x3")[0] == "room"
        game = room.get("/games")["games"][0]
        one, other = (room.members[game["seats"][side]["name"]] for side in "xo")
        body = {"board": "3x3", "seats": {"x": PERSON, "o": OPEN}, "name": one}
        room.post(f"{room.path}/games", 201, **body)
        assert room.refusal("/games", 409, **body)[0] == "room"
        room.client.act(game["id"], one, "resign")
        room.client.act(game["id"], one, "offer", what="rematch")
        refusal = room.client.act(game["id"], other, "answer", what="rematch", accept=True)
        assert (refusal[0], refusal[1]["subject"], room.get()["games"]) == (409, "room", 3)
        monkeypatch.setattr(rooms, "MAX_ROOMS", 1)
        assert error_in(room.post("", 409, title="Another"))["subject"] == "room"
        room.post("", 409, title="Another")
        assert error_in(room.post("", 429, title="Another"))["subject"] == "rooms"


def test_what_was_deleted_meanwhile_is_refused_as_such(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    read, stale = Rooms.read, list[StoredRoom | None]()
    pairs = {"secret": room.secret, "board": "3x3"}

    def read_before(rooms: Rooms, room_id: str) -> StoredRoom | None:
        """Return the room as another server has read it before."""
        stale.append(read(rooms, room_id))
        return stale[0]

    monkeypatch.setattr(Rooms, "read", read_before)
    room.post(f"{room.path}/members/delete", 204, secret=room.secret, name="Bob")
    assert room.refusal("/round-robin", 409, **pairs)[0] == "name"
    room.post(f"{room.path}/delete", 204, secret=room.secret)
    removal = {"secret": room.secret, "name": "Ada"}
    for path, body in (("/round-robin", pairs), ("/members", {"name": "Zoe"}), ("/members/delete", removal)):
        assert room.refusal(path, 404, **body)[0] == room.made["id"]


def test_nothing_that_is_shown_has_a_secret(room: Room) -> None:
    room.pair()
    texts = [str(room.get(path)) for path in ("", "/games", "/results.csv", "/records")]
    assert not any(secret in text for text in texts for secret in (room.secret, *room.members.values()))


def test_members_follow_and_play_while_two_and_a_stranger_hold_all_sockets_that_they_may(tmp_path: Path) -> None:
    """A member may have two sockets here, all behind the address 20, and those without a secret 20."""
    limits = ClientLimits(sockets=20)
    with serving(tmp_path, limits=limits) as client, ExitStack() as stack:
        room = Room(client, members=" ".join(f"Pupil{at}" for at in range(10)))
        room.pair()
        games = room.get("/games")["games"]

        def opened(game_id: str, *secret: str) -> Follower:
            protocols = [SUBPROTOCOL, *secret] if secret else None
            path = f"/api/games/{game_id}/live"
            follower = Follower(stack.enter_context(client.websocket_connect(path, subprotocols=protocols)))
            follower.send({"type": "join", "version": 2, "secrets": secret})
            return follower

        hostile_ones: list[tuple[tuple[str, ...], int]] = [((), 20)]
        hostile_ones += [((secret,), 2) for secret in list(room.members.values())[:2]]
        for secret, most in hostile_ones:
            hostile = [opened(games[0]["id"], *secret) for _ in range(most)]
            with pytest.raises(WebSocketDenialResponse):
                opened(games[0]["id"], *secret)
            for _ in range(40):
                hostile[0].send("[")
        for name, own in list(room.members.items())[2:]:
            game = next(game for game in games if game["seats"]["x"]["name"] == name)
            player, watcher = opened(game["id"], own), opened(game["id"], own)
            watcher.receive("joined")  # what comes later is an event
            player.act("x", "play", cell="22", ply=0)
            assert watcher.receive_cells(1) == ["22"]


def test_a_member_who_looks_at_the_room_after_a_restart_has_turns_and_is_here_again(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        room = Room(client, members="Ada Bob")
        assert room.get()["here"] == ["Ada", "Bob"]
    with serving(tmp_path) as client:
        room.client = client
        members: Members = client.app.state.budgets.members  # type: ignore[attr-defined] # the application is FastAPI's

        def member_of(secret: str) -> str:
            assert client.get(f"/api/rooms{room.path}", headers={MEMBER: secret}).status_code == 200
            head = [(MEMBER.encode(), secret.encode())]
            return members.identify(HTTPConnection({"type": "http", "headers": head})).member

        assert [bool(member_of(secret)) for secret in (STRANGER, room.members["Ada"], STRANGER)] == [False, True, False]
        assert room.get()["here"] == ["Ada"]


def test_a_member_is_here_for_a_minute_and_a_half_after_its_last_request() -> None:
    now = 0.0
    members = Members(10, lambda: now)
    members.know("of Ada", 1)
    members.know("of Bob", 2)
    now = 60
    members.identify(HTTPConnection({"type": "http", "headers": [(MEMBER.encode(), b"of Ada")]}))
    assert members.here() == {1, 2}
    now = 91
    assert members.here() == {1}


def test_a_socket_of_a_member_is_known_by_its_subprotocol(room: Room) -> None:
    room.pair()
    game = next(game["id"] for game in room.get("/games")["games"] if game["seats"]["x"]["name"] == "Ada")
    secret = room.members["Ada"]
    for path in (f"games/{game}/live", "analysis", "review", "animation"):
        with room.client.websocket_connect(f"/api/{path}", subprotocols=[SUBPROTOCOL, secret]) as socket:
            assert socket.accepted_subprotocol == SUBPROTOCOL
