"""`oxo backup`: copies the games of a server, which may run meanwhile, to a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hyperoxo.cli.arguments import add_database
from hyperoxo.cli.files import add_force, check_output, put_in_place
from hyperoxo.draft import Draft
from hyperoxo.errors import InputError, naming
from hyperoxo.extras import importing
from hyperoxo.text import escaped

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="file to write")
    add_force(parser)
    add_database(parser)


def run(arguments: argparse.Namespace) -> None:
    with importing("web"):
        from hyperoxo.store.backup import COMPANIONS, copy_database  # noqa: PLC0415 - only commands of a server need it
        from hyperoxo.store.urls import read_existing_url, shown  # noqa: PLC0415
    path, url = arguments.file, read_existing_url(arguments.database)
    if url.get_backend_name() != "sqlite":
        raise InputError(shown(url), "only files of SQLite are copied", "copy a database of PostgreSQL with pg_dump")
    database, target = Path(str(url.database)).resolve(), Path(path).resolve()
    if (target.exists() and target.samefile(database)) or (
        str(target).removeprefix(str(database)) in {"-lock", *COMPANIONS}
    ):
        raise InputError(path, "it belongs to the database that is copied", "choose another name")
    check_output(path, (), replace=arguments.force)
    if left := [file.name for end in COMPANIONS if (file := Path(f"{target}{end}")).exists()]:
        raise InputError(path, f"SQLite would take {escaped(left[0])} for a part of it", "choose another name")
    with naming(path), Draft(target) as draft:
        draft.path.chmod(0o600)  # the folder of the database may have kept other users out
        games = copy_database(url, draft.path)
        put_in_place(draft, path, replace=arguments.force)
    print(f"wrote {escaped(path)}: {games:,} {'game' if games == 1 else 'games'}, {target.stat().st_size:,} bytes")
