"""Figures that a notebook shows as pictures, legible in its light and its dark theme.

A figure is made without `matplotlib.pyplot`, so that no list of open figures grows and no window opens. Its background
is opaque, and so its text is legible whatever the colour of the notebook; for readers who prefer dark pages, the
picture replaces its colours by dark ones. The colours of the sides are those of all pages (M. Okabe and K. Ito), which
colour-blind readers can distinguish.

A plot can also be drawn into axes of the caller, in colours that fit their background.
"""

from __future__ import annotations

import hashlib
import io
import logging
import re
import textwrap
import typing
import warnings
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from html import escape

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb, to_rgba
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from hyperoxo.errors import wrong_type

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a plot.

    Attributes:
        paper: the background.
        ink: text, axes, and what belongs to no side.
        faint: the grid.
        x: what belongs to X, or to the first player of a match.
        o: what belongs to O.
    """

    paper: str
    ink: str
    faint: str
    x: str
    o: str


# Those of `PAGE_STYLE`; a test compares them.
LIGHT = Palette(paper="#ffffff", ink="#1b1b1b", faint="#d9d9d9", x="#0072b2", o="#d55e00")
DARK = Palette(paper="#16181b", ink="#ececec", faint="#43474c", x="#56b4e9", o="#f0954a")

WIDTH = 7.2
"""Width of a plot in inches, 72 points each."""
_TITLE = 64
"""The most characters in a line of a title."""


_SETTINGS: dict[typing.Any, typing.Any] = dict.fromkeys(
    ("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color"), LIGHT.ink
) | {
    "svg.fonttype": "none",
    "svg.hashsalt": "hyperoxo",
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Verdana"],
    "font.size": 10,
    "text.parse_math": False,
    "axes.facecolor": LIGHT.paper,
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "grid.color": LIGHT.faint,
    "hatch.color": LIGHT.paper,
    "hatch.linewidth": 1.2,
    "legend.frameon": False,
    "figure.facecolor": LIGHT.paper,
}
"""The settings of matplotlib for our plots."""


class PlotFigure(Figure):
    """A figure of matplotlib that notebooks show as SVG, with a text for screen readers."""

    description: str = ""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.description}>"

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows: the same text for the same figures."""
        return shown_svg(self, self.description)


def shown_svg(figure: Figure, description: str) -> str:
    """Return a figure as an `svg` element with a title and, by `DARK_STYLE`, dark colours in the dark.

    The style and the names of its parts do not affect other pictures on the page.
    """
    out = io.StringIO()
    with own_settings():
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    svg = out.getvalue()
    svg = svg[svg.index("<svg") :]
    referenced = list(dict.fromkeys(re.findall(r'(?:href="|url\()#([^")]+)', svg)))
    svg = re.sub(r' id="([^"]*)"', lambda found: found[0] if found[1] in referenced else "", svg)
    for number, name in enumerate(referenced):
        svg = svg.replace(f'"{name}"', f'"part-{number}"').replace(f"#{name}", f"#part-{number}")
    digest = hashlib.blake2b(svg.encode(), digest_size=4).hexdigest()
    svg = re.sub(r'(?<=["#])part-[0-9]+(?=["\)])', rf"\g<0>-{digest}", svg)
    svg = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>\s*", "", svg, count=1, flags=re.DOTALL)
    # A marker takes the colours of the place where it is used, which the rules below can replace.
    svg = re.sub(r'(<path id="[^"]*" d="[^"]*") style="[^"]*"/>', r"\1/>", svg)
    label = escape(description)
    head, _, rest = svg.partition(">")
    head = head.replace("<svg ", f'<svg class="hyperoxo-plot" role="img" aria-label="{label}" ', 1)
    begin = (
        f' style="max-width:100%;height:auto">\n<title>{label}</title>\n<style>\n{_COMMON_STYLE}{DARK_STYLE}</style>\n'
    )
    return head + begin + rest.lstrip()


def _dark_style() -> str:
    """Return the style that in the dark replaces the colours that matplotlib writes into elements."""
    rules = [
        f'.hyperoxo-plot :is([style*="{kind}: {light}"],[{kind}="{light}"]){{{kind}:{dark}!important}}\n'
        for light, dark in zip(astuple(LIGHT), astuple(DARK), strict=True)
        for kind in ("fill", "stroke")
    ]
    return "@media screen and (prefers-color-scheme:dark){\n" + "".join(rules) + "}\n"


_COMMON_STYLE = ".hyperoxo-plot *{stroke-linejoin:round;stroke-linecap:butt}\n"
DARK_STYLE = _dark_style()


def drawn(draw: Callable[[Axes, Palette], None], description: str, *, height: float, ax: Axes | None) -> Figure:
    """Draw a plot into axes, or into a new figure of a height in inches, and return the figure."""
    if ax is not None:
        if not isinstance(ax, Axes):
            raise wrong_type("ax", ax, "not axes of matplotlib, such as Figure().add_subplot()")
        figure = ax.get_figure(root=True)
        if figure is None:
            raise wrong_type("ax", ax, "these axes belong to no figure")
        draw(ax, _palette_on(ax, figure))
        return figure
    with own_settings():
        plot = PlotFigure(figsize=(WIDTH, height), layout="constrained")
        plot.description = description
        draw(plot.add_subplot(), LIGHT)
    return plot


def name_axes(axes: Axes, title: str, x: str, y: str) -> None:
    """Give axes a title, in lines that are as wide as a plot, and names; `x` counts whole numbers."""
    axes.set_title(textwrap.fill(title, _TITLE))
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))


def name_rows(axes: Axes, names: Sequence[str]) -> None:
    """Name rows from top to bottom, in place of a scale."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(max(len(names), 1) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


def _palette_on(axes: Axes, figure: Figure) -> Palette:
    """Return the colours that are legible on the background of axes; text and grid are those of the axes."""
    background = to_rgba(axes.get_facecolor())
    if background[3] == 0:
        background = to_rgba(figure.get_facecolor())
    red, green, blue = to_rgb(background[:3])
    return LIGHT if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5 else DARK


@contextmanager
def own_settings() -> Iterator[None]:
    """Use our own settings of matplotlib, not those of the user, until the end of the context."""
    # matplotlib logs the folders of its fonts.
    logger = logging.getLogger("matplotlib.font_manager")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        with mpl.rc_context(), warnings.catch_warnings():
            mpl.rcdefaults()
            mpl.rcParams.update(_SETTINGS)
            # Readers' fonts have characters that the font of the measurements lacks.
            warnings.filterwarnings("ignore", message="Glyph .* missing")
            yield
    finally:
        logger.setLevel(level)
