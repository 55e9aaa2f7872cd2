"""How the description of the API tells which errors an end point has."""

from typing import Any

from hyperoxo.server.messages.common import ErrorAnswer


def errors(*codes: int) -> dict[int | str, dict[str, Any]]:
    """Return the answers with these codes, all of which have the same form."""
    return {code: {"model": ErrorAnswer} for code in codes}
