"""A disk that is full or read-only while files are written, or a server stores games.

A program must write the whole file, or fail with one line; what was there before stays. The disk is a file system of
1 MiB in a private mount namespace where that is permitted, or `RLIMIT_FSIZE`.
"""

from __future__ import annotations

import asyncio
import resource
import shutil
import tempfile
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

from support.campaign import Field, judge, play_through
from support.full_disk import SmallDisk, may_mount
from support.fuzz_limits import ended, is_done
from support.processes import OXO
from support.summaries import check_summaries

if TYPE_CHECKING:
    import random

WRITERS = {
    "games.jsonl": ["match", "ibm1620", "random", "--games", "150", "--seed", "1", "--resume"],
    "unfinished": ["solve", "4x4x4", "--threads", "1", "--nodes", "20000", "--resume"],
    "proof.oxc": ["solve", "4x4x4", "--position", "xo19x42 o", "--threads", "1", "--force", "--certificate"],
    "board.svg": ["svg", "4x4x4", "--force", "--out"],
    "book.book.gz": ["book", "PROOF", "--force", "--out"],
    "sheet.html": ["worksheet", "--type", "complete", "--seed", "1", "--force", "--html"],
}
"""What writes a file of each name."""
CONTINUED = {"games.jsonl", "unfinished"}
"""The files that a program continues if they are there."""


def full_disk(stream: random.Random) -> None:
    """Write a file, or store the games of a server, on a disk that becomes full or read-only."""
    is_server = stream.randrange(4) == 0
    kinds = ["full"] if is_server else ["full", "read-only"]
    kind = stream.choice([*kinds, "limit"] if may_mount() else ["limit"])
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        (mounted := Path(folder, "disk")).mkdir()
        disk = None
        if kind != "limit":
            disk = stack.enter_context(closing(SmallDisk(mounted, 8 if is_server else 1)))
        if is_server:
            _check_server(Path(folder), mounted, disk, stream)
        else:
            _check_file(Path(folder), mounted, disk, kind, stream)


def _check_file(folder: Path, mounted: Path, disk: SmallDisk | None, kind: str, stream: random.Random) -> None:
    name, chosen = stream.choice(list(WRITERS.items()))
    proof = str(folder / "given.oxc")
    ended([*OXO, "solve", "3x3x3", "--threads", "1", "--certificate", proof])
    command = [*OXO, *(proof if word == "PROOF" else word for word in chosen)]
    assert ended([*command, str(folder / name)]).returncode in {0, 3}
    whole = (folder / name).read_bytes()
    path = (disk.root if disk else mounted) / name
    before = b""
    if stream.randrange(2):
        before = b"before" if name not in CONTINUED else whole
        if name == "games.jsonl":
            before = whole[: stream.randrange(len(whole))]
        path.write_bytes(before)
    room = stream.randrange(len(whole))
    inside = disk.inside if disk else ["prlimit", f"--fsize={room}"]
    if disk and kind == "full":
        disk.fill(room)
    elif disk:
        disk.refuse_writes()
    tried = ended([*inside, *command, str(mounted / name)])
    if disk:
        disk.free()
    if not is_done(tried.returncode, tried.stderr):
        after = path.read_bytes() if path.exists() else b""
        kept = before[: before.rfind(b"\n") + 1] if name == "games.jsonl" else before
        assert after.startswith(kept) if name == "games.jsonl" else after == kept, after
    assert {file.name for file in path.parent.iterdir()} <= {name}
    again = ended([*(disk.inside if disk else []), *command, str(mounted / name)])
    assert is_done(again.returncode, again.stderr), f"{tried.stderr}then {again.stderr}"
    assert path.read_bytes() == whole or name == "unfinished"


def _check_server(folder: Path, mounted: Path, disk: SmallDisk | None, stream: random.Random) -> None:
    """Let the disk of a server be full three times; clients send again what is not saved."""
    program = [*(disk.inside if disk else []), *OXO]
    field = Field(folder, f"sqlite:///{mounted}/games.db", program=program)

    async def keep_filling() -> None:
        server = field.server
        assert server is not None
        for _ in range(3):
            await field.next_fault(stream.uniform(0, 2))
            room = stream.randrange(40_000)
            if disk:
                disk.fill(room)
            else:
                resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
            await asyncio.sleep(stream.uniform(0.5, 5))
            if disk:
                disk.free()
            else:
                resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (-1, -1))

    with closing(field):
        asyncio.run(play_through(field, keep_filling(), games=4))
    # SQLite would follow the link in /proc to this process's own file system.
    for file in (disk.root if disk else mounted).glob("games.db*"):
        shutil.copy(file, folder)
    assert judge(f"sqlite:///{folder}/games.db", field.acknowledged)["acknowledged"] > 0
    check_summaries(f"sqlite:///{folder}/games.db")
