"""A game as an animated GIF, with the extra `pictures`: one frame for the start and one for each move.

>>> from hyperoxo import Game
>>> moving = game(Game("3x3", "22 11 33"))
>>> moving.frames, moving.size
(4, (320, 320))
"""

from __future__ import annotations

import base64
import io
import typing
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from hyperoxo.errors import InputError
from hyperoxo.extras import importing
from hyperoxo.svg import PicturedGame
from hyperoxo.svg import board as draw_board
from hyperoxo.svg import card as draw_card
from hyperoxo.svg.rendering import palette_of
from hyperoxo.text import shortened

if typing.TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping

    from PIL.Image import Image

    from hyperoxo._core import Position
    from hyperoxo.planes import Plane
    from hyperoxo.sides import Side
    from hyperoxo.svg import BoardView, Svg

__all__ = [
    "MAX_LOOPS",
    "MAX_PIXELS",
    "MAX_SECONDS",
    "MIN_SECONDS",
    "AnimatedGame",
    "Gif",
    "GifScheme",
    "GifView",
    "game",
]
__dir__ = __all__.copy

GifScheme: typing.TypeAlias = typing.Literal["light", "dark"]
"""The colours of an animation, which cannot follow the reader's choice."""
GifView: typing.TypeAlias = "BoardView | typing.Literal['card']"
"""What a frame is: a picture of the board in a view, or a card."""
MIN_SECONDS, MAX_SECONDS = 0.05, 60.0
"""The shortest and the longest time that a frame may be shown; browsers show shorter ones for longer."""
MAX_LOOPS = 1_000
"""How often a game may be shown, if not forever."""
MAX_PIXELS = 200_000_000
"""The pixels that all frames together may have; each takes a byte of memory."""
_NARROWEST = 320
"""The width of the frames of a small board, unless another is given."""
_CARD = 720
"""The width of the frames of a card, unless another is given."""
_COLOURS = 256
_ALIKE = 8
"""Colours all of whose parts differ by less are alike; parts are from 0 to 255."""


@typing.runtime_checkable
class AnimatedGame(PicturedGame, typing.Protocol):
    """The part of a game that an animation shows; `hyperoxo.game.Game` has it."""

    @property
    def ply(self) -> int:
        """How many moves led to the position now."""

    @property
    def all_moves(self) -> tuple[int, ...]:
        """The cells played."""

    def position_at(self, ply: int) -> Position:
        """Return the position after a number of moves."""


@dataclass(frozen=True, slots=True)
class Gif:
    """An animated GIF, which a notebook shows.

    Attributes:
        content: the file.
        title: what it shows, in words.
        frames: how many frames it was made of: one for the start and one for each move.
        size: the width and height of a frame, in pixels.
    """

    content: bytes = field(repr=False)
    title: str
    frames: int
    size: tuple[int, int]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file.

        Raises:
            InputError: the name does not end in `.gif`.
            OSError: the file cannot be written.
        """
        if Path(path).suffix.lower() != ".gif":
            raise InputError(str(path), "not the name of a GIF file", "choose a name that ends in .gif")
        Path(path).write_bytes(self.content)

    def _repr_html_(self) -> str:
        data = base64.b64encode(self.content).decode()
        return f'<img alt="{escape(self.title)}" src="data:image/gif;base64,{data}">'


def game(
    game: AnimatedGame,
    *,
    delay: float = 1.0,
    last_seconds: float | None = None,
    loops: int | None = None,
    width: int | None = None,
    view: GifView = "planes",
    plane: Plane | str | None = None,
    coordinates: bool = True,
    scheme: GifScheme = "light",
    names: Mapping[Side, str] | None = None,
    on_frame: Callable[[int, int], object] | None = None,
) -> Gif:
    """Return a game as an animation: its start, and every move up to the current ply.

    Args:
        game: the game.
        delay: how many seconds each position is shown, from 0.05 to 60.
        last_seconds: how long the last one is shown; three times as long by default, but at most 60.
        loops: how often the game is shown, from 1 to 1,000; None for forever.
        width: the width in pixels; by default that of the picture, or 320 if that is less.
        view: how the tiers are laid out, as `hyperoxo.svg.board` describes; or `card`, for frames that are cards
            (`hyperoxo.svg.card`), 720 pixels wide by default.
        plane: the only plane that is drawn, as there.
        coordinates: whether there are coordinates.
        scheme: the colours; a card is always dark.
        names: the names on cards, as `hyperoxo.svg.card` describes.
        on_frame: called after each frame with the number of frames so far and of all; what it raises ends the work.

    Raises:
        InputError: a number is out of range, a view, plane or scheme is unknown, or the frames have too many pixels.
        MissingExtraError: the extra `pictures` is not installed.
        TypeError: `game` is not a game.
    """
    if not isinstance(game, AnimatedGame):
        raise TypeError(f"{shortened(repr(game), 60)} is not a game; Game('4x4x4') is one")
    last_seconds = min(3 * delay, MAX_SECONDS) if last_seconds is None else last_seconds
    _check(delay, last_seconds, loops, scheme)

    def drawn(ply: int) -> Svg:
        last = game.all_moves[ply - 1] if ply else None
        position = game.position_at(ply)
        if view == "card":
            result = game.result if ply == game.ply else None
            return draw_card(position, last_move=last, result=result, names=names)
        return draw_board(position, last_move=last, view=view, plane=plane, coordinates=coordinates, scheme=scheme)

    natural = drawn(0).size
    usual = _CARD if view == "card" else max(natural[0], _NARROWEST)
    wide = usual if width is None else width
    pixels = wide * wide * natural[1] // natural[0] * (game.ply + 1)
    if wide < 1 or pixels > MAX_PIXELS:
        reason = f"all frames together have {pixels:,} pixels, and may have {MAX_PIXELS:,}"
        raise InputError(f"width {wide}", reason if wide > 0 else "not a width", "choose another width")
    with importing("pictures"):
        from PIL import Image  # noqa: PLC0415 - an extra

    frames: list[Image.Image] = []
    palette: Image.Image | None = None
    # The last frame has the most colours, since a won line has its own.
    for ply in (game.ply, *range(game.ply)):
        frame = Image.open(io.BytesIO(drawn(ply).png(width=wide))).convert("RGB")
        if palette is None:
            palette = palette_of(frame, _COLOURS) if view == "card" else _palette(frame, Image.new("P", (1, 1)))
        frames.append(frame.quantize(palette=palette, dither=Image.Dither.NONE))
        if on_frame is not None:
            on_frame(len(frames), game.ply + 1)
    last, *others = frames
    durations = [round(1000 * delay)] * len(others) + [round(1000 * last_seconds)]
    file = io.BytesIO()
    # Programs show a game once more than the file says, and once if it says nothing.
    repeats: dict[str, int] = {} if loops == 1 else {"loop": 0 if loops is None else loops - 1}
    first, *more = [*others, last]
    first.save(file, "GIF", save_all=True, append_images=more, duration=durations, **repeats)
    moves = f"{game.ply} {'move' if game.ply == 1 else 'moves'}"
    end = f", {game.result}" if game.result else ""
    return Gif(file.getvalue(), f"A game of {game.position.board}, {moves}{end}", len(frames), last.size)


def _check(delay: float, last_seconds: float, loops: int | None, scheme: str) -> None:
    for given, name in ((delay, "delay"), (last_seconds, "last_seconds")):
        if not MIN_SECONDS <= given <= MAX_SECONDS:
            raise InputError(f"{name} {given}", f"not from {MIN_SECONDS} to {MAX_SECONDS:g} seconds")
    if loops is not None and not 1 <= loops <= MAX_LOOPS:
        raise InputError(f"loops {loops}", f"not from 1 to {MAX_LOOPS:,}", "leave it out to repeat the game forever")
    if scheme not in typing.get_args(GifScheme):
        raise InputError(str(scheme), "not the scheme of an animation", "choose light or dark")


def _palette(frame: Image, palette: Image) -> Image:
    """Return `palette` with the most frequent colours of a frame; the others are mixtures at the edges of shapes.

    Colours that differ little are one, since Pillow finds the nearest colour of a palette with that precision only.
    """
    counted = frame.getcolors(frame.width * frame.height) or []
    colours: list[tuple[int, ...]] = []
    for _, colour in sorted(counted, reverse=True):
        if isinstance(colour, tuple) and not any(
            all(abs(a - b) < _ALIKE for a, b in zip(colour, other, strict=True)) for other in colours
        ):
            colours.append(colour)
    palette.putpalette([part for colour in colours[:_COLOURS] for part in colour])
    return palette
