"""The reviews in a report: chosen games, or the first that a side won, within a limit of work.

The games are collected while the file is read, and reviewed after that. All reviews together search a fixed number of
positions, so that the same games give the same page, unless one of them runs out of time.
"""

from __future__ import annotations

import typing

from hyperoxo.coach import result_in_words
from hyperoxo.errors import InputError
from hyperoxo.record.tags import ENGINE_TAGS
from hyperoxo.review.html_form import review_section
from hyperoxo.review.reviewer import review
from hyperoxo.slowness import SLOWNESS
from hyperoxo.text import fitted_name, read_integer, shortened

if typing.TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo.cancellation import Cancellable
    from hyperoxo.game import Game

MAX_REVIEWS = 20
"""The most games of a report that are reviewed."""
NODES = 8_000_000
"""Positions that all reviews of a report search together, about."""
SECONDS = 10.0 * SLOWNESS
"""The most seconds that one of them takes."""
DECISIVE = "decisive"
"""Names the first games that a side won."""
_MAX_NUMBER = 10**9
_NAME = 40
"""Longer names of players are cut."""


def game_title(number: int, game: Game) -> str:
    """Return the title of a game as it stands.

    Args:
        number: its number in the file, from 1.
        game: the game.
    """
    x, o = (
        fitted_name(game.tags.get(engine) or game.tags.get(seat, "?"), _NAME)
        for engine, seat in zip(ENGINE_TAGS.values(), ("First", "Second"), strict=True)
    )
    return f"Game {number}: {x} (X) against {o} (O): {result_in_words(game)}"


class GamesToReview:
    """The games of a file that will be reviewed; `add` sees each game of the file once.

    Args:
        wanted: `decisive`, or the numbers of games in the file, separated by commas.

    Raises:
        InputError: it is neither, or there are too many numbers.
    """

    def __init__(self, wanted: str) -> None:
        self._wanted = None if wanted.strip() == DECISIVE else _numbers(wanted)
        self._read = 0
        self._decisive = 0
        self._games: list[tuple[int, Game]] = []

    def __len__(self) -> int:
        return len(self._games)

    def add(self, game: Game) -> None:
        """Keep the next game of the file if it will be reviewed."""
        self._read += 1
        self._decisive += game.winner is not None
        if self._wanted is None:
            is_wanted = game.winner is not None and len(self._games) < MAX_REVIEWS
        else:
            is_wanted = self._read in self._wanted
        if is_wanted:
            self._games.append((self._read, game))

    def check(self, path: str) -> None:
        """Refuse numbers of games that the file does not have.

        Raises:
            InputError: there is no such game.
        """
        missing = sorted((self._wanted or set()) - {number for number, _ in self._games})
        if missing:
            raise InputError(path, f"there is no game {missing[0]} to review", f"it has games 1 to {self._read}")

    @property
    def note(self) -> str:
        """Which games are reviewed, as a sentence for the page; empty for none."""
        if self._wanted is not None:
            return ""
        if not self._decisive:
            return "No game was won."
        shown = f"the first {len(self)} of {self._decisive:,} games" if len(self) < self._decisive else "all games"
        return f"Reviewed are {shown} that a side won."

    def sections(self, control: Cancellable, on_progress: Callable[[str], object]) -> list[str]:
        """Review the games and return each review as a `section` element.

        Args:
            control: cancels the work.
            on_progress: called before each review with a message.
        """
        sections = []
        for place, (number, game) in enumerate(self._games, 1):
            on_progress(f"reviewing game {number}, {place} of {len(self)}")
            found = review(game, nodes=NODES // len(self), seconds=SECONDS, control=control)
            sections.append(review_section(found, game_title(number, found.game), level=3))
        return sections


def _numbers(text: str) -> set[int]:
    numbers = {read_integer(part.strip(), 1, _MAX_NUMBER) for part in text.split(",")}
    found = {number for number in numbers if number is not None}
    if len(found) < len(numbers):
        remedy = f"type numbers with commas between them, or {DECISIVE}"
        raise InputError(f"--review {shortened(text)}", "not numbers of games", remedy)
    if len(found) > MAX_REVIEWS:
        raise InputError(f"--review with {len(found)} games", f"a report reviews {MAX_REVIEWS} at most", "choose fewer")
    return found
