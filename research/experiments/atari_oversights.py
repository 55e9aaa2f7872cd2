"""What the Atari ST's program overlooks: wins passed by, threats left open, and what is open when it offers a draw.

The highest sum moves, so that a square can outbid a win; and a game is called a draw as soon as no square is worth a
point to the computer, although an empty line is worth nothing. The article does not say how often either happens in its
games; here its own version plays itself, and every move and every offer is looked at.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from experiments.common.pages import percent, table
from experiments.common.series import Series, chunks_of
from experiments.common.statistics import standard_error
from hyperoxo import Ending
from hyperoxo.sides import other_side

if TYPE_CHECKING:
    from collections.abc import Mapping

    from experiments.common.series import Chunk
    from experiments.common.workbench import Workbench
    from hyperoxo import Game, Position
    from hyperoxo.game import JSON

SUMMARY = "atari-st against itself: wins passed by, threats left open, what is open at a draw offer"

GAMES = 10_000
BALANCED = "atari-st"


def run(bench: Workbench) -> dict[str, JSON]:
    """Play the games and return what was counted."""
    games = bench.games or GAMES
    chunks = chunks_of([Series(f"{BALANCED} v {BALANCED}", BALANCED, BALANCED, games)], bench.seed)
    count: Counter[str] = Counter()
    for one in bench.map("games", _count, chunks):
        count.update(one)
    return {
        "games": games,
        "seed": bench.seed,
        "won": count["won"],
        "wins_on_the_board": count["wins on the board"],
        "wins_passed_by": count["wins passed by"],
        "threats_to_block": count["threats to block"],
        "threats_left_open": count["threats left open"],
        "draw_offers": count["offers"],
        "draw_offers_with_an_empty_line": count["offers with an empty line"],
        "open_squares_per_draw_offer": round(count["open squares"] / count["offers"], 2) if count["offers"] else None,
    }


def page_values(figures: Mapping[str, Any]) -> dict[str, str]:
    """Return what stands on the page."""
    offers, open_lines = figures["draw_offers"], figures["draw_offers_with_an_empty_line"]
    share = open_lines / offers if offers else 0.0
    return {
        "games": f"{figures['games']:,}",
        "counts": table(
            ("in these games", "times"),
            (
                ("a line could be completed", f"{figures['wins_on_the_board']:,}"),
                ("… and was not", f"{figures['wins_passed_by']:,}"),
                ("there was none, and a line of three had to be blocked", f"{figures['threats_to_block']:,}"),
                ("… and was not", f"{figures['threats_left_open']:,}"),
                ("a draw was offered", f"{offers:,}"),
                ("… with at least one line still empty", f"{open_lines:,}"),
            ),
        ),
        "share_of_offers": f"{percent(share, standard_error(share, offers or 1))} %",
        "open_squares": f"{figures['open_squares_per_draw_offer'] or 0.0:.1f}",
    }


def _count(chunk: Chunk) -> Counter[str]:
    """Count what happened in the games of one task."""
    count: Counter[str] = Counter()
    for game in chunk.played():
        if game.result is None:
            raise RuntimeError(f"{chunk.series.name}: {game} has no result")
        count["won"] += game.result.ending is Ending.LINE
        if game.result.ending is Ending.DRAW_AGREED:
            count.update(_at_the_offer(game.position))
        count.update(_moments(game))
    return count


def _at_the_offer(position: Position) -> Counter[str]:
    """Count what is open where a draw is offered."""
    empty = set(position.empty_cells())
    empty_lines = sum(empty.issuperset(line) for line in position.board.lines)
    return Counter({"offers": 1, "open squares": len(empty), "offers with an empty line": int(empty_lines > 0)})


def _moments(game: Game) -> Counter[str]:
    """Count the moves at which a line could be completed or had to be blocked, and those at which it was not."""
    count: Counter[str] = Counter()
    for ply, move in enumerate(game.moves):
        position = game.position_at(ply)
        winning = {cell for cell, _ in position.threats(position.to_move)}
        losing = {cell for cell, _ in position.threats(other_side(position.to_move))}
        if winning:
            count["wins on the board"] += 1
            count["wins passed by"] += move not in winning
        elif losing:
            count["threats to block"] += 1
            count["threats left open"] += move not in losing
    return count
