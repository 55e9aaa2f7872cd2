"""Messages about people's names."""

from __future__ import annotations

import typing

from pydantic import Field

from hyperoxo.server.messages.common import Message
from hyperoxo.server.messages.games import Secret


class NewName(Message):
    """The request for a name, in a room or in public."""

    name: typing.Annotated[str, Field(max_length=100, examples=["Ada"])]


class NameOwned(Message):
    """A name that a browser has now."""

    name: str
    """The name as it is shown."""
    secret: Secret
    """What owns the name in this browser, sent only once; it opens the seats that are held under the name."""


class NameMade(NameOwned):
    """A new name. The secret and the recovery code are sent only once."""

    code: str
    """The recovery code, twelve English words, which gives the name to another browser."""


class Owner(Message):
    """A request by the owner of a name, or of a room."""

    secret: Secret


class NameRecovery(Message):
    """The request for a name in another browser."""

    code: typing.Annotated[str, Field(max_length=200)]
    """The recovery code."""


class CodeMade(Message):
    """A new recovery code, sent only once."""

    code: str
