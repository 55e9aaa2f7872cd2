"""A process that finds what Python has on Windows or macOS, and nothing more, though it runs on Linux.

It cannot show that hyperoxo runs there, but that it does without what is missing there. On "Windows", open files can be
neither replaced nor removed, as there.
"""

from __future__ import annotations

import argparse
import asyncio
import concurrent.futures
import fcntl
import functools
import importlib.metadata
import logging
import os
import select
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import types
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

# Parts of the standard library that ask for the system when they are imported, and would then be those of another one.
_ASKING = (
    argparse,
    asyncio,
    concurrent.futures,
    importlib.metadata,
    logging,
    selectors,
    shutil,
    socket,
    tempfile,
    webbrowser,
)

REFUSING_OPEN_FILES = ("replace", "rename", "unlink", "remove")
"""Functions of `os` that Windows refuses for open files."""

_NOT_ON_WINDOWS = ("crypt", "curses", "fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty")
_LINUX_ONLY: dict[types.ModuleType, tuple[str, ...]] = {
    os: ("O_TMPFILE", "memfd_create", "pidfd_open", "sched_getaffinity", "sched_setaffinity", "splice"),
    select: ("epoll",),
    signal: ("pidfd_send_signal",),
}
_POSIX_ONLY: dict[types.ModuleType, tuple[str, ...]] = {
    os: (
        *(
            "O_CLOEXEC",
            "O_NOFOLLOW",
            "O_NONBLOCK",
            "fchmod",
            "fork",
            "geteuid",
            "getpgid",
            "getuid",
            "killpg",
            "mkfifo",
        ),
        *("nice", "pread", "preadv", "pwrite", "readv", "register_at_fork", "sendfile", "set_blocking", "setpgid"),
        *("setsid", "sysconf", "waitid", "writev"),
    ),
    select: ("PIPE_BUF", "POLLERR", "POLLHUP", "POLLIN", "POLLNVAL", "POLLOUT", "poll"),
    signal: ("SIGHUP", "SIGPIPE", "SIGXFSZ", "pthread_kill", "pthread_sigmask", "sigwait"),
}


def become(system: str) -> None:
    """Take from this process what it would not have on `win32` or `darwin`, before it imports hyperoxo."""
    assert not any(name.partition(".")[0] == "hyperoxo" for name in sys.modules)
    sys.platform = system
    vars(asyncio.unix_events)["os"] = types.SimpleNamespace(**vars(os))  # a system's own event loop lacks nothing
    _remove(_LINUX_ONLY)
    if system == "win32":
        _remove(_POSIX_ONLY)
        for name in _NOT_ON_WINDOWS:
            sys.modules[name] = None  # type: ignore[assignment] # the way to have an import fail
        sys.modules["msvcrt"] = msvcrt()
        subprocess.CREATE_NEW_PROCESS_GROUP = 0  # type: ignore[attr-defined] # the real one is refused here
        for function in REFUSING_OPEN_FILES:
            setattr(os, function, refusing_open_files(getattr(os, function)))


def _remove(names: dict[types.ModuleType, tuple[str, ...]]) -> None:
    for module, attributes in names.items():
        for attribute in attributes:
            if hasattr(module, attribute):
                delattr(module, attribute)


def msvcrt() -> types.ModuleType:
    """Return a stand-in whose locks must lie beyond the end of a file, where they stop no reader."""
    module = types.ModuleType("msvcrt")
    flock, how = fcntl.flock, fcntl.LOCK_EX | fcntl.LOCK_NB

    def locking(file: int, mode: int, count: int) -> None:
        assert (mode, count) == (2, 1)
        assert os.lseek(file, 0, os.SEEK_CUR) > os.fstat(file).st_size
        flock(file, how)

    vars(module).update(LK_NBLCK=2, locking=locking)
    return module


def refusing_open_files(function: Callable[..., None]) -> Callable[..., None]:
    """Return one of `REFUSING_OPEN_FILES` as it works on Windows: it refuses a file that this process has open."""

    @functools.wraps(function)
    def call(*paths: Any, **options: Any) -> None:  # noqa: ANN401 - those of any of four functions
        opened = {os.path.realpath(f"/proc/self/fd/{number}") for number in os.listdir("/proc/self/fd")}  # noqa: PTH208
        for path in paths:
            if os.path.realpath(path) in opened and Path(path).is_file():
                raise PermissionError(13, "The process cannot access the file because it is in use", os.fspath(path))
        function(*paths, **options)

    return call
