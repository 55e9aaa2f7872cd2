"""Limits of JSON, counted in its bytes before any parser makes objects of it.

A parser and a validator take time and memory for every value, and one byte more of JSON can be one value more. Counting
takes microseconds for the longest message that is accepted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

# A string that does not end matches, too, up to the end of the text: where a match cannot fail, none is tried twice.
_STRING = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)', re.DOTALL)
_NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


@dataclass(frozen=True, slots=True)
class JsonLimits:
    """How much JSON a message may hold.

    Attributes:
        length: bytes.
        values: values, those inside others counted as well; a key of an object counts with its value.
        nesting: arrays and objects inside each other.
    """

    length: int = 16 * 1024
    values: int = 640
    nesting: int = 12

    def refusal(self, text: bytes) -> str | None:
        """Return why a text, in UTF-8, exceeds the limits, None if it does not.

        A text that is not JSON is counted all the same; none passes whose values are more than counted here.
        """
        if len(text) > self.length:
            return f"longer than {self.length:,} bytes"
        plain = _STRING.sub(b"", text)
        if 1 + plain.count(b",") + plain.count(b"[") + plain.count(b"{") > self.values:
            return f"it holds more than {self.values} values"
        depth = 0
        for bracket in plain.translate(None, _NOT_BRACKETS):
            depth += 1 if bracket in b"[{" else -1
            if depth > self.nesting:
                return f"its values are nested more than {self.nesting} deep"
            if depth < 0:
                break
        return None
