"""The page of a report: counts as tables, sentences and plots.

The template escapes every text of a file; only the plots, pictures and reviews, which have escaped their texts already,
are inserted as they are.
"""

from __future__ import annotations

import typing
from collections import Counter
from importlib import resources
from itertools import product

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from hyperoxo import svg
from hyperoxo.arena import figures
from hyperoxo.arena.elo import estimate
from hyperoxo.arena.ratings import ranked, ratings
from hyperoxo.arena.report import plots
from hyperoxo.arena.report.counts import MAX_ENTRANTS, SHARED_TAGS
from hyperoxo.arena.report.reviews import game_title
from hyperoxo.arena.sprt import STOPPED_EARLY, Sprt
from hyperoxo.arena.tables import format_cell, is_match, score_table, sentences
from hyperoxo.page_style import PAGE_HEAD, PAGE_STYLE
from hyperoxo.planes import plane_name
from hyperoxo.plots.figure import DARK_STYLE, shown_svg
from hyperoxo.plots.plots import running_ratio, running_score
from hyperoxo.review.html_form import HOW_TO_READ, REVIEW_STYLE
from hyperoxo.text import fitted_name, read_integer

if typing.TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hyperoxo._core import Board
    from hyperoxo.arena.pentanomial import Pentanomial
    from hyperoxo.arena.ratings import Anchor, Rating
    from hyperoxo.arena.report.counts import GameCounts
    from hyperoxo.arena.scores import Standings, Tally
    from hyperoxo.game import Game
    from hyperoxo.sides import Side

_MAX_ROWS = 40
"""A plot has no more rows than this; the table beside it has all."""
_NAME = 30
"""Longer names are cut, to leave room for a plot."""
_PAIR_NAME = 20
"""Longer names are cut where a row of a plot has two."""
_LONGEST_COMMENT = 300


_PLOT_NAMES = {
    "score": "Running score",
    "ratio": "Log-likelihood ratio of the test",
    "ratings": "Ratings",
    "edge": "The first mover's edge",
    "lengths": "Lengths of games",
    "levels": "Levels at which moves were decided",
}


class RenderedPage(typing.NamedTuple):
    """A report.

    Attributes:
        text: the page, as HTML.
        plots: each of its plots as the text of an SVG file in the colours of a light page, by name.
    """

    text: str
    plots: Mapping[str, str]


class PageTable(typing.NamedTuple):
    """A table of the page; the first text of a row names it."""

    caption: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


def render_page(
    counts: GameCounts,
    source: str,
    cautions: Sequence[str] = (),
    *,
    anchor: Anchor | None = None,
    reviews: Sequence[str] = (),
    reviews_note: str = "",
) -> RenderedPage:
    """Return the report as HTML, and its plots.

    Args:
        counts: games, at least one with a score.
        source: what the file of the games is called.
        cautions: more sentences for the top.
        anchor: the entrant from which ratings are counted; None for ratings with a mean of 0.
        reviews: reviews of games, as `review_section` returns them.
        reviews_note: which games are reviewed, as a sentence.
    """
    standings = counts.standings
    names = figures.distinct_names([fitted_name(name, _NAME) for name in standings.display_names])
    rated = ratings(standings, anchor)
    counted = standings.games + standings.abandoned
    template = resources.files(__package__).joinpath("page.html").read_text(encoding="utf-8")
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    plots_of_page = {
        "score": _running_score(counts, names) if len(names) == 2 else None,
        "ratio": _running_ratio(counts) if len(names) == 2 else None,
        "ratings": None if is_match(standings, anchor) else _ratings(standings, names, rated),
        "edge": _edge(standings, names),
        "lengths": _lengths(standings),
        "levels": _levels(counts, names) if counts.levels else None,
    }
    title = _title(names, counts)
    drawn = {name: plot for name, plot in plots_of_page.items() if plot is not None}
    for name, plot in drawn.items():
        plot["name"] = _PLOT_NAMES[name]
        plot["svg"] = _safe(shown_svg(plot["figure"], f"{plot['name']}: {title}"))
    text = environment.from_string(template).render(
        **plots_of_page,
        head=_safe(PAGE_HEAD),
        style=_safe(PAGE_STYLE + REVIEW_STYLE),
        title=title,
        facts=_facts(counts, source),
        cautions=[*cautions, *_cautions(counts)],
        sentences=sentences(standings, rated, anchor),
        scores=PageTable("Score of each player", *score_table(standings, names, rated, anchor)),
        cross=_cross_table(standings, names),
        pairings=_pairings(standings, names) if len(names) > 2 else None,
        endings=_endings(standings, names),
        heats=_heats(counts),
        games=[_game(number, game) for number, game in counts.shown],
        games_note=f"The first {len(counts.shown)} of {counted:,} games"
        if len(counts.shown) < counted
        else "All games",
        reviews=[_safe(section) for section in reviews],
        reviews_note=reviews_note,
        how_to_read_reviews=_safe(HOW_TO_READ),
    )
    return RenderedPage(text, {name: plot["svg"].replace(DARK_STYLE, "") for name, plot in drawn.items()})


def _title(names: Sequence[str], counts: GameCounts) -> str:
    players = " against ".join(names) if len(names) == 2 else f"{len(names)} players"
    return f"{players}, {counts.board}"


def _facts(counts: GameCounts, source: str) -> list[str]:
    shared = ((name, counts.shared_tags.get(tag)) for tag, name in SHARED_TAGS.items())
    return [
        f"{figures.format_games(counts.standings.games)} from {fitted_name(source, 80)}",
        *(f"{name} {fitted_name(text, 80)}" for name, text in shared if text),
    ]


def _cautions(counts: GameCounts) -> list[str]:
    """Return cautions: games left out, and limits of the figures."""
    left_out = {
        "are on other boards": counts.other_boards,
        "are not over": counts.unfinished,
        f"are by players beyond the first {MAX_ENTRANTS}": counts.too_many,
    }
    cautions = [f"Games left out since they {why}: {count:,}." for why, count in left_out.items() if count]
    return [*cautions, STOPPED_EARLY] if counts.shared_tags.get("Event") == "sprt" else cautions


def _cross_table(standings: Standings, names: Sequence[str]) -> PageTable:
    entrants = range(len(names))
    rows = [[names[one], *(format_cell(standings.as_first(one, other)) for other in entrants)] for one in entrants]
    return PageTable("Games won, drawn and lost by X (rows) against O (columns)", ["X / O", *names], rows)


def _pairings(standings: Standings, names: Sequence[str]) -> PageTable:
    heads = [
        "players",
        "won",
        "drawn",
        "lost",
        "score",
        "Elo, 95% interval",
        "if they were equal, a result as clear",
    ]
    rows = []
    for one, other in standings.pairings:
        tally, found = standings.tally(one, other), estimate(standings.results(one, other))
        row = [f"{names[one]} against {names[other]}", *_counts(tally)[1:]]
        if found is not None:
            row += [
                figures.format_share(found.score),
                figures.format_elo(found),
                figures.format_chance(found.p_value),
            ]
        rows.append(row)
    return PageTable("From the view of the player named first", heads, rows)


def _ratings(standings: Standings, names: Sequence[str], rated: Sequence[Rating]) -> dict[str, typing.Any]:
    rows = [(names[entrant], rated[entrant]) for entrant in ranked(standings, rated)]
    caption = f"Ratings and their intervals, as in the table; an arrow stands for one without limit.{_cut(rows)}"
    return {"figure": plots.ratings_plot(rows[:_MAX_ROWS]), "caption": caption}


def _running_score(counts: GameCounts, names: Sequence[str]) -> dict[str, typing.Any] | None:
    """Return the score of the first player as games were added; None before the second game."""
    points = counts.running.estimates()
    if counts.standings.games < 2:
        return None
    caption = (
        f"Score of {names[0]} after each number of games, with its 95% interval there. The band leaves 50% at some "
        "number of games more often than in one match of twenty, so it is no rule for ending a match."
    )
    return {"figure": running_score(points, title="", description=""), "caption": caption}


def _running_ratio(counts: GameCounts) -> dict[str, typing.Any] | None:
    """Return the ratio of the sequential test of the games as they were added; None without one."""
    test = Sprt.read(counts.shared_tags.get("Test") or "")
    if test is None:
        return None
    points = counts.running.ratios(test)
    if not points:
        return None
    lower, upper = test.bounds
    caption = (
        f"Log-likelihood ratio of Elo {test.elo1:g} to Elo {test.elo0:g}, {points[-1][1]:.2f} in the end. The test "
        f"accepts Elo {test.elo0:g} at {lower:.2f}, and Elo {test.elo1:g} at {upper:.2f}."
    )
    names = f"Elo {test.elo0:g} accepted", f"Elo {test.elo1:g} accepted"
    return {"figure": running_ratio(points, test.bounds, names, title="", description=""), "caption": caption}


def _edge(standings: Standings, names: Sequence[str]) -> dict[str, typing.Any]:
    """Return the first mover's edge: in all games, and by holder of X in a match or by pairing in a tournament."""
    found: list[tuple[str, Tally, Pentanomial | Tally]] = [("all games", standings.seats(), standings.seat_results())]
    if len(names) == 2:
        holders = ((f"{name} as X", standings.as_first(entrant)) for entrant, name in enumerate(names))
        found += [(name, tally, tally) for name, tally in holders]
    else:
        found += [
            (
                " - ".join(fitted_name(names[entrant], _PAIR_NAME) for entrant in (one, other)),
                standings.seats((one, other)),
                standings.seat_results((one, other)),
            )
            for one, other in standings.pairings
        ]
    rows = [(name, tally, known) for name, tally, results in found if (known := estimate(results))]
    if len(names) > 2:
        rows[1:] = sorted(rows[1:], key=lambda row: row[2].score, reverse=True)
    table = PageTable(
        "What X scored",
        ["games of", "X won", "drawn", "O won", "score of X", "95% interval", "Elo, 95% interval"],
        [
            [
                name,
                *_counts(tally)[1:],
                figures.format_share(known.score),
                figures.format_share_interval(known),
                figures.format_elo(known),
            ]
            for name, tally, known in rows
        ],
    )
    caption = "X's share of the points; the dashed line is an even score."
    if len(names) == 2:
        caption += " Where only one of the players holds X, its strength counts as well."
    caption += _cut(rows)
    figure = plots.first_mover_plot([(name, known) for name, _, known in rows[:_MAX_ROWS]])
    return {"figure": figure, "caption": caption, "table": table}


def _lengths(standings: Standings) -> dict[str, typing.Any]:
    counts = standings.lengths
    games = counts.total()
    mean = sum(plies * count for (_, plies), count in counts.items()) / games
    all_plies = sorted({plies for _, plies in counts})
    rows = [[str(plies), *(str(counts[side, plies]) for side in ("x", None, "o"))] for plies in all_plies]
    return {
        "figure": plots.lengths_plot(counts),
        "caption": f"From {all_plies[0]} to {all_plies[-1]} plies, {mean:.1f} on average.",
        "table": PageTable("Games by their length", ["plies", "X won", "drawn", "O won"], rows),
    }


def _endings(standings: Standings, names: Sequence[str]) -> PageTable:
    lost = [standings.endings(entrant, "loss") for entrant in range(len(names))]
    rows = [
        [ending.value, str(count), *(str(of_player[ending]) if ending.has_winner else "" for of_player in lost)]
        for ending, count in standings.endings().most_common()
    ]
    return PageTable("How games ended, and how often players lost so", ["ending", "games", *names], rows)


def _levels(counts: GameCounts, names: Sequence[str]) -> dict[str, typing.Any]:
    by_side: dict[Side, Counter[int]] = {"x": Counter(), "o": Counter()}
    for (_, side), counted in counts.levels.items():
        by_side[side].update(counted)
    holders = sorted(counts.levels, key=lambda holder: (holder[0], holder[1] == "o"))
    known = sorted({level for counted in counts.levels.values() for level in counted})
    rows = [[str(level), *(_part(counts.levels[holder], level) for holder in holders)] for level in known]
    heads = ["level", *(f"{names[entrant]} as {side.upper()}" for entrant, side in holders)]
    return {
        "figure": plots.levels_plot(by_side),
        "caption": "Share of the moves of each side, all players together.",
        "table": PageTable("Moves decided at each level", heads, rows),
    }


def _part(counted: Mapping[int, int], level: int) -> str:
    return f"{counted.get(level, 0):,} ({figures.format_share(counted.get(level, 0) / sum(counted.values()))})"


def _heats(counts: GameCounts) -> list[dict[str, typing.Any]]:
    """Return the heat maps: first moves if games began on the empty board, and all moves by side."""
    board, games = counts.board, counts.standings.games
    if board is None:
        return []
    maps = []
    if counts.first_moves:
        opened = counts.first_moves.total()
        caption = f"Of {opened:,} games that began on the empty board, the percentage that began in each cell."
        maps.append(("First moves", caption, counts.first_moves, opened))
    for side, counted in counts.moves.items():
        if counted:
            caption = f"The percentage of {games:,} games in which {side.upper()} chose each cell."
            maps.append((f"Cells that {side.upper()} played", caption, counted, games))
    return [
        {"title": title, "caption": caption, "groups": _planes(board, counted, of)}
        for title, caption, counted, of in maps
    ]


def _planes(board: Board, counted: Mapping[int, int], of: int) -> list[list[dict[str, typing.Any]]]:
    """Return the planes of a board with a share for each cell, in rows of planes that differ in one coordinate."""
    *outer, height, width = (1, *board.shape)[-max(2, len(board.shape)) :]
    most = max(counted.values())
    groups: dict[tuple[int, ...], list[dict[str, typing.Any]]] = {}
    for number, prefix in enumerate(product(*(range(1, side + 1) for side in outer))):
        begin = number * height * width
        rows = [
            [_cell(board, begin + row * width + column, counted, of, most) for column in range(width)]
            for row in range(height)
        ]
        name = plane_name(board, prefix) if outer else ""
        groups.setdefault(prefix[:-1], []).append({"name": name, "rows": rows, "columns": range(1, width + 1)})
    return list(groups.values())


def _cell(board: Board, cell: int, counted: Mapping[int, int], of: int, most: int) -> dict[str, typing.Any]:
    count = counted.get(cell, 0)
    percent = 100 * count / of
    text = f"{percent:.0f}" if percent >= 9.5 or not count else f"{percent:.1f}"
    return {"name": board.name(cell), "count": f"{count:,}", "text": text, "part": round(100 * count / most)}


def _game(number: int, game: Game) -> dict[str, typing.Any]:
    """Return a game at its end, with its moves and the comments on them, which name faults and adjudications."""
    title = game_title(number, game)
    numbers = {cell: str(ply) for ply, cell in enumerate(game.moves, 1)}
    said = [(ply, note.comment) for ply, note in sorted(game.notes.items()) if note.comment and ply <= game.ply]
    return {
        "title": title,
        "picture": _safe(svg.board(game, marks=numbers, title=title, background=False)),
        "moves": game.board.names(game.moves),
        "given": read_integer(game.tags.get("Opening", ""), 0, len(game.board)),
        "comments": [
            f"{f'After move {ply}: ' if ply else ''}{fitted_name(comment, _LONGEST_COMMENT)}" for ply, comment in said
        ],
    }


def _cut(rows: Sequence[object]) -> str:
    """Return a sentence about the rows that a plot leaves out; empty if it shows all."""
    return f" Shown are the first {_MAX_ROWS} rows of {len(rows)}." if len(rows) > _MAX_ROWS else ""


def _counts(tally: Tally) -> list[str]:
    return [f"{count:,}" for count in (tally.games, tally.wins, tally.draws, tally.losses)]


def _safe(html: str) -> Markup:
    """Return our own HTML as it is: who drew a plot or picture, or wrote a review, has escaped the texts in it."""
    return Markup(html)  # noqa: S704 - nothing else goes through unescaped
