"""The sources of the historical programs: for everyone, about the program, with every erratum of its document."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hyperoxo.players import kind
from hyperoxo.players.errata import Effect

DOCS = Path(__file__).parents[2] / "docs"
SOURCES = {path.stem: path.read_text(encoding="utf-8") for path in sorted((DOCS / "historic").glob("*.md"))}
EXPERIMENTS = {path.stem: path.read_text(encoding="utf-8") for path in sorted((DOCS / "experiments").glob("*.md"))}
ERRATA = "## Errata of the document\n"


def section(name: str, heading: str) -> str:
    """Return the part of a program's sources under a heading."""
    return SOURCES[name].partition(heading)[2].partition("\n## ")[0]


def test_every_historical_program_has_one() -> None:
    assert SOURCES.keys() == {"ibm1620", "atari-st", "delphi", "magic-square", "fignition"}
    assert all(kind(name).errata for name in SOURCES)


@pytest.mark.parametrize("name", SOURCES)
class TestSources:
    def test_it_lists_every_erratum_by_its_place(self, name: str) -> None:
        items = re.findall(r"^- \*(.+?)\*: (.+?)(?=\n- |\n\n|\Z)", section(name, ERRATA), re.MULTILINE | re.DOTALL)
        places = [" ".join(place.split()) for place, _ in items]
        errata = kind(name).errata
        assert [place.lower() for place in places] == [erratum.place.lower() for erratum in errata]
        for (_, text), erratum in zip(items, errata, strict=True):
            if erratum.effect in {Effect.ILLEGAL_MOVE, Effect.OTHER_MOVE, Effect.ENDS_GAME}:
                assert "Printed, " in text
            elif erratum.effect is Effect.OUTSIDE_PLAY:
                assert "replay" in text

    def test_its_experiments_and_it_name_each_other(self, name: str) -> None:
        about_it = {experiment for experiment, text in EXPERIMENTS.items() if f"](../historic/{name}.md)" in text} - {
            "README"
        }
        linked = set(re.findall(r"\]\(\.\./experiments/(\w+)\.md", SOURCES[name]))
        assert about_it == linked
        assert linked
