"""The set-up scripts, run on a fake machine, whose path is one folder with the programs of a test."""

from __future__ import annotations

import itertools
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.patience import PATIENCE, until
from support.present import present

if TYPE_CHECKING:
    from collections.abc import Callable

SCRIPTS = Path(__file__).parents[2] / "scripts"


READS = re.compile(r"(?:\.\./)+((?:docs|python|tests|theorems)/[^\"'`\s)]+)")
"""The path of a file elsewhere, in code of the core or the page; a part in braces stands for any text."""


@pytest.mark.parametrize(("stamp", "code"), [("rust", "crates/**/*.rs"), ("web", "web/[!n]*/**/*.ts")])
def test_a_check_runs_again_when_a_file_that_it_reads_has_changed(stamp: str, code: str) -> None:
    root = SCRIPTS.parent
    command = ["make", "--question", "--print-data-base", f".venv/.{stamp}-tested"]
    ran = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False, timeout=PATIENCE)
    [needed] = re.findall(rf"^\.venv/\.{stamp}-tested:(.*)$", ran.stdout, re.MULTILINE)
    files = [*root.glob(code)]
    named = {re.sub(r"\{.*?\}", "*", path) for file in files for path in READS.findall(file.read_text("utf-8"))}
    read = {
        str(file.relative_to(root)) for file in (*files, *itertools.chain(*map(root.glob, named))) if file.is_file()
    }
    assert len(read) > len(files)
    assert read - set(needed.split()) <= {"web/src/api/schema.ts"}


def test_tests_of_python_run_again_when_a_file_of_the_project_has_changed(tmp_path: Path) -> None:
    def stamps() -> list[str]:
        command = ["make", "--question", "--print-data-base", "--file", str(SCRIPTS.parent / "Makefile"), "man"]
        ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=PATIENCE)
        return re.findall(r"^(?:UNIT|BROWSER|OTHERS)_TESTED := (.*)$", ran.stdout, re.MULTILINE)

    (tmp_path / "web").mkdir()
    assert not set(stamps()) & set(stamps()), "without git, a second time, too"
    repository = ["git", "init", "--quiet", str(tmp_path)]
    subprocess.run(repository, check=True, timeout=PATIENCE)
    seen = [set(stamps())]
    for changed in ("web/line.ts", "line.py"):
        assert set(stamps()) == seen[-1]
        (tmp_path / changed).write_text("changed")
        seen.append(set(stamps()))
    assert [len(old & new) for old, new in itertools.pairwise(seen)] == [1, 0]
    (tmp_path / "line.py").write_text("once more")
    assert not set(stamps()) & seen[-1]


class Machine:
    """A machine whose path is one folder; it has the plain tools of every system, and programs that a test adds."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for tool in ("awk", "cut", "dirname", "sed", "sh"):
            found = present(shutil.which(tool))
            (folder / tool).symlink_to(found)

    def program(self, name: str, script: str) -> Path:
        """Add a shell script as a program, and return its path."""
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return path

    def run(self, script: str, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run one of the project's scripts on this machine."""
        return subprocess.run(
            [SCRIPTS / script, *arguments],
            env={"PATH": str(self.folder), **variables},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )


def python_script(version: str, *, venv: bool = True) -> str:
    """Return the script of a Python that prints its version, and has the module `venv` or lacks it."""
    return f'case "$2" in *platform*) echo {version};; *) exit {0 if venv else 1};; esac'


@pytest.fixture
def bare(tmp_path: Path) -> Machine:
    """Return a machine with neither Python, Rust, a compiler, Node nor a browser, used by an ordinary user."""
    machine = Machine(tmp_path)
    machine.program("id", "echo 1000")
    return machine


@pytest.fixture
def ready(bare: Machine) -> Machine:
    """Return a machine with everything that set-up requires."""
    bare.program("python3", python_script("3.11.0"))
    bare.program("cargo", "exit 0")
    bare.program("rustc", "echo 'rustc 9.0.0 (0123456 2030-01-01)'")
    bare.program("cc", "exit 0")
    bare.program("node", "echo v99.0.0")
    bare.program("npm", "exit 0")
    return bare


def test_set_up_names_everything_that_is_missing_at_once(bare: Machine) -> None:
    done = bare.run("check-tools", "python3")
    assert done.returncode == 1
    problems = [line for line in done.stderr.splitlines() if line.startswith("hyperoxo needs")]
    remedies = [line for line in done.stderr.splitlines() if line.startswith("    ")]
    assert len(problems) == len(remedies) == 4
    for missing, problem in zip(("Python", "Rust", "C compiler", "Node"), problems, strict=True):
        assert missing in problem


@pytest.mark.parametrize(
    ("program", "script", "problem", "remedy"),
    [
        *(
            ("python3", python_script(version), f"'python3' is {version}", "apt-get install python3")
            for version in ("2.7.18", "3.1.1", "3.10.99")
        ),
        ("python3", python_script("3.13.0", venv=False), "venv", "apt-get install python3-venv"),
        ("node", "echo v18.19.0", "'node' is 18.19.0", "nodejs.org"),
        ("node", "echo v9.9.9", "'node' is 9.9.9", "nodejs.org"),
        ("npm", "exit 1", "with npm", "nodejs.org"),
        ("rustc", "echo 'rustc 1.63.0 (4b91a6ea7 2022-08-08)'", "'rustc' is 1.63.0", "rustup update"),
    ],
)
def test_set_up_refuses_a_program_that_is_old_or_lacks_a_part(
    program: str, script: str, problem: str, remedy: str, ready: Machine
) -> None:
    assert ready.run("check-tools", "python3").returncode == 0
    ready.program(program, script)
    done = ready.run("check-tools", "python3")
    assert done.returncode == 1
    assert problem in done.stderr
    assert remedy in done.stderr


def test_set_up_points_to_a_newer_python_that_is_there(ready: Machine) -> None:
    ready.program("python3", python_script("3.9.2"))
    ready.program("python3.12", python_script("3.12.1"))
    assert "make PYTHON=python3.12" in ready.run("check-tools", "python3").stderr


def test_a_browser_is_that_of_the_variable_or_the_first_that_runs(bare: Machine) -> None:
    bare.program("chromium-browser", "echo 'install the real one' >&2; exit 1")
    real, mine = (bare.program(name, "exit 0") for name in ("google-chrome", "mine"))
    assert bare.run("chromium").stdout == f"{real}\n"
    assert bare.run("chromium", CHROMIUM=str(mine)).stdout == f"{mine}\n"
    done = bare.run("chromium", CHROMIUM="/nowhere/chromium")
    assert (done.returncode, done.stdout) == (1, "")
    assert "CHROMIUM=/nowhere/chromium" in done.stderr


def test_without_a_browser_an_ordinary_user_gets_instructions(bare: Machine) -> None:
    bare.program("apt-get", "exit 0")
    done = bare.run("chromium")
    assert (done.returncode, done.stdout) == (1, "")
    assert "set CHROMIUM" in done.stderr


@pytest.mark.skipif(
    not Path("/etc/debian_version").exists() or "ID=debian" not in Path("/etc/os-release").read_text(),
    reason="only Debian's own Chromium is installed, and this is not Debian",
)
def test_on_debian_root_gets_a_browser_installed(bare: Machine, tmp_path: Path) -> None:
    bare.program("id", "echo 0")
    bare.program(
        "apt-get",
        f'echo "apt-get $*"; case "$*" in *install*chromium*) printf "#!/bin/sh\\n" > {tmp_path}/chromium; '
        f"/bin/chmod +x {tmp_path}/chromium;; esac",
    )
    done = bare.run("chromium")
    assert (done.returncode, done.stdout) == (0, f"{tmp_path}/chromium\n")
    assert done.stderr.splitlines()[1:] == [
        "apt-get -qq update",
        "apt-get -qq install --yes --no-install-recommends chromium-headless-shell fonts-dejavu-core",
    ]


STEPS_MAKE = r"""#!/bin/sh
case "$1 $2" in
    '--question passed/'*) exit 0;;
    '--question begun/late') until [ -e build/logs/.stopped ]; do sleep 0.01; done; exit 1;;
esac
shift  # --no-print-directory
case $1 in
    python) echo 'SKIPPED [1] tests/a.py:3: zsh is missing'; echo '===== 5 passed, 1 skipped in 2.10s (0:00:02) =====';;
    rust) echo 'test result: ok. 7 passed; 0 failed; 2 ignored; 0 measured; finished in 1.2s'; echo 'noise';;
    page) printf '%b\n' '\033[2m      Tests \033[22m \033[1m\033[32m11 passed\033[39m\033[22m\033[90m (11)\033[39m';;
    broken) echo 'the reason'; exit 3;;
    endless | begun/late) : >"running.$$"; exec sleep 86400;;
    meet) : >"$2"; until [ -e "$3" ]; do sleep 0.01; done;;
    *) exit 1;;  # the file that --question asks for is out of date
esac
"""


def steps(folder: Path, *wanted: str) -> subprocess.CompletedProcess[str]:
    """Make targets of a Makefile that stands in for ours."""
    make = folder / "make"
    make.write_text(STEPS_MAKE)
    make.chmod(0o755)
    return subprocess.run(
        [SCRIPTS / "steps", *wanted],
        cwd=folder,
        env={**os.environ, "MAKE": str(make)},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def test_steps_are_timed_and_what_their_tests_count_is_summed(tmp_path: Path) -> None:
    done = steps(tmp_path, "types=page", "tests of Python=python", "tests of Rust=rust")
    lines = done.stdout.splitlines()
    assert [line.partition(":")[0] for line in lines[:3]] == ["types", "tests of Python", "tests of Rust"]
    assert all(re.fullmatch(r".+: \d+ s, \d+\.\d cores", line) for line in lines[:3])
    assert lines[3:] == ["skipped: tests/a.py:3: zsh is missing", "23 passed, 0 failed, 3 skipped"]
    assert (done.returncode, done.stderr) == (0, "")
    assert "noise" in (tmp_path / "build/logs/tests-of-Rust.log").read_text()


def test_a_step_that_is_up_to_date_says_so_if_it_is_a_check(tmp_path: Path) -> None:
    done = steps(tmp_path, "tests of Rust=passed/rust", "core=passed/core")
    assert done.stdout == "tests of Rust: passed before, and what it reads has not changed\n"


def test_lanes_run_at_the_same_time_and_count_together(tmp_path: Path) -> None:
    done = steps(tmp_path, "--", "one=meet here there", "tests of Rust=rust", "--", "other=meet there here", "p=page")
    *lines, last = done.stdout.splitlines()
    assert sorted(line.partition(":")[0] for line in lines) == ["one", "other", "p", "tests of Rust"]
    assert last == "18 passed, 0 failed, 2 skipped"


@pytest.mark.parametrize(
    "wanted",
    [
        ["first=broken", "second=page"],
        *(
            [*itertools.chain(*lanes)]
            for waiting in ("endless", "begun/late")
            for lanes in itertools.permutations(
                [["--", f"waiting={waiting}", "after=page"], ["--", "first=broken", "second=page"]]
            )
        ),
    ],
)
def test_a_step_that_fails_ends_all_and_shows_its_log(tmp_path: Path, wanted: list[str]) -> None:
    done = steps(tmp_path, *wanted)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.splitlines() == ["the reason", "first failed; all that it printed is in build/logs/first.log"]


@pytest.mark.parametrize(("send", "stopping"), [(os.killpg, signal.SIGINT), (os.kill, signal.SIGTERM)])
@pytest.mark.parametrize("wanted", [["first=endless"], ["--", "one=endless", "--", "other=endless"]])
def test_a_signal_ends_all_that_the_steps_have_begun(
    tmp_path: Path, wanted: list[str], send: Callable[[int, int], None], stopping: int
) -> None:
    make = tmp_path / "make"
    make.write_text(STEPS_MAKE)
    make.chmod(0o755)
    with subprocess.Popen(
        [SCRIPTS / "steps", *wanted],
        cwd=tmp_path,
        env={**os.environ, "MAKE": str(make)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    ) as program:
        # A program that is only forked yet has the trap of the steps, and forgets the signal.
        running, begun = tmp_path.glob, (tmp_path / "build/logs").glob
        count = sum("=" in word for word in wanted)
        until(lambda: len([*running("running.*")]) == count == sum(bool(file.read_text()) for file in begun("*.pid")))
        send(program.pid, stopping)
        assert program.communicate(timeout=PATIENCE)[0] == b""  # which ends when nothing holds the pipe any more
        assert program.returncode == 128 + stopping


SLOWED = """
import os, signal, subprocess, sys
import slowly

stopped, other = (subprocess.Popen(["sleep", "1000"], start_new_session=True).pid for _ in range(2))
os.kill(stopped, signal.SIGSTOP)
os.waitid(os.P_PID, stopped, os.WSTOPPED)
brake = slowly.Signals()
print(brake.hold() == [other], os.waitid(os.P_PID, other, os.WSTOPPED).si_pid == other)
brake.release()
print(os.waitid(os.P_PID, other, os.WCONTINUED).si_pid == other, slowly.status(slowly.Path(f"/proc/{stopped}"))[1])
for pid in (stopped, other):
    os.kill(pid, signal.SIGKILL)


class Signals(slowly.Signals):
    def release(self):
        if self._held:
            open("held", "w").close()
        super().release()

print(slowly.run(["sh", "-c", "until [ -e held ]; do sleep 0.01; done; exit 3", "ugi"], Signals()))
"""


def test_what_runs_slowly_is_stopped_and_continued_but_not_what_was_stopped(tmp_path: Path) -> None:
    said = subprocess.check_output(
        [sys.executable, "-c", SLOWED], text=True, cwd=tmp_path, env={"PYTHONPATH": str(SCRIPTS)}, timeout=PATIENCE
    ).splitlines()
    assert said[:2] == ["True True", "True T"]
    assert re.fullmatch(r"\d+ processes were slowed by signals; among them: Chromium 0, engines 1", said[2])
    assert said[3] == "3"
