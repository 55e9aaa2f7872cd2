"""Copies and starts that environments refuse, because a game cannot be copied and begins from the empty board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hyperoxo.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping


class CopiedWhileFresh:
    """Something with games, which can be copied and pickled until one has begun: copies would share it, or lose it."""

    _has_begun = False

    def __getstate__(self) -> Any:  # noqa: ANN401 - the type of the next class
        """Return the state of a copy.

        Raises:
            InputError: a game has begun.
        """
        if self._has_begun:
            reason = "a game has begun, which a copy cannot hold"
            raise InputError(type(self).__name__, reason, "copy it before, or make another one")
        return super().__getstate__()


def check_options(options: Mapping[str, Any] | None) -> None:
    """Check that the options of a reset do not ask for another start; other keys mean nothing.

    Raises:
        InputError: they do.
    """
    for key in {"moves", "position"} & (options or {}).keys():
        raise InputError(f"options={key}", "every game starts from the empty board", "leave it out, and play the moves")
