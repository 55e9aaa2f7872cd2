"""The extras of the package: which part needs which, and the error of a part whose extra is not installed.

A part imports the packages of its extra within `importing`, when they are first needed, so that `import hyperoxo` needs
none of them:

    with importing("report"):
        import matplotlib
"""

from __future__ import annotations

import typing
from contextlib import contextmanager

from hyperoxo.errors import MissingExtraError

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Extra = typing.Literal["web", "report", "cluster", "postgres", "rl", "pictures", "notebook"]
"""The extras that `pyproject.toml` declares."""

METHODS: dict[str, Callable[..., typing.Any]] = {}
"""What methods call that need a part above their class, by name; the package registers it."""

EXTRAS: tuple[Extra, ...] = typing.get_args(Extra)

_NEEDS: dict[Extra, str] = {
    "web": "the server needs it",
    "report": "reports need it",
    "cluster": "Dask clusters need it",
    "postgres": "PostgreSQL databases need it",
    "rl": "hyperoxo.rl needs it",
    "pictures": "PNG, PDF and GIF files need it",
    "notebook": "plots in notebooks need it",
}


@contextmanager
def importing(extra: Extra) -> Iterator[None]:
    """Name the extra that is missing where an import within the block fails.

    Raises:
        MissingExtraError: a package from outside hyperoxo is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        module = (error.name or "").partition(".")[0]
        if module in {"", "hyperoxo"}:
            raise
        raise MissingExtraError(module, f"not installed, and {_NEEDS[extra]}", installation(extra)) from None


def installation(extra: Extra) -> str:
    """Return what the user must type to install an extra.

    It names the packages that the metadata of hyperoxo lists, since no package index has hyperoxo.
    """
    import re  # noqa: PLC0415 - only a missing package needs these
    import shlex  # noqa: PLC0415
    from importlib import metadata  # noqa: PLC0415

    try:
        needs = metadata.requires("hyperoxo") or []
    except metadata.PackageNotFoundError:  # the folder of the package alone is on the path
        return f"install hyperoxo with its extra {extra}"
    packages = [re.split("[ <>=!~;]", need)[0] for need in needs if need.endswith(f"extra == '{extra}'")]
    return f"type pip install {shlex.join(packages)}"
