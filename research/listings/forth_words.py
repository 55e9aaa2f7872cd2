"""The words of the Forth dialect: instructions, and the structures that compile branches."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    from listings.forth_machine import ForthMachine

    Primitive: TypeAlias = Callable[[ForthMachine, Any], None]


# ---- Instructions that the compiler makes ----


def literal(forth: ForthMachine, number: int) -> None:
    """Put a number on the stack."""
    forth.push(number)


def call(forth: ForthMachine, index: int) -> None:
    """Carry out a word of the text."""
    forth.push_return(forth.pc)
    forth.pc = index


def leave_word(forth: ForthMachine, _: None) -> None:
    """Return from a word."""
    index = forth.returns.pop()
    if not -1 <= index < len(forth.code):
        raise forth.error("return stack", f"{index} is not where a word returns to", "each >r needs its r>")
    forth.pc = index


def branch(forth: ForthMachine, index: int) -> None:
    """Continue at an instruction."""
    forth.pc = index


def branch_if_zero(forth: ForthMachine, index: int) -> None:
    """Continue at an instruction if the number taken is 0."""
    if not forth.stack.pop():
        forth.pc = index


def write_text(forth: ForthMachine, text: str) -> None:
    """Write a text."""
    forth.screen.put(text)


def _begin_loop(forth: ForthMachine, _: None) -> None:
    start, limit = forth.stack.pop(), forth.stack.pop()
    forth.push_return(limit)
    forth.push_return(start)


def _end_loop(step: int | None) -> Primitive:
    def run(forth: ForthMachine, index: int) -> None:
        count = forth.returns.pop() + (forth.stack.pop() if step is None else step)
        forth.push_return((count + 32768 & 65535) - 32768)
        if forth.returns[-1] < forth.returns[-2]:
            forth.pc = index
        else:
            del forth.returns[-2:]

    return run


# ---- Structures ----


def _compile_if(forth: ForthMachine) -> None:
    forth.open.append(("if", forth.compile(branch_if_zero)))


def _compile_else(forth: ForthMachine) -> None:
    over = forth.compile(branch)
    _close(forth, "else", "if", forth.pc_after)
    forth.open.append(("if", over))


def _compile_then(forth: ForthMachine) -> None:
    _close(forth, "then", "if", forth.pc_after)


def _compile_begin(forth: ForthMachine) -> None:
    forth.open.append(("begin", forth.pc_after))


def _compile_while(forth: ForthMachine) -> None:
    begin = _opened(forth, "while", "begin")
    forth.open += [("while", forth.compile(branch_if_zero)), ("begin", begin)]


def _compile_repeat(forth: ForthMachine) -> None:
    forth.compile(branch, _opened(forth, "repeat", "begin"))
    _close(forth, "repeat", "while", forth.pc_after)


def _compile_do(forth: ForthMachine) -> None:
    forth.compile(_begin_loop)
    forth.open.append(("do", forth.pc_after))


def _ending(word: str, opening: str, primitive: Primitive) -> Callable[[ForthMachine], None]:
    def compile_end(forth: ForthMachine) -> None:
        forth.compile(primitive, _opened(forth, word, opening))

    return compile_end


def _opened(forth: ForthMachine, word: str, opening: str) -> int:
    if not forth.open or forth.open[-1][0] != opening:
        raise forth.error(word, f"no {opening} stands before it")
    return forth.open.pop()[1]


def _close(forth: ForthMachine, word: str, opening: str, index: int) -> None:
    forth.patch(_opened(forth, word, opening), index)


STRUCTURES: dict[str, Callable[[ForthMachine], None]] = {
    "if": _compile_if,
    "else": _compile_else,
    "then": _compile_then,
    "begin": _compile_begin,
    "until": _ending("until", "begin", branch_if_zero),
    "again": _ending("again", "begin", branch),
    "while": _compile_while,
    "repeat": _compile_repeat,
    "do": _compile_do,
    "loop": _ending("loop", "do", _end_loop(1)),
    "+loop": _ending("+loop", "do", _end_loop(None)),
}
"""What compiles branches, within a definition."""


# ---- Words that define words ----


def _create(forth: ForthMachine, _: None) -> None:
    forth.only_while_reading("create")
    forth.define()
    forth.compile(literal, None)
    forth.compile(leave_word)
    forth.patch(forth.latest, forth.here)


def _does(forth: ForthMachine, _: None) -> None:
    """Let the word defined last continue behind this instruction, and return."""
    forth.only_while_reading("does>")
    forth.code[forth.latest + 1] = branch, forth.pc, forth.code[forth.latest][2]
    leave_word(forth, None)


def _constant(forth: ForthMachine, _: None) -> None:
    _create(forth, None)
    forth.patch(forth.latest, forth.stack.pop())


def _variable(forth: ForthMachine, _: None) -> None:
    _create(forth, None)
    _comma(forth, None)


def _allot(forth: ForthMachine, _: None) -> None:
    number = forth.stack.pop()
    forth.here = forth.address(forth.here + number, 0)


def _comma(forth: ForthMachine, _: None) -> None:
    forth.lay((forth.stack.pop() & 65535).to_bytes(2, "little"))


def _comma_byte(forth: ForthMachine, _: None) -> None:
    forth.lay(bytes([forth.stack.pop() & 255]))


# ---- Stack, memory, numbers, screen ----


def _shuffle(takes: int, leaves: str) -> Primitive:
    """Return what takes so many numbers, a, b, c from the bottom, and leaves some of them."""
    indices = [ord(letter) - ord("a") for letter in leaves]

    def run(forth: ForthMachine, _: None) -> None:
        if len(forth.stack) < takes:
            raise IndexError
        taken = forth.stack[-takes:]
        del forth.stack[-takes:]
        for index in indices:
            forth.push(taken[index])

    return run


def _unary(function: Callable[[int], int]) -> Primitive:
    def run(forth: ForthMachine, _: None) -> None:
        forth.push(function(forth.stack.pop()))

    return run


def _binary(function: Callable[[int, int], int]) -> Primitive:
    def run(forth: ForthMachine, _: None) -> None:
        second, first = forth.stack.pop(), forth.stack.pop()
        forth.push(function(first, second))

    return run


def _divide(forth: ForthMachine, _: None) -> None:
    divisor, number = forth.stack.pop(), forth.stack.pop()
    quotient = abs(number) // abs(divisor) * (1 if (number < 0) == (divisor < 0) else -1)
    forth.push(number - quotient * divisor)
    forth.push(quotient)


def _then(*primitives: Primitive) -> Primitive:
    def run(forth: ForthMachine, _: None) -> None:
        for primitive in primitives:
            primitive(forth, None)

    return run


def _shift(number: int, places: int) -> int:
    return number << (places & 15) if places & 65520 == 0 else 0


def _shift_right(number: int, places: int) -> int:
    return (number & 65535) >> (places & 31)


def _dup_unless_zero(forth: ForthMachine, _: None) -> None:
    if forth.stack[-1]:
        forth.push(forth.stack[-1])


def _to_return(forth: ForthMachine, _: None) -> None:
    forth.push_return(forth.stack.pop())


def _from_return(forth: ForthMachine, _: None) -> None:
    forth.push(forth.returns.pop())


def _copy_return(forth: ForthMachine, _: None) -> None:
    forth.push(forth.returns[-1])


def _fetch(size: int) -> Primitive:
    def run(forth: ForthMachine, _: None) -> None:
        address = forth.address(forth.stack.pop(), size)
        forth.push(int.from_bytes(forth.memory[address : address + size], "little"))

    return run


def _store(size: int) -> Primitive:
    def run(forth: ForthMachine, _: None) -> None:
        address, number = forth.address(forth.stack.pop(), size), forth.stack.pop()
        forth.memory[address : address + size] = (number & 256**size - 1).to_bytes(size, "little")

    return run


def _add_store(forth: ForthMachine, _: None) -> None:
    address = forth.stack.pop()
    forth.push(address)
    _fetch(2)(forth, None)
    number = forth.stack.pop() + forth.stack.pop()
    forth.push(number)
    forth.push(address)
    _store(2)(forth, None)


def _print_number(forth: ForthMachine, _: None) -> None:
    write_text(forth, f"{forth.stack.pop()} ")


def _emit(forth: ForthMachine, _: None) -> None:
    write_text(forth, chr(forth.stack.pop() & 255))


def _spaces(forth: ForthMachine, _: None) -> None:
    write_text(forth, " " * min(forth.stack.pop(), forth.screen.width * forth.screen.height))


def _at(forth: ForthMachine, _: None) -> None:
    row, column = forth.stack.pop(), forth.stack.pop()
    forth.screen.move(column, row)


PRIMITIVES: dict[str, Primitive] = {
    "dup": _shuffle(1, "aa"),
    "drop": _shuffle(1, ""),
    "swap": _shuffle(2, "ba"),
    "over": _shuffle(2, "aba"),
    "rot": _shuffle(3, "bca"),
    "nip": _shuffle(2, "b"),
    "tuck": _shuffle(2, "bab"),
    "2dup": _shuffle(2, "abab"),
    "2drop": _shuffle(2, ""),
    "?dup": _dup_unless_zero,
    ">r": _to_return,
    "r>": _from_return,
    "r": _copy_return,
    "r@": _copy_return,
    "i": _copy_return,
    "exit": leave_word,
    "+": _binary(operator.add),
    "-": _binary(operator.sub),
    "*": _binary(operator.mul),
    "/": _then(_divide, _shuffle(2, "b")),
    "mod": _then(_divide, _shuffle(2, "a")),
    "/mod": _divide,
    "min": _binary(min),
    "max": _binary(max),
    "and": _binary(operator.and_),
    "or": _binary(operator.or_),
    "xor": _binary(operator.xor),
    "<<": _binary(_shift),
    ">>": _binary(_shift_right),
    "=": _binary(lambda first, second: first == second),
    "<>": _binary(lambda first, second: first != second),
    "<": _binary(lambda first, second: first < second),
    ">": _binary(lambda first, second: first > second),
    "0=": _unary(lambda number: number == 0),
    "0<": _unary(lambda number: number < 0),
    "0>": _unary(lambda number: number > 0),
    "1+": _unary(lambda number: number + 1),
    "1-": _unary(lambda number: number - 1),
    "2*": _unary(lambda number: number * 2),
    "2/": _unary(lambda number: number >> 1),
    "negate": _unary(operator.neg),
    "abs": _unary(abs),
    "@": _fetch(2),
    "!": _store(2),
    "c@": _fetch(1),
    "c!": _store(1),
    "+!": _add_store,
    "here": lambda forth, _: forth.push(forth.here),
    ",": _comma,
    "c,": _comma_byte,
    "allot": _allot,
    "create": _create,
    "<build": _create,
    "<builds": _create,
    "does>": _does,
    "const": _constant,
    "constant": _constant,
    "var": _variable,
    "variable": _variable,
    "cls": lambda forth, _: forth.screen.clear(),
    "cr": lambda forth, _: forth.screen.new_line(),
    "at": _at,
    "emit": _emit,
    "space": lambda forth, _: write_text(forth, " "),
    "spaces": _spaces,
    ".": _print_number,
    "key": lambda forth, _: forth.take_key(),
}
"""The words that the dialect has before a text defines others."""
