"""Dataclasses from which JSON and the server's schema derive."""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping
from dataclasses import fields
from enum import Enum


class JsonShape:
    """A dataclass whose fields are the keys of its JSON.

    A field's docstring is its description in the server's schema, but not in that of a class that inherits the field.
    The module imports the types of the fields at run time, since pydantic reads them.
    """

    __slots__ = ()
    __dataclass_fields__: typing.ClassVar[dict[str, typing.Any]]
    __pydantic_config__: typing.ClassVar = {"defer_build": True, "json_schema_serialization_defaults_required": True}

    def by_name(self) -> dict[str, typing.Any]:
        """Return the values of the fields by their names, as a shape with more fields takes them."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def as_json(self) -> dict[str, typing.Any]:
        """Return the fields as JSON."""
        return {name: _plain(value) for name, value in self.by_name().items()}


class SparseShape(JsonShape):
    """A shape whose JSON leaves out what is None, where that is the default."""

    __slots__ = ()
    __pydantic_config__: typing.ClassVar = {"defer_build": True}

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: object, handler: Callable[[object], dict[str, typing.Any]]
    ) -> dict[str, typing.Any]:
        """Have pydantic write the same JSON."""
        return handler(source) | {"serialization": {"type": "function-plain", "function": cls.as_json}}

    def as_json(self) -> dict[str, typing.Any]:
        """Return the fields as JSON."""
        left_out = {field.name for field in fields(self) if field.default is None and getattr(self, field.name) is None}
        return {name: value for name, value in JsonShape.as_json(self).items() if name not in left_out}


def _plain(value: object) -> object:
    if isinstance(value, JsonShape):
        return value.as_json()
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, Enum):
        return value.value
    return [_plain(each) for each in value] if isinstance(value, tuple | list) else value
