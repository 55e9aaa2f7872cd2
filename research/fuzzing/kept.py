"""The inputs that a guided campaign has gathered, kept in the repository: on another machine it begins with them."""

from __future__ import annotations

import io
import lzma
import tarfile
from pathlib import Path
from typing import TYPE_CHECKING

from hyperoxo.draft import Draft
from hyperoxo.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

KEPT = Path(__file__).with_name("kept")


def keep(name: str, inputs: set[bytes], folder: Path = KEPT) -> Path:
    """Keep the inputs of a campaign, in place of those kept before, and return their file; the same make the same one.

    Raises:
        OSError: it cannot be written.
    """
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.tar.xz"
    with Draft(path) as draft:
        with tarfile.open(fileobj=draft.file, mode="w:xz") as archive:
            for number, data in enumerate(sorted(inputs)):
                member = tarfile.TarInfo(str(number))
                member.size = len(data)
                archive.addfile(member, io.BytesIO(data))
        draft.replace()
    return path


def kept(name: str, folder: Path = KEPT) -> Iterator[bytes]:
    """Yield the inputs that are kept of a campaign.

    Raises:
        InputError: their file is damaged.
        OSError: it cannot be read.
    """
    path = folder / f"{name}.tar.xz"
    if path.is_file():
        try:
            with tarfile.open(path) as archive:
                for found in map(archive.extractfile, archive):
                    if found is not None:
                        yield found.read()
        except (tarfile.TarError, lzma.LZMAError, EOFError) as error:
            raise InputError(str(path), f"damaged: {error}", "restore it with git") from error
