"""The description of the API: FastAPI's, with the messages and the answers that it does not know.

The descriptions of fields are the texts below them in the source. Pydantic reads them with `use_attribute_docstrings`,
which doubles the time until a server starts, and is done anew for every application; here they are read when the
description is first asked for.
"""

import ast
import functools
import inspect
import itertools
import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any, Literal

from fastapi import FastAPI, Request, Response
from pydantic import TypeAdapter

from hyperoxo.json_shape import JsonShape
from hyperoxo.server.http_errors import error_responses
from hyperoxo.server.messages.common import Message

OPENAPI = "/openapi.json"
"""The address of the description of the API."""
_REFERENCE = "#/components/schemas/{model}"

Mode = Literal["validation", "serialization"]

_ALWAYS = (414, 421, 429, 431, 503)
"""Statuses with which the filter answers any request."""
_IF_UNSAFE = (403,)
"""Those with which it answers requests that may change something."""
_IF_BODY = (400, 408, 413)
"""Those with which it answers requests that have a body."""


def complete_description(app: FastAPI, received: Iterable[type], sent: Iterable[type]) -> None:
    """Describe messages and their fields in the description of an application, and what the filter answers."""
    build = app.openapi

    def openapi() -> dict[str, Any]:
        is_complete = app.openapi_schema is not None
        document = build()  # which FastAPI keeps in `openapi_schema`
        if not is_complete:
            # Adapters take most of the time in which an application is made, so they wait until they are needed.
            messages: list[tuple[type, Mode, TypeAdapter[Any]]] = []
            messages += [(model, "validation", TypeAdapter(model)) for model in received]
            messages += [(model, "serialization", TypeAdapter(model)) for model in sent]
            _, definitions = TypeAdapter.json_schemas(messages, ref_template=_REFERENCE)
            schemas = document.setdefault("components", {}).setdefault("schemas", {})
            for name, schema in definitions["$defs"].items():
                schemas.setdefault(name, schema)
            for model in _subclasses(Message, JsonShape):
                _describe_fields(model, schemas.get(model.__name__, {}).get("properties", {}))
            for operations in document["paths"].values():
                for method, operation in operations.items():
                    _add_refusals(method, operation)
        return document

    app.openapi = openapi  # type: ignore[method-assign] # how FastAPI's documentation extends a description

    @functools.cache
    def written() -> bytes:
        return json.dumps(openapi(), ensure_ascii=False, separators=(",", ":")).encode()

    app.state.description = written
    # FastAPI's own route would write the document for every request.
    app.add_api_route(OPENAPI, _describe_api, include_in_schema=False)


# A function within the one above would keep every application in memory: FastAPI caches what routes call.
async def _describe_api(request: Request) -> Response:
    """Return the description of the API."""
    return Response(request.app.state.description(), media_type="application/json")


def _add_refusals(method: str, operation: dict[str, Any]) -> None:
    """Describe the answers of the filter among those of an operation."""
    codes = [*_ALWAYS, *(() if method == "get" else _IF_UNSAFE), *(_IF_BODY if "requestBody" in operation else ())]
    for code, described in error_responses(*codes).items():
        operation["responses"].setdefault(str(code), described)
    operation["responses"] = dict(sorted(operation["responses"].items()))


def _subclasses(*classes: type) -> Iterator[type]:
    for each in classes:
        yield each
        yield from _subclasses(*each.__subclasses__())


def _describe_fields(model: type, properties: dict[str, dict[str, Any]]) -> None:
    """Describe the properties of a model by the texts below its fields; a message has those that it inherits, too."""
    for owner in model.__mro__ if issubclass(model, Message) else (model,):
        for name, text in _texts_of_fields(owner.__module__).get(owner.__name__, {}).items():
            if name in properties:
                properties[name].setdefault("description", text)


@functools.cache
def _texts_of_fields(module: str) -> dict[str, dict[str, str]]:
    """Return the texts below the fields of each class of a module."""
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except (OSError, TypeError):  # a module of the interpreter, or one without its source
        return {}
    texts: dict[str, dict[str, str]] = {}
    for each in ast.walk(tree):
        if isinstance(each, ast.ClassDef):
            texts[each.name] = dict(_texts_below(each.body))
    return texts


def _texts_below(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for field, below in itertools.pairwise(body):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                yield name, inspect.cleandoc(text)
