"""The folders of the user in which files are kept, by the XDG Base Directory Specification."""

from __future__ import annotations

import os
import typing
from pathlib import Path

_USUAL: typing.Final = {"CONFIG": ".config", "DATA": ".local/share"}


def user_folder(kind: typing.Literal["CONFIG", "DATA"]) -> Path:
    """Return the folder for a kind of files: in that of `XDG_CONFIG_HOME` or the like, or in the usual one.

    It may not exist.
    """
    named = os.environ.get(f"XDG_{kind}_HOME", "")
    # `Path.expanduser` raises an error for a user without a home directory, as in some containers.
    home = os.path.expanduser("~")  # noqa: PTH111
    # The specification ignores a relative path in the variable.
    return (Path(named) if Path(named).is_absolute() else Path(home, _USUAL[kind])) / "hyperoxo"
