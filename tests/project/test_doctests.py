"""The examples in the docstrings of the package, run as they are printed."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import hyperoxo


def examples(module: str) -> list[doctest.DocTest]:
    """Return the docstrings of a module that hold examples."""
    return [found for found in doctest.DocTestFinder().find(importlib.import_module(module)) if found.examples]


MODULES = ["hyperoxo", *(module.name for module in pkgutil.walk_packages(hyperoxo.__path__, "hyperoxo."))]
WITH_EXAMPLES = [module for module in MODULES if examples(module)]


def test_examples_are_found() -> None:
    assert {"hyperoxo", "hyperoxo.game", "hyperoxo.record"} <= set(WITH_EXAMPLES)


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_examples_print_the_documented_output(module: str) -> None:
    report: list[str] = []
    runner = doctest.DocTestRunner()
    failed = sum(runner.run(found, out=report.append).failed for found in examples(module))
    assert failed == 0, "".join(report)
