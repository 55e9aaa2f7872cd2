"""The games in a report, each to be stepped through: one picture of the board, on which the moves appear one by one.

The page runs no script. Each ply of a game is a radio button, and rules of the style sheet, which all games share, show
the stones up to the chosen one. So the arrow keys step through a game, and every move of its list can be clicked. The
cells of the board and the two kinds of stones are in the page once; a move is a reference to one of them. On paper, and
without the style sheet, a game stands at its end.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from hyperoxo.record.tags import ENGINE_TAGS
from hyperoxo.sentences import result_in_words
from hyperoxo.svg.layout import CELL, layout_of, number
from hyperoxo.text import fitted_name, read_integer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hyperoxo._core import Board
    from hyperoxo.game import Game
    from hyperoxo.svg.layout import Layout


SHOWN_GAMES = 10
"""The games that a report shows, unless another number is typed."""
MOST_SHOWN_GAMES = 200
"""The most games that it can show: with them, a page has one to several megabytes."""
_LONGEST_COMMENT = 300
_MOST_WIDTH = 46
"""The width of a picture at most, in the page's rem."""

GAME_STYLE = """\
.game { position: relative; margin: .5rem 0 1rem; }
.game > input { position: fixed; top: 50%; left: 0; width: 1px; height: 1px; margin: 0; opacity: 0;
  pointer-events: none; }
.game > input:focus-visible ~ .board { outline: 3px solid var(--x); outline-offset: 2px; }
.game .board { overflow-x: auto; margin: .5rem 0; }
.game .board svg { display: block; width: 100%; height: auto; fill: none; font: 14px system-ui, sans-serif; }
.game-parts { position: absolute; width: 0; height: 0; }
.game-cell { fill: var(--shade); stroke: var(--faint); }
.game-label { fill: var(--soft); text-anchor: middle; }
.game-played { fill: var(--played, none); }
.game-x { stroke: var(--x); stroke-width: 5; stroke-linecap: round; }
.game-o { stroke: var(--o); stroke-width: 5; }
.game .win { stroke: var(--ink); stroke-width: 3; stroke-linecap: round; visibility: hidden; }
.game > input:last-of-type:checked ~ .board .win { visibility: visible; }
.game .steps { display: flex; gap: .5rem; align-items: center; flex-wrap: wrap; }
.game .steps > span { display: none; gap: .5rem; align-items: center; }
.game label { cursor: pointer; }
.game .steps label, .game .steps i { min-width: 6.5rem; padding: .4rem .6rem; border: 1px solid var(--soft);
  border-radius: .3rem; text-align: center; font-style: normal; user-select: none; }
.game .steps i { color: var(--soft); border-color: var(--faint); }
.game .moves { line-height: 2; font-variant-numeric: tabular-nums; }
.game .moves label { padding: .25rem .3rem; border-radius: .25rem; white-space: nowrap; }
.game .moves .given { color: var(--soft); }
@media print { .game .steps, .game > input { display: none; } }
"""
"""What pages with games have beside the style of all pages, except the rules for each ply."""


class GamesToShow:
    """The games of a file that a report shows: the first ones that it counts.

    Args:
        most: how many; 0 for none.
    """

    def __init__(self, most: int = SHOWN_GAMES) -> None:
        self._most = most
        self._games: list[tuple[int, Game]] = []
        self._counted = 0

    def add(self, number: int, game: Game) -> None:
        """Keep a game that counts if it is one of the first.

        Args:
            number: its number in the file, from 1.
            game: the game, which is over.
        """
        self._counted += 1
        if len(self._games) < self._most:
            self._games.append((number, game))

    @property
    def note(self) -> str:
        """Which games are shown, as a sentence; empty for none."""
        if not self._games:
            return ""
        is_cut = len(self._games) < self._counted
        shown = f"The first {len(self._games)} of {self._counted:,} games" if is_cut else "All games"
        return f"{shown}, to step through: open one and choose a move, or move on with the arrow keys."

    def style(self) -> str:
        """Return the style sheet of the games."""
        if not self._games:
            return ""
        return GAME_STYLE + "".join(_rules(max(game.ply for _, game in self._games)))

    def parts(self) -> str:
        """Return what the pictures of all games share, as an element of the page that is not seen."""
        return _parts(self._games[0][1].board) if self._games else ""

    def sections(self) -> list[str]:
        """Return each game as an element of the page."""
        return [_section(number, game, is_open=place == 0) for place, (number, game) in enumerate(self._games)]


def _rules(plies: int) -> Iterator[str]:
    """Yield the rules that show a game at each ply, from 0 on; all games share them."""
    for ply in range(plies + 1):
        chosen = f".game>input:nth-of-type({ply + 1}):checked~"
        yield f"{chosen}.board .stones>:nth-child(n+{ply + 1}){{display:none}}\n"
        if ply:
            yield f"{chosen}.board .stones>:nth-child({ply}){{--played:var(--warn)}}\n"
        yield f"{chosen}.steps>:nth-child({ply + 1}){{display:flex}}\n"
        yield f"{chosen}.moves>:nth-child({ply + 1}){{background:var(--warn)}}\n"


def _layout(board: Board) -> Layout:
    return layout_of(board, "planes", None, coordinates=True)


def _parts(board: Board) -> str:
    layout = _layout(board)
    cells = "".join(
        f'<rect class="game-cell" x="{left}" y="{top}" width="{CELL}" height="{CELL}" rx="6"/>'
        for left, top in layout.corners.values()
    )
    texts = "".join(
        f'<text class="game-label" x="{number(x)}" y="{number(y)}">{text}</text>' for x, y, text in layout.labels
    )
    played = f'<rect class="game-played" x="1" y="1" width="{CELL - 2}" height="{CELL - 2}" rx="5"/>'
    return (
        '<svg class="game-parts" aria-hidden="true"><defs>\n'
        f'<g id="cells">{cells}{texts}</g>\n'
        f'<g id="sx">{played}<path class="game-x" d="M10 10L26 26M26 10L10 26"/></g>\n'
        f'<g id="so">{played}<circle class="game-o" cx="18" cy="18" r="9.5"/></g>\n'
        "</defs></svg>"
    )


def _section(place: int, game: Game, *, is_open: bool) -> str:
    """Return a game as a `details` element: its plies as radio buttons, the picture, the steps and the moves."""
    title = game_title(place, game)
    moves = (f"{game.position_at(ply).to_move.upper()} {game.board.name(cell)}" for ply, cell in enumerate(game.moves))
    names = ["start", *moves]
    key = f"g{place}"
    inputs = "".join(
        f'<input type="radio" name="{key}" id="{key}p{ply}" aria-label="{_spoken(ply, name)}"'
        f"{' checked' if ply == game.ply else ''}>"
        for ply, name in enumerate(names)
    )
    return (
        f"<details{' open' if is_open else ''}><summary>{escape(title)}</summary>\n"
        f'<div class="game" role="radiogroup" aria-label="{escape(title)}">\n{inputs}\n'
        f'<div class="board">{_picture(game)}</div>\n'
        f'<div class="steps">{_steps(key, names)}</div>\n'
        f'<p class="moves">{_moves(key, game, names)}</p>\n{_comments(game)}</div>\n</details>\n'
    )


def _spoken(ply: int, name: str) -> str:
    return f"move {ply}: {name}" if ply else name


def _picture(game: Game) -> str:
    layout = _layout(game.board)

    def stone(side: str, cell: int) -> str:
        left, top = layout.corners[cell]
        return f'<use href="#s{side}" x="{left}" y="{top}"/>'

    given = "".join(stone(side, cell) for side in ("x", "o") for cell in sorted(getattr(game.start, side)))
    played = "".join(stone(game.position_at(ply).to_move, cell) for ply, cell in enumerate(game.moves))
    lines = "".join(
        '<path class="win" d="M' + "L".join(" ".join(map(number, layout.centres[cell])) for cell in cells) + '"/>'
        for cells in (game.board.lines[line] for line in game.position.completed_lines())
    )
    width = min(_MOST_WIDTH, round(layout.width / 16, 1))
    return (
        f'<svg viewBox="0 0 {layout.width} {layout.height}" style="max-width:{width}rem" aria-hidden="true">'
        f'<use href="#cells"/>{given}<g class="stones">{played}</g>{lines}</svg>'
    )


def _steps(key: str, names: Sequence[str]) -> str:
    """Return a line for each ply: the steps to the plies before and after it, and its move."""
    last = len(names) - 1

    def step(to: int, text: str) -> str:
        return f'<label for="{key}p{to}">{text}</label>' if 0 <= to <= last else f"<i>{text}</i>"

    return "".join(
        f"<span>{step(ply - 1, '← back')}{step(ply + 1, 'forward →')}{ply} of {last}: {name}</span>"
        for ply, name in enumerate(names)
    )


def _moves(key: str, game: Game, names: Sequence[str]) -> str:
    """Return the moves as labels that choose their plies; those of the opening are paler."""
    given = read_integer(game.tags.get("Opening", ""), 0, len(game.board)) or 0

    def label(ply: int, name: str) -> str:
        kind = ' class="given"' if 0 < ply <= given else ""
        text = f"{ply}. {name}" if ply else name
        return f'<label for="{key}p{ply}"{kind}>{text}</label>'

    return " ".join(label(ply, name) for ply, name in enumerate(names))


def _comments(game: Game) -> str:
    """Return the comments on the game and its moves, which say how faults and adjudications ended it."""
    said = [(ply, note.comment) for ply, note in sorted(game.notes.items()) if note.comment and ply <= game.ply]
    where = {ply: f"After move {ply}: " if ply else "" for ply, _ in said}
    return "".join(f"<p>{where[ply]}{escape(fitted_name(comment, _LONGEST_COMMENT))}</p>\n" for ply, comment in said)


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
