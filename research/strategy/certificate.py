"""The certificate of a walk's strategy, as docs/formats/certificate.md defines it, for `oxo-check`."""

from __future__ import annotations

from collections import deque
from operator import itemgetter
from typing import TYPE_CHECKING

from hyperoxo.sides import other_side
from hyperoxo.solver.composition import write_certificate, write_sequences
from hyperoxo.solver.forced_wins import forced_win, refutations
from strategy.walk import FORCED_NODES, PATIENT_NODES, Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hyperoxo import Position
    from hyperoxo.sides import Side
    from strategy.walk import Walk


def certificate_of(walk: Walk, start: Position) -> bytes:
    """Return the certificate of the win that a walk has found.

    Args:
        walk: the walk, which has run to its end.
        start: the position from which it began, where it has no forced win.
    """
    side = start.to_move
    records: list[bytes] = []
    queue, met = deque([start]), {start.canonical().text}
    while queue:
        position = queue.popleft()
        step = walk.step(position.canonical())
        cell = position.canonical_symmetry().index(step.cell)
        sequences, opened = _answers(walk, position.play(cell), side)
        records.append((b"" if step.kind is Kind.BLOCK else bytes([cell])) + write_sequences(sequences))
        for reply in opened:
            if (text := reply.canonical().text) not in met:
                met.add(text)
                queue.append(reply)
    return write_certificate(start, side, records)


def _answers(walk: Walk, position: Position, side: Side) -> tuple[list[tuple[int, ...]], list[Position]]:
    """Return the threat sequences that meet replies, and the positions after the other replies, by ascending cells."""
    # What a search finds within its limit depends on the orientation: it must be that of the walk.
    symmetry = position.canonical_symmetry()
    canonical = position.transformed(symmetry)
    sequences: dict[tuple[int, ...], None] = {}
    unclear = []
    for cell, win in refutations(canonical, nodes=FORCED_NODES).items():
        line = tuple(map(symmetry.index, win.line))
        if not win:
            reply = position.play(symmetry.index(cell))
            image = reply.canonical()
            if walk.step(image).kind is not Kind.FORCED:
                unclear.append((symmetry.index(cell), reply))
                continue
            line = tuple(map(reply.canonical_symmetry().index, forced_win(image, nodes=PATIENT_NODES).line))
        if len(line) > 1:
            sequences[line[:-1:2]] = None
    found = list(sequences)
    return found, [
        reply for _, reply in sorted(unclear, key=itemgetter(0)) if not any(_wins(reply, each, side) for each in found)
    ]


def _wins(position: Position, sequence: Sequence[int], side: Side) -> bool:
    """Return whether a threat sequence wins from a position."""
    for cell in sequence:
        against = {at for at, _ in position.threats(other_side(side))}
        if position.stone(cell) is not None or against - {cell}:
            return False
        position = position.play(cell)
        threats = {at for at, _ in position.threats(side)}
        if len(threats) != 1:
            return len(threats) > 1
        position = position.play(threats.pop())
    return False
