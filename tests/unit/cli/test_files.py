"""Files that are written whole or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.full_disk import room_for

from hyperoxo.cli.files import OutputFile

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("size", [20, 100_000])
def test_a_full_disk_error_names_the_file_and_leaves_its_old_content(tmp_path: Path, size: int) -> None:
    path = tmp_path / "page"
    path.write_text("before", encoding="utf-8")
    with (
        pytest.raises(OSError, match="File too large") as caught,
        OutputFile(str(path), (), replace=True) as out,
        room_for(10),
    ):
        out.write(bytes(size))
    assert caught.value.filename == str(path)
    assert path.read_text(encoding="utf-8") == "before"
    assert list(tmp_path.iterdir()) == [path]
