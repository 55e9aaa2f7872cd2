"""`HYPEROXO_SLOWNESS` multiplies limits of time; without it, they are what the documentation says."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys

import pytest
from support.patience import PATIENCE

from hyperoxo.errors import InputError

LIMITS = (
    "from hyperoxo.server.settings import Settings; from hyperoxo.ugi.process import DEFAULT_TIMEOUTS as engine;"
    "print(Settings().move_seconds, engine.silence, engine.quit, engine.thought)"
)


@pytest.mark.parametrize(
    ("slowness", "limits"), [({}, "10.0 60.0 1.0 5.0"), ({"HYPEROXO_SLOWNESS": "3"}, "30.0 180.0 3.0 5.0")]
)
def test_limits_of_time_are_multiplied(slowness: dict[str, str], limits: str) -> None:
    variables = {name: value for name, value in os.environ.items() if name != "HYPEROXO_SLOWNESS"} | slowness
    program = [sys.executable, "-c", LIMITS]
    assert subprocess.check_output(program, env=variables, text=True, timeout=PATIENCE).strip() == limits


def test_a_wrong_slowness_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HYPEROXO_SLOWNESS", "nan")
    monkeypatch.delitem(sys.modules, "hyperoxo.slowness", raising=False)
    with pytest.raises(InputError, match=r"^HYPEROXO_SLOWNESS=nan: not a whole number from 1 to 1000"):
        importlib.import_module("hyperoxo.slowness")
