"""The pages for classes: their pictures are what `make pictures` draws, and every exercise has its solution."""

from __future__ import annotations

import re

import pytest

from scripts.draw_explanations import IMAGES, pictures

DOCS = IMAGES.parent
DRAWN = pictures()


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_is_what_the_script_draws(name: str) -> None:
    assert (IMAGES / name).read_text(encoding="utf-8") == DRAWN[name]


def test_no_picture_is_left_over() -> None:
    folders = {name.partition("/")[0] for name in DRAWN}
    kept = {str(path.relative_to(IMAGES)) for folder in folders for path in (IMAGES / folder).iterdir()}
    assert kept == set(DRAWN)


def test_every_exercise_links_to_the_solution_with_its_number() -> None:
    exercises, solutions = ((DOCS / f"{name}.md").read_text(encoding="utf-8") for name in ("exercises", "solutions"))
    asked = re.findall(r"^\*\*(\d+)\.\*\* (★+)", exercises, re.MULTILINE)
    assert [int(number) for number, _ in asked] == list(range(1, len(asked) + 1))
    assert {stars for _, stars in asked} == {"★", "★★", "★★★"}
    headings = re.findall(r"^### (\d+)\. (.+)$", solutions, re.MULTILINE)
    anchors = [f"{number}-{title.lower().replace(' ', '-')}" for number, title in headings]
    assert re.findall(r"\(solutions\.md#(.+?)\)", exercises) == anchors
    assert len(anchors) == len(asked)
