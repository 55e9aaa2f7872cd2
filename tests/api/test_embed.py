"""Documents for frames of other sites: their headers, and what is written into them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlencode

import pytest
from support.elements import Elements

if TYPE_CHECKING:
    from support.live_games import Client

ELEMENT = "hyperoxo-board"


@pytest.mark.parametrize(
    ("path", "framed", "opener", "resource"),
    [
        ("/embed", True, "unsafe-none", "cross-origin"),
        ("/embed?board=3x3", True, "unsafe-none", "cross-origin"),
        ("/embed/nothing", True, "unsafe-none", "cross-origin"),
        ("/hyperoxo-board.js", False, "same-origin", "cross-origin"),
        ("/", False, "same-origin", "same-origin"),
        ("/g/nothing", False, "same-origin", "same-origin"),
        ("/embedded", False, "same-origin", "same-origin"),
        ("/api/games/nothing", False, "same-origin", "same-origin"),
        ("/api/games/nothing/preview", False, "same-origin", "cross-origin"),
        ("/api/preview?board=3x3", False, "same-origin", "cross-origin"),
    ],
)
def test_only_documents_for_frames_may_be_framed_and_only_in_a_sandbox(
    client: Client, path: str, opener: str, resource: str, *, framed: bool
) -> None:
    headers = client.get(path).headers
    policy = dict(part.partition(" ")[::2] for part in headers["content-security-policy"].split("; "))
    assert policy["frame-ancestors"] == ("*" if framed else "'none'")
    assert (policy["default-src"] == "'none'") is framed
    # Without `allow-same-origin` a document has no storage, and no page of the same site can read it.
    assert ("sandbox" in policy) is framed
    assert (
        policy.get("sandbox", "").split()
        == ["allow-scripts", "allow-popups", "allow-popups-to-escape-sandbox"] * framed
    )
    assert headers["cross-origin-opener-policy"] == opener
    assert headers["cross-origin-resource-policy"] == resource
    assert headers["referrer-policy"] == "no-referrer"


def test_a_game_is_written_as_it_stands_and_without_its_secrets(client: Client) -> None:
    made = client.make("3x3")
    made.play("11 21 12 22")
    made.act("o", "resign")
    answer = client.get(f"/embed/{made.id}?ply=2&theme=dark")
    document = Elements(answer.text)
    assert document.one(ELEMENT) == {
        "framed": None,
        "board": "3x3",
        "start": "9 x",
        "moves": "11 21 12 22",
        "ply": "2",
        "theme": "dark",
        "ending": "resigned",
        "winner": "x",
    }
    link = document.one("a")
    assert (link["href"], link["target"], link["rel"]) == (f"/g/{made.id}", "_blank", "noopener")
    assert document.one("script") == {"src": "/hyperoxo-board.js"}
    assert not [secret for secret in made.secrets.values() if secret in answer.text]


@pytest.mark.parametrize("path", ["/embed/nothing", "/embed/%3Cscript%3E", f"/embed/{'A' * 22}"])
def test_a_game_that_does_not_exist_is_named_in_a_document(client: Client, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert Elements(answer.text).one(ELEMENT)["fault"] == "there is no such game"
    assert client.head(path).status_code == 404


@pytest.mark.parametrize(
    "text",
    ['"><script>alert(1)</script>', "' onload=alert(1) x='", "</title><img src=x>", "&quot;&#34;", "\0\x1b{title}"],
)
def test_hostile_addresses_stay_text(client: Client, text: str) -> None:
    given = dict.fromkeys(["board", "start", "moves", "ply", "theme"], text)
    answer = client.get(f"/embed?{urlencode(given | {'fault': text, 'href': text})}")
    document = Elements(answer.text)
    assert answer.status_code == 200
    assert [tag for tag, _ in document.found] == (
        ["html", "head", *["meta"] * 3, "link", "title", "body", "main", ELEMENT, "a", "script"]
    )
    shown = text.replace("\0", "\ufffd").replace("\x1b", "\ufffd")
    assert document.one(ELEMENT) == {"framed": None} | dict.fromkeys(given, shown)
    path, _, query = str(document.one("a")["href"]).partition("?")
    assert path == "/play"
    assert parse_qs(query) == {name: [text] for name in ["board", "start", "moves", "ply"]}
