"""The log of a store's failures: one line for each cause, and one when it works again."""

from __future__ import annotations

import logging
import re
from typing import Literal, TypeAlias

Use: TypeAlias = Literal["read", "write"]
"""What a store is used for; a locked file, for example, can be read but not written."""

MOST_CAUSES = 20
"""The causes that are logged until the store works again, should all of them differ."""
_PARTICIPLES: dict[Use, str] = {"read": "read", "write": "saved"}
_log = logging.getLogger(__name__)


class StoreHealth:
    """Logs why a store fails: each cause once, until it works again."""

    def __init__(self) -> None:
        self._causes: dict[Use, set[str]] = {"read": set(), "write": set()}
        self._refusals: set[str] = set()

    def has_worked(self, use: Use) -> None:
        """Log a success after failures."""
        if self._causes[use]:
            self._causes[use].clear()
            _log.warning("games can be %s again", _PARTICIPLES[use])

    def has_failed(self, use: Use, cause: str) -> None:
        """Log a failure of the database, unless its cause has been logged since the store last worked."""
        if _is_new(cause, self._causes[use]):
            _log.error("games cannot be %s, which is tried again: %s", _PARTICIPLES[use], cause)

    def has_refused(self, cause: str) -> None:
        """Log that one game was refused while others may pass, unless this cause has been logged before."""
        if _is_new(cause, self._refusals):
            _log.error("a game cannot be read or saved, which is tried again: %s", cause)


def _is_new(cause: str, known: set[str]) -> bool:
    """Add a cause to those that are known, and return whether it was none of them."""
    # The same failure has another port or process number each time.
    kind = re.sub(r"\d+", "0", cause)
    if kind in known or len(known) >= MOST_CAUSES:
        return False
    known.add(kind)
    return True
