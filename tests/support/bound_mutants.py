"""Mutated certificates of bounds: changes that could make a proof prove more than it does, with a correct checksum."""

from __future__ import annotations

import random
import zlib
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from support.bound_check import Bounds, CheckError
from support.random_positions import random_position

from hyperoxo import Position, verify
from hyperoxo.solver.within import within

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

BOARDS = {"3x3": 2, "3x3x3": 6, "4x4": 4, "2x3x4:3": 8, "3x5:3": 2}
"""Boards small enough for an exhaustive search, each with the fewest stones of a position."""

CLAIMS = tuple(b"x wins not within %d" % plies for plies in (3, 5, 7, 9, 11, 13))

bounds = cache(Bounds)


def refuted_position(stream: random.Random, boards: Mapping[str, int] = BOARDS) -> tuple[Position, bytes]:
    """Return a position with X to move, and a certificate, of at least one record, that X does not win in time."""
    while True:
        description = stream.choice(list(boards))
        position = random_position(description, boards[description] + 2 * stream.randrange(3), stream)
        if position.to_move == "x":
            answer = within(position, stream.choice((5, 7, 9)))
            if answer.wins is False and answer.records and answer.certificate is not None:
                return position, answer.certificate


def mutated(certificate: bytes, stream: random.Random, claims: Sequence[bytes] = CLAIMS) -> bytes:
    """Return a certificate with one to three changes, of which one may be another of the claims."""
    head, body = certificate[:-4].split(b"\n\n", 1)
    lines, records = head.split(b"\n"), bytearray(body)
    for _ in range(stream.randint(1, 3)):
        at = stream.randrange(len(records) or 1)
        match stream.randrange(8):
            case 0:
                lines[3] = b"claim " + stream.choice(claims)
            case 1:
                lines[4] = b"records %d" % stream.randrange(2 * int(lines[4][8:]) + 2)
            case 2:
                text = lines[2]
                cell = stream.randrange(9, len(text) - 2)
                lines[2] = text[:cell] + stream.choice((b"x", b"o", b"1")) + text[cell + 1 :]
            case 3:
                del records[at : at + stream.randint(1, 4)]
            case 4:
                records[at:at] = bytes(stream.choices(range(28), k=stream.randint(1, 2)))
            case 5:
                records[at:] = b""
            case _:
                records[at : at + 1] = bytes([stream.randrange(28)])
    sealed = b"\n".join(lines) + b"\n\n" + records
    return sealed + zlib.crc32(sealed).to_bytes(4, "little")


@dataclass
class Tally:
    """Mutants that were tried, verified, and wrongly so: the claim is false, or only one checker verifies it."""

    tried: int = 0
    verified: int = 0
    wrong: int = 0


def try_mutants(seed: int, certificates: int, mutants: int) -> Tally:
    """Check mutants of each of some certificates with `oxo-check` and with the second checker.

    A verified one must be verified by both, and its claim must be true by exhaustive search.
    """
    stream, tally = random.Random(seed), Tally()
    for _ in range(certificates):
        position, certificate = refuted_position(stream)
        checker = bounds(str(position.board))
        for _ in range(mutants):
            mutant = mutated(certificate, stream)
            tally.tried += 1
            try:
                claim = checker.check(mutant)
            except CheckError:
                claim = None
            accepted = bool(verify(mutant))
            tally.verified += accepted
            tally.wrong += accepted != (claim is not None) or (claim is not None and not checker.fails(*claim))
    return tally
