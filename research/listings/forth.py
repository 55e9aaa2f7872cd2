"""An interpreter of the Forth of 8-bit home computers, as far as small games need it; its words are `forth_words`.

A text is read word by word. A word between definitions is carried out, one within `:` and `;` is compiled to
instructions. When the text is read, a word is started; `key` suspends it until a key arrives.

Cells have 16 bits, a true flag is 1. The memory has the bytes that a program lays down, each word's name before them
and two bytes for each instruction, as in a Forth of threaded code; the other addresses hold 0.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

from listings.forth_machine import OUTSIDE, ForthMachine
from listings.forth_words import (
    PRIMITIVES,
    STRUCTURES,
    call,
    leave_word,
    literal,
    write_text,
)
from listings.limits import MAX_STEPS, steps_used_up

if TYPE_CHECKING:
    from collections.abc import Iterator

_NUMBER = re.compile(r"-?[0-9]{1,5}")


class Forth(ForthMachine):
    """A Forth with a text that it has read.

    Args:
        text: the listing.
        start: the word that is started; the last one defined by default.
        steps: instructions from one input to the next.

    Raises:
        ListingError: the text is refused, or stops while it is read.
    """

    def __init__(self, text: str, start: str | None = None, steps: int = MAX_STEPS) -> None:
        super().__init__(text)
        self._steps = steps
        self._read()
        self.is_read = True
        self._start(start)

    def run(self, keys: str = "") -> bool:
        """Carry the word on until it waits for a key that is not among `keys`.

        Returns:
            Whether it waits; false if it has ended.

        Raises:
            ListingError: it stops.
        """
        self._keys = [ord(key) for key in keys]
        self._execute()
        return self.waiting

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
            for _ in range(self._steps):
                function, argument, self._run_line = self.code[self.pc]
                self.pc += 1
                function(self, argument)
                if self.pc == OUTSIDE or self.waiting:
                    return
        raise steps_used_up(self._steps, self.place)
