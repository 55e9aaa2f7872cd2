"""Requests of clients are counted before they are parsed, and a helper process reads long ones."""

from __future__ import annotations

import gc
import json
import logging
import weakref
from typing import TYPE_CHECKING, Any, NoReturn

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st
from support.live_games import PERSON, Client, Json, serving
from support.strange_jobs import run_with_processes

from hyperoxo.server import conversions, serve
from hyperoxo.server.app import create_app
from hyperoxo.server.clients import Client as Address
from hyperoxo.server.conversions import convert, convert_aside
from hyperoxo.server.errors import Busy, JobError
from hyperoxo.server.http_errors import RETRY
from hyperoxo.server.messages.common import board_of
from hyperoxo.server.serve import RepeatFilter
from hyperoxo.server.settings import ClientLimits, JsonLimits, Settings
from hyperoxo.server.workers.scheduler import JobScheduler

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
    monkeypatch.setitem(JobScheduler.run.__kwdefaults__ or {}, "seconds", 300)


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
        return (await convert_aside(scheduler, Address("client"), "draw", b"{}")).status_code

    assert run_with_processes(ask, conversion_memory=1) == 422


class BusyScheduler(JobScheduler):
    """A scheduler with too much to do."""

    async def run(self, client: object, job: Job[Any, Any], **_: object) -> NoReturn:
        """Refuse a job."""
        raise Busy(str(client), f"{job} waits")


def test_a_client_is_asked_to_wait_if_too_much_waits() -> None:
    client = TestClient(create_app(scheduler=BusyScheduler(workers=1)))
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
    assert answer.status_code == 422
    assert len(answer.body) < 2_000


def test_an_answer_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversions, "MAX_ANSWER_BYTES", 100)
    answer = convert("draw", b'{"board": "3x3"}')
    assert (answer.status_code, len(answer.body) < 200) == (422, True)


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


# ---- Memory ----


@pytest.mark.parametrize(("bounds", "status"), [({"bodies": 3_000}, 429), ({"all_bodies": 3_000}, 503)])
def test_a_body_beyond_the_memory_is_refused(tmp_path: Path, bounds: dict[str, int], status: int) -> None:
    with serving(tmp_path, limits=ClientLimits(**bounds)) as client:  # type: ignore[arg-type]
        for _ in range(2):
            answer = client.post("/api/records/read", content=b" " * 4_000)
            assert (answer.status_code, answer.headers["Retry-After"]) == (status, "1")
            assert answer.json()["error"]["code"] == "unavailable"
        assert client.post("/api/records/read", content=b" " * 2_000).status_code == 422


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
