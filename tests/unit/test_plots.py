"""Plots of games and analyses: what is drawn, how a notebook shows it, and what happens without matplotlib."""

from __future__ import annotations

import logging
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import astuple
from typing import TYPE_CHECKING, cast

import matplotlib as mpl
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from support.pictures import contrast
from support.plotted import lines, named_line, points
from support.refusals import beginning

from hyperoxo import Game, InputError, MissingExtraError, analyse
from hyperoxo.outcomes import Outcome, Value
from hyperoxo.page_style import PAGE_STYLE
from hyperoxo.plots.figure import DARK, LIGHT, Palette, PlotFigure
from hyperoxo.plots.plots import MAX_ROWS, LabelRow, values_by_label
from hyperoxo.review import MarkKind, MoveMark, PositionValue, Review, review

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from hyperoxo import Position

LOST_BY_THE_SECOND_MOVE = "22 12 11 33 21 23 31"
"""A game of 3x3 in which O gives away a draw by 12.

     1  2  3
  1  X  O  .
  2  X  X  O
  3  X  .  O
"""


def picture(figure: Figure) -> str:
    """Return the picture that a notebook shows."""
    assert isinstance(figure, PlotFigure)
    return figure._repr_svg_()


def score_of_x(position: Position) -> int:
    """Return the score of X in percent under best play, by trying every move."""
    if position.is_over:
        return {"x": 100, "o": 0, None: 50}[position.winner]
    scores = [score_of_x(position.play(cell)) for cell in position.legal_moves()]
    return max(scores) if position.to_move == "x" else min(scores)


def test_a_game_is_drawn_with_its_values_under_best_play_and_its_mistake() -> None:
    game = Game("3x3", LOST_BY_THE_SECOND_MOVE)
    figure = game.plot()
    dots = [line for line in lines(figure) if line.get_markersize() == 4]
    assert [points(line)[0] for line in dots] == [
        (ply, score_of_x(game.position_at(ply))) for ply in range(game.length + 1)
    ]
    proved = named_line(figure, "proved")
    assert points(proved) == [points(line)[0] for line in dots]
    marked = named_line(figure, "marked move")
    assert (points(marked), marked.get_label(), marked.get_marker()) == ([(2, 100)], "marked move of O", "o")
    assert [text.get_text() for text in figure.axes[0].texts] == ["12"]
    assert "2 12 gave away a draw" in cast("PlotFigure", figure).description


def test_guesses_are_drawn_apart_from_proved_values_and_gaps_stay_open() -> None:
    win, unknown = Value(Outcome.WIN, 1, exact=True), Value(Outcome.UNKNOWN, None, exact=False)
    known = [(unknown, 60), (unknown, 40), (unknown, None), (win, None), (win, None), (unknown, 70)]
    values = tuple(PositionValue(ply, "x", value, chance) for ply, (value, chance) in enumerate(known))
    mark = MoveMark(4, "x", 4, MarkKind.WIN_TO_UNKNOWN, unknown, (4,), forced=False, before=win, better=None)
    figure = Review(Game("3x3"), values, (mark,), (mark,), 1, is_complete=True, nodes=0, seconds=0).plot()
    stretches = [line for line in lines(figure) if line.get_marker() == "None" and len(points(line)) > 1][1:]
    assert [(points(line), line.is_dashed()) for line in stretches] == [
        ([(0, 60), (1, 40)], True),
        ([(3, 100), (4, 100)], False),
        ([(4, 100), (5, 70)], True),
    ]
    assert [handle.get_label() for handle in figure.axes[0].get_legend_handles_labels()[0]][:2] == ["guess", "proved"]
    hollow = [to_hex(line.get_markerfacecolor()) for line in lines(figure) if line.get_markersize() == 4]
    assert hollow == [LIGHT.paper, LIGHT.paper, LIGHT.ink, LIGHT.ink, LIGHT.paper]


def test_the_plot_of_a_game_is_that_of_its_review() -> None:
    game = Game("4x4x4", "111 222 444 333 112 441 114 113 141")
    found = review(game, nodes=20_000)
    assert {value.value.is_known for value in found.values} == {True, False}
    assert picture(found.plot()) == picture(game.plot(nodes=20_000))
    assert game == Game("4x4x4", "111 222 444 333 112 441 114 113 141")


def test_the_moves_of_an_analysis_are_drawn_by_label_from_the_best_to_the_worst() -> None:
    """O answers the corner: the middle draws, everything else loses in 5 or 7 plies."""
    analysis = analyse(Game("3x3", "11"))
    figure = analysis.plot()
    labels = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert labels == list(dict.fromkeys(found.text for found in analysis.ranking))
    assert labels[0] == "D"
    ends = [points(line)[0] for line in lines(figure) if line.get_markersize() == 7]
    assert ends == [(50 if label == "D" else 0, row) for row, label in enumerate(labels)]
    named = [text.get_text() for text in figure.axes[0].texts]
    assert named[0] == "22"
    assert sorted(" ".join(named).split()) == sorted(["12", "13", "21", "22", "23", "31", "32", "33"])


def test_a_guess_has_a_hollow_mark_at_its_chance() -> None:
    analysis = analyse("4x4x4x4", nodes=1, book=False)
    guesses = {found.chance for found in analysis.cells.values() if found.value.outcome is Outcome.UNKNOWN}
    assert guesses
    figure = analysis.plot()
    hollow = [
        points(line)[0][0]
        for line in lines(figure)
        if line.get_markersize() == 7 and to_hex(line.get_markerfacecolor()) == LIGHT.paper
    ]
    assert set(hollow) == guesses
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == [f"~{chance:.0f}" for chance in hollow]


def test_more_labels_than_fit_are_counted() -> None:
    rows = [LabelRow(f"~{99 - at}", 99 - at, is_proved=False, cells=["111", "112"]) for at in range(MAX_ROWS + 3)]
    figure = values_by_label(rows, title="", side="X", description="")
    assert len(figure.axes[0].get_yticklabels()) == MAX_ROWS
    assert figure.axes[0].get_xlabel().endswith("6 more cells have other labels")


def test_a_long_title_is_broken_into_lines() -> None:
    figure = values_by_label([], title="a long title " * 10, side="X", description="")
    assert max(map(len, figure.axes[0].get_title(loc="left").splitlines())) <= 64


def test_a_finished_game_has_no_moves_to_draw() -> None:
    figure = analyse(Game("3x3", "11 21 12 22 13")).plot()
    assert figure.axes[0].get_title(loc="left") == "3x3: the game is over"
    assert len(lines(Game("3x3").plot())) == 2


# ---- The figure ----


def test_the_colours_are_those_of_the_pages() -> None:
    themes = re.findall(r":root \{(.*?)\}", PAGE_STYLE, re.DOTALL)
    for palette, theme in zip((LIGHT, DARK), themes, strict=True):
        colours = dict(re.findall(r"--(\w+): (#\w+);", theme))
        assert palette == Palette(**{name: colours[name] for name in ("paper", "ink", "faint", "x", "o")})


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_text_and_sides_are_legible(palette: Palette) -> None:
    assert contrast(palette.ink, palette.paper) >= 7
    assert min(contrast(palette.x, palette.paper), contrast(palette.o, palette.paper)) >= 3


@pytest.fixture(scope="module")
def figure() -> Figure:
    return Game("3x3", LOST_BY_THE_SECOND_MOVE).plot()


def test_a_notebook_shows_a_picture_with_a_title_for_screen_readers(figure: Figure) -> None:
    root = ET.fromstring(picture(figure))  # noqa: S314 - our own
    label = (
        "3x3: value by ply, X wins (line). Labels for the side to move: D D W5 L4 W3 L2 W1 L0. "
        "Marked moves: 2 12 gave away a draw"
    )
    assert (root.get("role"), root.get("aria-label")) == ("img", label)
    assert root[0].text == label
    assert repr(figure) == f"<PlotFigure: {label}>"


def test_every_colour_of_a_picture_has_a_dark_one(figure: Figure) -> None:
    svg = picture(figure)
    style, elements = svg.split("</style>")
    assert "prefers-color-scheme:dark" in style
    used = set(re.findall(r'(fill|stroke)(?:: |=")(#\w{6})', elements))
    assert {colour for _, colour in used} >= {LIGHT.paper, LIGHT.ink, LIGHT.o}
    for kind, colour in used:
        dark = dict(zip(astuple(LIGHT), astuple(DARK), strict=True))[colour]
        assert f':is([style*="{kind}: {colour}"],[{kind}="{colour}"]){{{kind}:{dark}!important}}' in style
    # A rule does not reach into a marker, so a marker has no colour of its own.
    assert not re.search(r"<defs>\s*<path[^>]*(fill|stroke)", elements)


def test_pictures_on_one_page_do_not_affect_each_other(figure: Figure) -> None:
    one, other = picture(figure), picture(analyse("3x3").plot())
    ids = [re.findall(r' id="([^"]*)"', svg) for svg in (one, other)]
    assert all(found and len(found) == len(set(found)) for found in ids)
    assert not set(ids[0]) & set(ids[1])
    for svg, found in zip((one, other), ids, strict=True):
        assert set(re.findall(r'(?:href="|url\()#([^")]+)', svg)) == set(found)
        for rule in re.findall(r"^(.*)\{", svg.partition("</style>")[0].partition("<style>")[2], re.MULTILINE):
            assert rule.startswith((".hyperoxo-plot ", "@media")), rule


def test_a_picture_is_the_same_each_time_whatever_the_user_has_set(figure: Figure) -> None:
    expected = picture(figure)
    with mpl.rc_context({"axes.facecolor": "black", "font.size": 30, "svg.fonttype": "path", "text.color": "white"}):
        before = dict(mpl.rcParams)
        assert picture(Game("3x3", LOST_BY_THE_SECOND_MOVE).plot()) == expected
        assert dict(mpl.rcParams) == before


def test_a_plot_is_drawn_into_axes_of_the_caller() -> None:
    own = Figure()
    left, right = own.subplots(1, 2)
    game = Game("3x3", LOST_BY_THE_SECOND_MOVE)
    assert game.plot(ax=left) is own
    assert analyse(game.position_at(2)).plot(ax=right) is own
    assert left.get_title() == "3x3: value by ply, X wins (line)"
    assert right.get_title() == "3x3: values of the moves of X"


@pytest.mark.parametrize(("background", "ink"), [("white", LIGHT.ink), ("black", DARK.ink), ("none", DARK.ink)])
def test_colours_fit_the_background_of_the_axes(background: str, ink: str) -> None:
    axes: Axes = Figure(facecolor="black").add_subplot(facecolor=background)
    Game("3x3", "11").plot(ax=axes)
    assert next(line for line in axes.get_lines() if line.get_label() == "proved").get_color() == ink


@pytest.mark.parametrize("wrong", [3, "axes", Figure()], ids=["number", "text", "figure"])
def test_other_axes_are_refused(wrong: object) -> None:
    with pytest.raises(TypeError, match=r"^ax=.* not axes of matplotlib"):
        analyse("3x3").plot(ax=wrong)  # type: ignore[arg-type]


def test_a_wrong_number_of_positions_is_refused() -> None:
    with pytest.raises(InputError, match=r"^nodes=-1: must not be negative$"):
        Game("3x3").plot(nodes=-1)


def test_a_plot_without_matplotlib_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    analysis, found = analyse("3x3"), review(Game("3x3", "11"))
    for module in [
        name for name in sys.modules if name.startswith(("matplotlib", "hyperoxo.plots", "hyperoxo.review.plot"))
    ]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for plot in (analysis.plot, found.plot, Game("3x3").plot):
        with pytest.raises(
            MissingExtraError, match=beginning("matplotlib: not installed, and plots in notebooks need it; ")
        ):
            plot()


def test_plots_open_no_windows_and_wait_for_their_first_use() -> None:
    """`matplotlib.pyplot` keeps a list of figures; and what draws nothing does not import matplotlib."""
    program = (
        "import sys; from hyperoxo import *; import hyperoxo.review\n"
        "analysis = analyse('3x3'); assert 'matplotlib' not in sys.modules\n"
        "Game('3x3', '11').plot(), analysis.plot()._repr_svg_()\n"
        "assert 'matplotlib' in sys.modules and 'matplotlib.pyplot' not in sys.modules"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_the_logging_of_matplotlib_is_left_as_it_was() -> None:
    logger = logging.getLogger("matplotlib.font_manager")
    before = logger.level
    analyse("3x3").plot()
    assert logger.level == before
