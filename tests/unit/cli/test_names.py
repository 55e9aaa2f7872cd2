"""`oxo names`: what the owner of a server sees and changes of people's names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hyperoxo.store import Addition, Store, StoredEvent, Summary

if TYPE_CHECKING:
    from pathlib import Path

    from support.oxo_command import Oxo

ADA, BOB = b"a" * 32, b"b" * 32


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the URL of a database in which Ada has a game, and Bob none."""
    ids = iter((1, 2))
    monkeypatch.setattr("time.time_ns", lambda: 10**18)
    monkeypatch.setattr("hyperoxo.store.names.secrets.randbits", lambda _: next(ids))
    url = f"sqlite:///{tmp_path / 'games.db'}"
    store = Store(url)
    assert store.names.add("Ada", ADA, ADA)
    assert store.names.add("Bob", BOB, BOB)
    store.write([Addition("A" * 22, [StoredEvent(1, "created", {})], Summary(), is_new=True, names={1: 1})])
    store.close()
    return url


def test_names_are_listed_renamed_and_banned(oxo: Oxo, database: str) -> None:
    assert oxo("names", "rename", "bob", "Bea", "--database", database) == "renamed bob to Bea\n"
    assert oxo("names", "ban", "ADA", "--database", database) == "banned ADA\n"
    assert oxo.json("names", "list", "--database", database) == {
        "names": [
            {"name": "Ada", "chosen": "2001-09-09", "games": 1, "banned": True},
            {"name": "Bea", "chosen": "2001-09-09", "games": 0, "banned": False},
        ]
    }
    assert oxo("names", "list", "--database", database) == (
        "name  chosen      games\nAda   2001-09-09      1  banned\nBea   2001-09-09      0\n"
    )
    store = Store(database)
    assert (store.names.owned_by(ADA), store.names.recover(ADA, b"c" * 32)) == (None, None)
    owned = store.names.owned_by(BOB)
    assert owned is not None
    assert owned.text == "Bea"
    store.close()


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["rename", "Eve", "Zoe"], "Eve: unknown name; choose one that oxo names list shows"),
        (["ban", "\x1b[1mEve"], "\\x1b[1mEve: unknown name; choose one that oxo names list shows"),
        (["ban", "\udcff"], "\\udcff: unknown name; choose one that oxo names list shows"),
        (["rename", "Ada", "B0b"], "B0b: it is taken, or a name that looks like it; choose another"),
        (["rename", "Ada", "Hard"], "name: it looks like the server, or one of its players; choose another"),
        (["ban"], "oxo names ban: it needs one name, not 0; see oxo names --help"),
        (["ban", "Ada", "--json"], "--json: oxo names ban prints none; leave it out"),
    ],
)
def test_a_mistake_is_refused_in_one_line(oxo: Oxo, database: str, arguments: list[str], line: str) -> None:
    assert oxo.refused("names", *arguments, "--database", database) == line
    assert len(oxo.json("names", "list", "--database", database)["names"]) == 2
