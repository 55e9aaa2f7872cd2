"""The webhook: what is posted about a turn in a game by days, and what happens if it is not taken."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest
from support.live_games import OPEN, serving

from hyperoxo.server import webhook
from hyperoxo.server.clients import Client
from hyperoxo.server.webhook import Webhook

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence
    from pathlib import Path

ID = "A" * 22
Answers: TypeAlias = "Sequence[bytes | None]"
Json: TypeAlias = Any


async def posted(answers: Answers, work: Callable[[Webhook], Coroutine[None, None, None]]) -> list[bytes]:
    """Return the requests to an address that gives some answers in turn; None is no answer."""
    requests: list[bytes] = []
    replies = iter(answers)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        size = int(head.lower().partition(b"content-length: ")[2].split()[0])
        requests.append(head + await reader.readexactly(size))
        reply = next(replies)
        if reply is not None:
            writer.write(reply)
        else:
            await reader.read()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    hook = Webhook(f"http://127.0.0.1:{port}/turns/KEY?to=me")
    await work(hook)
    await hook.post_waiting()
    server.close()
    return requests


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tries follow each other without a pause."""
    monkeypatch.setattr(webhook, "PAUSES", (0.0, 0.0))


async def one_turn(hook: Webhook) -> None:
    hook.turn_begins(Client("192.0.2.1"), ID, "x", 1_800_000_000_000)


OK = b"HTTP/1.1 204 No Content\r\n\r\n"
MOVED = b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:9/\r\n\r\n"


@pytest.mark.parametrize(
    ("answers", "logged"),
    [
        ([OK], ""),
        ([b"HTTP/1.1 500 Oh\r\n\r\n", b"", OK], ""),
        ([MOVED] * 3, "it answered 302"),
        ([b"no HTTP\r\n", b"\r\n", b"HTTP/1.1 " + b"9" * 5_000 + b"\r\n"], "ValueError"),
    ],
    ids=["taken", "at the third try", "a redirect is not followed", "nonsense"],
)
async def test_a_turn_is_posted_until_it_is_taken_three_times_at_most(
    answers: Answers, logged: str, caplog: pytest.LogCaptureFixture
) -> None:
    requests = await posted(answers, one_turn)
    assert len(requests) == len(answers)
    head, _, body = requests[0].partition(b"\r\n\r\n")
    assert head.startswith(b"POST /turns/KEY?to=me HTTP/1.1\r\nHost: 127.0.0.1:")
    assert json.loads(body) == {"game": ID, "side": "x", "deadline": 1_800_000_000_000}
    assert set(requests) == {requests[0]}
    assert (logged in caplog.text, "KEY" in caplog.text) == (True, False)
    assert bool(caplog.text) == bool(logged)


async def test_an_address_that_does_not_answer_holds_up_others_for_a_bounded_time(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(webhook, "SECONDS", 0.05)

    async def two_turns(hook: Webhook) -> None:
        await one_turn(hook)
        hook.turn_begins(Client("192.0.2.1"), "B" * 22, "x", 1_800_000_000_000)

    assert len(await posted([None, None, None, OK], two_turns)) == 4
    assert "TimeoutError" in caplog.text


def bodies(requests: list[bytes]) -> list[Json]:
    """Return what was posted."""
    return [json.loads(each.split(b"\r\n\r\n")[1]) for each in requests]


async def test_of_a_game_the_newest_turn_waits_and_clients_take_turns(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(webhook, "MAX_CLIENT_GAMES", 3)
    monkeypatch.setattr(webhook, "MAX_WAITING_GAMES", 5)

    async def many(hook: Webhook) -> None:
        for number in range(9):
            hook.turn_begins(Client("greedy"), f"greedy {number % 6}", "o", number)
        hook.turn_begins(Client("modest"), "modest", "x", 9)

    posts = bodies(await posted([OK] * 4, many))
    assert [(each["game"], each["deadline"]) for each in posts] == [
        ("greedy 0", 6),
        ("modest", 9),
        ("greedy 1", 7),
        ("greedy 2", 8),
    ]
    assert caplog.text.count("one is dropped") == 3


def test_a_server_posts_the_turns_of_games_by_days(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Json] = []

    async def note(_: Webhook, body: bytes) -> None:
        told.append(json.loads(body))

    monkeypatch.setattr(Webhook, "_post", note)
    with serving(tmp_path, webhook="http://127.0.0.1:9/") as client:
        name = client.post("/api/names", json={"name": "Ada"}).json()["secret"]
        alone = client.make(clock="7 days")
        alone.play("11 12 13")
        named = client.make(o=OPEN, clock="7 days", name=name)
        claim = {"side": "o", "name": name}
        named.secrets["o"] = client.post(f"/api/games/{named.id}/seats", json=claim).json()["secret"]
        named.play("11 12 13")
        game = client.make(o=OPEN, clock="7 days")
        game.play("22")
        game.claim("o")
        game.play("11")
        game.act("o", "resign")
        game.act("x", "offer", what="rematch")
        game.act("o", "answer", what="rematch", accept=True)
        client.until(lambda: len(told) == 3)
        assert [(each["game"], each["side"]) for each in told] == [
            (game.id, "o"),
            (game.id, "x"),
            (game.state["rematch"], "x"),
        ]
        assert not any(secret in str(told) for secret in game.secrets.values())
