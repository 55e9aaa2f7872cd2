"""A full disk, for tests of writing files: a limit of this process, or a small file system."""

from __future__ import annotations

import functools
import os
import resource
import signal
import subprocess
import tempfile
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from support.present import present

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """Limit the files of this process to a number of bytes; writing more fails as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)


class SmallDisk:
    """A small file system in a private mount namespace, which a process holds; it is gone when that ends.

    Args:
        folder: where it is mounted, in the namespace alone.
        mebibytes: its size.

    Attributes:
        inside: runs a program in the namespace.
        root: the folder, as it is reached from outside.

    Raises:
        PermissionError: this user may not mount it.
    """

    def __init__(self, folder: Path, mebibytes: int = 1) -> None:
        is_root = os.geteuid() == 0
        own = [] if is_root else ["--user", "--map-root-user"]
        mount = f"mount -t tmpfs -o size={mebibytes}m tmpfs {folder} && echo mounted && cat"
        command = ["unshare", *own, "--mount", "sh", "-c", mount]
        pipe = subprocess.PIPE
        self._holder = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True)
        self.inside = ["nsenter", f"--target={self._holder.pid}", *([] if is_root else ["--user"]), "--mount"]
        self.root = Path(f"/proc/{self._holder.pid}/root{folder}")
        self._folder = folder
        if not present(self._holder.stdout).readline():
            self.close()
            raise PermissionError("mounting is not permitted")

    def fill(self, room: int) -> None:
        """Leave room for so many bytes, in whole pages."""
        with self._filler.open("wb", buffering=0) as file:
            with suppress(OSError):
                while True:
                    file.write(bytes(4096))
            file.truncate(max(file.tell() - room, 0))

    def free(self) -> None:
        """Make it writable and free again."""
        self._mount_again("rw")
        self._filler.unlink(missing_ok=True)

    def refuse_writes(self) -> None:
        """Make it read-only."""
        self._mount_again("ro")

    def close(self) -> None:
        """End the process that holds it."""
        self._holder.communicate()

    @property
    def _filler(self) -> Path:
        return self.root / "filler"

    def _mount_again(self, how: str) -> None:
        subprocess.run([*self.inside, "mount", "-o", f"remount,{how}", self._folder], check=True)


@functools.cache
def may_mount() -> bool:
    """Return whether this user may mount a small file system in a private namespace."""
    with tempfile.TemporaryDirectory() as folder, suppress(OSError), closing(SmallDisk(Path(folder))):
        return True
    return False
