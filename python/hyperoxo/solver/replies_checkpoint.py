"""What a search by replies leaves unfinished, as bytes: the findings of each position, in the order of the searches.

A head of lines names the board, the position, the attacker, and the positions searched. Compressed JSON follows it.
"""

from __future__ import annotations

import binascii
import json
import typing
import zlib

from hyperoxo.errors import CheckpointError, HyperoxoError
from hyperoxo.sides import SIDES
from hyperoxo.solver.replies_tree import Findings

if typing.TYPE_CHECKING:
    from collections.abc import Mapping

    from hyperoxo._core import Board, Position
    from hyperoxo.sides import Side

_MAX_BYTES = 1 << 31
"""The most that a checkpoint may hold when it is not compressed."""
_HEAD_LINES = 4
"""The lines of the head before that with the positions searched."""


def written_findings(findings: Mapping[Position, Findings], position: Position, attacker: Side | None) -> bytes:
    """Return the checkpoint of a search.

    Args:
        findings: what was found, by position.
        position: the position that is to be decided.
        attacker: the side whose wins alone are searched for; None for both.
    """
    entries = [
        {
            "position": of.text,
            "nodes": found.nodes,
            "winner": found.winner,
            "certificate": None if found.certificate is None else _as_text(found.certificate),
            "lost": {reply.text: _as_text(proof) for reply, proof in found.lost.items()},
            "left": [reply.text for reply in found.left],
        }
        for of, found in findings.items()
    ]
    nodes = sum(found.nodes for found in findings.values())
    return f"{_head(position, attacker)}{nodes}\n".encode() + zlib.compress(json.dumps(entries).encode())


def read_findings(checkpoint: bytes, position: Position, attacker: Side | None) -> dict[Position, Findings]:
    """Return what a checkpoint holds.

    Args:
        checkpoint: what `written_findings` returned.
        position: the position that is to be decided.
        attacker: the side whose wins alone are searched for; None for both.

    Raises:
        CheckpointError: it is damaged, or of another search.
    """
    head = _head(position, attacker).encode()
    wrong = CheckpointError("what to begin with", "damaged, or written by a search of another position")
    if not checkpoint.startswith(head):
        raise wrong
    unpacked = zlib.decompressobj()
    try:
        _, _, packed = checkpoint[len(head) :].partition(b"\n")
        text = unpacked.decompress(packed, _MAX_BYTES)
        if not unpacked.eof:
            raise wrong
        return dict(_entry(position.board, entry) for entry in json.loads(text))
    except (AttributeError, HyperoxoError, KeyError, RecursionError, TypeError, ValueError, zlib.error):
        raise wrong from None


def positions_searched(checkpoint: bytes) -> int:
    """Return how many positions were searched for the findings in a checkpoint."""
    return int(checkpoint.split(b"\n", _HEAD_LINES + 1)[_HEAD_LINES])


def _head(position: Position, attacker: Side | None) -> str:
    return f"oxo replies 1\nboard {position.board}\nposition {position.text}\nattacker {attacker or 'both'}\n"


def _as_text(proof: bytes) -> str:
    return binascii.b2a_base64(proof, newline=False).decode()


def _entry(board: Board, entry: typing.Any) -> tuple[Position, Findings]:  # noqa: ANN401 - it comes from a file
    """Return the findings of a position.

    Raises:
        AttributeError, HyperoxoError, KeyError, TypeError, ValueError: the entry is damaged.
    """
    winner, certificate, nodes = entry["winner"], entry["certificate"], entry["nodes"]
    if winner not in {None, *SIDES} or not isinstance(nodes, int) or (winner is not None and certificate is None):
        raise ValueError
    return board.position(entry["position"]), Findings(
        nodes,
        winner,
        None if certificate is None else binascii.a2b_base64(certificate),
        {board.position(text): binascii.a2b_base64(proof) for text, proof in entry["lost"].items()},
        tuple(map(board.position, entry["left"])),
    )
