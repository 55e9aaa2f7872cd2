"""Pictures of positions: SVG for notebooks, documents and pages, and the same picture as PNG or PDF.

`board` draws; `Svg.png`, `Svg.pdf` and `Svg.save` convert with the extra `pictures`. docs/pictures.md shows examples.
"""

from hyperoxo.deprecated import name_main_function
from hyperoxo.svg.elements import SHADES as SHADES
from hyperoxo.svg.elements import LegendKey as LegendKey
from hyperoxo.svg.layout import CELL as CELL
from hyperoxo.svg.layout import VIEWS as VIEWS
from hyperoxo.svg.layout import BoardView as BoardView
from hyperoxo.svg.picture import MOST_WIDTH as MOST_WIDTH
from hyperoxo.svg.picture import PICTURE_SUFFIXES as PICTURE_SUFFIXES
from hyperoxo.svg.picture import PicturedGame as PicturedGame
from hyperoxo.svg.picture import PictureOptions as PictureOptions
from hyperoxo.svg.picture import Svg as Svg
from hyperoxo.svg.picture import board as board
from hyperoxo.svg.picture import describe as describe
from hyperoxo.svg.style import THEMES as THEMES
from hyperoxo.svg.style import Theme as Theme

name_main_function(__name__, "board")
