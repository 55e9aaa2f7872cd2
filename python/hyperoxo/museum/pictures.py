"""The picture of an exhibit, a position of its sample game; and what pictures of the museum are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo import svg
from hyperoxo.text import escaped_xml

if TYPE_CHECKING:
    from hyperoxo.museum.exhibit import Exhibit


def exhibit_svg(exhibit: Exhibit) -> str:
    """Return the drawn position of an exhibit."""
    game = exhibit.sample.branch()
    game.go_to(exhibit.picture_ply)
    return svg.board(game, title=f"{exhibit.title}: {exhibit.picture_caption}", background=False)


# ---- Elements ----

_STYLE = """\
.museum text{font:13px ui-sans-serif,system-ui,"Segoe UI","DejaVu Sans",sans-serif;fill:#1f2933;stroke:none}
.museum .soft{fill:#5b6672}
.museum .middle{text-anchor:middle}
.museum .end{text-anchor:end}
.museum .row{fill:#eceff3}
.museum .passed{fill:#dde3ea}
.museum .found{fill:#d3e6f3;stroke:#0072b2}
.museum .decided{fill:#fbdfcd;stroke:#b44a00;stroke-width:2}
.museum .fresh,.museum .cell,.museum .grey,.museum .dark{stroke:#aab4bf;stroke-width:1}
.museum .fresh{fill:none;stroke-dasharray:4 3}
.museum .way{fill:none;stroke:#5b6672;stroke-width:1.5}
.museum .head{fill:#5b6672;stroke:none}
.museum .cell{fill:#fff}
.museum .grey{fill:#cdd3da}
.museum .dark{fill:#8d99a6}
.museum .move{fill:none;stroke:#b44a00;stroke-width:3}
@media (prefers-color-scheme:dark){
.museum text{fill:#e6e9ed}
.museum .soft{fill:#a3aeba}
.museum .row{fill:#262d37}
.museum .passed{fill:#323b47}
.museum .found{fill:#173a50;stroke:#56b4e9}
.museum .decided{fill:#4d2c14;stroke:#f08a3c}
.museum .fresh,.museum .cell,.museum .grey,.museum .dark{stroke:#55606d}
.museum .way{stroke:#a3aeba}
.museum .head{fill:#a3aeba}
.museum .cell{fill:#1b2129}
.museum .grey{fill:#46515e}
.museum .dark{fill:#7a8795}
.museum .move{stroke:#f08a3c}
}"""


def text_at(x: float, y: float, text: str, kind: str = "") -> str:
    """Return a text that begins at a point of its base line; `kind` has the classes of its style."""
    return f'<text class="{kind}" x="{x:g}" y="{y:g}">{escaped_xml(text)}</text>'


def framed(title: str, description: str, width: float, height: float, parts: list[str], *, styled: bool = True) -> str:
    """Return a picture as one self-contained text; the description has its facts in words."""
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="museum" role="img" {size}>'
    facts = f"<title>{escaped_xml(title)}</title>\n<desc>{escaped_xml(description)}</desc>"
    style = [f"<style>{_STYLE}</style>"] if styled else []
    return "\n".join([head, facts, *style, *parts, "</svg>\n"])
