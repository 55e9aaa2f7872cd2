"""Tab and `dir`: a public module lists its own names, and every public class completes in IPython and Jupyter."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from jedi import Interpreter  # type: ignore[import-untyped] # it has no types

import hyperoxo
from hyperoxo import Game


def public_modules() -> list[ModuleType]:
    """Return the modules among the public names, and those that the reference documents as a whole."""
    reference = Path(__file__).parents[2] / "docs/site/api"
    documented = {
        name
        for page in reference.glob("*.rst")
        for name in re.findall(r"^\.\. automodule:: (\S+)", page.read_text(encoding="utf-8"), re.MULTILINE)
    }
    public = {f"hyperoxo.{name}" for name in hyperoxo.__all__ if isinstance(getattr(hyperoxo, name), ModuleType)}
    return [import_module(name) for name in sorted(public | documented | {"hyperoxo", "hyperoxo.rl"})]


MODULES = public_modules()


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_a_module_lists_its_own_names(module: ModuleType) -> None:
    shown = {name for name in dir(module) if not name.startswith("_")}
    homes = {name: getattr(value, "__module__", "") for name, value in vars(module).items() if not name.startswith("_")}
    functions_for_inner_code = {"naming", "wrong_type", "whole_number"}
    assert {name for name, home in homes.items() if home == module.__name__} - functions_for_inner_code <= shown
    assert not shown & {"annotations", "TYPE_CHECKING", "Any", "Path", "dataclass", "importing", "name_main_function"}
    values = [getattr(module, name) for name in shown]
    owners = {
        value.__name__ if isinstance(value, ModuleType) else value.__module__ for value in values if callable(value)
    }
    assert {owner.partition(".")[0] for owner in owners} <= {"hyperoxo", "typing", "types", "collections"}


@pytest.mark.slow(reason="it takes seconds; the class that is used most completes below")
def test_every_public_class_completes() -> None:
    """With the engine of IPython and Jupyter, which fails on some annotations of properties."""
    classes = {value for module in MODULES for name in dir(module) if isinstance(value := getattr(module, name), type)}
    for value in classes:
        if any(isinstance(getattr(value, name, None), property) for name in dir(value)):
            assert Interpreter("value.", [{"value": value}]).complete(), value


def test_a_game_completes() -> None:
    names = {found.name for found in Interpreter("game.", [{"game": Game("3x3", "22")}]).complete()}
    assert {"to_move", "winner", "play", "save"} <= names
