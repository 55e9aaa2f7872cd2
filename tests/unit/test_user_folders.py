"""The folders of the user: named by the environment, usual ones, and those of a user without a home directory."""

from __future__ import annotations

from pathlib import Path

import pytest

from hyperoxo.user_folders import user_folder


@pytest.mark.parametrize("named", ["", "relative", "/named"])
def test_a_folder_is_where_an_absolute_path_names_it_and_else_below_the_home_directory(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, named: str
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", named)
    assert user_folder("DATA") == Path("/named" if named == "/named" else tmp_path / ".local/share") / "hyperoxo"


def test_a_user_without_a_home_directory_has_a_folder_to_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server must start for such a user, as in some containers."""
    for name in ("HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    assert user_folder("DATA").parts[-3:] == (".local", "share", "hyperoxo")
