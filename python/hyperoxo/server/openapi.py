"""The description of the API, with the messages of its WebSockets, which OpenAPI itself has no place for."""

from collections.abc import Iterable
from typing import Any, Literal

from fastapi import FastAPI
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

_REFERENCE = "#/components/schemas/{model}"


Mode = Literal["validation", "serialization"]


def describe(app: FastAPI, taken: Iterable[type[BaseModel]], sent: Iterable[type[BaseModel]]) -> None:
    """Let an application describe messages beside those of its routes.

    Args:
        app: the application.
        taken: messages that come in, where a field with a default may be missing.
        sent: messages that go out, where every field is there.
    """
    plain = app.openapi
    wanted: list[tuple[type[BaseModel], Mode]] = [(model, "validation") for model in taken]
    wanted += [(model, "serialization") for model in sent]

    def described() -> dict[str, Any]:
        if app.openapi_schema is None:
            description = plain()
            _, definitions = models_json_schema(wanted, ref_template=_REFERENCE)
            schemas = description.setdefault("components", {}).setdefault("schemas", {})
            for name, schema in definitions.get("$defs", {}).items():
                schemas.setdefault(name, schema)
        return app.openapi_schema or {}

    app.openapi = described  # type: ignore[method-assign] # how FastAPI's documentation extends a description
