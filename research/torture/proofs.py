"""The proofs with which the campaign about their checker begins: mutations alone would hardly make a valid one."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from hyperoxo import Board, solve
from support.golden_certificates import golden_certificates

if TYPE_CHECKING:
    from collections.abc import Iterator

BOARDS = (
    *("3:3", "4", "2x2", "2x2x2", "2x2x2x2", "2x2x2x2x2x2x2x2", "3x3", "3x4:3", "4x4:3", "4x4", "4x5:4", "5x5:4"),
    *("5x5", "6x6:5", "3x3x3", "2x3x3:3", "3x3x4:3", "1x4x4:4", "4x4x4", "3x3x3x3", "2x4x4:4", "6x6", "7x7:6", "8x8:5"),
    *("1x1x5x5:4", "2x5x5:3", "3x3x5:3", "9x9:5", "10x10", "16x16", "4x4x4x4"),
)
CELLS = 500
"""Cells of the positions of each board, most of which are decided within `NODES`; large ones take long to check."""
NODES = 20_000
LONGEST = 8_000
"""Bytes of a proof; libFuzzer takes hardly longer ones."""


def proofs() -> Iterator[bytes]:
    """Yield golden proofs and those of random positions, without their checksums; and the beginning of a dictionary."""
    yield from golden_certificates()
    stream = random.Random(1)
    for board in map(Board, BOARDS):
        for _ in range(CELLS // len(board)):
            position = board.empty()
            for _ in range(stream.randrange(len(board) * 3 // 4)):
                position = position if position.is_over else position.play(stream.choice(position.legal_moves()))
            certificate = solve(position, nodes=NODES, threads=1).certificate
            if certificate is not None and len(certificate) < LONGEST:
                yield certificate[:-4]
    yield b"dictionary\n64 0\nxo62 21\n"
