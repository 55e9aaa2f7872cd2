"""Without a package of the extra `rl`, one line names the extra."""

from __future__ import annotations

import subprocess
import sys

import pytest
from support.patience import PATIENCE

from hyperoxo.extras import installation


@pytest.mark.parametrize(
    ("package", "module"),
    [("numpy", "hyperoxo.rl"), ("gymnasium", "hyperoxo.rl"), ("pettingzoo", "hyperoxo.rl.tictactoe_v0")],
)
def test_a_missing_package_is_named_with_the_extra(package: str, module: str) -> None:
    program = f"import sys; sys.modules[{package!r}] = None; import {module}"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert ran.returncode == 1
    line = ran.stderr.strip().splitlines()[-1]
    expected = f"{package}: not installed, and hyperoxo.rl needs it; {installation('rl')}"
    assert line == f"hyperoxo.errors.MissingExtraError: {expected}"
