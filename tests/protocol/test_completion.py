"""Tab in real shells: a command line is typed up to Tab, and the shell shows what it becomes."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE, STDOUT

import pytest
from support.patience import PATIENCE
from support.present import present

SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "source <(oxo completion bash)"),
    "zsh": (["zsh", "-f", "-i"], "autoload -Uz compinit; compinit -D; source <(oxo completion zsh)"),
    "fish": (["fish", "--no-config", "-i"], "oxo completion fish | source"),
}
TYPED = [
    ("oxo sol", "oxo solve "),
    ("oxo help tour", "oxo help tournament "),
    ("oxo info qu", "oxo info qubic "),
    ("oxo move ibm", "oxo move ibm1620 "),
    ("oxo play --second oxo:lev", "oxo play --second oxo:level="),
    ("oxo move delphi:search=lit", "oxo move delphi:search=literal "),
    ("oxo analyse --moves '111 222' --js", "oxo analyse --moves '111 222' --json "),
    ("oxo verify --format pata", "oxo verify --format patashnik "),
    ("oxo verify my-pro", "oxo verify my-proof.oxc "),
]


# A process of its own makes the terminal, since fish needs one that controls its session.
AT_TERMINAL = [sys.executable, "-c", "import pty, sys; pty.spawn(sys.argv[1:])"]


class Shell:
    """An interactive shell at a pseudo-terminal, with `oxo` on its path."""

    def __init__(self, command: list[str], folder: Path) -> None:
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        kept = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES", "PROMPT_COMMAND"}}
        new = {
            "PATH": path,
            "TERM": "dumb",
            "HOME": str(folder),
            "INPUTRC": os.devnull,
            "PS1": "> ",
            "LC_ALL": "C.UTF-8",
        }
        self._process = subprocess.Popen(
            [*AT_TERMINAL, *command], cwd=folder, stdin=PIPE, stdout=PIPE, stderr=STDOUT, bufsize=0, env=kept | new
        )
        self._shown = ""

    def type(self, text: str) -> None:
        """Type some keys."""
        present(self._process.stdin).write(text.encode())

    def wait_for(self, text: str) -> None:
        """Read until the shell shows a text, after what it has shown before."""
        assert self._process.stdout is not None
        while text not in self._shown:
            ready, _, _ = select.select([self._process.stdout], [], [], PATIENCE)
            read = os.read(self._process.stdout.fileno(), 65_536) if ready else b""
            assert read, f"{text!r} is not in {self._shown!r}"
            self._shown += read.decode(errors="replace")
        self._shown = self._shown.partition(text)[2]

    def close(self) -> None:
        """End the terminal, and with it the shell."""
        with self._process:
            self._process.kill()


@pytest.mark.parametrize("name", SHELLS)
def test_tab_completes_a_command_line(name: str, tmp_path: Path) -> None:
    command, source = SHELLS[name]
    if shutil.which(command[0]) is None:
        pytest.skip(f"{name} is not installed")
    (tmp_path / "my-proof.oxc").touch()
    shell = Shell(command, tmp_path)
    try:
        shell.type(f"{source}; echo re''ady\r")
        shell.wait_for("ready")
        for typed, completed in TYPED:
            shell.type(f"{typed}\t")
            shell.wait_for(completed)
            shell.type("\x15")
    finally:
        shell.close()
