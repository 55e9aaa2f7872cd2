"""A literal translation of the FIGnition's Forth, for comparison with the player `fignition`.

The player derives its state from the stones. The listing keeps three numbers on Forth's stack, and so has faults that
only a stack can have. Each method is one word of the listing; it takes from the stack and leaves on it what that word
does. Nothing is imported from the package. A square is the number that the listing computes, even if the board has none
of it.
"""

from __future__ import annotations

TABLE = (1, 2, 7, 0, 1, 2, 3, 6)
ACROSS = 4


def on_the_ring(number: int) -> int:
    """Return the number as `brdRange` does: 8 is followed by 1."""
    return (number - 1 & 7) + 1


class WaitingForKeyError(Exception):
    """The program waits for a key that is not typed."""


class Machine:
    """The program with its keyboard, stack and screen.

    Args:
        keys: what is typed, a character for each key.
    """

    def __init__(self, keys: str) -> None:
        self._keys = list(keys)
        self._taken = 0
        self.stack: list[int] = []
        self.placed: list[tuple[str, int]] = []
        """Each mark put on the screen, with its square."""
        self.exclaims = ""

    def play(self) -> None:
        """Play a game to its end or to a key that is not typed: `oxo`."""
        try:
            self._person()
            first = self.stack.pop()
            self.stack += [(first & 1) * 4, first, first]
            self._computer()
            while not self._is_over():
                computer = self.stack.pop()
                self.stack[-1] += 1
                self.stack.append(computer)
                self._person()
                self._computer()
        except WaitingForKeyError:
            return

    def _person(self) -> None:
        """Leave the square of a key from 1 to 9 that is free; the 0 of any other key stays below it: `humPlay`."""
        while True:
            while True:
                if not self._keys:
                    raise WaitingForKeyError
                key = self._keys.pop(0)
                self.stack.append(ord(key) if "1" <= key <= "9" else 0)
                if self.stack[-1]:
                    break
            self.stack[-1] -= ord("0")
            if self._place(self.stack[-1], "O"):
                return
            self.stack.pop()

    def _computer(self) -> None:
        """Take move number, own and person's square; leave number, new square and whether it wins: `compPlay`."""
        person = self.stack.pop()
        number, computer = self.stack[-2:]
        if computer in {on_the_ring(person + ACROSS), person}:
            step = TABLE[number]
            self.stack[-1], wins = on_the_ring(computer + step), step == 7
        else:
            self.stack[-1], wins = computer + ACROSS, True
        self._place(self.stack[-1], "X")
        self.stack.append(int(wins))

    def _is_over(self) -> bool:
        """Take the flag; exclaim at a win, and at a draw by the step of 6: `win?`."""
        if self.stack.pop():
            self.exclaims = "win"
        elif TABLE[self.stack[-2]] == 6:
            self.exclaims = "draw"
        return bool(self.exclaims)

    def _place(self, square: int, mark: str) -> bool:
        """Draw a mark unless the square is taken: `place`."""
        if self._taken >> square & 1:
            return False
        self._taken |= 1 << square
        self.placed.append((mark, square))
        return True
