"""Copies and pickles of what changes, which share nothing with the original.

A pickle names the version of the package that made it, since another one may mean something else by the same values,
and has a checksum. Reading it calls our classes only.
"""

from __future__ import annotations

import marshal
import typing
import zlib
from copy import deepcopy

from hyperoxo._core import Board, __version__
from hyperoxo.errors import InputError

if typing.TYPE_CHECKING:
    from collections.abc import Callable


def pickled(kind: type, *state: object) -> tuple[typing.Any, ...]:
    """Return what `__reduce__` returns for an object of which `_restored`, or else its class, takes this state."""
    return restored, (kind, __version__, _checksum(state), *state)


def restored(kind: typing.Any, version: str = "", checksum: int = 0, *state: object) -> object:  # noqa: ANN401 - a class
    """Make an object of its pickle.

    Raises:
        InputError: the pickle is of another version of the package, or damaged.
    """
    if version != __version__:
        raise InputError(
            kind.__name__,
            f"its pickle was made by hyperoxo {version}, and this is hyperoxo {__version__}",
            f"read it with hyperoxo {version}; files of games fit every version",
        )
    _check(kind, checksum, state)
    try:
        return getattr(kind, "_restored", kind)(*state)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise InputError(kind.__name__, f"its pickle is damaged: {error}", "make the pickle again") from error


def _check(kind: type, checksum: int, state: object) -> None:
    if checksum != _checksum(state):
        raise InputError(kind.__name__, "its pickle is damaged: the checksum is wrong", "make the pickle again")


def _checksum(state: typing.Any) -> int:  # noqa: ANN401 - anything
    try:
        return zlib.crc32(marshal.dumps(state, 0))  # in this form equal values are equal bytes
    except ValueError:  # an object is among them
        return zlib.crc32(marshal.dumps(_plain(state, set()), 0))


def _plain(value: typing.Any, seen: set[int]) -> typing.Any:  # noqa: ANN401 - anything
    """Return a value as texts; of objects, which other processes write differently, and what was seen, only the type.

    What an attribute holds may hold itself, as a node of a tree and its parent do.
    """
    if value is None or isinstance(value, str | bytes | int | float | Board):
        return ascii(value)
    if isinstance(value, dict | list | tuple) and id(value) not in seen:
        seen.add(id(value))
        return [_plain(part, seen) for part in ([*value, *value.values()] if isinstance(value, dict) else value)]
    return type(value).__name__


class CopiedWhole:
    """Something of which every copy is deep, since a copy that shares what it holds would move the original."""

    def __copy__(self) -> typing.Self:
        return deepcopy(self)

    def __reduce__(self) -> tuple[typing.Any, ...]:
        return *pickled(type(self)), (_checksum(_plain(vars(self), set())), vars(self))

    @classmethod
    def _restored(cls) -> typing.Self:
        return cls.__new__(cls)

    def __setstate__(self, state: tuple[int, dict[str, typing.Any]]) -> None:
        """Take the attributes of the original, which may refer to this object."""
        _check(type(self), state[0], _plain(state[1], set()))
        vars(self).update(state[1])


def copied_json(value: typing.Any) -> typing.Any:  # noqa: ANN401 - any value of JSON
    """Return a copy of a value of JSON, in a tenth of the time that `deepcopy` takes."""
    if isinstance(value, dict):
        return {name: copied_json(part) for name, part in value.items()}
    return list(map(copied_json, value)) if isinstance(value, list) else value


def uncopied(reason: str, remedy: str) -> Callable[[object], typing.NoReturn]:
    """Return the `__reduce__` of what holds a process, a lock or the like: it refuses copies and pickles."""

    def refuse(original: object) -> typing.NoReturn:
        raise TypeError(f"{type(original).__name__}: it can be neither copied nor pickled, since it {reason}; {remedy}")

    return refuse
