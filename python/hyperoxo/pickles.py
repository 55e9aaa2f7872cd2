"""Copies and pickles of what changes: simple values, of which a constructor makes the object again and checks them.

A pickle names the version of the package that made it, since another one may mean something else by the same values.
"""

from __future__ import annotations

import marshal
import zlib
from copy import deepcopy
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from hyperoxo._core import __version__
from hyperoxo.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


def pickled(kind: type, *state: object) -> tuple[Any, ...]:
    """Return what `__reduce__` returns for an object of which `_restored`, or else its class, takes this state."""
    return restored, (kind, __version__, _checksum(state), *state)


def restored(kind: Any, version: str = "", checksum: int | None = None, *state: object) -> object:  # noqa: ANN401 - a class
    """Make an object of its pickle.

    Raises:
        InputError: the pickle is of another version of the package, or damaged.
    """
    if version != __version__:
        reason = f"its pickle was made by hyperoxo {version}, and this is hyperoxo {__version__}"
        raise InputError(kind.__name__, reason, f"read it with hyperoxo {version}; files of games fit every version")
    if checksum != _checksum(state):
        raise InputError(kind.__name__, "its pickle is damaged: the checksum is wrong", "make the pickle again")
    try:
        made: object = getattr(kind, "_restored", kind)(*state)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise InputError(kind.__name__, f"its pickle is damaged: {error}", "make the pickle again") from error
    return made


def _checksum(state: Any) -> int | None:  # noqa: ANN401 - anything
    """Return a checksum of simple values, None if others are among them; their own pickles have one."""
    try:
        return zlib.crc32(marshal.dumps(state, 0))  # the oldest form says equal values in equal bytes
    except ValueError:
        return None


def copied(original: T) -> T:
    """Copy an object with all that it holds: the `__copy__` of what would otherwise share it."""
    return deepcopy(original)


def copied_json(value: Any) -> Any:  # noqa: ANN401 - any value of JSON
    """Return a copy of a value of JSON, in a tenth of the time that `copied` takes."""
    if isinstance(value, dict):
        return {name: copied_json(part) for name, part in value.items()}
    return list(map(copied_json, value)) if isinstance(value, list) else value


def uncopied(reason: str, remedy: str) -> Callable[[object], NoReturn]:
    """Return the `__reduce__` of what holds a process, a lock or the like: it refuses copies and pickles."""

    def refuse(original: object) -> NoReturn:
        name = type(original).__name__
        raise TypeError(f"{name}: it can be neither copied nor pickled, since it {reason}; {remedy}")

    return refuse
