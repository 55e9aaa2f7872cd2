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
from support.live_games import PERSON, Client, Json, serving, taking
from support.strange_jobs import run_with_processes

from hyperoxo.server import conversions, serve
from hyperoxo.server.app import create_app
from hyperoxo.server.budgets import Questions, TokenBuckets, aside, end_question
from hyperoxo.server.clients import MEMBERS_PART, Held
from hyperoxo.server.clients import Client as Address
from hyperoxo.server.conversions import convert, convert_aside
from hyperoxo.server.errors import Busy, JobError, TooManyRequests
from hyperoxo.server.games.state import GameState
from hyperoxo.server.http_errors import RETRY
from hyperoxo.server.messages.common import board_of
from hyperoxo.server.serve import RepeatFilter
from hyperoxo.server.settings import ClientLimits, JsonLimits, Settings
from hyperoxo.server.turns import Turns
from hyperoxo.server.workers.scheduler import Bounds, JobScheduler

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
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
            await convert_aside(scheduler, Address("client"), "write", body)
        return (await convert_aside(scheduler, Address("client"), "draw", b"{}")).status

    assert run_with_processes(ask, for_moves=0, conversion_memory=1) == 422


class BusyScheduler(JobScheduler):
    """A scheduler with too much to do."""

    async def run(self, client: object, job: Job[Any, Any], **_: object) -> NoReturn:
        """Refuse a job."""
        raise Busy(str(client), f"{job} waits")


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


def test_members_hold_a_part_of_what_all_behind_their_address_may() -> None:
    held, members = Held(8 * MEMBERS_PART, 200), [Address("192.0.2.1", str(number)) for number in range(40)]

    def added(*clients: Address) -> int:
        before = held.total
        for client in clients:
            if held.may_add(client) and held.has_room():
                held.add(client)
        return held.total - before

    assert added(*[members[0]] * 9) == 8
    assert added(*members * 9) == 8 * MEMBERS_PART - 8
    assert added(*[Address("192.0.2.1")] * 99) == 8 * MEMBERS_PART
    assert added(*[Address("192.0.2.2", "0")] * 9) == 8
    held.add(members[0], -8)
    assert added(*members[20:]) == 8
    assert added(*[Address("192.0.2.3")] * 99) == 200 - 8 * (2 * MEMBERS_PART + 1)


def test_what_no_longer_waits_is_not_counted() -> None:
    client, waiting = Address("192.0.2.1", "0"), Turns[int](Held(16))
    for _ in range(20):
        waiting.add(client, 1)
        waiting.add(client, 2)
        with pytest.raises(Busy):
            waiting.add(client, 3)
        waiting.remove(client, 2)
        assert waiting.pop() == 1


@pytest.mark.parametrize(("bounds", "status"), [({"bodies": 3_000}, 429), ({"all_bodies": 3_000}, 503)])
def test_a_body_beyond_the_memory_is_refused(tmp_path: Path, bounds: dict[str, int], status: int) -> None:
    with serving(tmp_path, limits=ClientLimits(**bounds)) as client:  # type: ignore[arg-type]
        for _ in range(2):
            answer = client.post("/api/records/read", content=b" " * 4_000)
            assert (answer.status_code, answer.headers["Retry-After"]) == (status, "1")
            assert answer.json()["error"]["code"] == "unavailable"
        assert client.post("/api/records/read", content=b" " * 2_000).status_code == 422


class Recorded(Questions):
    """Questions whose clock stands still, so that no debt is paid off, and the seconds that were charged."""

    def __init__(self, limits: ClientLimits) -> None:
        super().__init__(limits, clock=lambda: 0.0)
        self.charged: list[float] = []

    def charge(self, address: str, seconds: float) -> None:
        super().charge(address, seconds)
        self.charged.append(seconds)


def run(work: Callable[[Recorded], Coroutine[Any, Any, None]], limits: ClientLimits = ClientLimits()) -> None:  # noqa: B008 - immutable
    """Run work with questions."""

    async def start() -> None:
        await work(Recorded(limits))

    asyncio.run(start())


def busy(seconds: float) -> None:
    """Take processor time."""
    taking(seconds, lambda: None)()


def test_the_time_of_a_question_is_charged_but_not_that_in_which_it_waits() -> None:
    async def work(questions: Recorded) -> None:

        async def elsewhere() -> None:
            busy(0.2)

        async with questions.asked(Address("a")):
            busy(0.1)
            await aside(elsewhere())
            busy(0.1)
            await asyncio.sleep(0)  # without a word: what comes next is not measured
            busy(0.2)
        assert 0.2 <= sum(questions.charged) < 0.4

    run(work)


def test_the_time_of_a_question_that_fails_is_charged_too() -> None:
    async def work(questions: Recorded) -> None:
        async def fail() -> None:
            async with questions.asked(Address("a")):
                busy(0.1)
                raise ValueError("it fails")

        with pytest.raises(ValueError, match="it fails"):
            await fail()
        assert sum(questions.charged) >= 0.1

    run(work)


def test_a_question_that_has_ended_charges_nothing_more() -> None:
    async def work(questions: Recorded) -> None:
        async with questions.asked(Address("a")):
            end_question()
            busy(0.2)
            await aside(asyncio.sleep(0))
            busy(0.2)
        assert sum(questions.charged) < 0.2

    run(work)


def test_questions_are_answered_one_after_another_addresses_and_members_in_turns() -> None:
    a, x, b = Address("a"), Address("a", "x"), Address("b")

    async def ask_all() -> None:
        now, begun = [0.0], list[Address]()
        questions = Questions(ClientLimits(work=1_000, work_refill=1_000), clock=lambda: now[0])

        async def ask(client: Address) -> None:
            async with questions.asked(client):
                begun.append(client)
                await aside(asyncio.sleep(0))

        for address in "ab":  # so that all have lined up before the first is answered
            questions.charge(address, 1.01)
        asking = asyncio.gather(*map(ask, [a, a, a, x, x, b]))
        asyncio.get_running_loop().call_soon(now.__setitem__, 0, 1.0)
        await asking
        assert begun == [a, b, x, a, x, a]

    asyncio.run(ask_all())


def test_a_question_waits_until_the_debt_of_its_address_is_paid_and_no_other_does() -> None:
    async def work(questions: Recorded) -> None:
        questions.charge("a", 1.0)
        answered: list[str] = []

        async def ask(address: str) -> None:
            async with questions.asked(Address(address)):
                answered.append(address)

        owing = asyncio.ensure_future(ask("a"))
        await ask("b")
        await ask("b")
        assert (answered, owing.done()) == (["b", "b"], False)
        owing.cancel()

    run(work, ClientLimits(work=100, work_refill=0.001))


def test_the_turn_of_a_question_that_nobody_waits_for_passes_on() -> None:
    async def work(questions: Recorded) -> None:
        async def ask() -> None:
            async with questions.asked(Address("a")):
                pass

        async with questions.asked(Address("a")):
            waiting = [asyncio.ensure_future(ask()) for _ in range(3)]
            await asyncio.sleep(0)
            waiting[0].cancel()
        waiting[1].cancel()  # which may have its turn already
        await waiting[2]
        await ask()

    run(work)


def test_few_questions_of_a_client_wait() -> None:
    async def work(questions: Recorded) -> None:
        async def ask() -> None:
            async with questions.asked(Address("a")):
                await asyncio.sleep(0)

        done = await asyncio.gather(*(ask() for _ in range(6)), return_exceptions=True)
        assert [type(error) for error in done if error is not None] == [TooManyRequests] * 2

    run(work, ClientLimits(waiting=3, all_waiting=9))


@pytest.mark.parametrize(("asked", "slow"), [("load", "__init__"), ("act", "apply")])
def test_the_time_that_a_question_takes_of_a_game_is_charged(
    asked: str, slow: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    charged: list[float] = []
    monkeypatch.setattr(Questions, "charge", lambda _, __, seconds: charged.append(seconds))
    with serving(tmp_path) as client:
        game = client.make()
        charged.clear()
        monkeypatch.setattr(GameState, slow, taking(0.1, getattr(GameState, slow)))
        if asked == "load":
            client.until(lambda: client.evict_idle() == 0)
            assert game.state["ply"] == 0
        else:
            game.play("22")
    assert sum(charged) >= 0.1


def test_a_watcher_is_charged_for_what_is_sent_to_it_and_a_player_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    charged: Counter[str] = Counter()
    monkeypatch.setattr(Questions, "charge", lambda _, address, seconds: charged.update({address: seconds}))
    with serving(tmp_path) as client:
        game, watcher = client.make(), Client(client.app, client=("192.0.2.9", 50_000))
        watcher.portal = client.portal
        with watcher.follow(game.id) as (seen, _), game.follow("x") as (player, _):
            player.receive("presence")
            charged.clear()
            monkeypatch.setattr(WebSocket, "send_text", taking(0.1, WebSocket.send_text))
            player.act("x", "play", cell="22", ply=0)
            assert seen.receive_event()["cell"] == "22"
    assert charged["192.0.2.9"] >= 0.1 > charged["testclient"]


def test_the_text_of_a_board_is_parsed_once(tmp_path: Path) -> None:
    with serving(tmp_path, public_url="http://testserver") as client:
        for path, body in (
            ("games", {"seats": {"x": PERSON, "o": PERSON}}),
            ("positions", {"text": "x"}),
            ("analyse", {"moves": ["999"]}),
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
    assert [buckets.seconds_of_debt(key) for key in "ab"] == [10, 0]
    now[0] = 9.0
    assert buckets.seconds_of_debt("a") == 1


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
