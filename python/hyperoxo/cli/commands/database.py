"""Commands for the database of a server, which may run meanwhile: `oxo backup` copies the games to a file.

`oxo names` lists the names that people have chosen, renames one, or bans one.
"""

from __future__ import annotations

import os
import typing
from datetime import UTC, datetime
from pathlib import Path

from hyperoxo.cli.arguments import DATABASE, JSON_ONLY, UsageError, add_plain
from hyperoxo.cli.files import FORCE, check_output, put_in_place
from hyperoxo.cli.output import in_columns, print_json
from hyperoxo.draft import Draft
from hyperoxo.errors import InputError, naming
from hyperoxo.extras import importing
from hyperoxo.text import escaped, shortened

if typing.TYPE_CHECKING:
    import argparse

    from hyperoxo.game import JSON
    from hyperoxo.store import ListedName, Store

LISTS, RENAMES, BANS = "list", "rename", "ban"
_NEEDS = {LISTS: (0, "no name"), RENAMES: (2, "a name and the new one"), BANS: (1, "one name")}
"""How many names each action needs, and the same in words."""


def add_backup_arguments(parser: argparse.ArgumentParser) -> None:
    add_plain(parser, ("file", "FILE", "file to write"), FORCE, DATABASE)


def run_backup(arguments: argparse.Namespace) -> None:
    with importing("web"):
        from hyperoxo.store.backup import COMPANIONS, copy_database  # noqa: PLC0415 - only commands of a server need it
        from hyperoxo.store.urls import read_existing_url, shown  # noqa: PLC0415
    path, url = arguments.file, read_existing_url(arguments.database)
    if url.get_backend_name() != "sqlite":
        raise InputError(shown(url), "only files of SQLite are copied", "copy a database of PostgreSQL with pg_dump")
    database, target = Path(os.path.realpath(str(url.database))), Path(os.path.realpath(path))
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


def add_names_arguments(parser: argparse.ArgumentParser) -> None:
    about = "list the public names; rename NAME NEW; ban NAME, which shows as “someone” and cannot be chosen again"
    parser.add_argument("action", choices=_NEEDS, help=about)
    parser.add_argument("names", nargs="*", default=[], metavar="NAME", help="the name, and the new one to rename it")
    add_plain(parser, DATABASE, JSON_ONLY)


def run_names(arguments: argparse.Namespace) -> None:
    action, named = arguments.action, arguments.names
    count, needed = _NEEDS[action]
    if len(named) != count:
        raise UsageError(f"oxo names {action}: it needs {needed}, not {len(named)}; see oxo names --help")
    if arguments.json and action != LISTS:
        raise UsageError(f"--json: oxo names {action} prints none; leave it out")
    with importing("web"):
        from hyperoxo.store import Store  # noqa: PLC0415 - only commands of a server need the extra
        from hyperoxo.store.urls import read_existing_url  # noqa: PLC0415
    store = Store(read_existing_url(arguments.database).render_as_string(hide_password=False))
    try:
        if action == LISTS:
            _print_names(store.names.listed(), as_json=arguments.json)
            return
        if not (_rename(store, *named) if action == RENAMES else store.names.ban(*named)):
            raise InputError(shortened(named[0]), "unknown name", "choose one that oxo names list shows")
        old, *new = map(escaped, named)
        print(f"renamed {old} to {new[0]}" if new else f"banned {old}")
    finally:
        store.close()


def _rename(store: Store, old: str, new: str) -> bool:
    from hyperoxo.store import ConflictError, read_name  # noqa: PLC0415 - as above

    try:
        return store.names.rename(old, read_name(new))
    except ConflictError:
        raise InputError(shortened(new), "it is taken, or a name that looks like it", "choose another") from None


def _print_names(names: list[ListedName], *, as_json: bool) -> None:
    days = [datetime.fromtimestamp(name.made_at / 1000, UTC).date().isoformat() for name in names]
    rows = list(zip(names, days, strict=True))
    if as_json:
        listed: list[JSON] = [
            {"name": name.text, "chosen": day, "games": name.games, "banned": name.is_banned} for name, day in rows
        ]
        print_json({"names": listed})
        return
    if not names:
        print("no names")
        return
    table = [(escaped(name.text), day, str(name.games), "banned" if name.is_banned else "") for name, day in rows]
    print("\n".join(in_columns([("name", "chosen", "games", ""), *table])))
