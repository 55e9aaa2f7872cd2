"""What all pictures of the museum share: their style, texts, and the frame around them."""

from __future__ import annotations

import re

from hyperoxo.text import escaped_xml

STYLE = """\
.museum text{font:13px ui-sans-serif,system-ui,"Segoe UI","DejaVu Sans",sans-serif;fill:#1f2933}
.museum .soft{fill:#5b6672}
.museum .end{text-anchor:end}
.museum .middle{text-anchor:middle}
.museum .row{fill:#eceff3}
.museum .passed{fill:#dde3ea}
.museum .found{fill:#d3e6f3;stroke:#0072b2}
.museum .decided{fill:#fbdfcd;stroke:#b44a00;stroke-width:2}
.museum .rule{stroke:#aab4bf;stroke-width:1}
.museum .this{fill:#b44a00;stroke:#b44a00}
.museum .other{fill:#5b6672;stroke:#5b6672}
.museum .share-0{fill:#0072b2}
.museum .share-1{fill:#aab4bf}
.museum .share-2{fill:#d55e00}
@media (prefers-color-scheme:dark){
.museum text{fill:#e6e9ed}
.museum .soft{fill:#a3aeba}
.museum .row{fill:#262d37}
.museum .passed{fill:#323b47}
.museum .found{fill:#173a50;stroke:#56b4e9}
.museum .decided{fill:#4d2c14;stroke:#f08a3c}
.museum .rule{stroke:#55606d}
.museum .this{fill:#f08a3c;stroke:#f08a3c}
.museum .other{fill:#a3aeba;stroke:#a3aeba}
.museum .share-0{fill:#56b4e9}
.museum .share-1{fill:#6b7683}
.museum .share-2{fill:#f08a3c}
}"""


def text_at(x: float, y: float, text: str, kind: str = "") -> str:
    """Return a text of a picture.

    Args:
        x: where it begins, or ends for the kind `end`.
        y: its base line.
        text: the text.
        kind: classes of the style, with spaces between them.
    """
    return f'<text class="{kind}" x="{x:g}" y="{y:g}">{escaped_xml(text)}</text>'


def text_width(text: str) -> float:
    """Return an upper estimate of the width of a text, in the units of the picture."""
    return 7.4 * len(text)


def framed(title: str, description: str, width: float, height: float, parts: list[str]) -> str:
    """Return a picture as one self-contained text.

    Args:
        title: what screen readers read first.
        description: the same facts as the picture, in words.
        width: its width.
        height: its height.
        parts: its elements.
    """
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="museum" role="img" {size}>'
    facts = f"<title>{escaped_xml(title)}</title>\n<desc>{escaped_xml(description)}</desc>\n<style>{STYLE}</style>"
    return "\n".join([head, facts, *parts, "</svg>\n"])


def size_of(picture: str) -> tuple[float, float]:
    """Return width and height of a picture, as its root has them."""
    found = re.match(r'<svg [^>]*width="([\d.]+)" height="([\d.]+)"', picture)
    if found is None:
        raise ValueError("the picture has no size")
    return float(found[1]), float(found[2])


def placed(picture: str, x: float, y: float) -> str:
    """Return a picture as a part of another one, at a place."""
    return picture.replace("<svg ", f'<svg x="{x:g}" y="{y:g}" ', 1)
