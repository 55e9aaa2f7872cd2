"""The extras of the package: which part needs which, and the error of a part whose extra is not installed.

A part imports the packages of its extra within `importing`, when they are first needed, so that `import hyperoxo` needs
none of them:

    with importing("report"):
        import matplotlib
"""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from hyperoxo.errors import MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Extra = Literal["web", "report", "cluster", "postgres", "rl", "pictures", "notebook"]
"""The extras that `pyproject.toml` declares."""

METHODS: dict[str, Callable[..., Any]] = {}
"""What methods call that need a part above their class, by name; the package registers it."""

EXTRAS: tuple[Extra, ...] = get_args(Extra)

_NEEDS: dict[Extra, str] = {
    "web": "the server needs it",
    "report": "reports need it",
    "cluster": "Dask clusters need it",
    "postgres": "PostgreSQL databases need it",
    "rl": "hyperoxo.rl needs it",
    "pictures": "PNG, PDF and GIF files need it",
    "notebook": "plots in notebooks need it",
}
_BUILT: tuple[Extra, ...] = ("web", "report")
"""The extras that `make build` installs."""

_PACKAGE = Path(__file__).parent


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


def installation(extra: Extra, package: Path = _PACKAGE) -> str:
    """Return what the user must type to install an extra.

    Args:
        extra: the extra.
        package: the folder of the package `hyperoxo`. In a clone, the requirements lie beside the folder that it is in.
    """
    locked = Path("requirements", f"{extra}.txt")
    if not (package.parents[1] / locked).is_file():
        return f'type pip install "hyperoxo[{extra}]"'
    if extra in _BUILT:
        return "type make build in the clone"
    return f"type .venv/bin/pip install --require-hashes -r {locked.as_posix()} in the clone"
