"""The OpenAPI document, with all that FastAPI cannot know.

These are the messages of WebSockets, for which OpenAPI itself has no place, and the answers of the filter of requests,
which stands before all routes.
"""

import functools
import json
from collections.abc import Iterable
from typing import Any, Literal

from fastapi import FastAPI, Response
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from hyperoxo.server.http_errors import error_responses

PATH = "/openapi.json"
"""Where the document is."""
_REFERENCE = "#/components/schemas/{model}"


Mode = Literal["validation", "serialization"]

_ALWAYS = (414, 421, 429, 431, 503)
"""Statuses with which the filter answers any request."""
_IF_UNSAFE = (403,)
"""Those with which it answers requests that may change something."""
_IF_BODY = (400, 408, 413)
"""Those with which it answers requests that have a body."""


def complete_description(app: FastAPI, received: Iterable[type[BaseModel]], sent: Iterable[type[BaseModel]]) -> None:
    """Describe messages among the schemas of an application, and the answers of the filter at all its routes.

    Args:
        app: the application.
        received: messages of clients, where a field with a default may be missing.
        sent: messages to clients, where every field is there.
    """
    build = app.openapi
    messages: list[tuple[type[BaseModel], Mode]] = [(model, "validation") for model in received]
    messages += [(model, "serialization") for model in sent]

    def openapi() -> dict[str, Any]:
        is_complete = app.openapi_schema is not None
        document = build()  # which FastAPI keeps in `openapi_schema`
        if not is_complete:
            _, definitions = models_json_schema(messages, ref_template=_REFERENCE)
            schemas = document.setdefault("components", {}).setdefault("schemas", {})
            for name, schema in definitions["$defs"].items():
                schemas.setdefault(name, schema)
            for operations in document["paths"].values():
                for method, operation in operations.items():
                    _add_refusals(method, operation)
        return document

    app.openapi = openapi  # type: ignore[method-assign] # how FastAPI's documentation extends a description

    @functools.cache
    def written() -> bytes:
        return json.dumps(openapi(), ensure_ascii=False, separators=(",", ":")).encode()

    # FastAPI's own route would write the document for every request.
    @app.get(PATH, include_in_schema=False)
    async def describe_api() -> Response:
        return Response(written(), media_type="application/json")


def _add_refusals(method: str, operation: dict[str, Any]) -> None:
    """Describe the answers of the filter among those of an operation."""
    codes = [*_ALWAYS, *(() if method == "get" else _IF_UNSAFE), *(_IF_BODY if "requestBody" in operation else ())]
    for code, described in error_responses(*codes).items():
        operation["responses"].setdefault(str(code), described)
    operation["responses"] = dict(sorted(operation["responses"].items()))
