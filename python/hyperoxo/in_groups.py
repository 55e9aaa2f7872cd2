"""Items in groups."""

from __future__ import annotations

import typing

if typing.TYPE_CHECKING:
    from collections.abc import Iterable

Key = typing.TypeVar("Key")
Item = typing.TypeVar("Item")


def in_groups(pairs: Iterable[tuple[Key, Item]]) -> dict[Key, list[Item]]:
    """Return the items of each key, keys and items in the order in which they came.

    >>> in_groups([("row", 1), ("column", 2), ("row", 3)])
    {'row': [1, 3], 'column': [2]}
    """
    groups: dict[Key, list[Item]] = {}
    for key, item in pairs:
        groups.setdefault(key, []).append(item)
    return groups
