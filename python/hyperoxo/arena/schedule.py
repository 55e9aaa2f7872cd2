"""The games of a match: the players, opening and seed of each.

The players and the seed of a game are a pure function of the schedule and the number of the game. So a million games
need no memory, a game can be played anywhere and at any time, and a match that was stopped knows its missing games.

Games come in rounds, and each round has one opening. In a round every pairing plays the opening twice, the second time
with the seats changed: these two games are a pair. If the number of games is odd, the last round has one unpaired game
of each pairing.

    game      1      2      3      4      5      6      7 ...      three entrants
    round     1      1      1      1      1      1      2 ...
    seats   1 - 2  2 - 1  1 - 3  3 - 1  2 - 3  3 - 2  1 - 2 ...
    pair      1      1      2      2      3      3      4 ...
"""

from __future__ import annotations

import typing
from collections import Counter
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from itertools import chain, combinations

from hyperoxo._core import Board
from hyperoxo.players import Player, player
from hyperoxo.players.control import NO_LIMITS, bounds_in_words
from hyperoxo.record.tags import HASH_TAGS
from hyperoxo.seeds import derived_seed
from hyperoxo.sides import SIDES
from hyperoxo.text import shortened

if typing.TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hyperoxo.game import JSON
    from hyperoxo.players import Limits
    from hyperoxo.players.control import Clock
    from hyperoxo.sides import Side

__all__ = [
    "MAX_GAMES",
    "Competition",
    "Fixture",
    "Schedule",
    "beginner_of",
    "limits_text",
    "named_entrants",
]
__dir__ = __all__.copy


MAX_GAMES = 1_000_000_000
"""The most games of each pairing."""
_HASH_DIGITS = 4
"""How much of its hash stands behind the name of a file, if another file has the same name."""


class Competition(StrEnum):
    """The kind of a match."""

    MATCH = "match"
    TOURNAMENT = "tournament"
    SPRT = "sprt"
    LADDER = "ladder"


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game of a schedule.

    Attributes:
        game: its number, from 1.
        round: the round that it belongs to, from 0.
        pair: the number of its pair, from 1; None if it is unpaired.
        first: index of the entrant that holds X.
        second: index of the entrant that holds O.
    """

    game: int
    round: int
    pair: int | None
    first: int
    second: int


@dataclass(frozen=True)
class Schedule:
    """The schedule of a match: everything that its games depend on, except the openings.

    Attributes:
        event: the kind of match.
        board: the board; a description is replaced by its board.
        entrants: the names of the players, of which one may appear twice; a player is replaced by its name.
        games: the number of games of each pairing.
        seed: the source of every random choice.
        limits: bounds on each decision.
        test: the sequential test that may end it early, in words; empty if every game is played.
        gauntlet: index of the entrant that meets all others, which do not meet each other; None if all meet.
        adjudication: how many positions the solver searches before each move for a proof that ends the game; None to
            play every game to its end.
        clock: the clock of each side at the start of a game; None to play without clocks.
        beginner: index of the entrant that begins every game, of two; None if they take turns.
        files: by name, the entrants that are users' files, from `named_entrants`.

    Raises:
        BoardError: there is no such board.
        TypeError: an entrant is neither a player nor a name.
        ValueError: there are fewer than two entrants, no games, or no entrant for the gauntlet.

    >>> from hyperoxo import Board
    >>> schedule = Schedule(Competition.TOURNAMENT, Board("3x3"), ("a", "b", "c"), games=3, seed=1)
    >>> schedule.total
    9
    >>> schedule.fixture(4)
    Fixture(game=4, round=0, pair=2, first=2, second=0)
    >>> schedule.fixture(9)
    Fixture(game=9, round=1, pair=None, first=1, second=2)
    >>> Schedule(Competition.TOURNAMENT, Board("3x3"), ("a", "b", "c"), games=3, seed=1, gauntlet=2).pairings
    ((0, 2), (1, 2))
    """

    event: Competition
    board: Board
    entrants: tuple[str, ...]
    games: int
    seed: int
    limits: Limits = NO_LIMITS
    test: str = ""
    gauntlet: int | None = None
    adjudication: int | None = None
    clock: Clock | None = None
    beginner: int | None = None
    files: Mapping[str, Player] = field(default_factory=dict)

    def __post_init__(self) -> None:
        vars(self).update(board=Board(self.board), entrants=tuple(map(_name, self.entrants)))
        if len(self.entrants) < 2 or self.games < 1:
            raise ValueError(f"{len(self.entrants)} entrants, {self.games} games: a match needs two, and one")
        if self.gauntlet is not None and not 0 <= self.gauntlet < len(self.entrants):
            raise ValueError(f"gauntlet of entrant {self.gauntlet}: there are {len(self.entrants)} entrants, from 0")

    @cached_property
    def pairings(self) -> tuple[tuple[int, int], ...]:
        """Pairs of entrants that meet, by index, in the order of each round."""
        each_two = combinations(range(len(self.entrants)), 2)
        return tuple(each_two if self.gauntlet is None else (two for two in each_two if self.gauntlet in two))

    @property
    def total(self) -> int:
        """The number of games."""
        return self.games * len(self.pairings)

    def fixture(self, game: int) -> Fixture:
        """Return the game with this number.

        Raises:
            ValueError: there is no such game.
        """
        if not 1 <= game <= self.total:
            raise ValueError(f"game {game}: games are numbered from 1 to {self.total}")
        if self.beginner is not None:
            return Fixture(game, game - 1, None, self.beginner, 1 - self.beginner)
        pairings = len(self.pairings)
        number, place = divmod(game - 1, 2 * pairings)
        if number == self.games // 2:
            first, second = self.pairings[place]
            return Fixture(game, number, None, first, second)
        first, second = self.pairings[place // 2]
        if place % 2:
            first, second = second, first
        return Fixture(game, number, number * pairings + place // 2 + 1, first, second)

    def fixtures(self) -> Iterator[Fixture]:
        """Yield all games in order."""
        return map(self.fixture, range(1, self.total + 1))

    def seats(self) -> list[tuple[int, Side]]:
        """Return the entrants by index, each with every side that it holds."""
        first_round = map(self.fixture, range(1, min(self.total, 2 * len(self.pairings)) + 1))
        seats = (zip((fixture.first, fixture.second), SIDES, strict=True) for fixture in first_round)
        return sorted(set(chain.from_iterable(seats)))

    def player(self, entrant: int) -> Player:
        """Return an entrant.

        Raises:
            PlayerError: no player has its name.
        """
        name = self.entrants[entrant]
        return self.files.get(name) or player(name)

    def seed_of(self, game: int) -> int:
        """Return the seed of a game, the source of all its random choices."""
        return derived_seed(self.seed, "game", game)

    def tags(self, fixture: Fixture) -> dict[str, str]:
        """Return the tags that identify a game in the match, empty where it has no such tag; see `docs/arena.md`."""
        seats = zip(HASH_TAGS.values(), (fixture.first, fixture.second), strict=True)
        return {
            "Event": self.event.value,
            "MatchSeed": str(self.seed),
            "Game": str(fixture.game),
            "Pair": str(fixture.pair or ""),
            "Entrants": f"{fixture.first + 1} {fixture.second + 1}",
            "First": self.entrants[fixture.first],
            "Second": self.entrants[fixture.second],
            "Seed": str(self.seed_of(fixture.game)),
            "Limits": limits_text(self.limits),
            "Clock": str(self.clock or ""),
            "Test": self.test,
            "Adjudication": "" if self.adjudication is None else f"nodes={self.adjudication}",
            **{tag: self.hashes.get(self.entrants[entrant], "") for tag, entrant in seats},
        }

    @property
    def hashes(self) -> dict[str, str]:
        """By name, the hashes of the players of files."""
        return {name: entrant.kind.file.hash for name, entrant in self.files.items() if entrant.kind.file is not None}

    def conditions(self, openings: str) -> str:
        """Return what the games depend on apart from board and players, in words: `openings random:2, nodes=9; seed 1`.

        Args:
            openings: the openings as they are typed.
        """
        nodes = self.adjudication
        proofs = "" if nodes is None else f"adjudicated by proofs within {nodes:,} positions"
        clock = "" if self.clock is None else f"clock {self.clock}"
        begins = "" if self.beginner is None else f"{self.entrants[self.beginner]} begins every game"
        parts = (f"openings {openings}", begins, clock, limits_text(self.limits), proofs)
        return f"{', '.join(filter(None, parts))}; seed {self.seed}"

    def conditions_json(self, openings: str) -> dict[str, JSON]:
        """Return the same as JSON, with the number of the entrant that meets all others in a gauntlet."""
        return {
            "seed": self.seed,
            "openings": str(openings),
            "limits": limits_text(self.limits),
            "clock": None if self.clock is None else str(self.clock),
            "adjudication": self.adjudication,
            "gauntlet": None if self.gauntlet is None else self.gauntlet + 1,
            **({"files": dict(self.hashes)} if self.files else {}),
        }


def named_entrants(players: Sequence[Player]) -> tuple[tuple[str, ...], dict[str, Player]]:
    """Return the names of the entrants of a match, and by name those of files, which stay as their files are now.

    Two files of one name, with different texts, have their hashes behind the name.

    Raises:
        PlayerError: a file cannot be read.
    """
    pinned = [each.pinned() for each in players]
    texts = {(each.kind.name, each.kind.file.hash) for each in pinned if each.kind.file is not None}
    named = Counter(name for name, _ in texts)
    entrants = [
        replace(each, kind=replace(each.kind, name=f"{each.kind.name}#{file.hash[:_HASH_DIGITS]}"))
        if (file := each.kind.file) is not None and named[each.kind.name] > 1
        else each
        for each in pinned
    ]
    return tuple(each.name for each in entrants), {each.name: each for each in entrants if each.kind.file is not None}


def beginner_of(board: Board, players: Sequence[Player]) -> int | None:
    """Return which of two players must begin every game, as it cannot move second or the other one cannot begin."""
    if len(players) != len(SIDES):
        return None
    fits = [
        at
        for at, (first, second) in enumerate((players, players[::-1]))
        if first.refusal(board, "x") is None and second.refusal(board, "o") is None
    ]
    return fits[0] if len(fits) == 1 else None


def _name(entrant: str | Player) -> str:
    if isinstance(entrant, str | Player):
        return str(entrant)
    raise TypeError(f"{shortened(repr(entrant), 60)} is neither a player nor a player's name")


def limits_text(limits: Limits) -> str:
    """Return limits in words for records and people: `time=1 nodes=5000`; empty if there are none.

    >>> from hyperoxo.players import Limits
    >>> limits_text(Limits(seconds=0.5, depth=4))
    'time=0.5 depth=4'
    """
    return " ".join(bounds_in_words(limits))
