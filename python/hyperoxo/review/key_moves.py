"""The key moves of a review: those that teach something, each of a kind that has a name and a least size.

The marked moves that mattered are key moves, and so is the best example of each other kind. A game without a mistake
has a good move. docs/review.md defines the kinds.
"""

from __future__ import annotations

import typing
from dataclasses import dataclass, replace
from enum import StrEnum

from hyperoxo.outcomes import Outcome, Value
from hyperoxo.review.judgement import UNKNOWN, BetterMove, KnownValues, MoveMark, better_move
from hyperoxo.sides import SIDES, other_side

if typing.TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hyperoxo.sides import Side

MAX_KEY_MOVES = 5
"""The most key moves of a game."""
MIN_PLIES = 8
"""A game of this length or more has a key move."""
MIN_CUT_PLIES = 4
"""The least plies by which a move shortens a loss."""
MIN_FALL_POINTS = 15
"""The least fall of a guess, in percent points."""
MIN_LEGAL_MOVES = 4
"""The least moves among which few are sound: one in as many, at most."""

KeyMoveName: typing.TypeAlias = typing.Literal[
    "gave_away_win",
    "gave_away_draw",
    "allowed_win",
    "missed_win",
    "ignored_threat",
    "shortened_loss",
    "guess_fell",
    "left_fewest",
    "cleverest",
]
"""The name of a kind in JSON; docs/review.md defines it."""


class KeyMoveKind(StrEnum):
    """What a move teaches."""

    GAVE_AWAY_WIN = "a win thrown away"
    GAVE_AWAY_DRAW = "a draw thrown away"
    ALLOWED_WIN = "a win allowed"
    MISSED_WIN = "a win missed"
    IGNORED_THREAT = "a threat ignored"
    """The opponent threatened one cell, and the move neither stopped that nor won."""
    SHORTENED_LOSS = "a loss shortened"
    """Another move of a lost position holds out longer, by what is proved of both."""
    GUESS_FELL = "a guess that fell"
    """Another move has a better guess; nothing is proved of either."""
    LEFT_FEWEST = "a good move, hard to answer"
    """The move left the opponent few sound moves."""
    CLEVEREST = "a good move, hard to find"
    """The move was sound, and few others were."""

    @property
    def key(self) -> KeyMoveName:
        """The name in JSON."""
        return typing.cast("KeyMoveName", self.name.lower())


class Figures(typing.NamedTuple):
    """The two numbers by which a kind measures a move.

    Attributes:
        first: plies of the loss before the move, the guess before it, or how many moves are sound.
        second: plies after it, the guess at it, or how many moves there are.
    """

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class KeyMove:
    """A move that teaches something.

    Attributes:
        ply: the number of the move, from 1; it was played in the position at the ply before.
        side: the side that played it.
        cell: where.
        kind: what it teaches.
        value: its proved value for the side that played it.
        line: the move, followed by a game that shows its value or the sound reply, if there is one.
        better: what was better; None where nothing is known to be, or nothing was.
        figures: what the kind measures; None for the kinds that have no measure.
        mark: the mark of the move, if that is the key move.
    """

    ply: int
    side: Side
    cell: int
    kind: KeyMoveKind
    value: Value
    line: tuple[int, ...]
    better: BetterMove | None = None
    figures: Figures | None = None
    mark: MoveMark | None = None

    @property
    def is_guess(self) -> bool:
        """Whether it rests on guesses; all others are proved."""
        return self.kind is KeyMoveKind.GUESS_FELL

    @property
    def is_mistake(self) -> bool:
        """Whether another move was better, or looked better by a guess of the least size."""
        if self.is_guess:
            return _fall(self) >= MIN_FALL_POINTS
        return self.kind not in {KeyMoveKind.LEFT_FEWEST, KeyMoveKind.CLEVEREST}


def is_clean(key_moves: Sequence[KeyMove]) -> bool:
    """Return whether none of the key moves is a mistake."""
    return not any(found.is_mistake for found in key_moves)


def decisive(key_moves: Sequence[KeyMove], winner: Side | None) -> KeyMove | None:
    """Return why a game was lost: the last mistake of the side that lost it; None without one, or without a winner.

    A guess proves nothing: other mistakes go before it.

    Args:
        key_moves: those of positions that were not lost already.
        winner: the side that won.
    """
    own = [found for found in key_moves if found.is_mistake and winner not in {None, found.side}]
    return max(own, key=lambda found: (not found.is_guess, found.ply), default=None)


def key_moves_in(known: KnownValues, marks: Sequence[MoveMark], moments: Sequence[MoveMark]) -> tuple[KeyMove, ...]:
    """Return the key moves of a game in the order of play, as far as its values are known.

    Args:
        known: the values.
        marks: the marked moves.
        moments: the marked moves that mattered most.
    """
    game = known.game
    plies = [ply for ply in range(game.length) if known.is_analysed(ply)]
    ignored = [found for ply in range(game.length) if (found := _ignored_threat(known, ply)) is not None]
    fell = [found for ply in plies if (found := _fallen_guess(known, ply)) is not None]
    clever = [found for ply in plies if (found := _clever_move(known, ply)) is not None]
    chosen = {
        mark.ply: KeyMove(
            mark.ply,
            mark.side,
            mark.cell,
            KeyMoveKind[mark.kind.name],
            mark.value,
            mark.line,
            mark.better,
            mark=mark,
        )
        for mark in moments
    }
    chosen |= {found.ply: found for found in ignored if found.ply in chosen}

    def choose(candidates: Iterable[KeyMove]) -> bool:
        """Add the largest of some key moves, if it is of another move and there is room."""
        best = max((one for one in candidates if one.ply not in chosen), key=_size, default=None)
        if best is not None and len(chosen) < MAX_KEY_MOVES:
            chosen[best.ply] = best
        return best is not None

    sides = sorted(SIDES, key=lambda side: side == game.winner)  # the side that lost comes first
    for side in sides:
        choose(one for one in ignored if one.side == side)
    choose(found for ply in plies if (found := _shortened_loss(known, ply)) is not None)
    for side in sides:
        choose(one for one in fell if one.side == side and one.is_mistake)
    has_clever = choose(one for one in clever if _is_rare(one) and _is_quiet(known, one.ply - 1))
    no_traps = {mark.ply for mark in marks} | {one.ply - 1 for one in chosen.values() if one in clever}
    choose(found for ply in plies if (found := _trap(known, ply)) is not None and found.ply not in no_traps)
    if has_clever or game.length < MIN_PLIES or len(plies) < game.length or not is_clean([*chosen.values()]):
        return tuple(chosen[ply] for ply in sorted(chosen))
    some = [one for one in clever if one.figures is not None and one.figures.first < one.figures.second]
    any(map(choose, ([one for one in some if _is_quiet(known, one.ply - 1)], some, fell, clever)))
    return tuple(chosen[ply] for ply in sorted(chosen))


def _found(known: KnownValues, ply: int, kind: KeyMoveKind, better: BetterMove | None = None, *figures: int) -> KeyMove:
    """Return what the move teaches that was played at a ply."""
    side, cell = known.game.position_at(ply).to_move, known.game.all_moves[ply]
    measured = Figures(*figures) if figures else None
    return KeyMove(ply + 1, side, cell, kind, known.played(ply), known.played_line(ply), better, measured)


def _ignored_threat(known: KnownValues, ply: int) -> KeyMove | None:
    """Return a move that left the opponent the one cell that completes a line."""
    position, after = known.game.position_at(ply), known.game.position_at(ply + 1)
    threats = {cell for cell, _ in position.threats(other_side(position.to_move))}
    if len(threats) != 1 or known.game.all_moves[ply] in threats or position.threats(position.to_move):
        return None
    if after.is_over:
        return None
    [cell] = threats
    value = next((one.value for one in known.others(ply) if one.cell == cell), UNKNOWN)
    return _found(known, ply, KeyMoveKind.IGNORED_THREAT, BetterMove(cell, value, (cell,)))


def _shortened_loss(known: KnownValues, ply: int) -> KeyMove | None:
    """Return a move of a lost position after which the game is proved to be over sooner than after another."""
    before, value = known.value(ply).value, known.played(ply)
    # A bound of the other move would prove nothing: it may lose as soon.
    other = next((one for one in known.others(ply) if one.value.exact), None)
    if before.outcome is not Outcome.LOSS or value.plies is None or other is None or other.value.plies is None:
        return None
    figures = other.value.plies, value.plies
    if figures[0] - figures[1] < MIN_CUT_PLIES:
        return None
    return _found(known, ply, KeyMoveKind.SHORTENED_LOSS, better_move(other), *figures)


def _fallen_guess(known: KnownValues, ply: int) -> KeyMove | None:
    """Return a move whose guess is less than that of another move, of any size."""
    chance = known.played_chance(ply)
    others = [one for one in known.others(ply) if one.chance is not None]
    best = max(others, key=lambda one: (one.chance or 0, one.points), default=None)
    if chance is None or known.value(ply).value.is_known or best is None or (best.chance or 0) <= chance:
        return None
    return _found(known, ply, KeyMoveKind.GUESS_FELL, better_move(best), best.chance or 0, chance)


def _clever_move(known: KnownValues, ply: int) -> KeyMove | None:
    """Return a move that was sound."""
    value = known.value(ply)
    if value.sound is None or not _is_sound(known, ply):
        return None
    return _found(known, ply, KeyMoveKind.CLEVEREST, None, value.sound, value.legal)


def _trap(known: KnownValues, ply: int) -> KeyMove | None:
    """Return a move that left the opponent few sound moves, without a threat that shows them.

    A block that had to be made does not count.
    """
    value = known.value(ply + 1)
    if not value.sound or not (_is_quiet(known, ply) and _is_quiet(known, ply + 1)):
        return None
    found = _found(known, ply, KeyMoveKind.LEFT_FEWEST, None, value.sound, value.legal)
    if not _is_rare(found):
        return None
    reply = None if _is_sound(known, ply + 1) else known.others(ply + 1)[0]
    line = known.played_line(ply + 1) if reply is None else reply.line or (reply.cell,)
    return replace(found, line=(found.cell, *line))


def _is_sound(known: KnownValues, ply: int) -> bool:
    """Whether the move at a ply keeps what the position is worth, or is not proved to lose if that is unknown."""
    if ply == known.game.length:
        return False
    before, played = known.value(ply).value.outcome, known.played(ply).outcome
    return played is not Outcome.LOSS and before in {Outcome.UNKNOWN, played}


def _is_quiet(known: KnownValues, ply: int) -> bool:
    """Whether neither side can complete a line at a ply, so that the sound moves are not plain to see."""
    position = known.game.position_at(ply)
    return not position.threats("x") and not position.threats("o")


def _is_rare(found: KeyMove) -> bool:
    """Whether few of the moves that a key move counts are sound."""
    return found.figures is not None and found.figures.first * MIN_LEGAL_MOVES <= found.figures.second


def _fall(found: KeyMove) -> int:
    return 0 if found.figures is None else found.figures.first - found.figures.second


def _size(found: KeyMove) -> tuple[float, int]:
    """Return a key that sorts key moves of a kind: the largest last, and among equals the earlier one."""
    if found.figures is None:
        return found.ply, 0
    if found.kind in {KeyMoveKind.LEFT_FEWEST, KeyMoveKind.CLEVEREST}:
        return found.figures.second / max(1, found.figures.first), -found.ply
    return _fall(found), -found.ply
