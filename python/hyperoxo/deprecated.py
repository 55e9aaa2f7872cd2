"""Former spellings of the library, which work until 1.0 with a warning that names the new one."""

from __future__ import annotations

import sys
import warnings
from types import ModuleType
from typing import Any, NoReturn


def warn_deprecated(old: str, new: str) -> None:
    """Warn the caller of the caller that a spelling is deprecated."""
    warnings.warn(f"{old} is deprecated; use {new}", DeprecationWarning, stacklevel=3)


def name_main_function(module: str, function: str) -> None:
    """Have the call of a module name its main function, whose former name, the module's own, works with a warning."""
    former = module.rpartition(".")[2]

    class Named(ModuleType):
        def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - what the module holds
            if name != former:
                raise AttributeError(f"module {module!r} has no attribute {name!r}")
            warn_deprecated(f"{module}.{former}", f"{module}.{function}")
            return getattr(self, function)

        def __call__(self, *_: object, **__: object) -> NoReturn:
            raise TypeError(f"{module} is a module; call {module}.{function}(…)")

    sys.modules[module].__class__ = Named
