"""What is made of an atlas: docs/atlas.json, its page and pictures, and the file that the package ships.

All of it depends on the results alone, so that a test can compare the files with them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from atlas.results import FIRST_MOVES, REPLIES, SECOND_MOVES
from experiments.common.pages import filled, table
from hyperoxo import svg
from hyperoxo.outcomes import Outcome, ProvedMove, Value
from hyperoxo.solver.atlas import Atlas, atlas_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from atlas.results import Results
    from hyperoxo import Position
    from hyperoxo.sides import Side
    from hyperoxo.solver.atlas import ProvedOpening
    from hyperoxo.svg import LegendKey

PUBLISHED_BOARD = "4x4x4"
"""The board of the page."""
PROSE = Path(__file__).with_name("page.md")
MADE_OF = "<!-- Made by `make atlas-pages` of research/atlas/page.md and docs/atlas.json. -->"
IMAGES = "images/atlas"
MAX_LINES = 7
"""The lines through a corner or an inner cell of 4x4x4."""
BANDS = ((3, 41), (2, 51), (1, 63))
"""The shades of wins, and the plies of the longest win that has each."""
LEGEND: tuple[tuple[LegendKey, str], ...] = (
    *((shade, f"wins in {plies} plies or fewer") for shade, plies in BANDS[:-1]),
    (BANDS[-1][0], "wins in more"),
    ("dashed", "loses"),
    (0, "unknown"),
)


class Picture(NamedTuple):
    """A class of replies to a first move, with X's second moves.

    Attributes:
        position: the position after the reply.
        values: what is proved of X's second moves.
    """

    position: Position
    values: Sequence[ProvedMove]

    @property
    def moves(self) -> str:
        """The two moves: `111 444`."""
        names = self.position.board.names
        return f"{names(self.position.x)} {names(self.position.o)}"

    @property
    def reply(self) -> str:
        """The reply: `444`."""
        return self.moves.split()[1]

    @property
    def path(self) -> str:
        """The file of the picture, from the folder of the page."""
        return f"{IMAGES}/{self.moves.replace(' ', '-')}.svg"

    @property
    def wins(self) -> list[ProvedMove]:
        """The second moves that are proved to win."""
        return [value for value in self.values if value.outcome is Outcome.WIN]

    @property
    def losses(self) -> list[ProvedMove]:
        """The second moves that are proved to lose."""
        return [value for value in self.values if value.outcome is Outcome.LOSS]

    @property
    def title(self) -> str:
        """What is seen, in words."""
        moves = len(self.position.legal_moves())
        proved = f"{len(self.wins)} of {moves} second moves are proved to win, {len(self.losses)} to lose"
        return f"{self.position.board} after {self.moves}: {proved}"

    def drawn(self) -> str:
        """Return the picture."""
        marks: dict[int | str, str] = {
            cell: Value(outcome, plies, exact=False).label for cell, outcome, plies in self.values
        }
        shades: dict[int | str, int] = {value.cell: _shade(value.plies) for value in self.wins}
        dashed = [value.cell for value in self.losses]
        return svg.board(self.position, marks=marks, shades=shades, dashed=dashed, legend=LEGEND, title=self.title)


def documents(results: Results) -> dict[str, str]:
    """Return the files made of results by their paths; a page and pictures only of the published board."""
    text = atlas_text(results.board, results.proved().items())
    files = {"atlas.json": results.as_text(), f"{results.board}.atlas": text}
    files[f"{results.board}-replies.json"] = json.dumps(_proved_replies(results), indent=1, sort_keys=True) + "\n"
    if str(results.board) != PUBLISHED_BOARD:
        return files
    pictures = _pictures(results, Atlas(text))
    page = filled(PROSE.read_text(encoding="utf-8"), _page_values(results, pictures))
    drawn = {picture.path: picture.drawn() for replies in pictures.values() for picture in replies}
    return {**files, **drawn, "atlas.md": f"{MADE_OF}\n\n{page}"}


def _proved_replies(results: Results) -> dict[str, int]:
    """Return after how many classes of second replies X is proved to win, for the openings that are not decided."""
    found = {}
    for position in results.openings[SECOND_MOVES]:
        best = results.best(position)
        if best is not None and best.found.second_replies and not results.is_proved(position):
            found[position.text] = best.found.second_replies
    return found


def _pictures(results: Results, atlas: Atlas) -> dict[str, list[Picture]]:
    """Return the classes of replies to each first move, by the name of that move: the lowest cells of their classes."""
    board, pictures = results.board, dict[str, list[Picture]]()
    for first, *_ in board.cell_classes():
        after = board.empty().play(first)
        classes: dict[Position, Position] = {}
        for cell in after.legal_moves():
            reply = after.play(cell)
            classes.setdefault(reply.canonical(), reply)
        pictures[board.name(first)] = [Picture(reply, atlas.values(reply)) for reply in classes.values()]
    return pictures


def _page_values(results: Results, pictures: Mapping[str, Sequence[Picture]]) -> dict[str, str]:
    """Return what stands in the places of the page."""
    proved = results.proved()
    second = results.openings[SECOND_MOVES]
    seven = [position for position in second if _stands_on_most_lines(position)]
    rest = [position for position in second if position not in seven]
    return {
        "second_moves": str(len(second)),
        "won": str(_count_won(second, proved, "x")),
        "lost": str(_count_won(second, proved, "o")),
        "second_replies": f"{_second_replies(second):,}",
        "summary": table(
            ("openings", "classes", "won by X", "drawn", "won by O", "unknown", "plies, fewest to most", "positions"),
            (
                _summary("first moves", results.openings[FIRST_MOVES], results, proved),
                _summary("replies", results.openings[REPLIES], results, proved),
                _summary("second moves, X on a seven-line cell", seven, results, proved),
                _summary("second moves, X on four-line cells", rest, results, proved),
            ),
        ),
        "pictures": "\n\n".join(_section(first, replies) for first, replies in pictures.items()),
    }


def _second_replies(second: Sequence[Position]) -> int:
    """Return the number of classes of positions after O's second replies."""
    return len({opening.play(cell).canonical() for opening in second for cell in opening.legal_moves()})


def _count_won(openings: Sequence[Position], proved: Mapping[Position, ProvedOpening], winner: Side) -> int:
    return sum(position in proved and proved[position].winner == winner for position in openings)


def _stands_on_most_lines(position: Position) -> bool:
    return any(len(position.board.lines_through(cell)) == MAX_LINES for cell in position.x)


def _summary(
    title: str, openings: Sequence[Position], results: Results, proved: Mapping[Position, ProvedOpening]
) -> tuple[str | int, ...]:
    known = [proved[position] for position in openings if position in proved]
    winners = [one.winner for one in known]
    plies = sorted(one.plies for one in known)
    searched = sum(best.found.nodes for position in openings if (best := results.best(position)) is not None)
    return (
        title,
        len(openings),
        winners.count("x"),
        winners.count(None),
        winners.count("o"),
        len(openings) - len(known),
        f"{plies[0]} to {plies[-1]}" if plies else "",
        f"{searched:,}" if searched else "",
    )


def _section(first: str, replies: Sequence[Picture]) -> str:
    """Return the part of the page about a first move."""
    rows = [
        (
            picture.reply,
            len(picture.wins),
            len(picture.losses),
            _fastest(picture),
        )
        for picture in replies
    ]
    headings = ("reply", "winning second moves", "losing", "fewest plies (move)")
    shown = (f"![{picture.reply}]({picture.path})" for picture in replies)
    return "\n\n".join((f"### After {first}", table(headings, rows), *shown))


def _fastest(picture: Picture) -> str:
    """Return the plies of the fastest second move that wins, with its name: the lowest cell of the fastest ones."""
    best = min(picture.wins, key=lambda value: (value.plies, value.cell), default=None)
    return "" if best is None else f"{best.plies} ({picture.position.board.name(best.cell)})"


def _shade(plies: int) -> int:
    return next(shade for shade, most in BANDS if plies <= most)
