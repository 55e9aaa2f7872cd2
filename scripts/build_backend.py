#!/usr/bin/env python3
"""The build of the package: a PEP 517 backend around maturin, and the program behind `make wheel`.

maturin puts one Rust module into a wheel. This backend adds to the wheel that maturin builds:

- `oxo-check`, the checker of proofs, as a program of its own beside `oxo`.
- On Linux for x86-64, the core a second time, compiled for processors with AVX2, where its searches are up to half as
  fast again. `hyperoxo.processor` chooses it if the processor allows. The core that maturin adds runs on every x86-64
  processor.
- The manual pages that `make man` has made, for `share/man` of the environment.
- The pages of the documentation that pyproject.toml puts into a source package, for `oxo help`.
- The licences of the crates and of Rust's standard library, which are compiled into the core and into `oxo-check`.

The config setting `manylinux=2_17` links for systems with that version of glibc or newer, with zig as the linker, and
tags the wheel accordingly. Without it, the wheel is for systems like the one that builds it.

    python scripts/build_backend.py --manylinux 2_17 FOLDER

leaves a source package and a wheel in a folder.
"""

from __future__ import annotations

import sys

# pip asks for the metadata before it knows which Pythons they name. So that Python 3.7 can read as far as this, no
# assignment in the file is an expression.
if sys.version_info < (3, 11):  # noqa: UP036 - as said above
    raise SystemExit(f"hyperoxo needs Python 3.11 or newer; this is Python {sys.version_info[0]}.{sys.version_info[1]}")

import argparse
import base64
import errno
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import tempfile
import tomllib
import zipfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import maturin  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import TypeAlias

    Settings: TypeAlias = Mapping[str, Any] | None

ROOT: Final = Path(__file__).resolve().parents[1]
INDEX: Final = "python/hyperoxo/server/page/index.html"
MAN: Final = "build/man"
BASE: Final = "x86-64"
"""The level of processors that the first core is compiled for: all with 64 bits."""
FASTER: Final = "x86-64-v3"
"""The level that the second core is compiled for: processors with AVX2, since about 2013."""
PROFILE: Final = "wheel"
"""The profile of Cargo.toml that they are compiled with."""
SMALLER: Final = "-C llvm-args=-inline-threshold=25"
"""What makes each core smaller and, as measured, no slower: functions are inlined up to this cost; LLVM takes 250."""
CORE: Final = "_core.abi3.so"
FASTER_CORE: Final = f"hyperoxo/{FASTER.replace('-', '_')}/{CORE}"
"""Where the second core is in a wheel; `hyperoxo.processor` names the folder, too."""
CRATES: Final = "crates.txt"
TABLES: Final = {"unicode-normalization", "unicode-script", "unicode-security"}
"""The crates whose tables are in `store/letters.json`."""
LICENCE: Final = re.compile("licen[cs]e|copying|copyright|notice", re.IGNORECASE)
"""How the names of the files begin that a licence demands to be copied."""
LARGEST: Final = 5_000_000
"""The bytes that a wheel may have."""
SHARES: Final = {
    "cores": (r"_core\.abi3\.so$", 3_092_000),
    "oxo-check": (r"/oxo-check$", 247_000),
    "page": (r"^hyperoxo/server/page/", 450_000),
    "Python": (r"\.pyi?$", 847_000),
    "data": (r"^hyperoxo/(?!docs/)", 235_000),
    "texts": ("", 129_000),
}
"""The parts of a wheel: which files are theirs, in this order, and the bytes of `LARGEST` that they may have."""
FULL: Final = re.compile("no space left|nospaceleft|disk quota exceeded", re.IGNORECASE)
"""What rustc, cargo and zig write about a full disk."""


class BuildError(Exception):
    """The package cannot be built: one line with the reason and the remedy."""


build_editable = maturin.build_editable
get_requires_for_build_editable = maturin.get_requires_for_build_editable


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:  # noqa: ARG001 - a hook of PEP 517
    """Return the packages that a source package is built with, besides maturin: none."""
    return []


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Return the packages that a wheel is built with, besides maturin: a linker for older systems, if one is wanted."""
    return ["cargo-zigbuild", "ziglang"] if _manylinux(config_settings) else []


def prepare_metadata_for_build_wheel(
    metadata_directory: str,
    config_settings: Settings = None,  # noqa: ARG001 - as above
) -> str:
    """Write the wheel's metadata into a folder, and return the name of the new folder there."""
    with _failing_in_one_line():
        _check_rust()
        return str(maturin.prepare_metadata_for_build_wheel(metadata_directory))


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:  # noqa: ARG001 - as above
    with _failing_in_one_line():
        return _source_package(Path(sdist_directory)).name


def build_wheel(
    wheel_directory: str,
    config_settings: Settings = None,
    metadata_directory: str | None = None,  # noqa: ARG001 - as above
) -> str:
    with _failing_in_one_line():
        return _wheel(Path(wheel_directory), _manylinux(config_settings)).name


def _manylinux(settings: Settings) -> str | None:
    """Return the version of glibc that the config settings ask for, such as 2_17."""
    version = (settings or {}).get("manylinux")
    if version is not None and not re.fullmatch(r"2_\d+", str(version)):
        raise SystemExit(f"hyperoxo: manylinux={version}: not a version of glibc, such as 2_17")
    return version


@contextmanager
def _failing_in_one_line() -> Iterator[None]:
    """End the program with one line about an error of the build or of the system.

    Raises:
        SystemExit: there was such an error.
    """
    try:
        yield
    except BuildError as error:
        raise SystemExit(f"hyperoxo: {error}") from None
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            raise SystemExit(f"hyperoxo: {_full_disk(error.filename or 'the package')}") from None
        raise SystemExit(f"hyperoxo: {error}") from None


def _full_disk(subject: object) -> str:
    return f"{subject}: no space left on the disk; a first build takes 400 MB: make room, and type the same again"


def _check_rust() -> None:
    """Raise `BuildError` if Rust is missing, and the remedy is not the download that maturin would try."""
    if shutil.which("cargo") is None:
        raise BuildError(
            "no cargo on the path; install Rust as https://rustup.rs says, or install a wheel, which needs none"
        )


def _source_package(folder: Path) -> Path:
    if not (ROOT / INDEX).is_file():
        raise BuildError(f"{INDEX}: missing, and a source package has the built page; type make wheel in the clone")
    _check_rust()
    _run("maturin", "sdist", "--out", str(folder))
    return max(folder.glob("hyperoxo-*.tar.gz"), key=lambda path: path.stat().st_mtime)


def _wheel(folder: Path, manylinux: str | None) -> Path:
    _check_rust()
    intel = platform.machine().lower() in {"x86_64", "amd64"}
    levels = [BASE, FASTER] if intel and sys.platform == "linux" else [BASE] if intel else [None]
    with tempfile.TemporaryDirectory() as drafts, ThreadPoolExecutor() as threads:
        building = [threads.submit(_core_wheel, Path(drafts, str(level)), level, manylinux) for level in levels]
        checking = threads.submit(_checker, BASE if intel else None, manylinux)
        wheel, *faster = [task.result() for task in building]
        checker = checking.result()
        version = wheel.name.split("-")[1]
        additions = {f"hyperoxo-{version}.data/scripts/{checker.name}": checker.read_bytes()}
        for page in sorted((ROOT / MAN).glob("*.1")):
            additions[f"hyperoxo-{version}.data/data/share/man/man1/{page.name}"] = page.read_bytes()
        for page in _documentation():
            additions[f"hyperoxo/{page.relative_to(ROOT).as_posix()}"] = page.read_bytes()
        for name, text in notices().items():
            additions[f"hyperoxo-{version}.dist-info/licenses/{name}"] = text.encode()
        for other in faster:
            with zipfile.ZipFile(other) as opened:
                additions[FASTER_CORE] = opened.read(f"hyperoxo/{CORE}")
        return _with_files(wheel, additions, folder / wheel.name)


def _documentation() -> list[Path]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["maturin"]
    patterns = [entry["path"] for entry in settings["include"] if entry["path"].startswith("docs/")]
    return sorted(path for pattern in patterns for path in ROOT.glob(pattern))


def notices() -> dict[str, str]:
    """Return the licences of what is compiled into a wheel, or made of others' tables, by the name of their file.

    Each text of a crate's folder is there once, below the crates that have it.

    Raises:
        BuildError: a crate has no such text.
    """
    options = ["--locked", "--package", "oxo-py", "--package", "oxo-check", "--edges", "normal,no-proc-macro"]
    linked = set(_run("cargo", "tree", *options, "--prefix", "none", "--format", "{p}").splitlines())
    crates: dict[str, list[str]] = {}
    for crate in json.loads(_run("cargo", "metadata", "--locked", "--format-version", "1"))["packages"]:
        name = f"{crate['name']} v{crate['version']}"
        if name not in linked and crate["name"] not in TABLES:
            continue
        files = sorted(path for path in Path(crate["manifest_path"]).parent.iterdir() if path.is_file())
        texts = [path for path in files if LICENCE.match(path.name)]
        if not texts:
            raise BuildError(f"{name}: without a file of its licence; a wheel cannot have this crate")
        for path in texts:
            crates.setdefault(path.read_text(encoding="utf-8").strip(), []).append(name)
    found = {CRATES: "\n\n\n".join(f"{', '.join(names)}:\n\n{text}" for text, names in crates.items()) + "\n"}
    # rustup installs it with the compiler; the packages of some systems leave it out.
    library = Path(_run("rustc", "--print", "sysroot").strip(), "share", "doc", "rust", "COPYRIGHT-library.html")
    if library.is_file():
        found["rust-library.html"] = library.read_text(encoding="utf-8")
    return found


def _core_wheel(folder: Path, level: str | None, manylinux: str | None) -> Path:
    """Build the wheel that maturin builds, for a level of processors, in a folder; return its path."""
    tag = ["--compatibility", f"manylinux_{manylinux}", "--zig"] if manylinux else ["--compatibility", "off"]
    options = ["--profile", PROFILE, "--locked", "--interpreter", sys.executable, *tag]
    _run("maturin", "build", *options, "--target-dir", str(_target(level)), "--out", str(folder), level=level)
    return next(folder.glob("*.whl"))


def _checker(level: str | None, manylinux: str | None) -> Path:
    """Build the checker of proofs for a level of processors, and return the path of the program."""
    verb, target = ["build"], []
    if manylinux:
        host = re.search("^host: (.*)$", _run("rustc", "-vV"), re.MULTILINE)
        if host is None:
            raise BuildError("rustc -vV does not name this machine; install Rust as https://rustup.rs says")
        verb, target = ["zigbuild"], ["--target", f"{host[1]}.{manylinux.replace('_', '.')}"]
    options = ["--profile", PROFILE, "--locked", "--package", "oxo-check", "--bin", "oxo-check", *target]
    form = ["--message-format", "json-render-diagnostics"]
    # A folder of its own, since cargo builds one thing at a time in each.
    lines = _run("cargo", *verb, *options, *form, "--target-dir", str(_target("oxo-check")), level=level)
    built = [program for line in lines.splitlines() for program in [json.loads(line).get("executable")] if program]
    return Path(built[-1])


def _target(name: str | None) -> Path:
    """Return the folder in which cargo builds one part, so that no part undoes the work on another."""
    return Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target") / "package" / (name or "core")


def _run(*command: str, level: str | None = None) -> str:
    """Run a program in the root, with its messages on standard error, and return what it writes to standard output.

    Args:
        command: the program and its arguments.
        level: the level of processors that Rust compiles for; None for what Rust compiles for by itself.

    Raises:
        BuildError: the program is missing, fails, or finds the disk full.
    """
    environment = dict(os.environ)
    # Of packages that are installed beside this Python: maturin, cargo-zigbuild, and the Python that finds zig.
    environment["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), environment.get("PATH", "")])
    environment["PYO3_BUILD_EXTENSION_MODULE"] = "1"
    if level:
        environment["RUSTFLAGS"] = f"{environment.get('RUSTFLAGS', '')} -C target-cpu={level} {SMALLER}".strip()
    with tempfile.TemporaryFile("w+", encoding="utf-8") as output:
        try:
            process = subprocess.Popen(  # noqa: S603 - programs of the build, with arguments of ours
                command, cwd=ROOT, env=environment, stdout=output, stderr=subprocess.PIPE, encoding="utf-8"
            )
        except FileNotFoundError:
            raise BuildError(f"{command[0]}: not installed; type make wheel in a clone, which installs it") from None
        full = False
        with process:
            for line in process.stderr or ():
                full = full or FULL.search(line) is not None
                if not full:
                    sys.stderr.write(line)
        if full:
            raise BuildError(_full_disk(command[0]))
        if process.returncode:
            raise BuildError(f"{' '.join(command[:2])}: exit code {process.returncode}; its messages are above")
        output.seek(0)
        return output.read()


def _with_files(wheel: Path, additions: Mapping[str, bytes], path: Path) -> Path:
    """Write a wheel with more files, all of them executable except texts, to a path, and return the path."""
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
        *infos, record = sorted(old.infolist(), key=lambda info: info.filename.endswith(".dist-info/RECORD"))
        for info in infos:
            new.writestr(info, old.read(info), zipfile.ZIP_DEFLATED, 9)
        rows = ""
        for name, content in additions.items():
            added = zipfile.ZipInfo(name, record.date_time)
            added.external_attr = (0o100755 if ".data/scripts/" in name or name == FASTER_CORE else 0o100644) << 16
            new.writestr(added, content, zipfile.ZIP_DEFLATED, 9)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
            rows += f"{name},sha256={digest},{len(content)}\n"
        new.writestr(record, rows.encode() + old.read(record), zipfile.ZIP_DEFLATED, 9)
    return path


def parts(sizes: Mapping[str, int]) -> dict[str, int]:
    """Return the bytes of each part of a wheel, from the names and the compressed sizes of its files."""
    found = dict.fromkeys(SHARES, 0)
    for name, size in sizes.items():
        part = next(part for part, (pattern, _) in SHARES.items() if re.search(pattern, name))
        found[part] += size + 2 * len(name) + 76  # a zip file has each name twice, with 76 bytes of facts
    return found


def main() -> None:
    """Leave a source package and a wheel in a folder, in place of earlier ones."""
    parser = argparse.ArgumentParser(description="Build the source package and the wheel of hyperoxo.")
    parser.add_argument("--manylinux", metavar="VERSION", help="oldest glibc that the wheel runs with, such as 2_17")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="folder that gets both files")
    arguments = parser.parse_args()
    folder: Path = arguments.folder
    with _failing_in_one_line():
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder, prefix=".draft-") as drafts:
            manylinux = _manylinux({"manylinux": arguments.manylinux})
            built = [_source_package(Path(drafts)), _wheel(Path(drafts), manylinux)]
            size = built[-1].stat().st_size
            if size > LARGEST:
                raise BuildError(f"{built[-1].name}: {size} bytes, more than the {LARGEST} that a wheel may have")
            for old in (*folder.glob("hyperoxo-*.whl"), *folder.glob("hyperoxo-*.tar.gz")):
                old.unlink()
            for path in built:
                size = path.stat().st_size
                print(f"{path.rename(folder / path.name)}: {size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
