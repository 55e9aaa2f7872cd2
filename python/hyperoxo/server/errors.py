"""Errors of the server that are not the library's, by name.

`code` says what a client can do, as in `ErrorCode`; without one, send something else. `http_errors` has their statuses.
"""

from __future__ import annotations

import typing

from hyperoxo.errors import InputError


class ServerRefusal(InputError):  # noqa: N818 - these are named after what happened
    """A request is refused, or nothing came of it."""


class NotFound(ServerRefusal):
    """There is no such thing."""


class Forbidden(ServerRefusal):
    """The client may not do this."""


class Conflict(ServerRefusal):
    """The state of the game does not allow it now."""


class NotSaved(ServerRefusal):
    """The store has failed, and nothing has happened: the same can be sent again."""

    code: typing.ClassVar[typing.Literal["not_saved"]] = "not_saved"


class Unavailable(ServerRefusal):
    """The same request may succeed later."""

    code: typing.ClassVar[typing.Literal["unavailable"]] = "unavailable"


class Busy(Unavailable):
    """All clients together ask for more than the server has room for."""


class TooManyRequests(Busy):
    """The client asks for more than it may, at a time or lately."""


class JobError(Unavailable):
    """A job of a worker gave no answer: it failed, or took more time or memory than it may."""
