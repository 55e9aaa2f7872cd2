"""The examples in the docstrings of the package, run as they are printed."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import hyperoxo

if TYPE_CHECKING:
    from collections.abc import Iterator


def examples(module: str) -> list[doctest.DocTest]:
    """Return the docstrings of a module that hold examples."""
    return [found for found in doctest.DocTestFinder().find(importlib.import_module(module)) if found.examples]


def modules() -> Iterator[str]:
    """Yield the modules whose text has an example; they are imported when it runs."""
    package = Path(hyperoxo.__path__[0])
    for path in sorted(package.rglob("*.py")):
        if ">>> " in path.read_text():
            yield ".".join(path.relative_to(package.parent).with_suffix("").parts).removesuffix(".__init__")


WITH_EXAMPLES = [*modules()]


def test_examples_are_found() -> None:
    assert {"hyperoxo", "hyperoxo.game", "hyperoxo.record"} <= set(WITH_EXAMPLES)


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_examples_print_the_documented_output(module: str) -> None:
    report: list[str] = []
    runner = doctest.DocTestRunner()
    failed = sum(runner.run(found, out=report.append).failed for found in examples(module))
    assert failed == 0, "".join(report)
