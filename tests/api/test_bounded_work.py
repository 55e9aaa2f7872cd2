"""Requests of clients are counted before they are parsed, and a helper process reads long ones."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import weakref
from collections import Counter
from typing import TYPE_CHECKING, Any, NoReturn

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st
from starlette.websockets import WebSocket
from support.live_games import MANY, PERSON, Client, Json, serving, taking
from support.strange_jobs import run_with_processes

from hyperoxo.server import conversions, serve
from hyperoxo.server.app import create_app
from hyperoxo.server.clients import MEMBERS_PART, MEMBERS_TIMES, Held
from hyperoxo.server.conversions import convert, convert_aside
from hyperoxo.server.errors import Busy, JobError
from hyperoxo.server.games.state import GameState
from hyperoxo.server.http_errors import RETRY
from hyperoxo.server.messages.common import board_of
from hyperoxo.server.rate_limit import ClientBudget, RateLimits, TokenBuckets, metered
from hyperoxo.server.serve import RepeatFilter
from hyperoxo.server.settings import ClientLimits, JsonLimits, Settings
from hyperoxo.server.workers.scheduler import Bounds, FairQueue, JobScheduler

if TYPE_CHECKING:
    from pathlib import Path

    from hyperoxo.server.workers.jobs import Job

MUCH: list[Any] = [[]] * 20_000


def fail(*_: object, **__: object) -> None:
    """Stand for a function that must not be called."""
    raise AssertionError("this process must not parse it")


# ---- Helper processes ----


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a conversion take long, as on a busy machine."""
    monkeypatch.setattr(conversions, "SECONDS", 300)


@pytest.mark.usefixtures("patience")
def test_records_are_read_and_written_by_another_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server's own process parses neither their JSON nor its content."""
    asked = {"game": {"board": "3x3", "moves": ["22"], "notes": {"1": {"reasons": {"a": MUCH}}}}, "form": "json"}
    body = json.dumps(asked, separators=(",", ":"))
    settings = Settings(database=f"sqlite:///{tmp_path / 'games.db'}", workers=1)
    with TestClient(create_app(settings)) as client:
        monkeypatch.setattr(conversions, "convert", fail)
        monkeypatch.setattr("json.loads", fail)
        for model in ("RecordToRead", "RecordToWrite", "GameToDraw", "CardToDraw", "BoardQuestion"):
            monkeypatch.setattr(f"hyperoxo.server.conversions.{model}.model_validate_json", fail)
        written = client.post("/api/records/write", content=body)
        read = client.post("/api/records/read", content=written.content)
        drawn = client.post("/api/pictures", content=b'{"board": "3x3"}')
        card = client.post("/api/pictures/card", content=b'{"board": "3x3"}')
        described = client.get("/api/boards/2x2x2x2x2x2x2x2")
    monkeypatch.undo()
    assert {answer.status_code for answer in (written, read, drawn, card, described)} == {200}
    assert read.json()["notes"]["1"]["reasons"] == {"a": MUCH}
    assert len(described.json()["lines"]) == 32_640


@pytest.mark.usefixtures("patience")
def test_the_helper_process_survives_a_conversion_without_memory() -> None:
    """A conversion that takes too much memory fails, and the next one succeeds."""

    async def ask(scheduler: JobScheduler) -> int:
        body = json.dumps({"game": {"board": "3x3", "a": MUCH * 60}}).encode()
        with pytest.raises(JobError, match=r"memory|broke down"):
            await convert_aside(scheduler, "client", "write", body)
        return (await convert_aside(scheduler, "client", "draw", b"{}")).status

    assert run_with_processes(ask, for_moves=0, conversion_memory=1) == 422


class BusyScheduler(JobScheduler):
    """A scheduler with too much to do."""

    async def run(self, client: str, job: Job[Any, Any], **_: object) -> NoReturn:
        """Refuse a job."""
        raise Busy(client, f"{job} waits")


def test_a_client_is_asked_to_wait_if_too_much_waits() -> None:
    client = TestClient(create_app(scheduler=BusyScheduler(Bounds(workers=1))))
    answer = client.post("/api/records/read", json={"text": ""})
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
    assert 429 in RETRY


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("read", {f"k{number}": number for number in range(20_000)}),
        ("write", {"game": {"board": "3x3", "notes": {f"{number}x": {} for number in range(18_000)}}}),
        ("read", {"text": '{"record": 1, "%s": 1}' % ("k" * 100_000)}),
        ("read", {"text": '{"record": 1, "k": {"%s": 1, "%s": 2}}' % ("k" * 50_000, "k" * 50_000)}),  # noqa: UP031
        ("read", {"text": "[" * 100_000}),
        ("read", {"text": "1. " + "9" * 100_000}),
        ("draw", {"board": "9" * 100_000}),
    ],
)
def test_an_error_is_short_whatever_caused_it(kind: str, body: Json) -> None:
    answer = convert(kind, json.dumps(body).encode())
    assert answer.status == 422
    assert len(answer.body) < 2_000


def test_an_answer_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversions, "MAX_ANSWER", 100)
    answer = convert("draw", b'{"board": "3x3"}')
    assert (answer.status, len(answer.body) < 200) == (422, True)


# ---- JSON in the event loop ----


def values_in(value: Json) -> int:
    """Return the number of values; a key is counted with its value."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + sum(map(values_in, inside))


def nesting_of(value: Json) -> int:
    """Return the depth of nested arrays and objects."""
    if not isinstance(value, dict | list):
        return 0
    return 1 + max(map(nesting_of, value.values() if isinstance(value, dict) else value), default=0)


@given(
    st.recursive(
        st.none() | st.integers() | st.text('ab"\\[]{},:é\n', max_size=8),
        lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text('a",[', max_size=4), inner, max_size=5),
        max_leaves=30,
    ),
    st.booleans(),
)
def test_no_more_is_parsed_than_was_counted(value: Json, is_ascii: bool) -> None:
    text = json.dumps(value, ensure_ascii=is_ascii).encode()
    values, nesting = values_in(value), nesting_of(value)
    assert JsonLimits(len(text), 2 * values, nesting).refusal(text) is None
    if values > 1:
        assert "values" in str(JsonLimits(len(text), values - 1, nesting).refusal(text))
    if nesting:
        assert "nested" in str(JsonLimits(len(text), 2 * values, nesting - 1).refusal(text))
    assert "bytes" in str(JsonLimits(len(text) - 1, 2 * values, nesting).refusal(text))


@given(st.binary(max_size=40) | st.text('"\\[]{},:1 ', max_size=40).map(str.encode))
def test_anything_is_counted(text: bytes) -> None:
    """Valid JSON is counted in full; the parser refuses everything else at the latest."""
    try:
        value = json.loads(text.decode())
    except (ValueError, RecursionError):
        JsonLimits(40, 5, 5).refusal(text)
        return
    if JsonLimits(40, 5, 5).refusal(text) is None:
        assert values_in(value) <= 5
        assert nesting_of(value) <= 5


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ('"' + '\\"[' * 5_000, None),
        ('""[' * 5_000, "it holds more than 640 values"),
        ("\\" * 9_999, None),
        ('"[[[\\', None),
        ("]" * 9_999, None),
        ("[1" * 5_000, "it holds more than 640 values"),
        ("[" * 13, "its values are nested more than 12 deep"),
    ],
)
def test_no_text_is_scanned_twice(text: str, refusal: str | None) -> None:
    """A string that does not end is one match, up to the end of the text: nothing in it is counted."""
    assert JsonLimits().refusal(text.encode()) == refusal


SHAPES = {
    "many keys": {f"k{number}": 1 for number in range(900)},
    "many elements": {"moves": [1] * 2_000},
    "deep": json.loads("[" * 30 + "]" * 30),
}


@pytest.mark.parametrize(
    "path", ["/api/games", "/api/positions", "/api/analyse", "/api/pictures", "/api/games/x/seats"]
)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_complex_body_is_refused_before_it_is_parsed(
    client: Client, monkeypatch: pytest.MonkeyPatch, path: str, shape: str
) -> None:
    text = json.dumps(SHAPES[shape])
    with monkeypatch.context() as patch:
        patch.setattr("starlette.requests.Request.json", fail)
        answer = client.post(path, content=text, headers={"Content-Type": "application/json"})
    assert answer.status_code == 413
    assert "values" in answer.json()["error"]["reason"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32"])
def test_json_in_another_encoding_is_refused(client: Client, encoding: str) -> None:
    answer = client.post("/api/games", content='{"board": "3x3"}'.encode(encoding))
    assert (answer.status_code, answer.json()["error"]["reason"]) == (400, "it is not JSON in UTF-8")


@pytest.mark.parametrize("shape", SHAPES)
def test_a_complex_message_is_refused_before_it_is_parsed(
    client: Client, monkeypatch: pytest.MonkeyPatch, shape: str
) -> None:
    with client.make().follow("x") as (follower, _):
        with monkeypatch.context() as patch:
            patch.setattr("hyperoxo.server.routes.sockets.validation_error_body", fail)
            follower.send({"type": "act", "more": SHAPES[shape]})
            assert "values" in follower.receive_error()["reason"]
        follower.act("x", "play", cell="11", ply=0)
        assert follower.receive_event()["cell"] == "11"


@pytest.mark.parametrize("path", ["/" + "a" * 3_000, "/api/games/x/record?" + "a=1&" * 1_000])
def test_a_long_address_is_refused(client: Client, path: str) -> None:
    assert client.get(path).status_code == 414


def test_long_headers_are_refused(client: Client) -> None:
    assert client.get("/api/boards", headers={"If-None-Match": "a," * 10_000}).status_code == 431


# ---- Budgets ----


def test_bytes_are_counted_as_requests(tmp_path: Path) -> None:
    """A body of four pieces takes five tokens: it is refused without being read when they are spent."""
    limits = ClientLimits(requests=10, requests_refill=0, body_piece=1_000)
    with serving(tmp_path, limits=limits) as client:
        codes = [client.post("/api/records/read", content=b" " * 4_000).status_code for _ in range(3)]
    assert codes == [422, 422, 429]


def test_bodies_in_memory_are_bounded() -> None:
    budget = ClientBudget(per_client=10, total=15)
    budget.hold("a", 10)
    assert budget.is_exhausted_by("a", 1)
    assert not budget.is_exhausted_by("b", 10)
    assert not budget.is_exhausted(5)
    assert budget.is_exhausted(6)
    budget.release("a", 10)
    assert not budget.is_exhausted(15)


def test_members_hold_a_part_of_what_a_client_may_and_all_behind_an_address_ten_times_that() -> None:
    held, members = Held(8 * MEMBERS_PART), [f"192.0.2.1 {number}" for number in range(40)]

    def added(*clients: str) -> int:
        before = held.total()
        for client in clients:
            if held.may_add(client):
                held.add(client)
        return held.total() - before

    assert added(*[members[0]] * 9) == 8
    assert added(*members * 9) == 8 * MEMBERS_TIMES - 8
    assert added(*["192.0.2.1"] * 99) == 8 * MEMBERS_PART
    assert added(*["192.0.2.2 0"] * 9) == 8
    held.add(members[0], -8)
    assert added(*members[20:]) == 8
    assert held.total() == 8 * (MEMBERS_TIMES + MEMBERS_PART + 1)


def test_what_no_longer_waits_is_not_counted() -> None:
    queue: FairQueue[int] = FairQueue(per_client=16, total=100)
    for _ in range(20):
        queue.add("192.0.2.1 0", 1)
        queue.add("192.0.2.1 0", 2)
        with pytest.raises(Busy):
            queue.add("192.0.2.1 0", 3)
        queue.remove("192.0.2.1 0", 2)
        assert queue.pop() == 1


@pytest.mark.parametrize(("bounds", "status"), [({"bodies": 3_000}, 429), ({"all_bodies": 3_000}, 503)])
def test_a_body_beyond_the_memory_is_refused(tmp_path: Path, bounds: dict[str, int], status: int) -> None:
    with serving(tmp_path, limits=ClientLimits(**bounds)) as client:  # type: ignore[arg-type]
        for _ in range(2):
            answer = client.post("/api/records/read", content=b" " * 4_000)
            assert (answer.status_code, answer.headers["Retry-After"]) == (status, "1")
            assert answer.json()["error"]["code"] == "unavailable"
        assert client.post("/api/records/read", content=b" " * 2_000).status_code == 422


def test_the_time_of_the_event_loop_is_charged_step_by_step() -> None:
    now, charged = [0.0], list[float]()

    async def work() -> str:
        now[0] += 2
        await asyncio.sleep(0)
        now[0] += 3
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            now[0] += 4
        return "done"

    async def ask() -> str:
        task = asyncio.ensure_future(waited())
        for _ in range(3):
            await asyncio.sleep(0)
            now[0] += 100  # while it waits
        task.cancel()
        return await task

    async def waited() -> str:
        return await metered(work(), charged.append, clock=lambda: now[0])

    assert asyncio.run(ask()) == "done"
    assert charged == [2, 3, 4]


def test_the_time_of_failed_work_is_charged_too() -> None:
    charged = list[float]()

    async def fail() -> None:
        await asyncio.sleep(0)
        raise ValueError("it fails")

    async def ask() -> None:
        await metered(fail(), charged.append)

    with pytest.raises(ValueError, match="it fails"):
        asyncio.run(ask())
    assert len(charged) == 2


@pytest.mark.parametrize(("asked", "slow"), [("load", "__init__"), ("act", "apply")])
def test_the_time_that_a_game_takes_is_charged_to_the_client_that_asks(
    asked: str, slow: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    charged: list[float] = []
    with serving(tmp_path) as client:
        game = client.make()
        monkeypatch.setattr(RateLimits, "charge_work", lambda _, __, seconds: charged.append(seconds))
        monkeypatch.setattr(GameState, slow, taking(0.1, getattr(GameState, slow)))
        if asked == "load":
            client.until(lambda: client.evict_idle() == 0)
            assert game.state["ply"] == 0
        else:
            game.play("22")
    assert sum(charged) >= 0.1


def test_the_time_in_which_a_follower_is_sent_an_event_is_charged_to_the_follower(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    charged: Counter[str] = Counter()
    monkeypatch.setattr(RateLimits, "charge_work", lambda _, client, seconds: charged.update({client: seconds}))
    with serving(tmp_path) as client:
        game, follower = client.make(), Client(client.app, client=("192.0.2.9", 50_000))
        follower.portal = client.portal
        with follower.follow(game.id) as (seen, _):
            seen.receive("presence")
            charged.clear()
            monkeypatch.setattr(WebSocket, "send_text", taking(0.1, WebSocket.send_text))
            game.play("22")
            assert seen.receive_event()["cell"] == "22"
    assert charged["192.0.2.9"] >= 0.1 > charged["testclient"]


def test_members_behind_one_address_share_the_time_of_the_event_loop() -> None:
    now = [0.0]
    limits = RateLimits(ClientLimits(), clock=lambda: now[0])

    def taken(*clients: str) -> Counter[str]:
        """Return the milliseconds of clients that use the event loop for 100 s whenever they may."""
        used: Counter[str] = Counter()
        for _ in range(100):
            now[0] += 1
            while able := [client for client in clients if limits.may_work(client)]:
                for client in able:
                    limits.charge_work(client, 0.01)
                    used[client] += 10
        return used

    [alone] = taken("192.0.2.1").values()
    assert alone == 4_000 + 99 * 400
    for count in (1, 2, 40):
        members = taken(*[f"192.0.2.{count + 1} {number}" for number in range(count)])
        assert members.total() == pytest.approx(1_000 + 99 * 200, rel=0.01)
        assert min(members.values()) >= members.total() / count - 20


def test_a_request_is_charged_for_what_is_not_measured(tmp_path: Path) -> None:
    """Reading and writing its bytes; else members could fill the event loop without reaching their limit."""
    limits = ClientLimits(work=3.5 * MANY, work_refill=0, request_work=MANY)
    with serving(tmp_path, limits=limits) as client:
        statuses = [client.get("/api/nothing").status_code for _ in range(6)]
    assert statuses == [404] * 4 + [429] * 2


def test_the_text_of_a_board_is_parsed_once(tmp_path: Path) -> None:
    with serving(tmp_path, public_url="http://testserver") as client:
        for path, body in (
            ("games", {"seats": {"x": PERSON, "o": PERSON}}),
            ("positions", {"text": "x"}),
            ("analyse", {"moves": ["999"]}),
            ("boards/2x2x3:2/players", None),
            ("explorer?board=2x2x3:2&moves=999", None),
            ("preview?board=2x2x3:2&moves=999", None),
        ):
            board_of.cache_clear()
            for hits in range(2):
                url = f"/api/{path}"
                answer = client.get(url) if body is None else client.post(url, json={"board": "2x2x3:2", **body})
                assert answer.status_code in {200, 201, 422}
                assert board_of.cache_info().misses == 1, path
                assert board_of.cache_info().hits >= hits, path


def test_a_client_that_takes_too_much_time_has_to_wait(tmp_path: Path) -> None:
    with serving(tmp_path, limits=ClientLimits(work=1e-6, work_refill=0)) as client:
        codes = [client.get("/api/games/nothing").status_code for _ in range(3)]
    assert codes == [404, 429, 429]


def test_an_application_that_is_closed_leaves_the_memory(tmp_path: Path) -> None:
    """Otherwise the collector visits it for ever, on the time of some client."""
    with serving(tmp_path) as client:
        client.make()
        app = weakref.ref(client.app)
    del client
    gc.collect()
    assert app() is None


def test_a_client_may_exceed_its_budget_up_to_a_limit() -> None:
    now = [0.0]
    buckets = TokenBuckets(10, 1, clock=lambda: now[0])
    buckets.charge("a", 1_000)
    assert not buckets.has_any("a")
    assert buckets.has_any("b")
    now[0] = 10.0
    assert not buckets.has_any("a")
    now[0] = 10.5
    assert buckets.has_any("a")


# ---- The log ----


def test_a_repeated_message_is_logged_once_a_minute() -> None:
    now = [0.0]
    repeats = RepeatFilter(clock=lambda: now[0])

    def written(message: str, line: int, error: Exception | None = None) -> str | None:
        exc_info = None if error is None else (type(error), error, None)
        record = logging.LogRecord("server", logging.ERROR, __file__, line, message, (), exc_info)
        return record.getMessage() if repeats.filter(record) else None

    assert [written("refused 1", 1), written("refused 2", 1), written("other", 2)] == ["refused 1", None, "other"]
    assert written("refused 3", 1, ValueError()) == "refused 3"
    now[0] = serve.PERIOD
    assert written("refused 4", 1) == "refused 4 (1 more like this were left out)"
    assert written("other", 2) == "other"


# ---- Answers of the filter ----


@pytest.mark.parametrize("path", ["/", "/api/boards", "/api/games", "/museum"])
@pytest.mark.parametrize("method", ["TRACE", "PUT", "DELETE"])
def test_a_method_that_is_not_allowed_is_answered_with_those_that_are(tmp_path: Path, path: str, method: str) -> None:
    (tmp_path / "index.html").write_text("")
    with serving(tmp_path, page=tmp_path) as client:
        answer = client.request(method, path)
    assert answer.status_code == 405
    assert set(answer.headers["Allow"].split(", ")) <= {"GET", "HEAD", "POST"}
