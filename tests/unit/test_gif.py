"""Animated games: a frame for every position, its stones in their cells, shown as long and as often as asked."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageSequence
from support.pictures import Picture

from hyperoxo import Ending, Game, InputError, Result, gif, svg
from hyperoxo.errors import MissingExtraError

if TYPE_CHECKING:
    from pathlib import Path

    from hyperoxo.gif import Gif

BLUE, ORANGE, CELL = (0, 114, 178), (213, 94, 0), (236, 239, 243)
GAME = Game("4x4x4", "111 112 222 113 333 114")


def frames(moving: Gif) -> list[Image.Image]:
    """Return the frames of a file."""
    return [frame.convert("RGB") for frame in ImageSequence.Iterator(Image.open(io.BytesIO(moving.content)))]


def durations(moving: Gif) -> list[int]:
    """Return how long each frame is shown, in milliseconds."""
    return [frame.info["duration"] for frame in ImageSequence.Iterator(Image.open(io.BytesIO(moving.content)))]


def test_every_frame_has_the_stones_of_its_ply_and_no_others() -> None:
    moving = gif.game(GAME)
    cells = Picture(svg.board(GAME.board)).cells()
    shown = frames(moving)
    assert len(shown) == moving.frames == GAME.length + 1
    for ply, frame in enumerate(shown):
        assert frame.size == moving.size == svg.board(GAME).size
        seen: dict[str, list[str]] = {"x": [], "o": []}
        for name, at in cells.items():
            x, y = map(int, at.centre)
            if frame.getpixel((x, y)) == BLUE:
                seen["x"].append(name)
            elif frame.getpixel((x + 9, y)) == ORANGE:
                seen["o"].append(name)
            else:
                assert frame.getpixel((x, y)) == CELL
        position = GAME.position_at(ply)
        assert {side: " ".join(names) for side, names in seen.items()} == {
            "x": GAME.board.names(position.x),
            "o": GAME.board.names(position.o),
        }


def test_it_ends_at_the_current_ply() -> None:
    game = GAME.branch()
    game.go_to(2)
    assert gif.game(game).frames == 3
    assert gif.game(Game("3x3")).frames == 1


def test_each_position_is_shown_a_second_and_the_last_three_times_as_long() -> None:
    game = Game("3x3", "22 11")
    assert durations(gif.game(game)) == [1000, 1000, 3000]
    assert durations(gif.game(game, delay=0.25, last_seconds=2)) == [250, 250, 2000]
    assert durations(gif.game(game, delay=30))[-1] == 60_000


def test_it_is_repeated_as_often_as_asked() -> None:
    """The file counts repetitions: 0 for no end, none for a single time."""
    game = Game("3x3", "22 11")
    for loops, stored in ((None, 0), (1, None), (3, 2)):
        assert Image.open(io.BytesIO(gif.game(game, loops=loops).content)).info.get("loop") == stored


def test_it_is_as_wide_as_asked_and_in_the_theme_asked() -> None:
    game = Game("3x3", "22")
    assert gif.game(game).size[0] == 320
    moving = gif.game(game, width=100, scheme="dark")
    assert moving.size[0] == frames(moving)[0].width == 100
    assert frames(moving)[0].getpixel((1, 1)) == (22, 24, 27)


def test_views_and_planes_are_those_of_pictures() -> None:
    width, height = svg.board(GAME, view="stack").size
    assert gif.game(GAME, view="stack").size == (width, height)
    assert gif.game(GAME, plane="x=1", width=328).size == (328, 448)
    assert gif.game(GAME, plane="x=1", width=328, coordinates=False).size == (328, 328)


def test_the_frames_of_a_card_are_cards_with_the_result_in_the_last() -> None:
    """The colour of the winner is in the last frame alone, below the names."""
    game = Game("3x3", "22 11")
    game.end(Result(Ending.RESIGNED, "o"))
    moving = gif.game(game, view="card", names={"x": "A"})
    assert (moving.frames, moving.size) == (3, (720, 378))
    of_ends = [frame.crop((430, 220, 720, 265)).split() for frame in frames(moving)]
    assert [max(red.tobytes()) > max(blue.tobytes()) for red, _, blue in of_ends] == [False, False, True]


def test_progress_is_reported_frame_by_frame() -> None:
    calls: list[tuple[int, int]] = []
    gif.game(Game("3x3", "22 11"), on_frame=lambda done, all_frames: calls.append((done, all_frames)))
    assert calls == [(1, 3), (2, 3), (3, 3)]


def test_its_title_names_the_game_and_a_notebook_shows_it() -> None:
    game = Game("3x3", "22 11")
    assert gif.game(game).title == "A game of 3x3, 2 moves"
    game.end(Result(Ending.RESIGNED, "o"))
    moving = gif.game(game)
    assert moving.title == "A game of 3x3, 2 moves, O wins (resigned)"
    assert moving._repr_html_().startswith('<img alt="A game of 3x3, 2 moves, O wins (resigned)" src="data:image/gif')


def test_it_is_saved_under_a_name_that_ends_in_gif(tmp_path: Path) -> None:
    moving = gif.game(Game("3x3"))
    moving.save(tmp_path / "game.gif")
    assert (tmp_path / "game.gif").read_bytes() == moving.content
    with pytest.raises(InputError, match=r"choose a name that ends in \.gif"):
        moving.save(tmp_path / "game.png")


def test_too_many_pixels_are_refused_before_the_first_frame() -> None:
    with pytest.raises(InputError, match="all frames together have 384,662,397 pixels, and may have 200,000,000"):
        gif.game(GAME, width=14_143)
    with pytest.raises(InputError, match="width 0: not a width"):
        gif.game(GAME, width=0)


def test_without_the_extra_the_error_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(MissingExtraError, match="PNG, PDF and GIF files need it"):
        gif.game(Game("3x3"))
