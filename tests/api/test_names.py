"""Names of people: chosen, shown at seats, moved to another browser, deleted; and what an attacker gets."""

from __future__ import annotations

import asyncio
import itertools
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select
from support import live_games
from support.live_games import COMPUTER, OPEN, PERSON, Client, Json, MadeGame, error_in, serving
from support.postgresql import connected
from support.present import present

from hyperoxo.server.clients import Client as Address
from hyperoxo.server.errors import TooManyRequests
from hyperoxo.server.games.async_store import MAX_LISTS
from hyperoxo.server.settings import ClientLimits
from hyperoxo.store import Store
from hyperoxo.store.schema import TABLES

if TYPE_CHECKING:
    from pathlib import Path

    from hyperoxo.server.games.async_store import AsyncStore

pytestmark = pytest.mark.usefixtures("each_database")
UNOWNED = "x" * 43


def chosen(client: Client, name: str) -> Json:
    answer = client.post("/api/names", json={"name": name})
    assert answer.status_code == 201, answer.text
    return answer.json()


def refused(client: Client, path: str, **body: Json) -> tuple[int, str]:
    """Return the status and the reason of a refused request about names."""
    answer = client.post(f"/api/names{path}", json=body)
    return answer.status_code, error_in(answer.json())["reason"]


def games_of(client: Client, secret: str) -> Json:
    answer = client.post("/api/names/games", json={"secret": secret})
    assert answer.status_code == 200, answer.text
    return answer.json()["games"]


def recovered(client: Client, code: str) -> Json:
    answer = client.post("/api/names/recover", json={"code": code})
    assert answer.status_code == 201, answer.text
    return answer.json()["secret"]


def names_in(client: Client, game: MadeGame) -> list[str | None]:
    seats = client.game(game.id)["seats"]
    return [seats[side]["name"] for side in "xo"]


@pytest.fixture
def meeting(client: Client) -> tuple[Json, Json, MadeGame]:
    """Return Ada, Bob, and a game between them that Ada has made."""
    ada, bob = chosen(client, "Ada"), chosen(client, "Bob")
    game = client.make(o=OPEN, name=ada["secret"])
    claim = client.post(f"/api/games/{game.id}/seats", json={"side": "o", "name": bob["secret"]})
    game.secrets["o"] = claim.json()["secret"]
    return ada, bob, game


def test_names_are_at_the_seats_in_the_record_and_in_the_rematch(
    client: Client, meeting: tuple[Json, Json, MadeGame]
) -> None:
    _, _, game = meeting
    game.play("11 21 12 22 13")
    client.evict_idle()
    assert names_in(client, game) == ["Ada", "Bob"]
    record = client.get(f"/api/games/{game.id}/record").text
    assert '[First "Ada"]\n[Second "Bob"]' in record
    game.act("x", "offer", what="rematch")
    [*_, rematched] = game.act("o", "answer", what="rematch", accept=True)
    assert [seat["name"] for seat in client.game(rematched["game"])["seats"].values()] == ["Bob", "Ada"]


def test_who_plays_without_a_name_has_none(client: Client) -> None:
    assert names_in(client, client.make(o=COMPUTER)) == [None, "random"]


def test_followers_see_the_name_of_a_claim(client: Client) -> None:
    game = client.make(o=OPEN)
    with game.follow("x") as (follower, _):
        assert follower.receive("presence")["names"] == {}
        client.post(f"/api/games/{game.id}/seats", json={"side": "o", "name": chosen(client, "Bob")["secret"]})
        assert follower.receive("presence")["names"] == {"o": "Bob"}


def test_the_secret_of_a_name_opens_its_seats_on_a_second_device(
    client: Client, meeting: tuple[Json, Json, MadeGame]
) -> None:
    ada, bob, game = meeting
    client.evict_idle()
    device = recovered(client, f"  {ada['code'].upper()}\n")
    assert client.act(game.id, device, "play", cell="22", ply=0)[0]["by"] == "x"
    assert client.act(game.id, device, "play", cell="11", ply=1)[0] == 409  # the turn of Bob
    with client.follow(game.id, bob["secret"]) as (_, joined):
        assert joined["sides"] == ["o"]
    assert games_of(client, device) == games_of(client, ada["secret"])


def test_running_games_come_first_and_then_the_latest(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    times = itertools.count(10**18, 10**6)
    monkeypatch.setattr("time.time_ns", lambda: next(times))
    ada = chosen(client, "Ada")
    first, over, last = (client.make(o=seat, name=ada["secret"]) for seat in (OPEN, OPEN, COMPUTER))
    over.claim("o")
    over.act("o", "resign")
    client.make()  # without a name
    listed = games_of(client, ada["secret"])
    assert [game["id"] for game in listed] == [last.id, first.id, over.id]
    assert [game["to_move"] for game in listed] == ["x", "x", None]
    won = {"ending": "resigned", "winner": "x", "text": "X wins (resigned)"}
    assert [game["result"] for game in listed] == [None, None, won]
    assert {tuple(game["sides"]) for game in listed} == {("x",)}
    first.act("x", "play", cell="22", ply=0)
    assert [game["moves"] for game in games_of(client, ada["secret"])] == [1, 0, 0]


def test_few_lists_of_a_client_are_made_at_a_time(client: Client) -> None:
    async def all_lists() -> list[Json]:
        store: AsyncStore = client.app.state.store  # type: ignore[attr-defined] # FastAPI's
        clients = [Address("192.0.2.1")] * (MAX_LISTS + 2) + [Address("192.0.2.2")]
        return await asyncio.gather(*(store.listed(of, lambda _: "") for of in clients), return_exceptions=True)

    for _ in range(2):
        kinds = [type(answer) for answer in present(client.portal).call(all_lists)]
        assert kinds == [bytes] * MAX_LISTS + [TooManyRequests] * 2 + [bytes]


def test_a_browser_without_a_name_sees_how_its_games_stand(
    client: Client, meeting: tuple[Json, Json, MadeGame]
) -> None:
    ada, _, named = meeting
    here, over, other = client.make(o=OPEN, clock="3 days"), client.make(o=OPEN), client.make(o=COMPUTER)
    here.claim("o")
    over.claim("o")
    over.act("o", "resign")

    def standing(games: list[str], *secrets: str) -> Json:
        answer = client.post("/api/games/standing", json={"games": games, "secrets": secrets})
        assert answer.status_code == 200, answer.text
        return {game["id"]: game for game in answer.json()["games"]}

    for kept in ("in memory", "in the database"):
        if kept == "in the database":
            client.evict_idle()
        ids = [over.id, other.id, here.id, named.id, "A" * 22]
        found = standing(ids, here.secrets["o"], over.secrets["x"], ada["secret"], UNOWNED)
        assert found.keys() == {here.id, over.id, other.id, named.id}, kept
        assert [found[game.id]["sides"] for game in (here, over, other, named)] == [["o"], ["x"], [], ["x"]], kept
        assert next(iter(found)) == here.id, kept  # the only one with a deadline
        assert (found[here.id]["to_move"], found[over.id]["to_move"]) == ("x", None)
        assert found[here.id]["left"] > 2 * 24 * 3600 * 1000
        assert standing([here.id])[here.id]["sides"] == []
        here.act("x", "play", cell="22", ply=0)
        assert standing([here.id], here.secrets["o"])[here.id]["to_move"] == "o"
        here.act("x", "offer", what="takeback")
        here.act("o", "answer", what="takeback", accept=True)
    assert client.post("/api/games/standing", json={"games": ["A" * 22] * 21, "secrets": []}).status_code == 422


def test_a_deleted_name_is_someone_in_all_games_and_its_secret_is_revoked(
    client: Client, meeting: tuple[Json, Json, MadeGame]
) -> None:
    ada, bob, game = meeting
    device = recovered(client, ada["code"])
    with client.follow(game.id, device) as (follower, joined):
        assert joined["sides"] == ["x"]
        answer = client.post("/api/names/delete", json={"secret": ada["secret"]})
        assert (answer.status_code, "content-type" in answer.headers) == (204, False)
        with pytest.raises(ConnectionError, match="1013"):  # and comes back without the seat
            follower.receive("none")
    assert names_in(client, game) == ["someone", "Bob"]
    for secret in (device, ada["secret"]):
        assert client.act(game.id, secret, "play", cell="22", ply=0)[0] == 403
        assert refused(client, "/games", secret=secret)[0] == 403
    assert refused(client, "/recover", code=ada["code"])[0] == 403
    assert isinstance(game.act("x", "play", cell="22", ply=0), list)  # the seat's own secret
    assert [listed["seats"]["x"]["name"] for listed in games_of(client, bob["secret"])] == ["someone"]
    again = chosen(client, "Ada")
    assert games_of(client, again["secret"]) == []


def test_a_new_recovery_code_takes_the_name_from_all_other_browsers(client: Client) -> None:
    ada = chosen(client, "Ada")
    device = recovered(client, ada["code"])
    answer = client.post("/api/names/code", json={"secret": device})
    assert answer.status_code == 201
    assert refused(client, "/games", secret=ada["secret"])[0] == 403
    assert refused(client, "/recover", code=ada["code"])[0] == 403
    assert games_of(client, recovered(client, answer.json()["code"])) == []


def test_ten_browsers_have_a_name(client: Client) -> None:
    ada = chosen(client, "Ada")
    devices = [ada["secret"], *(recovered(client, ada["code"]) for _ in range(10))]
    kept = [client.post("/api/names/games", json={"secret": secret}).status_code for secret in devices]
    assert kept == [403] + [200] * 10


def test_a_name_like_another_or_with_tricks_is_refused(client: Client) -> None:
    chosen(client, "Ada")
    tried = [
        "ada",
        "\uff21da",
        "Ada\u200b",
        "\u202eadA",
        "\u0391da",
        "<i>Ada</i>",
        "\x1b[1mAda",
        "a" * 100,
        "a" * 101,
        "Hard",
    ]
    assert [refused(client, "", name=name)[0] for name in tried] == [409, 409, *[422] * 8]
    half = b'{"name": "A\\ud800a"}'
    assert client.post("/api/names", content=half, headers={"Content-Type": "application/json"}).status_code == 422


def test_a_seat_that_is_held_cannot_be_claimed_by_who_has_the_link(
    client: Client, meeting: tuple[Json, Json, MadeGame]
) -> None:
    _, _, game = meeting
    eve = chosen(client, "Eve")
    for side in "xo":
        claim = client.post(f"/api/games/{game.id}/seats", json={"side": side, "name": eve["secret"]})
        assert claim.status_code == 409
    assert client.act(game.id, eve["secret"], "play", cell="22", ply=0)[0] == 403
    with client.follow(game.id, eve["secret"], UNOWNED) as (_, joined):
        assert joined["sides"] == []
    assert games_of(client, eve["secret"]) == []


def test_a_wrong_secret_makes_no_game_and_claims_no_seat(client: Client) -> None:
    game = client.make(o=OPEN)
    body = {"board": "3x3", "seats": {"x": PERSON, "o": OPEN}, "name": UNOWNED}
    claim = {"side": "o", "name": UNOWNED}
    for path, sent in (("/api/games", body), (f"/api/games/{game.id}/seats", claim)):
        answer = client.post(path, json=sent)
        assert (answer.status_code, UNOWNED in answer.text) == (403, False)
    for path in ("/games", "/code", "/delete"):
        assert refused(client, path, secret=UNOWNED)[0] == 403
    assert client.game(game.id)["seats"]["o"]["kind"] == "open"


def test_after_five_wrong_recovery_codes_an_address_waits(client: Client) -> None:
    ada = chosen(client, "Ada")
    wrong = ["abandon " * 11 + "about", "abandon " * 12, "", ada["code"][::-1], f"{ada['code']} zoo"]
    for code in wrong[:4]:
        assert refused(client, "/recover", code=code)[0] == 403
    recovered(client, ada["code"])  # a right one does not count
    answer = client.post("/api/names/recover", json={"code": wrong[4]})
    assert (answer.status_code, "zoo" in answer.text) == (403, False)
    assert refused(client, "/recover", code=ada["code"])[0] == 429


def test_a_client_cannot_take_names_in_masses(tmp_path: Path) -> None:
    with serving(tmp_path, limits=ClientLimits(names=2, names_refill=0)) as client:
        statuses = [client.post("/api/names", json={"name": name}).status_code for name in ("Ada", "Bob", "Eve")]
    assert statuses == [201, 201, 429]


def test_the_owner_bans_and_renames_while_the_server_runs(
    client: Client, tmp_path: Path, meeting: tuple[Json, Json, MadeGame]
) -> None:
    ada, bob, game = meeting
    store = Store(live_games.database_url(tmp_path))
    with game.follow() as (follower, _):
        assert follower.receive("presence")["names"] == {"x": "Ada", "o": "Bob"}
        assert store.names.rename("bob", "Robert")
        present(client.portal).call(client.registry.update_people)
        assert follower.receive("presence")["names"] == {"x": "Ada", "o": "Robert"}
    assert (store.names.ban("ADA"), store.names.ban("Eve")) == (True, False)
    store.close()
    present(client.portal).call(client.registry.update_people)
    assert names_in(client, game) == ["someone", "Robert"]
    assert refused(client, "/games", secret=ada["secret"])[0] == 403
    assert refused(client, "/recover", code=ada["code"])[0] == 403
    assert refused(client, "", name="Ada") == (409, "it cannot be chosen here")
    assert [game["seats"]["o"]["name"] for game in games_of(client, bob["secret"])] == ["Robert"]
    assert chosen(client, "Bob")["name"] == "Bob"


def test_the_database_has_neither_secrets_nor_codes(client: Client, tmp_path: Path) -> None:
    ada = chosen(client, "Ada")
    client.make(o=OPEN, name=ada["secret"])
    with connected(live_games.database_url(tmp_path)) as connection:
        held = str([connection.execute(select(table)).all() for table in TABLES.sorted_tables])
    assert "Ada" in held
    assert not any(text in held for text in (ada["secret"], ada["code"]))
