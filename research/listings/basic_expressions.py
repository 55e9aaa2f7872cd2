"""Tokens and expressions of the BASIC dialect. An expression becomes a function without arguments that gives its value.

Numbers are floats, a true condition is -1, and `and`, `or` and `not` work on the bits of whole numbers. A name that
ends in $ holds a text.
"""

from __future__ import annotations

import math
import operator
import re
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from listings.limits import ListingError

if TYPE_CHECKING:
    from collections.abc import Callable

    from listings.basic_memory import BasicMemory, Expression, Number

_DEEPEST = 40
"""Brackets within brackets."""

_TOKEN = re.compile(
    r'(?P<space>[ \t]+)|(?P<number>\d+\.?\d*|\.\d+)|(?P<string>"[^"]*"?)|(?P<name>[a-z][a-z0-9]*\$?)'
    r"|(?P<sign><=|>=|<>|[-+*/^=<>(),;:'])",
    re.IGNORECASE | re.ASCII,
)

OPERATORS: tuple[dict[str, Callable[[float, float], float]], ...] = (
    {"or": lambda a, b: float(int(a) | int(b))},
    {"and": lambda a, b: float(int(a) & int(b))},
    {},
    {"+": operator.add, "-": operator.sub},
    {"mod": lambda a, b: math.fmod(int(a), int(b))},
    {"*": operator.mul, "/": operator.truediv},
)
"""The operators of two numbers, the loosest first; the third row has the comparisons."""
_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "<>": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


class BasicToken(NamedTuple):
    """A part of a line: its kind (`number`, `string`, `name` or `sign`) and its text, names in small letters."""

    kind: str
    text: str


END = BasicToken("end", "")
"""What follows the last token of a line."""


def tokens(line: str, place: str) -> list[BasicToken]:
    """Return the tokens of a line without the remark at its end.

    Raises:
        ListingError: a character belongs to none.
    """
    found: list[BasicToken] = []
    at = 0
    while at < len(line):
        match = _TOKEN.match(line, at)
        if match is None:
            raise ListingError(line[at], "not a character of this dialect", place=place)
        kind, text = str(match.lastgroup), match[0].lower()
        if text == "'" or (text == "rem" and kind == "name"):
            break
        if kind == "string":
            found.append(BasicToken(kind, line[at + 1 : match.end()].removesuffix('"')))
        elif kind != "space":
            found.append(BasicToken(kind, text))
        at = match.end()
    return found


class LineReader:
    """Reads the expressions of a line.

    Args:
        line: the tokens.
        place: such as `line 310`.
        store: where the variables are.
    """

    def __init__(self, line: list[BasicToken], place: str, store: BasicMemory) -> None:
        self._line = line
        self._at = self._depth = 0
        self.place = place
        self.store = store

    @property
    def token(self) -> BasicToken:
        """The next token."""
        return self._line[self._at] if self._at < len(self._line) else END

    @property
    def following(self) -> BasicToken:
        """The token after the next."""
        return self._line[self._at + 1] if self._at + 1 < len(self._line) else END

    def take(self) -> BasicToken:
        """Return the next token, and go on behind it."""
        token = self.token
        self._at += 1
        return token

    def skip(self, text: str) -> bool:
        """Go behind a word or sign if it is next; return whether it was."""
        if self.token.text == text and self.token.kind in {"name", "sign"}:
            self._at += 1
            return True
        return False

    def need(self, text: str) -> None:
        """Go behind a word or sign, which must be next."""
        if not self.skip(text):
            raise self.error(f"{text} is expected here")

    def error(self, reason: str, subject: str | None = None) -> ListingError:
        """Return an error that names the next token and the line."""
        return ListingError(subject or self.token.text or "end of the line", reason, place=self.place)

    def name(self) -> str:
        """Return the name that is next."""
        if self.token.kind != "name":
            raise self.error("a name is expected here")
        return self.take().text

    def number(self) -> Number:
        """Return an expression that gives a number."""
        found, is_text = self.expression()
        if is_text:
            raise self.error("a number is expected before this, not a text")
        return cast("Number", found)

    def text(self) -> Expression:
        """Return an expression that gives a text."""
        found, is_text = self.expression()
        if not is_text:
            raise self.error("a text is expected before this, not a number")
        return found

    def expression(self, level: int = 0) -> tuple[Expression, bool]:
        """Return an expression, and whether it gives a text."""
        if level == len(OPERATORS):
            return self._power()
        if level == 2 and self.skip("not"):
            inner = self._nested(lambda: self._operand(level))
            return (lambda: float(~int(inner()))), False
        left, is_text = self.expression(level + 1)
        while self.token.kind != "string":
            word = self.token.text
            if level == 2 and word in _COMPARISONS:
                left, is_text = self._comparison(left, is_text=is_text), False
            elif word in OPERATORS[level]:
                left, is_text = self._joined(left, level, is_text=is_text)
            else:
                break
        return left, is_text

    def arguments(self) -> list[Number]:
        """Return numbers in brackets, from the opening one on."""
        self.need("(")
        found = [self._nested(self.number)]
        while self.skip(","):
            found.append(self._nested(self.number))
        self.need(")")
        return found

    def _operand(self, level: int) -> Number:
        found, is_text = self.expression(level)
        if is_text:
            raise self.error("a number is expected before this, not a text")
        return cast("Number", found)

    def _nested(self, read: Callable[[], Number]) -> Number:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise self.error(f"more than {_DEEPEST} brackets within brackets")
        found = read()
        self._depth -= 1
        return found

    def _comparison(self, left: Expression, *, is_text: bool) -> Expression:
        compare = _COMPARISONS[self.take().text]
        right, is_right_text = self.expression(3)
        if is_right_text != is_text:
            raise self.error("a text and a number are compared before this")
        return lambda: -1.0 if compare(left(), right()) else 0.0

    def _joined(self, left: Expression, level: int, *, is_text: bool) -> tuple[Expression, bool]:
        word = self.take().text
        right, is_right_text = self.expression(level + 1)
        if is_right_text != is_text or (is_text and word != "+"):
            raise self.error(f"{word} cannot join what stands before and behind it", word)
        function, first, second = OPERATORS[level][word], cast("Number", left), cast("Number", right)
        return (lambda: function(first(), second())), is_text

    def _power(self) -> tuple[Expression, bool]:
        if self.skip("-"):
            inner = self._nested(lambda: self._operand(len(OPERATORS)))
            return (lambda: -inner()), False
        left, is_text = self._primary()
        while self.skip("^"):
            if is_text:
                raise self.error("^ cannot follow a text")
            left = self._raised(cast("Number", left))
        return left, is_text

    def _raised(self, base: Number) -> Number:
        exponent = self._nested(lambda: self._operand(len(OPERATORS)))
        return lambda: math.pow(base(), exponent())

    def _primary(self) -> tuple[Expression, bool]:
        kind, text = self.token
        if kind == "number":
            number = float(self.take().text)
            return (lambda: number), False
        if kind == "string":
            self.take()
            return (lambda: text), True
        if self.skip("("):
            inner = self._nested(self.number)
            self.need(")")
            return inner, False
        name = self.name()
        if name in self.store.functions:
            function = self.store.functions[name]
            [argument, *others] = self.arguments()
            if others:
                raise self.error("it takes one number", name)
            return (lambda: function(argument())), False
        if self.token.text == "(" and self.token.kind == "sign":
            return self.store.reader(name, self.arguments(), self.place), name.endswith("$")
        return self.store.variable(name), name.endswith("$")
