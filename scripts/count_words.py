"""Count the words of the pages: `python3 scripts/count_words.py [REVISION]` also shows the counts of that commit.

Pages are `.md`, `.rst` and the Markdown cells of notebooks outside `tests`, except the changelog. Words are counted as
by `wc -w`, code included. Most pages in `research` are templates; the pages made of them count, too.
"""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple


class Page(NamedTuple):
    """What is counted in a page: a code cell of a notebook is a block of code."""

    words: int = 0
    you: int = 0
    blocks: int = 0

    def __str__(self) -> str:
        """Return words, "you" and "your" per 1,000 words, blocks of code, and words per block."""
        per_thousand = 1000 * self.you / max(self.words, 1)
        return f"{self.words:8,} {per_thousand:5.1f} {self.blocks:5} {self.words // max(self.blocks, 1):6,}"


def git(*arguments: str) -> str:
    """Return what a command of git prints; where it fails, it has said why."""
    done = subprocess.run(["git", *arguments], stdout=subprocess.PIPE, text=True, check=False)  # noqa: S603, S607 - git
    return done.stdout if done.returncode == 0 else sys.exit(done.returncode)


def counted(name: str, text: str) -> Page:
    """Count a page."""
    cells = json.loads(text)["cells"] if name.endswith(".ipynb") else []
    if cells:
        text = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    blocks = len(re.findall(r"^ *```", text, re.MULTILINE)) // 2 + len(re.findall(r"::\n\n +", text))
    blocks += sum(cell["cell_type"] == "code" for cell in cells)
    return Page(len(text.split()), len(re.findall(r"\byour?\b", text, re.IGNORECASE)), blocks)


def pages(revision: str | None) -> dict[str, Page]:
    """Count all pages of a commit, or of the working tree."""
    names = git("ls-tree", "-r", "--name-only", revision) if revision else git("ls-files", "-co", "--exclude-standard")
    return {
        name: counted(name, git("show", f"{revision}:{name}") if revision else Path(name).read_text("utf-8"))
        for name in sorted(names.splitlines())
        if re.search(r"^(?!tests/|CHANGELOG).*\.(md|rst|ipynb)$", name) and (revision or Path(name).exists())
    }


def total(counts: dict[str, Page], but: str = "tests/") -> Page:
    """Return the sum over all pages except those of a folder."""
    return Page(*map(sum, zip(*(page for name, page in counts.items() if not name.startswith(but)), strict=True)))


def main() -> None:
    """Print the table; `head` may close the pipe before its end."""
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    counts = [pages(revision) for revision in (*sys.argv[1:2], None)]
    print(" " * 56, *("   words   you  code  words" for _ in counts), sep="  ")
    print(" " * 56, *("           per        per" for _ in counts), sep="  ")
    for name in sorted(set().union(*counts)):
        print(f"{name:56}", *(each.get(name, Page()) for each in counts), sep="  ")
    print(f"{'sum':56}", *map(total, counts), sep="  ")
    print(f"{'sum without research/':56}", *(total(each, "research/") for each in counts), sep="  ")


if __name__ == "__main__":
    main()
