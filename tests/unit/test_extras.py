"""The extras of the package, and the error of a part whose extra is not installed."""

from __future__ import annotations

import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import hyperoxo
from hyperoxo import HyperoxoError, MissingExtraError
from hyperoxo.extras import EXTRAS, Extra, importing, installation

ROOT = Path(__file__).parents[2]


def test_every_extra_of_the_package_is_known_and_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert sorted(EXTRAS) == sorted(project["optional-dependencies"])
    assert all((ROOT / "requirements" / f"{extra}.txt").is_file() for extra in EXTRAS)


@pytest.mark.parametrize("extra", EXTRAS)
def test_an_extra_is_completed_by_the_names_of_its_packages(extra: Extra) -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"][extra]
    command, *packages = shlex.split(installation(extra).removeprefix("type pip "))
    assert (command, packages) == ("install", [need.partition(">=")[0] for need in declared])


@pytest.mark.parametrize("extra", EXTRAS)
def test_a_missing_package_is_named_with_its_extra(extra: Extra) -> None:
    with pytest.raises(MissingExtraError) as missing, importing(extra):
        import no_such_package.part  # type: ignore[import-not-found] # noqa: F401, PLC0415
    line = str(missing.value)
    assert line.startswith("no_such_package: not installed, and ")
    assert line.endswith(f" it; {installation(extra)}")
    assert "\n" not in line


def test_the_error_is_one_of_ours_and_of_imports() -> None:
    error = MissingExtraError("numpy", "not installed", "type it")
    assert isinstance(error, HyperoxoError)
    assert isinstance(error, ImportError)
    assert str(error) == "numpy: not installed; type it"


def test_a_fault_of_ours_is_not_taken_for_a_missing_extra() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"hyperoxo\.no_such_part") as fault, importing("web"):
        import hyperoxo.no_such_part  # type: ignore[import-not-found] # noqa: F401, PLC0415
    assert not isinstance(fault.value, HyperoxoError)
    with pytest.raises(ImportError) as unnamed, importing("web"):
        raise ModuleNotFoundError
    assert not isinstance(unnamed.value, HyperoxoError)


@pytest.mark.parametrize(
    ("needs", "installs"),
    [
        ("jinja2>=3.1 ; extra == 'report'", "type pip install jinja2"),
        (None, "install hyperoxo with its extra report"),
    ],
    ids=["installed", "on the path"],
)
def test_an_installed_package_asks_for_what_its_metadata_lists(
    needs: str | None, installs: str, tmp_path: Path
) -> None:
    """The whole way: `oxo report` of a copy outside the clone, without matplotlib and jinja2."""
    site = tmp_path / "site-packages"
    site.mkdir()
    (site / "hyperoxo").mkdir()
    for part in Path(hyperoxo.__file__).parent.iterdir():
        (site / "hyperoxo" / part.name).symlink_to(part)
    if needs:
        (site / "hyperoxo-1.dist-info").mkdir()
        (site / "hyperoxo-1.dist-info" / "METADATA").write_text(f"Name: hyperoxo\nVersion: 1\nRequires-Dist: {needs}\n")
    ran = subprocess.run(
        [sys.executable, "-S", "-m", "hyperoxo", "report", "games.jsonl"],
        env={"PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert ran.stderr in {
        f"oxo: {package}: not installed, and reports need it; {installs}\n" for package in ("jinja2", "matplotlib")
    }
