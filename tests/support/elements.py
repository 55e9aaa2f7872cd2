"""What a page of HTML has: its elements with their attributes, and its text."""

from __future__ import annotations

from html.parser import HTMLParser

NEVER_CLOSED = {"meta", "img", "br", "hr", "link", "input"}


class Elements(HTMLParser):
    """Reads a page: its elements with their attributes, its text, and whether every element is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        assert len(attrs) == len(dict(attrs)), "an attribute is given twice"
        if tag not in NEVER_CLOSED:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.text += data

    def of(self, tag: str, kind: str = "") -> list[dict[str, str | None]]:
        """Return the attributes of the elements of a kind."""
        return [attributes for name, attributes in self.found if name == tag and kind in {"", attributes.get("class")}]

    def one(self, tag: str) -> dict[str, str | None]:
        """Return the attributes of the only element of a kind."""
        [found] = self.of(tag)
        return found
