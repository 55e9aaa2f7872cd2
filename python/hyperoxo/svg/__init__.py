"""Pictures of positions: SVG for notebooks, documents and pages, and the same picture as PNG or PDF.

`board` draws, and `card` a game to be shared; `Svg.png`, `Svg.pdf` and `Svg.save` convert with the extra `pictures`.
docs/pictures.md shows examples.
"""

from hyperoxo.svg.cards import CARD_SIZE, card
from hyperoxo.svg.elements import SHADES, LegendKey
from hyperoxo.svg.layout import CELL, VIEWS, BoardView
from hyperoxo.svg.picture import (
    MAX_WIDTH_PX,
    PICTURE_SUFFIXES,
    PicturedGame,
    PictureOptions,
    Svg,
    board,
    describe,
)
from hyperoxo.svg.style import SCHEMES, Scheme

__all__ = [
    "CARD_SIZE",
    "CELL",
    "MAX_WIDTH_PX",
    "PICTURE_SUFFIXES",
    "SCHEMES",
    "SHADES",
    "VIEWS",
    "BoardView",
    "LegendKey",
    "PictureOptions",
    "PicturedGame",
    "Scheme",
    "Svg",
    "board",
    "card",
    "describe",
]
__dir__ = __all__.copy
