"""Packages that show their modules in `dir`, and import each when it is first used.

__getattr__, __dir__ = on_first_use(__name__, __all__)
"""

from __future__ import annotations

import typing
from importlib import import_module

if typing.TYPE_CHECKING:
    from collections.abc import Callable


def on_first_use(package: str, modules: list[str]) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return the functions `__getattr__` and `__dir__` of a package that has these modules."""

    def module(name: str) -> object:
        if name in modules:
            return import_module(f"{package}.{name}")
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return module, modules.copy
