"""Building the package, and installing it into empty environments.

`make test-ci` runs this as a program, which builds what the tests install.
"""

from __future__ import annotations

import importlib.metadata
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from scripts import build_backend

ROOT = Path(__file__).parents[2]
BASE_CORE = "hyperoxo/_core.abi3.so"
FASTER_CORE = "hyperoxo/x86_64_v3/_core.abi3.so"
INTEL = sys.platform == "linux" and platform.machine() == "x86_64"
KEPT = ROOT / "build" / "package"
"""The folder of what is built, and of what cargo compiled for it, so that it compiles only what has changed."""
VERSION = "import platform; print(platform.python_implementation(), *platform.python_version_tuple()[:2])"
BASE = "import sys; print(getattr(sys, '_base_executable', sys.executable))"
"""What prints the Python that an environment was made with."""


def built(pattern: str) -> Path | None:
    """Return the package whose name matches a pattern, if it has been built."""
    return next(KEPT.glob(pattern), None)


def files_of_the_package() -> dict[str, Path]:
    """Return the files of the package in this clone by their names in a wheel, without what is compiled."""
    python = ROOT / "python"
    files = {path.relative_to(python): path for path in (python / "hyperoxo").rglob("*") if path.is_file()}
    return {str(f): path for f, path in files.items() if f.suffix != ".so" and "__pycache__" not in f.parts}


def build() -> None:
    """Build the source package, and its wheel as pip does, on a machine without Node.

    The programs of Node are there in name only, and fail.
    """
    KEPT.mkdir(parents=True, exist_ok=True)
    for old in (*KEPT.glob("*.whl"), *KEPT.glob("*.tar.gz")):
        old.unlink()
    with tempfile.TemporaryDirectory() as named:
        folder = Path(named)
        source = folder / build_backend.build_sdist(named)
        with tarfile.open(source) as packed:
            packed.extractall(folder / "source", filter="data")
        _renew(KEPT / "source", next((folder / "source").iterdir()))
        shutil.move(source, KEPT)
        for name in ("node", "npm", "npx"):
            (folder / name).write_text("#!/bin/sh\necho 'this machine has no Node' >&2\nexit 1\n")
            (folder / name).chmod(0o755)
        path = os.pathsep.join([named, str(Path(sys.executable).parent), os.environ["PATH"]])
        environment = os.environ | {"PATH": path, "CARGO_TARGET_DIR": str(KEPT / "target")}
        options = ["--no-deps", "--no-index", "--no-build-isolation", "--config-settings", "manylinux=2_17"]
        wheels = ["--wheel-dir", str(KEPT), str(KEPT / "source")]
        if failure := pip(*options, *wheels, command="wheel", environment=environment):
            raise SystemExit(failure)


def _renew(old: Path, new: Path) -> None:
    """Make a folder equal to another, and leave unchanged files as they are: cargo compares their times."""
    wanted = {path.relative_to(new) for path in new.rglob("*") if path.is_file()}
    for path in [path for path in old.rglob("*") if path.is_file() and path.relative_to(old) not in wanted]:
        path.unlink()
    for name in wanted:
        content = (new / name).read_bytes()
        if not (old / name).is_file() or (old / name).read_bytes() != content:
            (old / name).parent.mkdir(parents=True, exist_ok=True)
            (old / name).write_bytes(content)


def pip(*arguments: str, command: str = "install", python: Path | None = None, environment: dict[str, str]) -> str:
    """Run a command of pip, for another Python if one is named, and return what a failure wrote."""
    whose = [] if python is None else ["--python", str(python)]
    ran = subprocess.run(
        [sys.executable, "-m", "pip", *whose, "--disable-pip-version-check", command, "--quiet", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return ran.stdout + ran.stderr if ran.returncode else ""


def installed_python(version: str) -> Path | None:
    """Return the CPython of a version, such as `3.12`, on the path or in pyenv; None if this machine has none."""
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    folders = [Path(sys.base_prefix) / "bin", *versions.glob(f"{version}*/bin"), *map(Path, os.get_exec_path())]
    for path in [folder / f"python{version}" for folder in folders if (folder / f"python{version}").exists()]:
        # A name may be a program that chooses another, and need not start.
        ran = subprocess.run([path, "-c", f"{VERSION}; {BASE}"], capture_output=True, text=True, check=False)
        kind, *rest = ran.stdout.split() or [""]
        if kind == "CPython" and ".".join(rest[:2]) == version:
            return Path(rest[2]).resolve()
    return None


class Installation:
    """An environment that has the wheel and nothing else, on a path without Rust and Node.

    Args:
        python: the Python that it is for.
        wheel: the wheel.
        folder: the folder that gets the environment.
    """

    def __init__(self, python: Path, wheel: Path, folder: Path) -> None:
        subprocess.run([python, "-m", "venv", "--without-pip", folder / "venv"], check=True)
        self.bin = folder / "venv" / "bin"
        self.site = next((folder / "venv").glob("lib/python3.*/site-packages"))
        self.home = folder / "home"
        self.home.mkdir()
        self.environment = {"PATH": str(self.bin), "HOME": str(self.home), "PYTHONDONTWRITEBYTECODE": "1"}
        failure = self.install("--no-deps", "--no-index", str(wheel))
        assert not failure, failure

    def install(self, *arguments: str) -> str:
        """Install packages with pip, and return what a failure wrote."""
        return pip("--no-compile", *arguments, python=self.bin / "python", environment=dict(os.environ))

    def install_web(self) -> str:
        """Install the extra `web` as it is locked, and return what a failure wrote.

        The packages are those of this environment, or of an index if the Python is of another version.
        """
        lock = ROOT / "requirements" / "web.txt"
        version, here = (
            self.run(python, "-c", VERSION).stdout for python in (str(self.bin / "python"), sys.executable)
        )
        if version != here:
            return self.install("--require-hashes", "-r", str(lock))
        for name in re.findall(r"^([a-z0-9._-]+)==", lock.read_text(encoding="utf-8"), re.MULTILINE):
            for file in importlib.metadata.files(name) or []:
                if ".." not in file.parts and "__pycache__" not in file.parts:
                    (self.site / file).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(file.locate(), self.site / file)
        return ""

    def run(self, *command: str, core: str = "") -> subprocess.CompletedProcess[str]:
        """Run a program of the environment in the home folder, with the core that is chosen."""
        return subprocess.run(
            [self.bin / command[0], *command[1:]],
            cwd=self.home,
            env=self.environment | {"HYPEROXO_CORE": core},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def output(self, *command: str, core: str = "") -> str:
        """Return what a program writes that must succeed."""
        ran = self.run(*command, core=core)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout


if __name__ == "__main__":
    build()
