"""SVG pictures as PNG and PDF, with the extra `pictures`.

The texts are set in Bitstream Vera, which comes with one of the extra's packages, so that a file looks the same on
every machine; other fonts are used only for letters that it lacks.
"""

from __future__ import annotations

import io
import re
from functools import cache
from pathlib import Path

from hyperoxo.errors import InputError
from hyperoxo.extras import importing
from hyperoxo.svg.style import FONT

MOST_PIXELS = 64_000_000
"""The pixels that a picture may have, which take four bytes each."""
_SHARP = 2
"""The scale of a picture whose width is not given."""
_VERA = "Bitstream Vera Sans"
_NOT_IN_VERA = re.compile("[^\x00-\xff\N{LESS-THAN OR EQUAL TO}\N{GREATER-THAN OR EQUAL TO}]")


def png(picture: str, size: tuple[int, int], width: int | None) -> bytes:
    """Return a picture as PNG."""
    wide = _SHARP * size[0] if width is None else width
    if wide < 1 or wide * wide * size[1] // size[0] > MOST_PIXELS:
        remedy = "choose another width" if width is not None else "choose a smaller size"
        raise InputError(f"width {wide}", f"a picture has from 1 to {MOST_PIXELS:,} pixels", remedy)
    with importing("pictures"):
        import resvg_py  # noqa: PLC0415 - an extra

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=_in_vera(picture),
            width=wide,
            font_files=[str(_font_file())],
            font_family=_VERA,
            skip_system_fonts=_NOT_IN_VERA.search(picture) is None,
        )
    )


def pdf(picture: str, title: str) -> bytes:
    """Return a picture as a PDF page of its size, with its title."""
    _register_font()
    with importing("pictures"):
        from reportlab.graphics import renderPDF  # type: ignore[import-untyped] # noqa: PLC0415 - an extra
        from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped] # noqa: PLC0415 - an extra
        from svglib.svglib import svg2rlg  # noqa: PLC0415 - an extra

    drawing = svg2rlg(io.BytesIO(_in_vera(picture).encode()))
    assert drawing is not None  # noqa: S101 - `svg` writes well-formed pictures
    page = io.BytesIO()
    canvas = Canvas(page, pagesize=(drawing.width, drawing.height), invariant=True)
    canvas.setTitle(title)
    renderPDF.draw(drawing, canvas, 0, 0)
    canvas.save()
    return page.getvalue()


def _in_vera(picture: str) -> str:
    """Return a picture whose texts name the one font that is known to be there."""
    return picture.replace(FONT, f'"{_VERA}"')


def _font_file() -> Path:
    with importing("pictures"):
        import reportlab  # type: ignore[import-untyped] # noqa: PLC0415 - an extra

    return Path(reportlab.__file__).with_name("fonts") / "Vera.ttf"


@cache
def _register_font() -> None:
    with importing("pictures"):
        from svglib.fonts import register_font  # noqa: PLC0415 - an extra

    register_font(_VERA, str(_font_file()))
