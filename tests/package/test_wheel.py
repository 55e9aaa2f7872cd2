"""What is in the package: a wheel built from the source package without Node, compiled as `make wheel` does."""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from typing import TYPE_CHECKING

import pytest
from support.present import present
from support.wheels import BASE_CORE, FASTER_CORE, INTEL, files_of_the_package

from hyperoxo.cli.command_list import PAGES
from hyperoxo.cli.pages import man_pages
from scripts import build_backend

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.ci(reason="the package is compiled anew")


def test_the_source_package_has_the_built_page_and_no_sources_of_it(source: Path) -> None:
    with tarfile.open(source) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    assert {f"python/{name}" for name in files_of_the_package()} <= names
    assert {"Cargo.lock", "pyproject.toml", "scripts/build_backend.py", "LICENSE"} <= names
    assert not [name for name in names if name.startswith(("web/", "tests/"))]


def test_the_wheel_has_page_books_atlas_cores_checker_and_licences(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        names = set(opened.namelist())
    parts = {"hyperoxo/solver/books/4x4x4.book.gz", "hyperoxo/server/page/index.html", BASE_CORE}
    assert parts <= names
    assert files_of_the_package().keys() <= names
    assert any(re.fullmatch(r"hyperoxo-[\d.]+\.data/scripts/oxo-check", name) for name in names)
    assert any(name.startswith("hyperoxo/solver/atlas/") and not name.endswith(".py") for name in names)
    assert (FASTER_CORE in names) == INTEL
    licences = {name.partition(".dist-info/licenses/")[2] for name in names}
    assert {"LICENSE", *build_backend.notices()} <= licences
    assert not [name for name in names if "/sboms/" in name]


def test_the_wheel_and_each_of_its_parts_are_small_enough(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        found = build_backend.parts({info.filename: info.compress_size for info in opened.infolist()})
    assert {part: size for part, size in found.items() if size > build_backend.SHARES[part][1]} == {}
    assert sum(found.values()) <= wheel.stat().st_size + 100 <= build_backend.LARGEST


def test_both_packages_have_the_manual_pages(source: Path, wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        installed = [name.rpartition("/")[2] for name in opened.namelist() if ".data/data/share/man/man1/" in name]
    with tarfile.open(source) as packed:
        carried = [name.rpartition("/")[2] for name in packed.getnames() if "/build/man/" in name]
    assert sorted(installed) == sorted(carried) == sorted(man_pages())


def test_both_packages_have_the_pages_of_the_help(source: Path, wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        assert {f"hyperoxo/docs/{path}" for path in PAGES.values()} <= set(opened.namelist())
    with tarfile.open(source) as packed:
        carried = {name.partition("/")[2] for name in packed.getnames()}
    assert {f"docs/{path}" for path in PAGES.values()} <= carried


def test_every_file_of_the_wheel_is_recorded_with_its_hash(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        files = {name: opened.read(name) for name in opened.namelist()}
    record = next(name for name in files if name.endswith(".dist-info/RECORD"))
    expected = {
        f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip('=')},{len(content)}"
        for name, content in files.items()
        if name != record
    }
    assert set(files[record].decode().splitlines()) == expected | {f"{record},,"}


@pytest.mark.skipif(not INTEL, reason="other machines have one core")
def test_the_compiled_parts_need_no_newer_system_or_processor_than_the_wheel_says(wheel: Path, tmp_path: Path) -> None:
    assert wheel.name.endswith("-cp311-abi3-manylinux2014_x86_64.manylinux_2_17_x86_64.whl")
    with zipfile.ZipFile(wheel) as opened:
        for name in opened.namelist():
            if name in {BASE_CORE, FASTER_CORE} or name.endswith("/oxo-check"):
                opened.extract(name, tmp_path)
    counts: dict[str, int] = {}
    for path in [tmp_path / BASE_CORE, tmp_path / FASTER_CORE, *tmp_path.glob("*.data/scripts/oxo-check")]:
        content = path.read_bytes()
        assert content.startswith(b"\x7fELF")
        versions = {(int(major), int(minor)) for major, minor in re.findall(rb"GLIBC_(\d+)\.(\d+)", content)}
        assert versions
        assert max(versions) <= (2, 17)
        objdump = shutil.which("objdump")
        if objdump is None:
            pytest.skip("the instructions are not counted: no objdump, which Debian's package binutils has")
        code = subprocess.run([objdump, "--disassemble", path], capture_output=True, text=True, check=True).stdout
        counts[path.name if path.name == "oxo-check" else path.parent.name] = len(re.findall(r"\tpopcnt ", code))
    # Counting bits is what the core does most. The first processors with 64 bits have no instruction for it.
    assert counts.pop("x86_64_v3") > 500
    assert counts == {"hyperoxo": 0, "oxo-check": 0}


def test_an_index_would_take_both(source: Path, wheel: Path) -> None:
    command = [sys.executable, "-m", "twine", "check", "--strict", str(source), str(wheel)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout


def test_pip_can_refuse_an_older_python(source: Path, wheel: Path) -> None:
    """An installer compares this line with the Python that it installs for, before it unpacks or builds anything."""
    with zipfile.ZipFile(wheel) as opened:
        metadata = next(name for name in opened.namelist() if name.endswith(".dist-info/METADATA"))
        assert "\nRequires-Python: >=3.11\n" in opened.read(metadata).decode()
    with tarfile.open(source) as packed:
        info = present(packed.extractfile(next(name for name in packed.getnames() if name.endswith("/PKG-INFO"))))
        assert b"\nRequires-Python: >=3.11\n" in info.read()
