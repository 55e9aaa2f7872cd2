"""Every operation of the API answers any request that fits its description, and many others, as it is described."""

from __future__ import annotations

import functools
import json
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.live_games import Client, Json, error_in

from hyperoxo.players import Control
from hyperoxo.server.app import create_app, make_description
from hyperoxo.server.description import described
from hyperoxo.server.settings import Settings
from hyperoxo.server.workers.jobs import JobContext

if TYPE_CHECKING:
    from starlette.testclient import TestClient

SEARCHES = {"/api/analyse", "/api/why", "/api/explorer"}
"""Operations that ask worker processes, which this server lacks; `test_analysis.py` and `test_explorer.py` try them."""
TEXTS = st.text(st.characters(exclude_categories=()), max_size=20)
WORDS = ["3x3", "4x4x4", "9 x", "x8 o", "11", "22 33", "random", "ibm1620"]


@functools.cache
def description() -> Json:
    """Return the description of the API, which takes a second to make."""
    return described(create_app(Settings(database="sqlite://")))


class Operation(NamedTuple):
    """An operation of the API."""

    method: str
    path: str
    described: Json


@functools.cache
def operations() -> list[Operation]:
    """Return the operations that this server answers."""
    return [
        Operation(method, path, described)
        for path, methods in description()["paths"].items()
        for method, described in methods.items()
        if path not in SEARCHES
    ]


@functools.cache
def named(name: str) -> st.SearchStrategy[Json]:
    """Return what fits a schema of the description; each is made once, for all examples."""
    return st.deferred(lambda: values(description()["components"]["schemas"][name]))


def values(schema: Json) -> st.SearchStrategy[Json]:  # noqa: PLR0911 - one case for each kind
    """Return what fits a schema, up to some bounds of texts and lists."""
    if "$ref" in schema:
        return named(schema["$ref"].rpartition("/")[2])
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        return st.one_of([values(choice) for choice in choices])
    if "const" in schema or "enum" in schema:
        return st.sampled_from([schema["const"]] if "const" in schema else schema["enum"])
    match schema.get("type"):
        case "object":
            fields = {name: values(field) for name, field in schema.get("properties", {}).items()}
            needed = {name: fields.pop(name) for name in schema.get("required", [])}
            return st.fixed_dictionaries(needed, optional=fields)
        case "array":
            return st.lists(values(schema.get("items", {})), max_size=3)
        case "string":
            if "pattern" in schema:
                return st.from_regex(schema["pattern"], fullmatch=True)
            words = st.sampled_from(schema.get("examples", WORDS))
            return words | TEXTS.map(lambda text: text[: schema.get("maxLength")])
        case "boolean" | "null" as kind:
            return st.booleans() if kind == "boolean" else st.none()
        case "integer":
            return st.integers(schema.get("minimum", -2), schema.get("maximum", 2**64))
    return st.none() | st.booleans() | st.floats() | TEXTS | st.lists(TEXTS, max_size=2)


@pytest.fixture(scope="module")
def known(unlimited: Client) -> dict[str, str]:
    """Return the ids of a game and a room."""
    return {"game_id": unlimited.make().id, "room_id": unlimited.post("/api/rooms", json={"title": "A"}).json()["id"]}


@settings(
    max_examples=5 * settings().max_examples,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
def test_any_answer_is_one_that_is_described(unlimited: Client, known: dict[str, str], data: st.DataObject) -> None:
    operation = data.draw(st.sampled_from(operations()))
    path, query = operation.path, {}
    for parameter in operation.described.get("parameters", []):
        name, fitting = parameter["name"], values(parameter["schema"])
        if parameter["in"] == "path":
            # Another number of parts would be the address of another operation.
            part = st.just(known[name]) if name in known else fitting.map(str).filter(lambda text: text.strip("./"))
            path = path.replace(f"{{{name}}}", quote(data.draw(part).replace("/", ""), safe="", errors="replace"))
        elif parameter.get("required") or data.draw(st.booleans()):
            query[name] = data.draw(fitting)
    body = None
    if "requestBody" in operation.described:
        [content] = operation.described["requestBody"]["content"].values()
        body = json.dumps(data.draw(values(content["schema"] if data.draw(st.integers(0, 4)) else {})))
    answer = unlimited.request(operation.method, f"{path}?{urlencode(query, errors='replace')}", content=body)
    assert answer.status_code < 500
    assert str(answer.status_code) in operation.described["responses"]
    if answer.status_code >= 400:
        error_in(answer.json())


def test_the_answers_of_the_filter_are_described() -> None:
    for path, operations in description()["paths"].items():
        for method, operation in operations.items():
            expected = {"414", "421", "429", "431", "503"}
            if method == "post":
                expected |= {"400", "403", "408", "413", "422"}
            assert expected <= operation["responses"].keys(), path
            for code, response in operation["responses"].items():
                if code >= "400":
                    assert list(response["content"]) == ["application/json"], (path, code)
                    assert response["content"]["application/json"]["schema"]["$ref"].endswith("/ErrorAnswer")


def test_every_schema_that_is_named_is_described() -> None:
    named = {part.split('"')[0] for part in json.dumps(description()).split("#/components/schemas/")[1:]}
    assert named <= description()["components"]["schemas"].keys()


def test_the_description_that_is_sent_is_made_aside_and_whole(thinking: TestClient) -> None:
    assert [thinking.get("/openapi.json").json() for _ in range(2)] == 2 * [description()]


def test_a_process_makes_the_description_once_however_many_ask_before_the_first_answer() -> None:
    context: JobContext[None] = JobContext(Control(), lambda _: None)
    assert make_description(context) is make_description(context)
