"""Composition: the proof of a position made of proofs of what follows each reply, or of one move that wins.

Stones are only added, so the union of strategies is a strategy: after each reply it plays as one of them, and it never
returns to a position. Only the checker makes the result a proof; a wrong part makes it refuse the certificate.
"""

from __future__ import annotations

import binascii
import typing
from collections import deque

from hyperoxo.errors import ProofError
from hyperoxo.sides import other_side
from hyperoxo.solver.strategies import Reply, ResponseKind, Strategy

if typing.TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hyperoxo._core import Position
    from hyperoxo.sides import Side

Part: typing.TypeAlias = "tuple[Strategy, str]"
"""A strategy, and the text of the canonical position after the move of it that is wanted."""
_Step: typing.TypeAlias = "tuple[Position, int, Strategy]"
"""A position with the winner to move, its move, and the strategy that goes on from there."""


def compose(opening: Position, parts: Mapping[str, Part]) -> bytes:
    """Return the certificate that the side that is not to move wins.

    Args:
        opening: the position.
        parts: for the text of the canonical position after each reply, unless the winner completes a line there, what
            the winner plays.

    Raises:
        ProofError: a reply has no part, or a strategy does not know a position that it leads to.
    """
    winner = other_side(opening.to_move)
    met: set[Position] = set()
    queue: deque[_Step] = deque()
    for cell in opening.legal_moves():
        first = opening.play(cell)
        if first.canonical() not in met and not first.threats(winner):
            met.add(first.canonical())
            queue.append((first, *_first_answer(first, parts)))
    opening_record = bytes([0])
    return write_certificate(opening, winner, [opening_record, *_records(opening, winner, queue)])


def compose_winning_move(opening: Position, part: Part) -> bytes:
    """Return the certificate that the side to move wins.

    Args:
        opening: the position, in which no side can complete a line.
        part: the strategy after a move of that side, and the text of the canonical position there.

    Raises:
        ProofError: no move leads to that position, or the strategy does not know a position that it leads to.
    """
    strategy, after = part
    for cell in opening.legal_moves():
        if opening.play(cell).canonical().text == after:
            winner = opening.to_move
            return write_certificate(opening, winner, _records(opening, winner, deque([(opening, cell, strategy)])))
    raise ProofError(opening.text, f"no move leads to {after}")


def _records(opening: Position, winner: Side, queue: deque[_Step]) -> list[bytes]:
    """Return the records of the positions in a queue and of those that follow, in the order of the checker's walk.

    Raises:
        ProofError: a strategy does not know a position that it leads to.
    """
    loser = other_side(winner)
    records: list[bytes] = []
    met = {position.canonical() for position, *_ in queue}
    while queue:
        position, cell, strategy = queue.popleft()
        after = position.play(cell)
        replies = strategy.replies(after)
        if replies is None:
            raise ProofError(opening.text, f"a part has no replies in {after.text}")
        is_forced = bool(position.threats(loser))
        records.append((b"" if is_forced else bytes([cell])) + _sequences(replies))
        for reply in replies:
            child = after.play(reply.cell) if reply.response is ResponseKind.RECORD else None
            if child is not None and child.canonical() not in met:
                met.add(child.canonical())
                queue.append((child, _answer(strategy, child), strategy))
    return records


def write_certificate(opening: Position, winner: Side, records: Sequence[bytes]) -> bytes:
    """Return the certificate that a side wins a position, of its records in the order of the checker's walk."""
    head = (
        f"oxo certificate 1\nboard {opening.board}\nposition {opening.text}\n"
        f"claim {winner} wins\nrecords {len(records)}\n\n"
    )
    data = head.encode() + b"".join(records)
    return data + binascii.crc32(data).to_bytes(4, "little")


def _first_answer(reply: Position, parts: Mapping[str, Part]) -> tuple[int, Strategy]:
    """Return the move of the winner after a reply, and the strategy that goes on from there."""
    part = parts.get(reply.canonical().text)
    if part is not None:
        strategy, third = part
        for cell in reply.legal_moves():
            if reply.play(cell).canonical().text == third:
                return cell, strategy
    raise ProofError(reply.text, "no part answers this reply")


def _answer(strategy: Strategy, position: Position) -> int:
    move = strategy.answer(position)
    if move is None:
        raise ProofError(position.text, "a part has no answer there")
    return move.cell


def _sequences(replies: Iterable[Reply]) -> bytes:
    """Return the threat sequences of a record; one that begins with the whole of another stands for both."""
    # The last two moves of each are a block and the completed line, which the format leaves out.
    sequences = {reply.moves[:-2:2] for reply in replies if reply.response is ResponseKind.THREAT_SEQUENCE}
    beginnings = {sequence[:length] for sequence in sequences for length in range(len(sequence))}
    return write_sequences(sorted(sequences - beginnings))


def write_sequences(sequences: Sequence[Sequence[int]]) -> bytes:
    """Return threat sequences as a record holds them, each as the moves of the winner."""
    return _count(len(sequences)) + b"".join(_count(len(sequence)) + bytes(sequence) for sequence in sequences)


def _count(number: int) -> bytes:
    """Return a number in LEB128, as docs/formats/certificate.md defines it."""
    data = bytearray()
    while number > 127:
        data.append(number & 127 | 128)
        number >>= 7
    return bytes([*data, number])
