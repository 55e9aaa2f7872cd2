"""The description of the API: FastAPI's, with the messages and the answers that it does not know.

It takes as long to make as half of a start. The descriptions of
fields are the texts below them in the source; pydantic's `use_attribute_docstrings` would read them at every start.
"""

import ast
import functools
import inspect
import itertools
import sys
import typing
from collections.abc import Iterator

from fastapi import FastAPI
from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from hyperoxo.json_shape import JsonShape
from hyperoxo.server.http_errors import error_responses
from hyperoxo.server.messages.analysis import (
    AnalysisCells,
    AnalysisDone,
    AnalysisRequest,
    LabDone,
    LabProgress,
    LabRequest,
    RequestCancel,
    RequestQueued,
    RequestRefused,
    ReviewDone,
    ReviewProgress,
    ReviewRequest,
)
from hyperoxo.server.messages.common import ErrorAnswer, Message
from hyperoxo.server.messages.live import (
    Act,
    Clocks,
    Happening,
    Join,
    Joined,
    Ping,
    Pong,
    Presence,
    Refused,
    Saving,
    Seen,
    Thinking,
)
from hyperoxo.server.messages.records import (
    AnimationDone,
    AnimationProgress,
    AnimationRequest,
    CardToDraw,
    GameToDraw,
    RecordToRead,
    RecordToWrite,
)

_REFERENCE = "#/components/schemas/{model}"

_ALWAYS = (414, 421, 429, 431, 503)
"""Statuses with which the filter answers any request."""
_IF_UNSAFE = (403,)
"""Those with which it answers requests that may change something."""
_IF_BODY = (400, 408, 413)
"""Those with which it answers requests that have a body."""


MESSAGES: dict[JsonSchemaMode, tuple[type, ...]] = {
    # Of clients: those on WebSockets, and those for the helper process.
    "validation": (
        *(Join, Act, Ping, Seen, AnalysisRequest, ReviewRequest, AnimationRequest, LabRequest, RequestCancel),
        *(RecordToRead, RecordToWrite, GameToDraw, CardToDraw),
    ),
    # To clients: those on WebSockets, and errors.
    "serialization": (
        *(ErrorAnswer, Joined, Happening, Thinking, Presence, Saving, Clocks, Pong, Refused),
        *(AnalysisCells, AnalysisDone, ReviewProgress, ReviewDone, AnimationProgress, AnimationDone),
        *(LabProgress, LabDone, RequestQueued, RequestRefused),
    ),
}
"""What FastAPI neither reads nor writes, by what pydantic does with it."""


def described(app: FastAPI) -> dict[str, typing.Any]:
    """Return the description of an application's API: FastAPI's, completed."""
    document = app.openapi()
    messages: list[tuple[type, JsonSchemaMode, TypeAdapter[typing.Any]]] = [
        (model, mode, TypeAdapter(model)) for mode, models in MESSAGES.items() for model in models
    ]
    _, definitions = TypeAdapter.json_schemas(messages, ref_template=_REFERENCE)
    schemas = document.setdefault("components", {}).setdefault("schemas", {})
    schemas.update(definitions["$defs"] | schemas)  # those of FastAPI stay
    for model in _subclasses(Message, JsonShape):
        _describe_fields(model, schemas.get(model.__name__, {}).get("properties", {}))
    for operations in document["paths"].values():
        for method, operation in operations.items():
            _add_refusals(method, operation)
    return document


def _add_refusals(method: str, operation: dict[str, typing.Any]) -> None:
    """Describe the answers of the filter among those of an operation."""
    codes = [*_ALWAYS, *(() if method == "get" else _IF_UNSAFE), *(_IF_BODY if "requestBody" in operation else ())]
    for code, described in error_responses(*codes).items():
        operation["responses"].setdefault(str(code), described)
    operation["responses"] = dict(sorted(operation["responses"].items()))


def _subclasses(*classes: type) -> Iterator[type]:
    for each in classes:
        yield each
        yield from _subclasses(*each.__subclasses__())


def _describe_fields(model: type, properties: dict[str, dict[str, typing.Any]]) -> None:
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
    return {each.name: dict(_texts_below(each.body)) for each in ast.walk(tree) if isinstance(each, ast.ClassDef)}


def _texts_below(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for field, below in itertools.pairwise(body):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                yield name, inspect.cleandoc(text)
