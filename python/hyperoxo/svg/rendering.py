"""SVG pictures as PNG and PDF, with the extra `pictures`.

The texts are set in Bitstream Vera, which comes with one of the extra's packages, so that a file looks the same on
every machine; other fonts are used only for letters that it lacks.
"""

from __future__ import annotations

import io
import re
import typing
from functools import cache
from pathlib import Path

from hyperoxo.errors import InputError
from hyperoxo.extras import importing
from hyperoxo.svg.style import FONT

if typing.TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL.Image import Image

MAX_PIXELS = 64_000_000
"""The pixels that a picture may have, which take four bytes each."""
MAX_COLOURS, _MIN_COLOURS = 256, 8
"""The limits of the number of colours that a picture is reduced to."""
_SHARP = 2
"""The scale of a picture whose width is not given."""
_VERA = "Bitstream Vera Sans"
_FONTS = ("Vera.ttf", "VeraBd.ttf")
"""Its files, the plain one first."""
_NOT_IN_VERA = re.compile("[^\x00-\xff\N{LESS-THAN OR EQUAL TO}\N{GREATER-THAN OR EQUAL TO}]")


def png(picture: str, size: tuple[int, int], width: int | None, colours: int | None) -> bytes:
    """Return a picture as PNG."""
    wide = _SHARP * size[0] if width is None else width
    if wide < 1 or wide * wide * size[1] // size[0] > MAX_PIXELS:
        remedy = "choose another width" if width is not None else "choose a smaller size"
        raise InputError(f"width {wide}", f"a picture has from 1 to {MAX_PIXELS:,} pixels", remedy)
    if colours is not None and not _MIN_COLOURS <= colours <= MAX_COLOURS:
        raise InputError(f"colours {colours}", f"not a number from {_MIN_COLOURS} to {MAX_COLOURS}")
    with importing("pictures"):
        import resvg_py  # noqa: PLC0415 - an extra

    drawn = bytes(
        resvg_py.svg_to_bytes(
            svg_string=_in_vera(picture),
            width=wide,
            font_files=[str(_font_file(name)) for name in _FONTS],
            font_family=_VERA,
            skip_system_fonts=_NOT_IN_VERA.search(picture) is None,
        )
    )
    return drawn if colours is None else _with_colours(drawn, colours)


def _with_colours(picture: bytes, colours: int) -> bytes:
    """Return a PNG with so many colours at most."""
    with importing("pictures"):
        import PIL.Image  # noqa: PLC0415 - an extra

    file, whole = io.BytesIO(), PIL.Image.open(io.BytesIO(picture)).convert("RGB")
    whole.quantize(palette=palette_of(whole, colours), dither=PIL.Image.Dither.NONE).save(file, "PNG")
    return file.getvalue()


def palette_of(image: Image, colours: int) -> Image:
    """Return a palette for an image with gradients.

    Three quarters of it are shades of what covers most of the image, so that its gradients are smooth; the others are
    as different as possible, so that small stones keep their colours.
    """
    import PIL.Image  # noqa: PLC0415 - an extra, which the image is of

    few = colours // 4
    some = image.reduce(3)
    shades = some.quantize(colours - few, PIL.Image.Quantize.MEDIANCUT).getpalette() or []
    others = some.quantize(few, PIL.Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = PIL.Image.new("P", (1, 1))
    palette.putpalette(shades[: 3 * (colours - few)] + others[: 3 * few])
    return palette


def pdf(pictures: Sequence[str], title: str) -> bytes:
    """Return pictures as PDF pages of their sizes, with a title."""
    _register_font()
    with importing("pictures"):
        from reportlab.graphics import renderPDF  # type: ignore[import-untyped] # noqa: PLC0415 - an extra
        from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped] # noqa: PLC0415 - an extra
        from svglib.svglib import svg2rlg  # noqa: PLC0415 - an extra

    file = io.BytesIO()
    canvas = Canvas(file, invariant=True)
    canvas.setTitle(title)
    for picture in pictures:
        drawing = svg2rlg(io.BytesIO(_in_vera(picture).encode()))
        assert drawing is not None  # noqa: S101 - `svg` writes well-formed pictures
        canvas.setPageSize((drawing.width, drawing.height))
        renderPDF.draw(drawing, canvas, 0, 0)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def _in_vera(picture: str) -> str:
    """Return a picture whose texts name the one font that is known to be there."""
    return picture.replace(FONT, f'"{_VERA}"')


def _font_file(name: str) -> Path:
    with importing("pictures"):
        import reportlab  # type: ignore[import-untyped] # noqa: PLC0415 - an extra

    return Path(reportlab.__file__).with_name("fonts") / name


@cache
def _register_font() -> None:
    with importing("pictures"):
        from svglib.fonts import register_font  # noqa: PLC0415 - an extra

    register_font(_VERA, str(_font_file(_FONTS[0])))
