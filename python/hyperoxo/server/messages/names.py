"""Messages about people's names."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hyperoxo.server.messages.common import Message
from hyperoxo.server.messages.games import Secret


class NewName(Message):
    """The request for a name."""

    name: Annotated[str, Field(max_length=100, examples=["Ada"])]


class NameMade(Message):
    """A new name. The secret and the recovery code are sent only once."""

    name: str
    """The name as it is shown."""
    secret: Secret
    """What owns the name, in this browser."""
    code: str
    """The recovery code, twelve English words, which gives the name to another browser."""


class NameOwner(Message):
    """A request by the owner of a name."""

    secret: Secret


class NameRecovery(Message):
    """The request for a name in another browser."""

    code: Annotated[str, Field(max_length=200)]
    """The recovery code."""


class NameRecovered(Message):
    """A name that another browser has as well now."""

    name: str
    secret: Secret
    """What owns the name in this browser, sent only once."""


class CodeMade(Message):
    """A new recovery code, sent only once."""

    code: str
