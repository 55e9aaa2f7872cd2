"""The build backend's errors: one line each, with the reason and what to do."""

from __future__ import annotations

import errno
import os
import sys
import zipfile
import zlib
from typing import TYPE_CHECKING

import pytest
from support.refusals import exactly
from support.wheels import files_of_the_package

from scripts import build_backend

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """Return a folder of programs that comes before all others on the path of the build: its Python is there, too."""
    (tmp_path / "python").symlink_to(sys.executable)
    return tmp_path


def program(folder: Path, name: str, script: str) -> None:
    """Put a shell script into a folder as a program."""
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


def failure(machine: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the line with which the build of a wheel ends on a machine."""
    monkeypatch.setattr(sys, "executable", str(machine / "python"))
    monkeypatch.setenv("PATH", f"{machine}{os.pathsep}/usr/bin{os.pathsep}/bin")
    with pytest.raises(SystemExit) as ended:
        build_backend.build_wheel(str(machine))
    line = str(ended.value)
    assert "\n" not in line
    assert not list(machine.glob("*.whl"))
    return line


def test_missing_rust_is_named_with_the_remedy(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert failure(machine, monkeypatch) == (
        "hyperoxo: no cargo on the path; install Rust as https://rustup.rs says, or install a wheel, which needs none"
    )


def test_a_full_disk_is_named_by_the_program_that_finds_it_and_by_nothing_else(
    machine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program(machine, "cargo", "exit 0")
    full = "error: x.rlib: No space left on device (os error 28)"
    program(machine, "maturin", f"echo Compiling x >&2; echo '{full}' >&2; echo 'Caused by: x' >&2; exit 101")
    assert failure(machine, monkeypatch) == (
        "hyperoxo: maturin: no space left on the disk; a first build takes 400 MB: make room, and type the same again"
    )
    assert set(capsys.readouterr().err.splitlines()) == {"Compiling x"}


def test_a_disk_that_fills_up_while_the_wheel_is_written_is_named(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(folder: Path, manylinux: str | None) -> Path:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), f"{folder.name}/{manylinux}")

    monkeypatch.setattr(build_backend, "_wheel", write)
    assert failure(machine, monkeypatch) == (
        f"hyperoxo: {machine.name}/None: no space left on the disk; a first build takes 400 MB: make room, and type "
        "the same again"
    )


@pytest.mark.parametrize("typed", ["2014", "2.17", "", "2_17 --zig"])
def test_only_a_version_of_glibc_is_accepted(typed: str, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=exactly(f"hyperoxo: manylinux={typed}: not a version of glibc, such as 2_17")):
        build_backend.build_wheel(str(tmp_path), {"manylinux": typed})


def test_a_program_that_fails_is_named(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(machine, "cargo", "exit 0")
    program(machine, "maturin", "echo 'error: no' >&2; exit 7")
    line = failure(machine, monkeypatch)
    assert line == "hyperoxo: maturin build: exit code 7; its messages are above"


def test_no_part_of_a_wheel_outgrows_its_share() -> None:
    files = {name: path.read_bytes() for name, path in files_of_the_package().items()}
    found = build_backend.parts({name: len(zlib.compress(content, 9)) for name, content in files.items()})
    assert {part: size for part, size in found.items() if size > build_backend.SHARES[part][1]} == {}
    assert min(found[part] for part in ("page", "Python", "data")) > 0
    assert sum(share for _, share in build_backend.SHARES.values()) <= build_backend.LARGEST
    assert {path.name for path in files_of_the_package().values() if path.suffix == ".jsonl"} == {"puzzles.jsonl"}


def test_what_is_added_to_a_wheel_is_recorded_and_only_programs_can_be_run(tmp_path: Path) -> None:
    plain, whole = tmp_path / "plain.whl", tmp_path / "whole.whl"
    with zipfile.ZipFile(plain, "w") as wheel:
        wheel.writestr("hyperoxo/__init__.py", "")
        wheel.writestr("hyperoxo-1.dist-info/RECORD", "hyperoxo/__init__.py,,\n")
    additions = {"hyperoxo-1.data/scripts/oxo-check": b"program", "hyperoxo-1.data/data/share/man/man1/oxo.1": b".TH"}
    build_backend._with_files(plain, additions, whole)  # noqa: SLF001 - what `_wheel` ends with
    with zipfile.ZipFile(whole) as wheel:
        assert [wheel.read(name) for name in additions] == list(additions.values())
        assert [oct(wheel.getinfo(name).external_attr >> 16) for name in additions] == ["0o100755", "0o100644"]
        recorded = [line.split(",")[0] for line in wheel.read("hyperoxo-1.dist-info/RECORD").decode().splitlines()]
    assert sorted(recorded) == sorted(["hyperoxo/__init__.py", *additions])
