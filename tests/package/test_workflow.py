"""The workflow that builds wheels on other systems: what can be tested of it on this one."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

from scripts.try_package import TrialError, expect

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / ".github/workflows/wheels.yml").read_text(encoding="utf-8")
JOBS = yaml.safe_load(TEXT)["jobs"]


def test_a_trial_that_fails_names_what_it_missed() -> None:
    assert expect("4x4x4: 64 cells", r"(\d+) cells") == "64"
    with pytest.raises(TrialError, match="64 cells is not in\n3x3: 9 cells"):
        expect("3x3: 9 cells", "64 cells")


def test_every_wheel_that_is_built_is_tried_and_no_other() -> None:
    [first] = re.findall(r"name: wheel-([a-z].*)$", TEXT, re.MULTILINE)
    others = [each["system"] for each in JOBS["wheel"]["strategy"]["matrix"]["include"]]
    assert [first, *others] == JOBS["try"]["strategy"]["matrix"]["system"]


def test_the_oldest_python_builds_and_is_tried() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest = project["requires-python"].removeprefix(">=")
    assert JOBS["try"]["strategy"]["matrix"]["python"][0] == oldest
    for job in ("source", "wheel"):
        versions = [
            step["with"]["python-version"] for step in JOBS[job]["steps"] if "setup-python" in step.get("uses", "")
        ]
        assert versions == [oldest]


def test_actions_are_pinned_and_programs_of_ours_exist() -> None:
    used = re.findall(r"uses: (\S+)", TEXT)
    assert used
    assert all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", action) for action in used)
    assert all((ROOT / script).is_file() for script in re.findall(r"scripts/\S+\.py", TEXT))
    assert re.findall(r"run: make (\S+)", TEXT) == ["wheel"]
