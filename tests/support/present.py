"""Values that must be there, or of a type, for the type checker and for the reader of a failure."""

from __future__ import annotations

from typing import TypeVar

Value = TypeVar("Value")


def present(value: Value | None) -> Value:
    """Return a value that is not None."""
    assert value is not None
    return value


def instance(value: object, kind: type[Value]) -> Value:
    """Return a value of a type."""
    assert isinstance(value, kind)
    return value
