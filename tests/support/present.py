"""A value that must be there, for the type checker and for the reader of a failure."""

from __future__ import annotations

from typing import TypeVar

Value = TypeVar("Value")


def present(value: Value | None) -> Value:
    """Return a value that is not None."""
    assert value is not None
    return value
