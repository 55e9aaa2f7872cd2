"""The names that an engines file gives to programs, known while a command runs."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from hyperoxo.players.registry import add_aliases, remove_aliases

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hyperoxo.ugi.engines_file import NamedEngine


def engines_of(path: str | None) -> dict[str, NamedEngine]:
    """Return the engines of the file that was named, or of the one at the default place, if there is one.

    Raises:
        OSError: the file cannot be read.
        InputError: it is malformed.
    """
    from hyperoxo.ugi.engines_file import default_path, read_engines  # noqa: PLC0415 - few commands need it

    if path is None and not default_path().exists():
        return {}
    return read_engines(default_path() if path is None else path)


@contextmanager
def engine_names(path: str | None) -> Iterator[None]:
    """Let players be named as in an engines file.

    The file at the default place is read when a name is not that of an installed player, a file that was named at once.

    Args:
        path: the file; None for the one at the default place.

    Raises:
        OSError: the file that was named cannot be read.
        InputError: it is malformed.
    """
    known = None if path is None else engines_of(path)

    def full_names() -> Mapping[str, str]:
        return {name: engine.full_name for name, engine in (engines_of(None) if known is None else known).items()}

    add_aliases(full_names)
    try:
        yield
    finally:
        remove_aliases(full_names)
