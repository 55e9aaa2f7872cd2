"""An interpreter of the BASIC of a 16-bit home computer, as far as games played with the mouse need it.

Every statement becomes one function, in a list; branches are indices of that list. `for` is carried out at least once,
as it was on most machines of the time. `vdisys(0)` with 124 in `contrl` asks for the mouse: without a click the run
waits at this statement. The screen has 40 columns; a column is 9 dots wide and a row 9.3 high, and two rows of the
window's frame are above the first.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from listings.basic_expressions import LineReader, tokens
from listings.basic_memory import BasicMemory, fitting
from listings.basic_program import ProgramLine, datum, printed, program_lines
from listings.limits import MAX_STEPS, ListingError, steps_used_up
from listings.screen import Screen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from listings.basic_memory import BasicValue, Expression, Number

DEPTH = 100
"""Loops, and subroutines, within each other."""
MAX_TOKENS = 400
"""Tokens of a line."""
ENDED = -1
"""The index of the next statement when the program has ended."""
COLUMN, ROW = 9, 9.3
"""Dots of a column and of a row."""
_FRAME = 2
"""Rows above the first."""
_MOUSE = 124
"""The function of the machine's screen interface that gives the mouse."""
_ZONE = 14
"""Columns from one comma of `print` to the next."""

Statement: TypeAlias = "Callable[[], None]"


class Loop(NamedTuple):
    """A `for` that is carried out: its variable, last value, step, and the statement after it."""

    name: str
    last: float
    step: float
    body: int


class Basic:
    """A BASIC with a program.

    Args:
        text: the listing.
        seed: where the random numbers begin.
        steps: instructions from one question for the mouse to the next.

    Attributes:
        store: variables and arrays.
        waiting: whether the run waits for a click.

    Raises:
        ListingError: a line is outside the dialect.
    """

    def __init__(self, text: str, seed: int = 0, steps: int = MAX_STEPS) -> None:
        self.store = BasicMemory(seed)
        self.screen = Screen(40, 20)
        self.waiting = False
        self._steps = steps
        self._statements: list[Statement] = []
        self._places: list[str] = []
        self._targets: dict[str, int] = {}
        self._data: list[BasicValue] = []
        self._next_datum = 0
        self._loops: list[Loop] = []
        self._returns: list[tuple[int, int]] = []
        self._click: tuple[int, int] | None = None
        self._pc = self._current = 0
        self._place = ""
        with self._faults():
            for line in program_lines(text):
                self._compile_line(line)
        if not self._places:
            raise ListingError("text", "no line of it is a statement")
        self._add(self._end)

    def run(self, click: tuple[int, int] | None = None) -> bool:
        """Carry the program on until it asks for the mouse again.

        Args:
            click: column and row of the screen where the mouse was clicked.

        Returns:
            Whether it waits; false if it has ended.

        Raises:
            ListingError: it stops.
        """
        self._click, self.waiting = click, False
        if self._pc == ENDED:
            return False
        statements = self._statements
        with self._faults():
            for _ in range(self._steps):
                self._current = pc = self._pc
                self._pc = pc + 1
                statements[pc]()
                if self.waiting:
                    self._pc = pc
                    return True
                if self._pc == ENDED:
                    return False
        raise steps_used_up(self._steps, self.place)

    def before(self, line: int, look: Statement) -> None:
        """Call a function each time before a line is carried out."""
        index = self._targets[str(line)]
        statement = self._statements[index]

        def carry_out() -> None:
            look()
            statement()

        self._statements[index] = carry_out

    @property
    def place(self) -> str:
        """The line that is compiled or carried out."""
        return self._places[self._current] if self._current < len(self._places) else self._place

    # ---- Compiling ----

    def _add(self, statement: Statement) -> int:
        self._statements.append(statement)
        self._places.append(self._place)
        return len(self._statements) - 1

    def _compile_line(self, line: ProgramLine) -> None:
        self._place = f"line {line.number}"
        self._targets[str(line.number)] = len(self._statements)
        if line.text.lower().startswith("data"):
            # What follows `data` is taken as it stands, between commas.
            self._data += [datum(part.strip()) for part in line.text[4:].split(",")]
            return
        found = tokens(line.text, self._place)
        if len(found) > MAX_TOKENS:
            raise ListingError(line.text, f"the line has more than {MAX_TOKENS} words and signs", place=self._place)
        parser = LineReader(found, self._place, self.store)
        is_label = parser.token.kind == "name" and parser.token.text not in _STATEMENTS and parser.following.text == ":"
        if is_label:
            self._targets[parser.take().text] = len(self._statements)
        self._compile_statements(parser)
        if parser.token.kind != "end":
            raise parser.error("the statement does not continue like this")

    def _compile_statements(self, parser: LineReader) -> None:
        while True:
            if parser.token.text not in {":", "else"} and parser.token.kind != "end":
                self._compile_statement(parser)
            if not parser.skip(":"):
                return

    def _compile_statement(self, parser: LineReader) -> None:
        word = parser.name()
        if word in _STATEMENTS:
            _STATEMENTS[word](self, parser)
            return
        name = parser.name() if word == "let" else word
        indices = parser.arguments() if parser.token.text == "(" else []
        if parser.token.text != "=":
            raise parser.error("not a statement of this dialect", name)
        set_value = self.store.setter(name, indices, parser.place)
        parser.take()
        value: Expression = parser.text() if name.endswith("$") else parser.number()
        self._add(lambda: set_value(value()))

    def _target(self, parser: LineReader) -> Statement:
        """Return the function that continues at a line, or at a label."""
        target, place = parser.take(), parser.place
        if target.kind not in {"number", "name"}:
            raise parser.error("a line number is expected here", target.text or "end of the line")
        targets = self._targets

        def go() -> None:
            if target.text not in targets:
                raise ListingError(target.text, "the program has no such line", place=place)
            self._pc = targets[target.text]

        return go

    def _compile_if(self, parser: LineReader) -> None:
        condition = parser.number()
        branch = self._add(self._end)
        if not parser.skip("goto"):
            parser.need("then")
        self._compile_branch(parser)
        otherwise = len(self._statements)
        if parser.skip("else"):
            over = self._add(self._end)
            otherwise += 1
            self._compile_branch(parser)
            self._statements[over] = self._jump(len(self._statements))

        def decide() -> None:
            if not condition():
                self._pc = otherwise

        self._statements[branch] = decide

    def _compile_branch(self, parser: LineReader) -> None:
        if parser.token.kind == "number":
            self._add(self._target(parser))
            parser.skip(":")
        self._compile_statements(parser)

    def _jump(self, index: int) -> Statement:
        def go() -> None:
            self._pc = index

        return go

    def _compile_goto(self, parser: LineReader) -> None:
        self._add(self._target(parser))

    def _compile_gosub(self, parser: LineReader) -> None:
        go, place = self._target(parser), parser.place

        def call() -> None:
            if len(self._returns) >= DEPTH:
                raise ListingError("gosub", f"more than {DEPTH} subroutines within each other", place=place)
            self._returns.append((self._pc, len(self._loops)))
            go()

        self._add(call)

    def _compile_return(self, _: LineReader) -> None:
        self._add(self._return)

    def _compile_for(self, parser: LineReader) -> None:
        name, place = parser.name(), parser.place
        set_value = self.store.setter(name, [], place)
        parser.need("=")
        first = parser.number()
        parser.need("to")
        last = parser.number()
        step: Number = parser.number() if parser.skip("step") else lambda: 1.0
        if name.endswith("$"):
            raise parser.error("a loop counts with a number", name)

        def begin() -> None:
            set_value(first())
            loops = self._loops
            for index, loop in enumerate(loops):
                if loop.name == name:
                    del loops[index:]
                    break
            if len(loops) >= DEPTH:
                raise ListingError("for", f"more than {DEPTH} loops within each other", place=place)
            end, pace = (float(fitting(name, number(), place)) for number in (last, step))
            loops.append(Loop(name, end, pace, self._pc))

        self._add(begin)

    def _compile_next(self, parser: LineReader) -> None:
        name = parser.take().text if parser.token.kind == "name" and parser.token.text != "else" else ""
        values = self.store.values
        place = parser.place

        def go_round() -> None:
            loops = self._loops
            while name and loops and loops[-1].name != name:
                loops.pop()
            if not loops:
                raise ListingError(f"next {name}".strip(), "no for stands before it", place=place)
            variable, last, step, body = loops[-1]
            value = float(values.get(variable, 0.0)) + step
            values[variable] = fitting(variable, value, place)
            if value <= last if step >= 0 else value >= last:
                self._pc = body
            else:
                loops.pop()

        self._add(go_round)

    def _compile_dim(self, parser: LineReader) -> None:
        name = parser.name()
        last, place = parser.arguments(), parser.place
        self._add(lambda: void(self.store.declare(name, [number() for number in last], place)))
        if parser.skip(","):
            self._compile_dim(parser)

    def _compile_read(self, parser: LineReader) -> None:
        name, place = parser.name(), parser.place
        set_value = self.store.setter(name, parser.arguments() if parser.token.text == "(" else [], place)

        def read() -> None:
            if self._next_datum >= len(self._data):
                raise ListingError("read", "no data are left", place=place)
            value = self._data[self._next_datum]
            if isinstance(value, str) != name.endswith("$"):
                raise ListingError(str(value), f"the next data do not fit {name}", place=place)
            self._next_datum += 1
            set_value(value)

        self._add(read)
        if parser.skip(","):
            self._compile_read(parser)

    def _compile_restore(self, _: LineReader) -> None:
        def restore() -> None:
            self._next_datum = 0

        self._add(restore)

    def _compile_print(self, parser: LineReader) -> None:
        ends_line = True
        while parser.token.kind != "end" and parser.token.text not in {":", "else"}:
            ends_line = False
            if parser.skip(";"):
                continue
            if parser.skip(","):
                self._add(lambda: self.screen.put(" " * (_ZONE - self.screen.column % _ZONE)))
            elif parser.token.text in {"spc", "tab"}:
                self._compile_gap(parser)
            else:
                found, _ = parser.expression()
                self._compile_item(found)
                ends_line = parser.token.text not in {";", ","}
        if ends_line:
            self._add(self.screen.new_line)

    def _compile_item(self, found: Expression) -> None:
        self._add(lambda: self.screen.put(printed(found())))

    def _compile_gap(self, parser: LineReader) -> None:
        word = parser.take().text
        [number, *_] = parser.arguments()
        width = self.screen.width

        def leave_gap() -> None:
            gap = number() - (self.screen.column if word == "tab" else 0)
            self.screen.put(" " * int(max(0.0, min(gap, float(width)))))

        self._add(leave_gap)

    def _compile_gotoxy(self, parser: LineReader) -> None:
        column = parser.number()
        parser.need(",")
        row = parser.number()
        self._add(lambda: self.screen.move(int(column()), int(row())))

    def _compile_clear(self, parser: LineReader) -> None:
        parser.number()
        self._add(self.screen.clear)

    def _compile_ignored(self, parser: LineReader) -> None:
        """Check a statement of colours, sounds or windows, which does nothing here."""
        parser.number()
        while parser.skip(","):
            parser.number()

    def _compile_poke(self, parser: LineReader) -> None:
        address = parser.number()
        parser.need(",")
        number = parser.number()
        words, find = self.store.words, self.store.address

        def poke() -> None:
            words[find(address())] = int(number()) & 65535

        self._add(poke)

    def _compile_mouse(self, parser: LineReader) -> None:
        parser.arguments()
        words, block, place = self.store.words, self.store.block, parser.place

        def ask() -> None:
            if words.get(block("contrl")) != _MOUSE:
                raise ListingError("vdisys", f"only the mouse is here, {_MOUSE} in contrl", place=place)
            if self._click is None:
                self.waiting = True
                return
            column, row = self._click
            self._click = None
            words[block("ptsout")] = round((column + 0.5) * COLUMN)
            words[block("ptsout", 1)] = round((row + _FRAME + 0.5) * ROW)
            words[block("intout")] = 1

        self._add(ask)

    def _compile_end(self, _: LineReader) -> None:
        self._add(self._end)

    # ---- Running ----

    def _end(self) -> None:
        self._pc = ENDED

    def _return(self) -> None:
        if not self._returns:
            raise ListingError("return", "no gosub came here", place=self.place)
        self._pc, loops = self._returns.pop()
        del self._loops[loops:]

    @contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            yield
        except (OverflowError, ZeroDivisionError):
            raise ListingError("number", "it is too large, or divided by 0", place=self.place) from None
        except RecursionError:
            raise ListingError("expression", "it is too long", place=self.place) from None
        except ValueError as error:
            if isinstance(error, ListingError):
                raise
            raise ListingError("number", str(error), place=self.place) from None


def void(_: object) -> None:
    """Drop a value."""


_STATEMENTS: dict[str, Callable[[Basic, LineReader], None]] = {
    "clearw": Basic._compile_clear,  # noqa: SLF001 - the table of the class
    "color": Basic._compile_ignored,  # noqa: SLF001
    "dim": Basic._compile_dim,  # noqa: SLF001
    "end": Basic._compile_end,  # noqa: SLF001
    "for": Basic._compile_for,  # noqa: SLF001
    "fullw": Basic._compile_ignored,  # noqa: SLF001
    "gosub": Basic._compile_gosub,  # noqa: SLF001
    "goto": Basic._compile_goto,  # noqa: SLF001
    "gotoxy": Basic._compile_gotoxy,  # noqa: SLF001
    "if": Basic._compile_if,  # noqa: SLF001
    "next": Basic._compile_next,  # noqa: SLF001
    "poke": Basic._compile_poke,  # noqa: SLF001
    "print": Basic._compile_print,  # noqa: SLF001
    "randomize": Basic._compile_ignored,  # noqa: SLF001
    "read": Basic._compile_read,  # noqa: SLF001
    "restore": Basic._compile_restore,  # noqa: SLF001
    "return": Basic._compile_return,  # noqa: SLF001
    "sound": Basic._compile_ignored,  # noqa: SLF001
    "stop": Basic._compile_end,  # noqa: SLF001
    "vdisys": Basic._compile_mouse,  # noqa: SLF001
}
