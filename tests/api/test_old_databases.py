"""Databases of every version of the schema: they are upgraded in place, and their games are the same and continue."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import MetaData, inspect, select
from support.live_games import Json, serving
from support.postgresql import DATABASES, connected
from support.summaries import check_summaries

from hyperoxo.store import Store
from hyperoxo.store.database import SCRIPTS
from hyperoxo.store.schema import NAME_KEYS, TABLES, VERSION

if TYPE_CHECKING:
    from support.postgresql import Cluster

FILES = Path(__file__).parents[1] / "golden" / "databases"
VERSIONS = sorted(file.stem for file in FILES.iterdir())


@pytest.fixture(params=DATABASES)
def url(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the URL of an empty database, which `serving` takes."""
    url = f"sqlite:///{tmp_path / 'games.db'}"
    if request.param == "postgresql":
        cluster: Cluster = request.getfixturevalue("postgresql")
        url = cluster.new_database()
    monkeypatch.setattr("support.live_games.database_url", lambda _: url)
    return url


def fill(url: str, version: str) -> None:
    """Fill an empty database with the games of a version: each file has what its version adds."""
    text = "".join((FILES / f"{each}.sql").read_text("utf-8") for each in VERSIONS if each <= version)
    if url.startswith("postgresql"):
        text = re.sub("X'([0-9a-f]+)'", r"'\\x\1'", text).replace("BLOB", "BYTEA")
    with connected(url) as connection:
        for statement in text.split(";\n")[:-1]:
            connection.exec_driver_sql(statement)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_database_of_any_version_is_upgraded_with_its_games(version: str, url: str, tmp_path: Path) -> None:
    fill(url, version)
    with serving(tmp_path) as client:
        resigned, won, rematch, computers = (client.game(name * 22) for name in "ABCD")
        for secret, side in (("c", "x"), ("b", "o")):
            ply = client.game(rematch["id"])["ply"]
            answer = client.act(rematch["id"], secret * 43, "play", cell=("11", "22")[ply], ply=ply)
            assert [event["by"] for event in answer] == [side]
    assert check_summaries(url) == 4
    with connected(url) as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert (context.get_current_revision(), compare_metadata(context, TABLES)) == (VERSION, [])

    assert (resigned["moves"], resigned["result"]["text"]) == (["22", "11", "12"], "X wins (resigned)")
    assert (resigned["seed"], resigned["notes"]["2"]["reasons"]) == (7, {"rule": "first"})
    assert [word["note"]["remark"] for word in resigned["closing"]] == ["Good game."]
    assert seats(resigned) == [("player", "random"), ("person", None)]
    assert (won["moves"], won["result"]["text"]) == (["22", "11", "12", "21", "32"], "X wins (line)")
    assert (seats(won), won["rematch"]) == ([("person", None)] * 2, rematch["id"])
    assert (seats(rematch), rematch["moves"], rematch["result"]) == ([("person", None)] * 2, [], None)
    assert (seats(computers), computers["settings"]["delay"]) == ([("open", None), ("player", "random")], None)
    # Games of the first versions allowed hints always.
    assert {game["settings"]["hints"] for game in (resigned, won, rematch, computers)} == {version < "0003"}


def test_a_new_database_is_as_the_migrations_leave_one(url: str) -> None:
    """Its tables are made as the code declares them, which takes a fraction of the time of all migrations."""
    Store(url).close()
    made = layout(url)
    with connected(url) as connection:
        tables = MetaData()
        tables.reflect(connection)
        tables.drop_all(connection)
    fill(url, VERSIONS[0])
    Store(url).close()
    assert layout(url) == made


def layout(url: str) -> list[str]:
    """Return what a database says of its tables, columns, keys and indexes."""
    with connected(url) as connection:
        found = inspect(connection)
        ways = (found.get_multi_columns, found.get_multi_pk_constraint, found.get_multi_foreign_keys)
        return [str(sorted(way().items())) for way in (*ways, found.get_multi_indexes)]


def test_names_get_the_keys_of_newer_tables(url: str) -> None:
    """Of two that are alike by them, the older has the key. A name of a room is compared there alone."""
    fill(url, "0010")
    Store(url).close()
    with connected(url) as connection:
        keys = {row.key: row.name_id for row in connection.execute(select(NAME_KEYS))}
    assert keys == {"ada": 2, "R" * 22 + "\nada": 3}


def seats(game: Json) -> list[tuple[str, str | None]]:
    return [(game["seats"][side]["kind"], game["seats"][side]["player"]) for side in "xo"]


def test_each_version_has_its_file() -> None:
    """A change of the schema needs a migration, and a file that shows what the next changes will meet."""
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    assert {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()} == set(VERSIONS)
