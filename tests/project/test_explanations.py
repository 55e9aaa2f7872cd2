"""The pages for classes: their pictures are what `make pictures` draws."""

from __future__ import annotations

import pytest

from scripts.draw_explanations import IMAGES, pictures

DRAWN = pictures()


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_is_what_the_script_draws(name: str) -> None:
    assert (IMAGES / name).read_text(encoding="utf-8") == DRAWN[name]


def test_no_picture_is_left_over() -> None:
    folders = {name.partition("/")[0] for name in DRAWN}
    kept = {str(path.relative_to(IMAGES)) for folder in folders for path in (IMAGES / folder).iterdir()}
    assert kept == set(DRAWN)
