"""Dataclasses from which JSON and the server's schema derive."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, ClassVar


class JsonShape:
    """A dataclass whose fields are the keys of its JSON; a field's docstring is its description in the server's schema.

    Its module imports the types of its fields at run time, since pydantic reads them.
    """

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Any]]
    __pydantic_config__: ClassVar = {
        "use_attribute_docstrings": True,
        "json_schema_serialization_defaults_required": True,
    }

    def as_json(self) -> dict[str, Any]:
        """Return the fields as JSON."""
        return {field.name: _plain(getattr(self, field.name)) for field in fields(self)}


def _plain(value: object) -> object:
    if isinstance(value, JsonShape):
        return value.as_json()
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, tuple | list) else value
