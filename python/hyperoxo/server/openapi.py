"""The OpenAPI document, with the messages of WebSockets, for which OpenAPI itself has no place."""

from collections.abc import Iterable
from typing import Any, Literal

from fastapi import FastAPI
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

_REFERENCE = "#/components/schemas/{model}"


Mode = Literal["validation", "serialization"]


def add_websocket_messages(app: FastAPI, received: Iterable[type[BaseModel]], sent: Iterable[type[BaseModel]]) -> None:
    """Describe messages of WebSockets among the schemas of an application.

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
        return document

    app.openapi = openapi  # type: ignore[method-assign] # how FastAPI's documentation extends a description
