"""The tally of games of two copies of a program, as the server sends it; its schema derives from these dataclasses."""

from dataclasses import dataclass

from hyperoxo.json_shape import JsonShape


@dataclass(frozen=True, slots=True)
class ScoreEstimate(JsonShape):
    """A score with its 95 % interval, from 0 to 1, and the same as an Elo difference; None where that is infinite."""

    score: float
    low: float
    high: float
    elo: int | None
    elo_low: int | None
    elo_high: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfPlayTally(JsonShape):
    """The games that have ended; the copies begin in turns, the first one in the first game."""

    outcomes: str
    """A letter for each game: `1` if the first mover won, `2` if the second did, `=` for a tie."""
    first_mover: ScoreEstimate
    first_copy: ScoreEstimate
    last_game: tuple[str, ...]
    """The moves of the last game."""
