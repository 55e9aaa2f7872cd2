"""A checker of bounds in C, written from docs/formats/certificate.md alone, agrees with what hyperoxo writes."""

from __future__ import annotations

import shutil
import subprocess
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.patience import PATIENCE
from support.present import present

from hyperoxo import Board
from hyperoxo.solver.within import within

if TYPE_CHECKING:
    from collections.abc import Callable

SOURCE = Path(__file__).parents[3] / "research" / "bounds" / "check_bound.c"
VERIFIED, REJECTED, MALFORMED = 0, 1, 4
CRC_SIZE = 4


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the compiled program."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler, cc, is on the path")
    program = tmp_path_factory.mktemp("checker") / "check_bound"
    subprocess.run([compiler, "-O2", "-o", program, SOURCE], check=True, timeout=PATIENCE)
    return program


@pytest.fixture
def verdict(checker: Path, tmp_path: Path) -> Callable[[bytes], int]:
    """Return a function that returns the exit code for a certificate."""
    file = tmp_path / "bound.oxc"

    def run(certificate: bytes) -> int:
        file.write_bytes(certificate)
        return subprocess.run([checker, file], capture_output=True, check=False, timeout=PATIENCE).returncode

    return run


def bound(board: str, plies: int) -> bytes:
    """Return a certificate that X does not win so soon on the empty board."""
    return present(within(Board(board).empty(), plies).certificate)


def sealed(body: bytes) -> bytes:
    """Return a certificate with the checksum of its other bytes."""
    return body + zlib.crc32(body).to_bytes(CRC_SIZE, "little")


@pytest.mark.parametrize(("board", "plies"), [("3x3x3", 5), ("4x4x4", 11), ("6x6:4", 9)])
def test_it_verifies_a_bound(board: str, plies: int, verdict: Callable[[bytes], int]) -> None:
    assert verdict(bound(board, plies)) == VERIFIED


def answers_on_the_cell_of_the_move(body: bytes) -> bytes:
    """Give the first record, whose first two bytes are replies, an exception in place of those it has."""
    header, records = body.split(b"\n\n", 1)
    replies, rest = records[:2], records[3 + 2 * records[2] :]
    return header + b"\n\n" + replies + bytes([1, 5, 5]) + rest


@pytest.mark.parametrize(
    ("board", "plies", "change", "expected"),
    [
        ("3x3x3", 5, lambda body: body.replace(b"within 5", b"within 7"), REJECTED),
        ("4x4x4", 11, lambda body: body.replace(b"within 11", b"within 13"), REJECTED),
        ("4x4x4", 11, answers_on_the_cell_of_the_move, REJECTED),
        ("4x4x4", 11, lambda body: body.replace(b"records 3", b"records 2"), REJECTED),
        ("4x4x4", 11, lambda body: body[:-1], MALFORMED),
        ("4x4x4", 11, lambda body: body + b"\0", MALFORMED),
    ],
    ids=["false claim", "more plies", "reply on the move", "record uncounted", "byte cut", "byte added"],
)
def test_it_refuses_a_mutant(
    board: str, plies: int, change: Callable[[bytes], bytes], expected: int, verdict: Callable[[bytes], int]
) -> None:
    body = bound(board, plies)[:-CRC_SIZE]
    assert change(body) != body
    assert verdict(sealed(change(body))) == expected


def test_it_refuses_a_wrong_checksum(verdict: Callable[[bytes], int]) -> None:
    certificate = bound("3x3x3", 5)
    assert verdict(certificate[:-1] + bytes([certificate[-1] ^ 1])) == MALFORMED
