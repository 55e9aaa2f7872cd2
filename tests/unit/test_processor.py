"""Which of the two cores of a package is imported, by what the system says of its processor."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hyperoxo.processor import CHOICE, FLAGS, LEVEL, core_folders

if TYPE_CHECKING:
    from pathlib import Path

OLD = "fpu vme de pse tsc msr sse sse2 syscall nx lm"
NEW = f"{OLD} {' '.join(sorted(FLAGS))} avx512f"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a package with two cores."""
    monkeypatch.delenv(CHOICE, raising=False)
    (tmp_path / "hyperoxo" / LEVEL).mkdir(parents=True)
    return tmp_path / "hyperoxo"


def chosen(package: Path, flags: str) -> list[str]:
    """Return the folders of cores for a machine with two processors that have these flags."""
    described = package.parent / "cpuinfo"
    one = f"processor\t: 0\nmodel name\t: Æ\nflags\t\t: {flags}\nbugs\t\t: avx2\n\n"
    described.write_text(one + one.replace(flags, OLD), encoding="utf-8")
    return core_folders(str(package), str(described))


def test_a_processor_with_all_instructions_gets_the_faster_core(package: Path) -> None:
    assert chosen(package, NEW) == [str(package / LEVEL)]


@pytest.mark.parametrize("missing", sorted(FLAGS))
def test_a_processor_without_one_of_them_gets_the_other(package: Path, missing: str) -> None:
    assert chosen(package, " ".join(flag for flag in NEW.split() if flag != missing)) == []


def test_a_system_that_describes_no_processor_gets_the_other(package: Path) -> None:
    assert core_folders(str(package), str(package / "nowhere")) == []
    (package / "empty").touch()
    assert core_folders(str(package), str(package / "empty")) == []


def test_a_user_can_choose_the_other(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CHOICE, "base")
    assert chosen(package, NEW) == []


def test_a_package_with_one_core_looks_nowhere_else(package: Path) -> None:
    (package / LEVEL).rmdir()
    assert chosen(package, NEW) == []
