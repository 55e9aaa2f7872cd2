"""How slow this machine is: what multiplies all limits of time that a machine breaks and work does not.

A very slow or busy machine sets `HYPEROXO_SLOWNESS=8`, and the processes that it starts inherit it.
"""

from __future__ import annotations

import os
import typing

from hyperoxo.errors import InputError
from hyperoxo.text import read_integer

_VARIABLE = "HYPEROXO_SLOWNESS"


def _read(text: str) -> int:
    slowness = read_integer(text, 1, 1_000)
    if slowness is None:
        raise InputError(f"{_VARIABLE}={text}", "not a whole number from 1 to 1000", "set another or none")
    return slowness


SLOWNESS: typing.Final = _read(os.environ.get(_VARIABLE, "1"))
