"""Writes golden certificates, valid and damaged, with what `oxo-check` prints: `python -m support.golden_certificates`.

crates/oxo-check/tests/check/golden.rs reads the file, and its second checker must agree on each certificate of version
1. Of bounds, `support.bound_check` must agree before they are written.
"""

from __future__ import annotations

import random
import re
import zlib
from collections import Counter
from pathlib import Path

from support.bound_check import Bounds, CheckError
from support.bound_mutants import BOARDS, bounds, mutated, refuted_position
from support.certificates import certificate

from hyperoxo import Board, verify

GOLDEN = Path(__file__).parents[1] / "golden/certificates.txt"
HEAD = """# Certificates, valid and damaged, and what oxo-check prints; python -m support.golden_certificates writes it.
# A line: version | board | position | claim | number of records | bytes of the records in hexadecimal | output.
"""
WHOLE, OF_A_KIND = 12, 3
"""Valid bounds of a board, and damaged certificates of a board that are refused for one reason."""
MUTANTS = 400
"""Mutants of a board that are tried."""
LONG_LINES = {"5x5": 6}
"""Another board, with longer lines, on which the second checker checks and does not search; and the fewest stones."""
CLAIMS = (b"x wins", b"o wins", b"x holds", b"o holds", b"draw")
STARTS = {
    "3x3": ("9 x", "xo7 x", "x3o4 x", "xx1oo4 x", "xoxo2ox1 x", "xoxo1o1x1 x"),
    "3x3x3": ("27 x", "x26 o", "x12o13 x", "13x13 o"),
    "4x4": ("16 x",),
    "3x4:3": ("12 x",),
    "5x5": ("25 x",),
}
"""Positions of which the proof of their outcome is taken."""
BOARDS_AT_LIMITS = ("2x2", "1x1x1x1x1x1x1x8:8", "2x2x2x2x2x2x2x2x1", "16x17", "16x16", "256", "257")
FULL = "xoxxoooxx o"
HEADERS = {
    1: ("3x4", "3x3:3", "3x3:03", "03x3", "3x", "1", "1x1", "3x3:4", "3x3:1", *BOARDS_AT_LIMITS),
    2: (
        "9",
        "9 z",
        "8 x",
        "10 x",
        "x9 o",
        "09 x",
        "xxxooo3 o",
        "xxx1oo3 x",
        "xxxoo1xxx o",
        "xoxxooox1 x",
        "xoxxooox1 o",
    ),
    3: ("x win", "x wins not within 5", "o wins", "x wins"),
    4: ("", "00", "01", "0", "1", "4000000", "4000001", "9999999999"),
}
"""Lines of a header that are wrong, or that fit the other lines badly, by their place."""
OVER = [(f"position {text}", f"claim {claim.decode()}") for text in (FULL, "xxxoo4 o") for claim in CLAIMS]
"""Claims about games that are over."""


def _line(certificate: bytes) -> str:
    """Return the line of a certificate, and its output."""
    head, body = certificate[:-4].split(b"\n\n", 1)
    keys = (b"oxo certificate ", b"board ", b"position ", b"claim ", b"records ")
    values = [line.removeprefix(key).decode() for line, key in zip(head.split(b"\n"), keys, strict=True)]
    return " | ".join((*values, body.hex(), str(verify(certificate))))


def _kind(line: str) -> tuple[str, str]:
    """Return the board of a line and its output without numbers and positions."""
    return line.split(" | ")[1], re.sub(r"\d+|; position .*", "0", line.rpartition(" | ")[2])


def _holds(checker: Bounds, certificate: bytes) -> bool:
    try:
        claim = checker.check(certificate)
        return checker.description in LONG_LINES or checker.fails(*claim)
    except CheckError:
        return False


def _bounds(board: str, fewest: int, stream: random.Random) -> list[str]:
    """Return lines of bounds of a board."""
    found: list[str] = []
    while len(found) < WHOLE + MUTANTS:
        _, certificate = refuted_position(stream, {board: fewest})
        if len(certificate) > 400:
            continue
        tried = [certificate, *(mutated(certificate, stream) for _ in range(MUTANTS // WHOLE))]
        for one in tried:
            assert _holds(bounds(board), one) == bool(verify(one))
            found.append(_line(one))
    return found


def _others(board: str, stream: random.Random) -> list[str]:
    """Return lines of other proofs of a board."""
    found: list[str] = []
    for text in STARTS[board]:
        proof = certificate(Board(board).position(text))
        found += map(_line, (proof, *(mutated(proof, stream, CLAIMS) for _ in range(MUTANTS))))
    return found


def _headers() -> list[str]:
    """Return lines of certificates with another line of the header."""
    plain = ["oxo certificate 1", "board 3x3", "position 9 x", "claim x holds", "records 1"]
    over = [list(both) for both in OVER]
    headers = [[*plain[:2], *both, "records 0"] for both in over]
    for at, texts in HEADERS.items():
        key = plain[at].split()[0]
        headers += [[*plain[:at], f"{key} {text}", *plain[at + 1 :]] for text in texts]
    found = []
    for lines in headers:
        sealed = "\n".join(lines).encode() + b"\n\n" + (b"" if lines[2:4] in over else b"\4\0")
        found.append(_line(sealed + zlib.crc32(sealed).to_bytes(4, "little")))
    return found


def main() -> None:
    """Write the file."""
    stream, kept, kinds = random.Random(1), [], Counter[tuple[str, str]]()
    lines = [line for board, fewest in (BOARDS | LONG_LINES).items() for line in _bounds(board, fewest, stream)]
    lines += [line for board in STARTS for line in _others(board, stream)]
    kept += _headers()
    for line in dict.fromkeys(lines):
        kinds[_kind(line)] += 1
        if kinds[_kind(line)] <= (WHOLE if "VERIFIED" in line else OF_A_KIND):
            kept.append(line)
    GOLDEN.write_text(HEAD + "\n".join(kept) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
