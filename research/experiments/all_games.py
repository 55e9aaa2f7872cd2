"""Every game that can be played against the two programs of 3x3, as corrected and as printed.

Their books are small enough to meet every reply, over every choice that a program may draw. So these are counts and not
samples: they have no errors, and the seed plays no part in them.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from experiments.common.pages import table
from hyperoxo import Ending, Game
from hyperoxo.players import Control, Limits, Play, player
from hyperoxo.players.errata import CORRECTED, PRINTED
from hyperoxo.players.historic.magic_square.book import OPENINGS
from hyperoxo.players.historic.magic_square.numbers import NUMBERS
from hyperoxo.players.historic.magic_square.program import choices

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from experiments.common.workbench import Workbench
    from hyperoxo.game import JSON
    from hyperoxo.players import Session

SUMMARY = "every game against magic-square and fignition, as corrected and as printed"

WON, DRAWN, LOST, ILLEGAL = "won", "drawn", "lost", "illegal"
RESULTS = (WON, DRAWN, LOST, ILLEGAL)
SECOND = "second"


def run(bench: Workbench) -> dict[str, JSON]:
    """Play every game and return how they ended."""
    tasks = [(listing, opening) for listing in (CORRECTED, PRINTED) for opening in (*OPENINGS, SECOND)]
    counted = dict(zip(tasks, bench.map("openings", _magic_square, tasks), strict=True))
    return {
        "seed": bench.seed,
        "magic_square": [
            {"opening": opening, "listing": listing, **ends} for (listing, opening), ends in counted.items()
        ],
        "fignition": [
            {"first_reply": reply, "listing": listing, **ends}
            for listing in (CORRECTED, PRINTED)
            for reply, ends in _fignition(listing).items()
        ],
    }


def page_values(figures: Mapping[str, Any]) -> dict[str, str]:
    """Return what stands on the page."""

    def rows(series: Iterable[Mapping[str, Any]], name: str) -> list[tuple[str, ...]]:
        """Return a row for each kind of games, and one as printed where it differs."""
        of = {(one[name], one["listing"]): _cells(one) for one in series}
        found: list[tuple[str, ...]] = []
        for kind in dict.fromkeys(kind for kind, _ in of):
            corrected, printed = of[kind, CORRECTED], of[kind, PRINTED]
            found.append((kind, *corrected))
            if printed != corrected:
                found.append((f"{kind}, as printed", *printed))
        return found

    headings = ("games", "won", "drawn", "lost", "illegal")
    return {
        "magic_square": table(("opening", *headings), rows(figures["magic_square"], "opening")),
        "fignition": table(("first O", *headings), rows(figures["fignition"], "first_reply")),
    }


def _cells(one: Mapping[str, Any]) -> tuple[str, ...]:
    counts = [one[result] for result in RESULTS]
    return tuple(f"{count:,}" for count in (sum(counts), *counts))


def _magic_square(task: tuple[str, str]) -> dict[str, int]:
    """Count how the games of one opening end, or of the second seat."""
    listing, opening = task
    seat = 1 if opening == SECOND else 0
    ends: Counter[str] = Counter()

    def follow(game: Game) -> None:
        if game.is_over:
            ends[_result(game, "xo"[seat])] += 1
            return
        plies = [NUMBERS[cell] for cell in game.moves]
        free = [number for number in NUMBERS if number not in plies]
        moves = free
        if game.ply % 2 == seat:
            held, other = set(plies[seat::2]), set(plies[1 - seat :: 2])
            moves = [move.number for move in choices(plies, held, other, as_printed=listing == PRINTED)]
            if not plies:
                moves = [number for number in moves if number in OPENINGS[opening]]
        for number in moves:
            if number not in free:
                ends[ILLEGAL] += 1
                continue
            following = game.branch()
            following.play(NUMBERS.index(number))
            follow(following)

    follow(Game("3x3"))
    return {result: ends[result] for result in RESULTS}


def _fignition(listing: str) -> dict[str, dict[str, int]]:
    """Count how its games end, by the person's first reply."""
    ends = {"on an edge": Counter[str](), "in a corner": Counter[str]()}
    session = player("fignition", listing=listing).start("3x3", "x", 1)
    for game in _games(session, Game("3x3")):
        reply = "on an edge" if game.moves[1] % 2 else "in a corner"
        ends[reply][_result(game, "x")] += 1
    return {reply: {result: count[result] for result in RESULTS} for reply, count in ends.items()}


def _games(session: Session, game: Game) -> Iterable[Game]:
    """Yield every game against the session, which holds X, at its end; a forfeit ends it as an illegal move."""
    if game.is_over:
        yield game
        return
    if game.to_move == "x":
        decision = session.decide(game, Limits(), Control())
        moves = [decision.cell] if isinstance(decision, Play) else []
        if not moves:
            yield game
    else:
        moves = game.position.legal_moves()
    for cell in moves:
        following = game.branch()
        following.play(cell)
        yield from _games(session, following)


def _result(game: Game, seat: str) -> str:
    if game.result is None:
        return ILLEGAL
    if game.result.ending is Ending.FULL_BOARD:
        return DRAWN
    return WON if game.result.winner == seat else LOST
