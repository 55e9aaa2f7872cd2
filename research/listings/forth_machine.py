"""The memory and the stacks of a Forth, the text that it reads, and the instructions that it compiles.

`forth_words` has the words that work on it, and `forth` reads a text with them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TypeAlias

from listings.limits import ListingError
from listings.screen import Screen

if TYPE_CHECKING:
    from collections.abc import Callable

MEMORY = 8192
"""Bytes."""
LONGEST = 255
"""Characters of a text that is written."""
DEPTH = 256
"""Cells of each stack."""
OUTSIDE = -1
"""The place that a word returns to when nothing has called it."""
_WORD = re.compile(r"\S+")

Instruction: TypeAlias = "tuple[Callable[[Any, Any], None], Any, int]"
"""What is carried out, with its argument, and the line of the text."""


class ForthMachine:
    """A Forth without its words.

    Args:
        text: the listing.

    Attributes:
        stack: the cells that words take and leave.
        returns: where the words that are being carried out return to, and what `>r` puts there.
        code: the instructions.
        pc: the index of the next instruction.
        memory: the bytes.
        here: the address of the first free byte.
        open: while a definition is compiled, its structures whose ends are awaited.
        latest: the index of the first instruction of the word defined last.
        is_read: whether the text is read, and a word runs.
        waiting: whether the run waits for a key.
    """

    def __init__(self, text: str) -> None:
        self.stack: list[int] = []
        self.returns: list[int] = []
        self.code: list[Instruction] = []
        self.pc = OUTSIDE
        self.memory = bytearray(MEMORY)
        self.here: int = 0
        self.open: list[tuple[str, int]] = []
        self.latest = OUTSIDE
        self.is_read = self.waiting = False
        self.screen: Screen = Screen(25, 24)
        self._keys: list[int] = []
        self._names: dict[str, int] = {}
        self._compiled = self._last = ""
        self._text, self._at, self._line, self._run_line = text, 0, 1, 0

    @property
    def place(self) -> str:
        """The line of the text that is read or carried out."""
        return f"line {self._run_line or self._line}"

    def error(self, subject: str, reason: str, remedy: str = "") -> ListingError:
        """Return an error with the line."""
        return ListingError(subject, reason, remedy, place=self.place)

    def push(self, number: int) -> None:
        """Put a number on the stack, cut to 16 bits."""
        if len(self.stack) >= DEPTH:
            raise self.error("stack", f"it has more than {DEPTH} numbers")
        self.stack.append((number + 32768 & 65535) - 32768)

    def push_return(self, number: int) -> None:
        """Put a number on the stack of returns."""
        if len(self.returns) >= DEPTH:
            raise self.error("return stack", f"it has more than {DEPTH} numbers", "look for a word that calls itself")
        self.returns.append(number)

    def address(self, number: int, size: int = 1) -> int:
        """Return an address at which there are so many bytes."""
        address = number & 65535
        if address + size > MEMORY:
            raise self.error(str(address), f"the memory has the addresses 0 to {MEMORY - 1}")
        return address

    def lay(self, data: bytes) -> None:
        """Put bytes at the end of what is laid down."""
        start = self.address(self.here, len(data))
        self.memory[start : start + len(data)] = data
        self.here += len(data)

    def take_key(self) -> None:
        """Put the next key on the stack; without one, wait for it before this instruction."""
        if not self.is_read:
            raise self.error("key", "the text is still being read", "wait for keys in the word that is started")
        if self._keys:
            self.push(self._keys.pop(0))
        else:
            self.pc -= 1
            self.waiting = True

    def next_word(self) -> str:
        """Return the next word of the text, empty at its end."""
        found = _WORD.search(self._text, self._at)
        self._go_to(found.end() if found else len(self._text))
        return found[0] if found else ""

    def text_until(self, mark: str) -> str:
        """Return the text from behind the next space up to a mark; a line's end in it counts as a space."""
        start = self._at + 1
        end = self._text.find(mark, start)
        if end < 0:
            raise self.error(mark, f"no {mark!r} follows")
        if mark == '"' and end - start > LONGEST:
            raise self.error(self._text[start:end], f"a text has more than {LONGEST} characters")
        self._go_to(end + 1)
        return " ".join(self._text[start:end].split("\n"))

    def skip_line(self) -> None:
        """Go to the end of the line."""
        end = self._text.find("\n", self._at)
        self._go_to(len(self._text) if end < 0 else end)

    def define(self) -> str:
        """Give the next word of the text, which is returned, to what is compiled next."""
        name = self.next_word()
        if not name:
            raise self.error("name", "no name follows")
        self.latest = self._names[name] = len(self.code)
        self.lay(bytes([128 | min(len(name), 31)]) + name.encode()[:31] + bytes(4))
        return name

    def only_while_reading(self, word: str) -> None:
        """Refuse a word that defines others while a started word runs."""
        if self.is_read or self._compiled:
            raise self.error(word, "words are defined only while the text is read")

    @property
    def pc_after(self) -> int:
        """The index of the instruction that is compiled next."""
        return len(self.code)

    def patch(self, index: int, argument: int) -> None:
        """Give an instruction its argument."""
        function, _, line = self.code[index]
        self.code[index] = function, argument, line

    def compile(self, function: Callable[[Any, Any], None], argument: object = None) -> int:
        """Add an instruction, and return its index."""
        self.code.append((function, argument, self._line))
        self.lay(bytes(2))
        return len(self.code) - 1

    def _go_to(self, at: int) -> None:
        self._line += self._text.count("\n", self._at, at)
        self._at = at
