"""Errors of the store."""

from __future__ import annotations

import typing

from hyperoxo.errors import HyperoxoError, InputError


class ConflictError(HyperoxoError):
    """Another writer has added to the game first: read it again."""


class GoneError(InputError):
    """The room that is written to was deleted."""


class PlaceError(InputError):
    """What is written has no place: a room is full, or the name that would hold a seat was deleted."""


class DamagedError(InputError):
    """What is stored of a game cannot be read, since another program has changed it."""


class StoreError(InputError):
    """The store has failed.

    Attributes:
        cause: what the database's driver says, in one line and without a password; for the log, not for clients.
    """

    code: typing.ClassVar[typing.Literal["unavailable"]] = "unavailable"
    """What the server's clients receive."""

    def __init__(self, subject: str, reason: str, remedy: str = "", cause: str = "") -> None:
        super().__init__(subject, reason, remedy)
        self.cause = cause


class DatabaseError(StoreError):
    """The database cannot be used: its URL is wrong, or it cannot be reached, written to or understood."""
