"""The museum over HTTP: the room, its exhibits, and their pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from fastapi.testclient import TestClient
from pydantic import TypeAdapter
from support.listings import RING

from hyperoxo.museum import exhibit_as_json, exhibit_names, find_exhibit, room_as_json
from hyperoxo.museum.description import ExhibitDescribed, MuseumRoom
from hyperoxo.server.app import create_app

if TYPE_CHECKING:
    from support.live_games import Client, Json

CLIENT = TestClient(create_app(), base_url="http://127.0.0.1")


def test_the_room_is_that_of_the_library() -> None:
    answer = CLIENT.get("/api/museum")
    assert answer.status_code == 200
    assert answer.json() == room_as_json()
    TypeAdapter(MuseumRoom).validate_json(answer.content, strict=True)
    assert [one["name"] for one in answer.json()["exhibits"]] == list(exhibit_names())


@pytest.mark.parametrize("name", exhibit_names())
def test_an_exhibit_is_that_of_the_library(name: str) -> None:
    answer = CLIENT.get(f"/api/museum/{name}")
    assert answer.status_code == 200
    assert answer.json() == exhibit_as_json(find_exhibit(name))
    TypeAdapter(ExhibitDescribed).validate_json(answer.content, strict=True)


@pytest.mark.parametrize("name", exhibit_names())
def test_a_figure_is_drawn_at_every_ply(name: str) -> None:
    pictures = [CLIENT.get(f"/api/museum/{name}/figures/{ply}") for ply in range(find_exhibit(name).sample.length + 1)]
    assert {picture.status_code for picture in pictures} == {200}
    assert {picture.headers["Content-Type"] for picture in pictures} == {"image/svg+xml"}
    assert all(ElementTree.fromstring(picture.text).tag.endswith("svg") for picture in pictures)  # noqa: S314 - ours
    assert len({picture.text for picture in pictures}) > 2


class TestRun:
    """A listing over HTTP: begun, continued from its state, and stopped."""

    def run(self, client: Client, status: int = 200, **asked: object) -> Json:
        answer = client.post("/api/museum/run", json=asked)
        assert answer.status_code == status
        found: Json = answer.json()
        return found

    def test_a_run_is_continued_from_its_state(self, client: Client) -> None:
        begun = self.run(client, exhibit="fignition", text=RING)
        assert (begun["waiting"], begun["stopped"], begun["shown"]) == (True, "", "stack: empty")
        moved = self.run(client, exhibit="fignition", state=begun["state"], typed="1")
        assert [row.rstrip() for row in moved["screen"][:1]] == ["O X"]
        assert [(turn["cell"], turn["agrees"]) for turn in moved["turns"]] == [("12", True)]

    def test_a_listing_that_stops_is_an_answer(self, client: Client) -> None:
        for text, stopped in ((": a fnord ;", "line 1: fnord: not a word"), (": a 9 >r ;", "line 1: return stack: 9")):
            answer = self.run(client, exhibit="fignition", text=text)
            assert answer["stopped"].startswith(stopped)
            assert (answer["waiting"], answer["state"]) == (False, None)

    def test_what_is_no_run_is_refused(self, client: Client) -> None:
        begun = self.run(client, exhibit="fignition", text=RING)
        for asked, reason in (
            ({"state": begun["state"], "typed": "12"}, "more than one input"),
            ({"state": {}, "typed": "1"}, "text is not a text"),
            ({"text": RING, "repairs": ["fnord"]}, "there is no such repair"),
            ({"text": "x" * 65_537}, "at most 65536 characters"),
        ):
            assert reason in self.run(client, 422, exhibit="fignition", **asked)["error"]["reason"]


@pytest.mark.parametrize(
    ("path", "status", "reason"),
    [
        ("chess", 404, "there is no such exhibit"),
        ("IBM1620", 404, "there is no such exhibit"),
        ("..%2Fexhibits", 404, "Not Found"),
        ("n" * 41, 422, "at most 40 characters"),
        ("delphi/figures/8", 404, "the sample game has 7 moves"),
        ("chess/figures/1", 404, "there is no such exhibit"),
        ("delphi/figures/-1", 422, ""),
        ("delphi/figures/one", 422, ""),
    ],
)
def test_what_is_not_there_is_refused(path: str, status: int, reason: str) -> None:
    answer = CLIENT.get(f"/api/museum/{path}")
    assert answer.status_code == status
    assert reason in answer.json()["error"]["reason"]
