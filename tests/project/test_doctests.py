"""The examples in the docstrings of the package, run as they are printed."""

from __future__ import annotations

import ast
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


def examples_of_the_core() -> list[doctest.DocTest]:
    """Return the docstrings of the core's stub that hold examples, which use the names of the package."""
    names = {name: getattr(hyperoxo, name) for name in hyperoxo.__all__}
    tree = ast.parse(STUB.read_text(encoding="utf-8"))
    return [
        doctest.DocTestParser().get_doctest(text, names, node.name, str(STUB), node.lineno)
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and ">>> " in (text := ast.get_docstring(node) or "")
    ]


def modules() -> Iterator[str]:
    """Yield the modules whose text has an example; they are imported when it runs."""
    package = Path(hyperoxo.__path__[0])
    for path in sorted(package.rglob("*.py")):
        if ">>> " in path.read_text():
            yield ".".join(path.relative_to(package.parent).with_suffix("").parts).removesuffix(".__init__")


WITH_EXAMPLES = [*modules()]
STUB = Path(hyperoxo.__path__[0], "_core.pyi")


def test_examples_are_found() -> None:
    assert {"hyperoxo", "hyperoxo.game", "hyperoxo.record"} <= set(WITH_EXAMPLES)
    assert {"Board", "Position"} <= {example.name for example in examples_of_the_core()}


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_examples_print_the_documented_output(module: str) -> None:
    check(examples(module))


def test_examples_of_the_core_print_the_documented_output() -> None:
    check(examples_of_the_core())


def check(found: list[doctest.DocTest]) -> None:
    """Run examples, and compare what they print."""
    report: list[str] = []
    runner = doctest.DocTestRunner()
    failed = sum(runner.run(example, out=report.append).failed for example in found)
    assert failed == 0, "".join(report)
