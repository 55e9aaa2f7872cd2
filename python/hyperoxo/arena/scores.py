"""The scores of a match: games counted by seats, pairings, endings and pairs as they are added.

No game is kept: the counts need memory by the number of entrants and not of games, so a million games can be added one
by one, and give the same counts in any order.
"""

from __future__ import annotations

import hashlib
import typing
from collections import Counter
from dataclasses import dataclass

from hyperoxo.arena.pentanomial import Pentanomial
from hyperoxo.game import Ending, Result
from hyperoxo.pickles import CopiedWhole
from hyperoxo.record.tags import ENGINE_TAGS

if typing.TYPE_CHECKING:
    from collections.abc import Sequence

    from hyperoxo.game import Game
    from hyperoxo.sides import Side

__all__ = [
    "FAULTS",
    "MAX_DISTINCT",
    "GameScore",
    "Standings",
    "Tally",
]
__dir__ = __all__.copy

MAX_DISTINCT = 100_000
"""The most different games that are distinguished; with more, repetitions are not reported."""

FAULTS = (Ending.ILLEGAL_MOVE, Ending.TIME, Ending.CRASH)
"""Endings by a fault of the loser."""
_NO_GAME = 1 << 63
"""Above the number of any game."""
_HALVES_OF_X: dict[Side | None, int] = {"x": 2, None: 1, "o": 0}


@dataclass(frozen=True, slots=True)
class GameScore:
    """One game of a match, for statistics.

    Attributes:
        game: its number in the schedule.
        pair: the number of its pair, unique in the match; None if it is unpaired.
        first: index of the entrant that held X.
        second: index of the entrant that held O, another one.
        result: its result.
        plies: the number of its moves.
        fingerprint: a hash of start and moves: equal for the same game, hardly ever for others; None if not known.
        display_names: what the programs of the first and the second entrant are called; empty for other players.
        fault: the reason for an ending by a fault of the loser; empty for other endings.
    """

    game: int
    pair: int | None
    first: int
    second: int
    result: Result
    plies: int
    fingerprint: int | None = None
    display_names: tuple[str, str] = ("", "")
    fault: str = ""

    @classmethod
    def of(cls, game: Game, *, number: int, pair: int | None, first: int, second: int) -> GameScore:
        """Return the score of a game that is over.

        Raises:
            ValueError: it is not.
        """
        if game.result is None:
            raise ValueError(f"game {number} is not over")
        # Not `hash`, which differs between processes.
        moves = hashlib.blake2b(game.start.text.encode() + bytes(game.moves), digest_size=8).digest()
        names = [game.tags.get(tag, "") for tag in ENGINE_TAGS.values()]
        fault = game.notes[game.ply].comment if game.result.ending in FAULTS and game.ply in game.notes else ""
        fingerprint = int.from_bytes(moves)
        return cls(number, pair, first, second, game.result, game.ply, fingerprint, (names[0], names[1]), fault)


@dataclass(frozen=True, slots=True)
class Tally:
    """Games won, drawn and lost, from one side's view."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """The points: one for a win, a half for a draw."""
        return self.wins + self.draws / 2

    def mirrored(self) -> Tally:
        """Return the same games from the other side's view."""
        return Tally(self.losses, self.draws, self.wins)

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)


class Standings(CopiedWhole):
    """The scores of a match so far.

    Entrants are identified by index; two may have the same name, as when a player meets itself. Abandoned games have no
    score: they are counted separately, and their pairs do not count as pairs.

    Args:
        entrants: the name of each.

    Attributes:
        entrants: the same.
        abandoned: the number of abandoned games.
        lengths: the number of games by winner (None: drawn) and plies.
        first_faults: the earliest game that an entrant lost by each kind of fault: its number, and the reason.

    >>> standings = Standings(["ann", "bob"])
    >>> standings.add(GameScore(1, 1, 0, 1, Result(Ending.LINE, "x"), 7))
    >>> standings.add(GameScore(2, 1, 1, 0, Result(Ending.FULL_BOARD), 9))
    >>> standings.tally(0), standings.pentanomial(0, 1).counts
    (Tally(wins=1, draws=1, losses=0), (0, 0, 0, 1, 0))
    """

    def __init__(self, entrants: Sequence[str]) -> None:
        self.entrants = tuple(entrants)
        self.abandoned = 0
        self.lengths: Counter[tuple[Side | None, int]] = Counter()
        self.first_faults: dict[tuple[int, Ending], tuple[int, str]] = {}
        self._ends: dict[tuple[int, int], Counter[Result]] = {}
        """The results of games, by the entrants with X and O."""
        self._pairs: dict[tuple[int, int], Pentanomial] = {}
        """From the view of the entrant with the lower index."""
        self._seat_pairs: dict[tuple[int, int], Pentanomial] = {}
        """The same pairs from the view of the entrant that held X."""
        self._waiting: dict[int, GameScore] = {}
        self._distinct: dict[tuple[int, int], set[int]] | None = {}
        """Fingerprints by the entrants with X and O; None if too many or not known."""
        self._told_apart = 0
        """The number of these fingerprints."""
        self._display_names: dict[int, tuple[int, str]] = {}
        """The display name of an entrant in the earliest game of the schedule that has one, and that game."""

    def enter(self, name: str) -> int:
        """Add an entrant, and return its index."""
        self.entrants += (name,)
        return len(self.entrants) - 1

    def name(self, entrant: int, display_name: str) -> None:
        """Set the display name of an entrant for as long as no game has one."""
        self._display_names.setdefault(entrant, (_NO_GAME, display_name))

    @property
    def display_names(self) -> list[str]:
        """What tables call the entrants: an outside engine by its display name, others by their own name.

        A display name that another entrant has as well is followed by the entrant's number.
        """
        names = [self._display_names.get(at, (0, name))[1] for at, name in enumerate(self.entrants)]
        for _ in names:  # a numbered name may be that of yet another entrant
            often = Counter(names)
            names = [
                f"{name} ({at + 1})" if often[name] > 1 and at in self._display_names else name
                for at, name in enumerate(names)
            ]
        return names

    def add(self, score: GameScore) -> None:
        """Count a game.

        Raises:
            ValueError: there is no such entrant, an entrant meets itself, or the game cannot be the second of its pair;
                nothing has been counted.
        """
        if not (0 <= score.first < len(self.entrants) and 0 <= score.second < len(self.entrants)):
            raise ValueError(f"game {score.game}: entrants {score.first} and {score.second} of {len(self.entrants)}")
        if score.first == score.second:
            raise ValueError(f"game {score.game}: entrant {score.first} cannot meet itself")
        if score.pair is not None:
            self._match(score, score.pair)
        for entrant, name in zip((score.first, score.second), score.display_names, strict=True):
            if name:
                self._display_names[entrant] = min(
                    (score.game, name), self._display_names.get(entrant, (score.game, name))
                )
        if score.result.ending is Ending.ABANDONED:
            self.abandoned += 1
            return
        self._ends.setdefault((score.first, score.second), Counter())[score.result] += 1
        if score.result.ending in FAULTS:
            loser = score.second if score.result.winner == "x" else score.first
            kind, fault = (loser, score.result.ending), (score.game, score.fault)
            self.first_faults[kind] = min(fault, self.first_faults.get(kind, fault))
        self.lengths[score.result.winner, score.plies] += 1
        self._tell_apart(score)

    def _match(self, score: GameScore, pair: int) -> None:
        """Keep a game until the other one of its pair is added, then count the pair."""
        other = self._waiting.get(pair)
        if other is None:
            self._waiting[pair] = score
            return
        if (other.first, other.second) != (score.second, score.first) or other.game == score.game:
            raise ValueError(f"games {other.game} and {score.game} are not a pair: the same entrants must change seats")
        del self._waiting[pair]
        if Ending.ABANDONED in {score.result.ending, other.result.ending}:
            return
        low, high = sorted((score.first, score.second))
        as_first, as_second = (score, other) if score.first == low else (other, score)
        first, second = _HALVES_OF_X[as_first.result.winner], _HALVES_OF_X[as_second.result.winner]
        self._pairs[low, high] = self._pairs.get((low, high), Pentanomial()).with_pair(first + 2 - second)
        self._seat_pairs[low, high] = self._seat_pairs.get((low, high), Pentanomial()).with_pair(first + second)

    def _tell_apart(self, score: GameScore) -> None:
        if self._distinct is None:
            return
        if score.fingerprint is not None:
            known = self._distinct.setdefault((score.first, score.second), set())
            self._told_apart += score.fingerprint not in known
            known.add(score.fingerprint)
        if score.fingerprint is None or self._told_apart > MAX_DISTINCT:
            self._distinct = None

    @property
    def games(self) -> int:
        """The number of games with a score."""
        return sum(results.total() for results in self._ends.values())

    @property
    def unpaired(self) -> int:
        """The number of games with a score that are not in a complete pair."""
        return self.games - 2 * self.seat_pentanomial().pairs

    @property
    def open_pairs(self) -> int:
        """The number of pairs with a missing game."""
        return len(self._waiting)

    def distinct(self) -> int | None:
        """Return how many games differ in moves, players or seats; None if too many or not known."""
        return None if self._distinct is None else sum(map(len, self._distinct.values()))

    def repeated(self, entrant: int, opponent: int) -> int | None:
        """Return how many games of two entrants repeat another one move by move; None if too many or not known.

        With seats exchanged, a game is another one, unless both entrants are the same player.
        """
        if self._distinct is None:
            return None
        as_first, as_second = (self._distinct.get(seats, set()) for seats in ((entrant, opponent), (opponent, entrant)))
        if self.entrants[entrant] == self.entrants[opponent]:
            different = len(as_first | as_second)
        else:
            different = len(as_first) + len(as_second)
        return self.tally(entrant, opponent).games - different

    @property
    def pairings(self) -> list[tuple[int, int]]:
        """Which entrants have a scored game against each other: indices in order, the lower first."""
        return sorted({(min(seats), max(seats)) for seats in self._ends})

    def as_first(self, entrant: int, opponent: int | None = None) -> Tally:
        """Return the games in which an entrant held X, against one opponent or all."""
        return sum((self._as_x(entrant, other) for other in self._others(entrant, opponent)), Tally())

    def as_second(self, entrant: int, opponent: int | None = None) -> Tally:
        """Return the games in which an entrant held O, against one opponent or all, from the entrant's view."""
        return sum((self._as_x(other, entrant) for other in self._others(entrant, opponent)), Tally()).mirrored()

    def tally(self, entrant: int, opponent: int | None = None) -> Tally:
        """Return the games of an entrant in both seats, against one opponent or all."""
        return self.as_first(entrant, opponent) + self.as_second(entrant, opponent)

    def seats(self, pairing: tuple[int, int] | None = None) -> Tally:
        """Return the games of two entrants, or all, from X's view."""
        return sum(
            (self._as_x(*seats) for seats in (self._ends if pairing is None else (pairing, pairing[::-1]))), Tally()
        )

    def seat_pentanomial(self, pairing: tuple[int, int] | None = None) -> Pentanomial:
        """Return the complete pairs of two entrants, or all, from X's view, which measure the first mover's edge."""
        if pairing is not None:
            low, high = sorted(pairing)
            return self._seat_pairs.get((low, high), Pentanomial())
        return sum(self._seat_pairs.values(), Pentanomial())

    def results(self, entrant: int, opponent: int | None = None) -> Pentanomial | Tally:
        """Return the results that measure an entrant's strength: complete pairs if there are any, else games."""
        pairs = sum((self.pentanomial(entrant, other) for other in self._others(entrant, opponent)), Pentanomial())
        return pairs if pairs.pairs else self.tally(entrant, opponent)

    def seat_results(self, pairing: tuple[int, int] | None = None) -> Pentanomial | Tally:
        """Return the results that measure the first mover's edge, from X's view: pairs if there are any, else games."""
        pairs = self.seat_pentanomial(pairing)
        return pairs if pairs.pairs else self.seats(pairing)

    def pentanomial(self, entrant: int, opponent: int) -> Pentanomial:
        """Return the complete pairs of two entrants, from the view of the one named first."""
        low, high = sorted((entrant, opponent))
        pairs = self._pairs.get((low, high), Pentanomial())
        return pairs if entrant == low else pairs.mirrored()

    def endings(
        self,
        entrant: int | None = None,
        outcome: typing.Literal["win", "draw", "loss"] | None = None,
        opponent: int | None = None,
    ) -> Counter[Ending]:
        """Count how scored games ended: all, or an entrant's with one outcome or any, against one opponent or all."""
        counted: Counter[Ending] = Counter()
        for seats, results in self._ends.items():
            for result, count in results.items() if opponent in {None, *seats} else ():
                if entrant is None or (entrant in seats and outcome in {None, _outcome(entrant, seats[0], result)}):
                    counted[result.ending] += count
        return counted

    def _others(self, entrant: int, opponent: int | None) -> Sequence[int]:
        """Return one opponent, or all."""
        if opponent is not None:
            return [opponent]
        return [other for other in range(len(self.entrants)) if other != entrant]

    def _as_x(self, first: int, second: int) -> Tally:
        """Return the games with these entrants in these seats, from X's view."""
        counted: Counter[Side | None] = Counter()
        for result, count in self._ends.get((first, second), {}).items():
            counted[result.winner] += count
        return Tally(counted["x"], counted[None], counted["o"])


def _outcome(entrant: int, first: int, result: Result) -> typing.Literal["win", "draw", "loss"]:
    if result.winner is None:
        return "draw"
    return "win" if (result.winner == "x") == (entrant == first) else "loss"
