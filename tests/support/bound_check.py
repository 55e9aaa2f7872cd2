"""A second checker of bounds by docs/formats/certificate.md, version 2, and the definition by exhaustive search.

Both are plain and slow, for small boards. They share no code with the solver or with `oxo-check`.
"""

from __future__ import annotations

import zlib
from collections import deque
from functools import cached_property
from itertools import combinations

from support.reference import Line, Permutation, ReferenceBoard, automorphisms

Cells = frozenset[int]


class CheckError(Exception):
    """A certificate does not prove its claim."""


class Bounds:
    """The bounds of one board; X's and O's stones are sets of cells, and X is to move.

    Args:
        description: the board, as `3x3x4:3`.
    """

    def __init__(self, description: str) -> None:
        shape, _, k = description.partition(":")
        self.description = description
        board = ReferenceBoard(tuple(map(int, shape.split("x"))), int(k or shape.split("x")[0]))
        self.lines: list[Line] = board.lines
        self.cells = frozenset(range(len(board.cells)))
        self._known: dict[tuple[Cells, Cells, int], bool] = {}

    @cached_property
    def symmetries(self) -> set[Permutation]:
        """The symmetries of the board; on the boards of the tests all that take lines to lines."""
        return automorphisms(len(self.cells), self.lines)

    def completing(self, own: Cells, other: Cells) -> Cells:
        """Return the cells that complete a line of one side."""
        gaps = [set(line) - own for line in self.lines if not other & set(line)]
        return frozenset(gap.pop() for gap in gaps if len(gap) == 1)

    def has_line(self, own: Cells) -> bool:
        return any(own.issuperset(line) for line in self.lines)

    # ---- The definition ----

    def fails(self, x: Cells, o: Cells, left: int) -> bool:
        """Return whether X cannot complete a line with `left` more stones, by trying all moves and replies."""
        empty = self.cells - x - o
        if self.has_line(o) or left == 0 or not empty:
            return True
        key = (x, o, left)
        if key not in self._known:
            self._known[key] = not self.completing(x, o) and all(
                len(empty) == 1 or any(self.fails(x | {m}, o | {e}, left - 1) for e in empty - {m}) for m in empty
            )
        return self._known[key]

    # ---- Settled positions ----

    def moves(self, x: Cells, o: Cells) -> Cells:
        """Return the moves of X that count."""
        threats = self.completing(o, x)
        return threats if len(threats) == 1 else frozenset() if threats else self.cells - x - o

    def forks(self, x: Cells, o: Cells) -> dict[int, Cells]:
        """Return the forks, each with the cells that complete a line after it."""
        after = {cell: self.completing(x | {cell}, o) for cell in self.cells - x - o}
        return {cell: completing for cell, completing in after.items() if len(completing) > 1}

    def is_settled(self, x: Cells, o: Cells, left: int) -> bool:
        moves = self.moves(x, o)
        if left <= 1 or not moves:
            return True
        if moves & set(self.forks(x, o)):
            return False
        return (
            left == 2
            or (left <= 4 and all(self._passes(x | {move}, o, left) for move in moves))
            or (left >= 4 and not self._crosses(x, o, left))
        )

    def _passes(self, x: Cells, o: Cells, left: int) -> bool:
        """Return whether a move of X passes, which has been made."""
        forced = self.completing(x, o)
        if forced or left > 3:
            return self.is_settled(x, o | forced, left - 1)
        cures = [
            {fork} | (completing if len(completing) == 2 else frozenset())
            for fork, completing in self.forks(x, o).items()
        ]
        return not cures or bool(set.intersection(*map(set, cures)))

    def _crosses(self, x: Cells, o: Cells, left: int) -> bool:
        gaps = [set(line) - x for line in self.lines if not o & set(line)]
        return any(a & b and a - b and b - a and len(a | b) <= left + 1 for a, b in combinations(gaps, 2))

    # ---- The walk ----

    def check(self, certificate: bytes) -> tuple[Cells, Cells, int]:
        """Return the position of the claim and X's stones within the plies.

        Raises:
            CheckError: the certificate does not prove its claim.
        """
        x, o, left, announced, body = self._read(certificate)
        if not self.has_line(o):
            _require(not self.completing(x, o))
            self._walk(x, o, len(x) + left, announced, body)
        else:
            _require(not announced and not body)
        return x, o, left

    def _read(self, certificate: bytes) -> tuple[Cells, Cells, int, int, bytes]:
        _require(zlib.crc32(certificate[:-4]).to_bytes(4, "little") == certificate[-4:])
        head, _, body = certificate[:-4].partition(b"\n\n")
        values = []
        lines = head.split(b"\n")
        keys = (b"oxo certificate 2", b"board ", b"position ", b"claim x wins not within ", b"records ")
        _require(len(lines) == len(keys))
        for line, key in zip(lines, keys, strict=True):
            _require(line.startswith(key))
            values.append(line.removeprefix(key).decode("ascii", "replace"))
        version, board, position, plies, announced = values
        _require(version == "" and board == self.description)
        for number in (plies, announced):
            _require(number.isascii() and number.isdigit() and str(int(number)) == number)
        _require(int(plies) % 2 == 1 and int(plies) < 512)
        x, o = self._position(position)
        return x, o, (int(plies) + 1) // 2, int(announced), body

    def _position(self, text: str) -> tuple[Cells, Cells]:
        """Return the stones of a position with X to move; any text but the only spelling is refused."""
        stones: dict[str, set[int]] = {"x": set(), "o": set()}
        tokens, cell = text.removesuffix(" x"), 0
        while tokens:
            token = tokens[0]
            if token in stones:
                stones[token].add(cell)
                cell += 1
            else:
                while tokens[len(token) :][:1].isdigit():
                    token += tokens[len(token)]
                _require(token.isascii() and token.isdigit() and token[0] != "0" and len(token) < 4)
                cell += int(token)
            tokens = tokens[len(token) :]
        _require(text.endswith(" x") and cell == len(self.cells))
        x, o = frozenset(stones["x"]), frozenset(stones["o"])
        complete = [set(line) for line in self.lines if o.issuperset(line)]
        _require(not self.has_line(x) and (not complete or bool(set.intersection(*complete))))
        return x, o

    def _walk(self, x: Cells, o: Cells, last: int, announced: int, body: bytes) -> None:
        queue: deque[tuple[Cells, Cells]] = deque()
        met: set[tuple[list[int], ...] | tuple[tuple[int, ...], ...]] = set()

        def meet(x: Cells, o: Cells) -> None:
            if not self.is_settled(x, o, last - len(x)):
                images = (
                    tuple(tuple(sorted(image[cell] for cell in own)) for own in (x, o)) for image in self.symmetries
                )
                if (least := min(images)) not in met:
                    met.add(least)
                    queue.append((x, o))

        meet(x, o)
        at = 0
        while queue:
            x, o = queue.popleft()
            announced -= 1
            _require(at + 2 < len(body) and announced >= 0 and body[at + 2] < 128)
            first, second, count = body[at : at + 3]
            pairs = body[at + 3 : at + 3 + 2 * count]
            _require(len(pairs) == 2 * count)
            at += 3 + 2 * count
            exceptions = dict(zip(pairs[::2], pairs[1::2], strict=True))
            _require(list(pairs[::2]) == sorted(exceptions))
            _require({first, second, *pairs} <= self.cells)
            for move in sorted(self.moves(x, o)):
                forced = self.completing(x | {move}, o)
                _require(len(forced) <= 1)
                usual = second if move == first else first
                reply = min(forced) if forced else exceptions.pop(move, usual)
                _require(reply in self.cells - x - o - {move})
                meet(x | {move}, o | {reply})
            _require(not exceptions)
        _require(not announced and at == len(body))


def _require(condition: bool) -> None:
    if not condition:
        raise CheckError
