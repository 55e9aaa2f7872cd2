"""Link previews: the tags of the page at a game's address, their pictures, and the pictures that are kept."""

from __future__ import annotations

import base64
import io
import re
from functools import partial
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from PIL import Image, ImageSequence
from support.live_games import COMPUTER, OPEN, Client, FailingStore, FakeScheduler, serving
from support.pictures import Picture
from support.scripted_jobs import ScriptedScheduler, answers_to, asking, client_with, failing_with

from hyperoxo import players
from hyperoxo.errors import MissingExtraError
from hyperoxo.server import previews
from hyperoxo.server.previews import player_title

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fastapi.testclient import TestClient

    from hyperoxo.server.workers.jobs import Job

SITE = "https://play.example.org"
INDEX = "<!doctype html><html><head><title>Hyperoxo</title></head><body></body></html>"


class Counting(FakeScheduler):
    """A scheduler that counts the previews that are drawn."""

    drawn = 0

    async def run(self, client: object, job: Job[Any, Any], **how: Any) -> Any:  # noqa: ANN401 - any job
        self.drawn += isinstance(job, partial) and job.keywords.get("kind") == "preview"
        return await super().run(client, job, **how)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    folder = tmp_path / "page"
    folder.mkdir()
    (folder / "index.html").write_text(INDEX)
    return folder


@pytest.fixture
def scheduler() -> Counting:
    return Counting()


@pytest.fixture
def client(tmp_path: Path, page: Path, scheduler: Counting) -> Iterator[Client]:
    with serving(tmp_path, scheduler, page=page, public_url=SITE) as client:
        yield client


class Head(HTMLParser):
    """The elements of a document, and its meta elements by property."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.tags: dict[str, str] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        facts = dict(attrs)
        assert facts.keys() in ({"property", "content"}, {"name", "content"}, set())
        if tag == "meta":
            self.tags[str(facts.get("property", facts.get("name")))] = str(facts["content"])


def tags(client: Client, path: str) -> dict[str, str]:
    """Return the tags of the page at an address; the rest of the page is as it was built."""
    answer = client.get(path)
    assert answer.status_code == 200
    head = Head(answer.text)
    assert [tag for tag in head.elements if tag != "meta"] == ["html", "head", "title", "body"]
    assert re.sub("<meta [^>]*>", "", answer.text) == INDEX
    return head.tags


def picture(client: Client, address: str) -> Image.Image:
    """Return the picture at an address of this site."""
    assert address.startswith(f"{SITE}/")
    answer = client.get(address.removeprefix(SITE))
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png"), answer.text
    assert len(answer.content) <= 100_000
    return Image.open(io.BytesIO(answer.content))


# ---- Tags ----


def test_a_live_game_has_a_title_players_and_a_picture_of_its_ply(client: Client, scheduler: Counting) -> None:
    scheduler.holds = True  # the computer goes on thinking
    game = client.make("4x4x4", o=COMPUTER)
    game.play("111")
    found = tags(client, f"/g/{game.id}")
    assert found["og:title"] == "4x4x4: not finished, O to move"
    assert found["og:description"] == "a person against Random moves, 1 move."
    assert found["og:url"] == f"{SITE}/g/{game.id}"
    assert found["twitter:card"] == "summary_large_image"
    assert found["og:image"] == f"{SITE}/api/games/{game.id}/preview?ply=1"
    size = int(found["og:image:width"]), int(found["og:image:height"])
    assert picture(client, found["og:image"]).size == size == (1200, 630)
    before = tags(client, f"/g/{game.id}?ply=0")
    assert (before["og:title"], before["og:url"]) == ("4x4x4: not finished, X to move", f"{SITE}/g/{game.id}?ply=0")
    assert before["og:image"].endswith("ply=0")


def test_a_persons_name_is_in_the_preview_until_it_is_deleted(client: Client) -> None:
    secret = client.post("/api/names", json={"name": "Ada"}).json()["secret"]
    path = f"/g/{client.make(o=OPEN, name=secret).id}"
    assert tags(client, path)["og:description"] == "Ada against a person, 0 moves."
    client.post("/api/names/delete", json={"secret": secret})
    assert tags(client, path)["og:description"] == "someone against a person, 0 moves."


def test_moves_in_an_address_have_a_preview_at_their_ply(client: Client) -> None:
    won = tags(client, "/play?board=3x3&moves=11.21.12.22.13")
    assert (won["og:title"], won["og:description"]) == ("3x3: X wins in 3 moves", "Tic-tac-toe on 3x3, 5 moves.")
    assert picture(client, won["og:image"]).size == (1200, 630)
    before = tags(client, "/play?board=qubic&start=xo62%20x&moves=113,114&ply=1")
    assert before["og:title"] == "4x4x4: not finished, O to move"
    assert before["og:url"] == f"{SITE}/play?board=qubic&start=xo62+x&moves=113%2C114&ply=1"
    assert before["og:image"] == f"{SITE}/api/preview?board=4x4x4&start=xo62+x&moves=113"
    assert tags(client, "/play?board=16x16:5&moves=1.1-16.16")["og:title"] == "16x16:5: not finished, X to move"


HOSTILE = [
    '"><script>alert(1)</script>',
    "'/><img src=x onerror=alert(1)>",
    "</head><body onload=x>",
    "\x00\n\u202e&quot;",
    "é😀",
]


def test_an_address_cannot_add_elements_or_attributes(client: Client) -> None:
    def at_play(**query: str) -> dict[str, str]:
        return tags(client, client.build_request("GET", "/play", params=query).url.raw_path.decode())

    for text in HOSTILE:
        for wrong in ({"board": text}, {"board": "3x3", "moves": f"!{text}"}, {"board": "3x3", "start": text}):
            assert at_play(**wrong) == {}
        for other in ({"ply": text}, {text: text}, {"screen": text, "moves": "11"}):
            found = at_play(board="3x3", **other)
            for address in (found["og:url"], found["og:image"]):
                assert re.fullmatch(r"[A-Za-z0-9:/?&=.%+_-]*", address)
                assert urlsplit(address).netloc == "play.example.org"


def test_a_name_is_a_name(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """No player has such a name; the one function that escapes must do so nevertheless."""
    game = client.make(o=COMPUTER)
    for name in HOSTILE:
        monkeypatch.setattr(previews, "player_title", lambda _, name=name: name)
        description = tags(client, f"/g/{game.id}")["og:description"]
        assert description == f"a person against {name.replace(chr(0), chr(0xFFFD))}, 0 moves."
        card = client.post("/api/pictures/card", json={"board": "3x3", "names": {"o": name}})
        assert not {"script", "img", "body"} & {element.tag for element in Picture(card.text).root.iter()}


MANY = [f"{row}.{column}" for row in range(1, 6) for column in range(1, 14)]
WITHOUT_TAGS = [
    *("/", "/museum", "/play", "/play?board=banana", "/play?board=3x3&moves=11&ply=2", "/play?board=2x2&moves=11.11"),
    *("/g/nothing", f"/g/{'A' * 22}", f"/g/{'A' * 400}", "/g/%22%3E"),
    f"/play?board=16x16:16&moves={'-'.join(MANY)}",
]


def test_other_addresses_have_no_tags(client: Client) -> None:
    assert [path for path in WITHOUT_TAGS if tags(client, path)] == []
    assert tags(client, f"/play?board=16x16:16&moves={'-'.join(MANY[:64])}")


def test_without_a_public_address_there_are_no_tags_and_no_pictures(tmp_path: Path, page: Path) -> None:
    with serving(tmp_path, page=page) as client:
        game = client.make()
        assert tags(client, f"/g/{game.id}") == tags(client, "/play?board=3x3") == {}
        for path in ("/api/preview?board=3x3", f"/api/games/{game.id}/preview"):
            assert client.get(path).status_code == 404


def test_a_store_that_fails_leaves_the_page_without_tags(tmp_path: Path, page: Path) -> None:
    store = FailingStore(tmp_path)
    with serving(tmp_path, store=store, page=page, public_url=SITE) as client:
        store.fails_to_read = True
        assert tags(client, f"/g/{'A' * 22}") == {}


def test_every_built_in_player_has_a_name_for_people() -> None:
    built_in = [name for name in players.names() if not players.kind(name).is_outside]
    assert [name for name in built_in if player_title(name) == name] == []
    assert [player_title(f"oxo:level={level}") for level in (3, 4)] == ["House player, level 3", "Medium (level 4)"]
    assert player_title("oxo:strategy=human") == "House player, by the strategy for people"


# ---- Pictures ----


REFUSED = [
    ("/api/games/nothing/preview", 404),
    ("/api/games/GAME/preview?ply=2", 404),
    ("/api/games/GAME/preview?ply=257", 422),
    ("/api/games/GAME/preview?ply=x", 422),
    ("/api/preview", 422),
    ("/api/preview?board=banana", 422),
    ("/api/preview?board=3x3&moves=11,11", 422),
    ("/api/preview?board=3x3&moves=%22%3E", 422),
    (f"/api/preview?board=3x3&moves={'1' * 99}", 422),
    ("/api/preview?board=3x3&moves=11&ply=2", 422),
    ("/api/preview?board=3x3&start=xxx6%20x", 422),
    (f"/api/preview?board=16x16:16&moves={','.join(MANY)}", 422),
]


def test_a_preview_that_cannot_be_is_refused(client: Client) -> None:
    game = client.make("4x4")
    game.play("11")
    for path, status in REFUSED:
        answer = client.get(path.replace("GAME", game.id))
        assert answer.status_code == status, path
        assert answer.json()["error"]["reason"]


def test_a_picture_is_drawn_once_and_sent_once(client: Client, scheduler: Counting) -> None:
    game = client.make()
    game.play("22 11")
    path = f"/api/games/{game.id}/preview"
    first = client.get(path)
    assert (first.status_code, first.headers["cache-control"]) == (200, "no-cache")
    assert client.get(f"{path}?ply=2").content == first.content
    assert client.head(path).headers["etag"] == first.headers["etag"]
    assert scheduler.drawn == 1
    known = {"If-None-Match": first.headers["etag"]}
    again = client.get(path, headers=known)
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    game.act("x", "resign")
    ended = client.get(path, headers=known)
    assert ended.status_code == 200
    assert ended.content != first.content
    assert client.get(f"{path}?ply=1").content not in {first.content, ended.content}


# ---- Cards and animations of the page ----


def test_a_card_is_drawn_for_the_page(client: Client) -> None:
    body = {
        "board": "3x3",
        "moves": ["22", "11"],
        "names": {"o": "<b>"},
        "result": {"ending": "resigned", "winner": "x"},
    }
    answer = client.post("/api/pictures/card", json=body)
    assert answer.headers["content-type"].startswith("image/svg+xml")
    for text in ("X wins", "resigned", "&lt;b&gt;", "a person"):
        assert f">{text}</text>" in answer.text
    assert ">X to move<" not in answer.text
    for wrong in ({"names": {"z": "Z"}}, {"names": {"x": "X" * 101}}, {"result": {"ending": "line", "winner": "x"}}):
        assert client.post("/api/pictures/card", json=body | wrong).status_code == 422


def test_an_animation_reports_every_frame_and_ends_with_a_file(thinking: TestClient) -> None:
    *messages, done = answers_to(thinking, asking("animate", 3, "3x3", moves=["22", "11"], names={"x": "A"}))
    assert {message["all"] for message in messages if message["type"] == "progress"} <= {3}
    assert (done["type"], done["request"]) == ("done", 3)
    moving = Image.open(io.BytesIO(base64.b64decode(done["gif"])))
    assert (moving.format, len(list(ImageSequence.Iterator(moving))), moving.size) == ("GIF", 3, (720, 378))


def test_why_an_animation_is_not_drawn_is_said() -> None:
    missing = MissingExtraError("PIL", "not installed, and PNG, PDF and GIF files need it", "type pip install pillow")
    client = client_with(ScriptedScheduler(failing_with(missing)))
    assert answers_to(client, asking("animate", 1))[-1]["error"]["remedy"] == "type pip install pillow"
    assert answers_to(client, asking("animate", 1, moves=["11", "11"]))[-1]["error"]["subject"] == "11"
