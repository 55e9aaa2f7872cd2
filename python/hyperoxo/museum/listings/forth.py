"""An interpreter of the Forth of 8-bit home computers, as far as small games need it; its words are `forth_words`.

A text is read word by word. A word between definitions is carried out, one within `:` and `;` is compiled to
instructions. When the text is read, a word is started; `key` suspends it until a key arrives. The instructions follow
from the text alone, so a saved state holds only what changes while the word runs: memory, stacks, place and screen.

Cells have 16 bits, a true flag is 1. The memory has the bytes that a program lays down, each word's name before them
and two bytes for each instruction, as in a Forth of threaded code; the other addresses hold 0.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

from hyperoxo.museum.listings.forth_machine import DEPTH, MEMORY, OUTSIDE, ForthMachine
from hyperoxo.museum.listings.forth_words import (
    PRIMITIVES,
    STRUCTURES,
    call,
    leave_word,
    literal,
    write_text,
)
from hyperoxo.museum.listings.limits import RunLimits, SavedState, check_text, refused_state

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hyperoxo.museum.listings.limits import State

_NUMBER = re.compile(r"-?[0-9]{1,5}")


class Forth(ForthMachine):
    """A Forth with a text that it has read.

    Args:
        text: the listing.
        limits: those of reading it, and of the run up to its first `key`.
        start: the word that is started; the last one defined by default.

    Raises:
        ListingError: the text is refused, or stops while it is read.
    """

    def __init__(self, text: str, limits: RunLimits | None = None, start: str | None = None) -> None:
        check_text(text)
        super().__init__(text)
        self._limits = limits or RunLimits()
        self._ticks = self._limits.ticks()
        self._read()
        self.is_read = True
        self._start(start)

    def run(self, keys: str = "", limits: RunLimits | None = None) -> bool:
        """Carry the word on until it waits for a key that is not among `keys`.

        Returns:
            Whether it waits; false if it has ended.

        Raises:
            ListingError: it stops.
        """
        if limits is not None:
            self._limits, self._ticks = limits, limits.ticks()
        self._keys = [ord(key) for key in keys]
        self.screen.written.clear()
        self._execute()
        return self.waiting

    @property
    def shown(self) -> str:
        """The stack, its top at the end."""
        return f"stack: {' '.join(map(str, self.stack[-12:])) or 'empty'}"

    def save(self) -> State:
        """Return what a run that waits needs to continue, as JSON."""
        return {
            "pc": self.pc,
            "stack": list(self.stack),
            "returns": list(self.returns),
            "memory": self.memory.rstrip(b"\0").hex(),
            "here": self.here,
            "screen": self.screen.save(),
        }

    def restore(self, state: SavedState) -> None:
        """Continue where a run of this text was saved.

        Raises:
            InputError: no run has saved this.
        """
        self.pc = state.whole("pc", OUTSIDE, len(self.code) - 1)
        self.stack = state.wholes("stack", -32768, 32767, DEPTH)
        self.returns = state.wholes("returns", -32768, 32767, DEPTH)
        self.here = state.whole("here", 0, MEMORY)
        try:
            saved = bytes.fromhex(state.text("memory", 2 * MEMORY))
        except ValueError:
            raise refused_state("memory is not in hexadecimal digits") from None
        self.memory = bytearray(saved.ljust(MEMORY, b"\0"))
        self.screen.restore(state.inner("screen"))

    # ---- Reading and running ----

    def _read(self) -> None:
        while word := self.next_word():
            if word == ":":
                if self._compiled:
                    raise self.error(word, f"the definition of {self._compiled} has not ended", "end it with ;")
                self._compiled = self._last = self.define()
            elif word == "(":
                self.text_until(")")
            elif word == "\\":
                self.skip_line()
            elif self._compiled:
                self._compile_word(word)
            else:
                self._carry_out(word)
        if self._compiled:
            raise self.error(self._compiled, "its definition does not end", "end it with ;")

    def _compile_word(self, word: str) -> None:
        if word == ";":
            if self.open:
                raise self.error(word, f"{self.open[-1][0]} has no end")
            self.compile(leave_word)
            self._compiled = ""
        elif word in self._names:
            self.compile(call, self._names[word])
        elif word in STRUCTURES:
            STRUCTURES[word](self)
        elif word == '."':
            self.compile(write_text, self.text_until('"'))
        elif word in PRIMITIVES:
            self.compile(PRIMITIVES[word])
        else:
            self.compile(literal, self._number(word))

    def _carry_out(self, word: str) -> None:
        if word in self._names:
            self._enter(self._names[word])
            self._execute()
            self._run_line = 0
        elif word == '."':
            write_text(self, self.text_until('"'))
        elif word in PRIMITIVES:
            with self._faults():
                PRIMITIVES[word](self, None)
        else:
            self.push(self._number(word))

    def _number(self, word: str) -> int:
        if _NUMBER.fullmatch(word):
            return int(word)
        if word in STRUCTURES or word == ";":
            raise self.error(word, "it stands outside a definition")
        raise self.error(word, "not a word of this dialect, nor one that the text has defined")

    def _start(self, start: str | None) -> None:
        name = start or self._last
        if name not in self._names:
            raise self.error(name or "text", "the text defines no such word" if name else "it defines no word")
        self.stack, self.returns = [], []
        self._enter(self._names[name])

    def _enter(self, index: int) -> None:
        self.push_return(OUTSIDE)
        self.pc = index

    @contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            yield
        except IndexError:
            raise self.error("stack", "a number is taken from it, and it is empty") from None
        except ZeroDivisionError:
            raise self.error("/", "a number is divided by 0") from None

    def _execute(self) -> None:
        self.waiting = False
        if self.pc == OUTSIDE:
            return
        with self._faults():
            for _ in self._ticks:
                function, argument, self._run_line = self.code[self.pc]
                self.pc += 1
                function(self, argument)
                if self.pc == OUTSIDE or self.waiting:
                    return
        raise self._limits.reached(self.place)
