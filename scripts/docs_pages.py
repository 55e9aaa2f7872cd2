#!/usr/bin/env python3
"""Lays out the pages of the documentation as Sphinx reads them, and checks that the site loads nothing from the web.

    scripts/docs_pages.py lay-out FOLDER      write pages and pictures into FOLDER
    scripts/docs_pages.py check-loads SITE    check that no page loads a file from the web

The pages are the Markdown files of the repository, whose links work on a forge as they stand, and its notebooks with
their stored outputs. On the site the pages of `docs` are at the top, with README.md and other pages of the repository's
root beside them, and the links follow. A link to a file that is no page, such as a test, becomes the path of that file.

After a line `<!-- chapters -->`, each entry of a list or a table begins with a link to a chapter of the page.
`docs/README.md` is the first page of the site; the heading before each of its lists names a part of the site.
"""

from __future__ import annotations

import json
import posixpath
import re
import sys
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).parents[1]
FIRST_PAGE = "docs/README.md"
ROOT_PAGES = {"README.md": "overview.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
SITE_ONLY = "docs/site/"
"""The configuration of the site, and its pages that are made of docstrings."""

TEXT = r"(?:[^\[\]`]|`[^`]*`)*"
LINK = re.compile(rf"(?P<mark>!?)\[(?P<text>{TEXT})\]\((?P<target>[^()\s]+)\)")
CODE = re.compile(
    r"^(?P<fence>[ ]*(?:```+|~~~+)).*?^(?P=fence)[ ]*$ | (?<!`)(?P<ticks>`+)(?!`)(?:(?!\n\n).)+?(?<!`)(?P=ticks)(?!`)",
    re.MULTILINE | re.DOTALL | re.VERBOSE,
)
CODE_OR_LINK = re.compile(f"{CODE.pattern} | {LINK.pattern}", CODE.flags)
"""Code, in which nothing is a link, or a link."""
CHAPTERS = re.compile(r"^<!-- chapters -->\n\n?(?P<entries>(?:[-| ].*\n?)+)", re.MULTILINE)
ENTRY = re.compile(rf"^(?:- |\| )\[(?P<text>{TEXT})\]\((?P<target>[^()\s#]+)\)", re.MULTILINE)
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
LOADED = re.compile(r"""<(?!a\b)[^>]*\s(?:src|href)=["']?((?:https?:)?//[^"'\s>]+)""")
"""An element other than a link that names a file of the web."""


class DocsError(Exception):
    """A link that leads nowhere, or a page that is missing from the contents."""


def place(path: str) -> str:
    """Return the path on the site of a page or a picture, from its path in the repository; empty for other files."""
    if path in ROOT_PAGES:
        return ROOT_PAGES[path]
    if not path.startswith("docs/") or not (ROOT / path).is_file():
        return ""
    folder, name = posixpath.split(path.removeprefix(SITE_ONLY).removeprefix("docs/"))
    if name.endswith(".ipynb"):
        name = posixpath.splitext(name)[0] + ".md"
    return posixpath.join(folder, "index.md" if name == "README.md" else name)


def pages() -> dict[str, str]:
    """Return the Markdown of every page, by its path in the repository."""
    paths = [*(ROOT / name for name in ROOT_PAGES), *sorted((ROOT / "docs").rglob("*.md"))]
    texts = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    return texts | {notebook: notebook_page(notebook)[0] for notebook in notebooks()}


def notebooks() -> list[str]:
    return sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs/notebooks").glob("*.ipynb"))


def notebook_page(notebook: str) -> tuple[str, dict[str, bytes]]:
    """Return a notebook with its stored outputs as Markdown, and its pictures by their paths on the site."""
    parts: list[str] = []
    pictures: dict[str, bytes] = {}
    stem = posixpath.splitext(place(notebook))[0]
    for cell in json.loads((ROOT / notebook).read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            # A site that loads nothing from the web cannot set formulas, which a forge and Jupyter do.
            parts.append(re.sub(r"\$([^$\n`]+)\$", r"`\1`", source))
            continue
        parts.append(f"~~~~python\n{source}\n~~~~")
        for output in cell["outputs"]:
            shown: Mapping[str, Any] = output.get(
                "data", {"text/plain": output.get("text", output.get("traceback", ""))}
            )
            form = next(form for form in ("image/svg+xml", "text/html", "text/plain") if form in shown)
            content = "".join(shown[form]).rstrip("\n")
            if form == "image/svg+xml":
                name = f"{stem}-{len(pictures) + 1}.svg"
                pictures[name] = content.encode()
                title = re.search(r"<title[^>]*>(.*?)</title>", content, re.DOTALL)
                alt = " ".join(unescape(title[1]).split()) if title else "a plot"
                parts.append(f"~~~~{{image}} {posixpath.basename(name)}\n:alt: {alt}\n:class: output\n~~~~")
            elif form == "text/html":
                parts.append(f"~~~~{{raw}} html\n{content}\n~~~~")
            else:
                parts.append(f"~~~~{{code-block}} text\n:class: output\n\n{content}\n~~~~")
    return "\n\n".join(parts) + "\n", pictures


def target_path(page: str, target: str) -> str:
    """Return the path in the repository to which a link of a page leads; empty for the web and for the page itself.

    Raises:
        DocsError: there is no such file.
    """
    path = unquote(urlsplit(target).path)
    if urlsplit(target).scheme or not path:
        return ""
    found = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
    if (ROOT / found / "README.md").exists():
        found = posixpath.join(found, "README.md")
    if found.startswith("..") or not (ROOT / found).exists():
        raise DocsError(f"{page}: the link to {target} leads to no file")
    return found


def chapters(page: str, text: str) -> list[tuple[str, dict[str, str]]]:
    """Return the lists of chapters of a page: the heading before each, and each chapter's path with its short name."""
    found = []
    for block in CHAPTERS.finditer(text):
        headings = ["", *HEADING.findall(text, 0, block.start())]
        entries = {
            target_path(page, entry["target"]): entry["text"].replace("`", "").replace("\n", " ")
            for entry in ENTRY.finditer(block["entries"])
        }
        found.append((headings[-1], entries))
    return found


def check_contents(texts: dict[str, str]) -> None:
    """Check that every page except the first is a chapter of exactly one page.

    Raises:
        DocsError: one is not.
    """
    listed = [entry for page, text in texts.items() for _, entries in chapters(page, text) for entry in entries]
    for page in texts.keys() - {FIRST_PAGE}:
        if listed.count(page) != 1:
            raise DocsError(
                f"{page} is listed {listed.count(page)} times as a chapter; list it once after <!-- chapters -->, "
                f"in {FIRST_PAGE} or in a page below that"
            )


def on_site(page: str, text: str) -> tuple[str, set[str]]:
    """Return a page's text as it is on the site, and the paths in the repository of the files that it needs there."""
    here = posixpath.dirname(place(page)) or "."
    files: set[str] = set()

    def moved(link: re.Match[str]) -> str:
        target = link["target"] and target_path(page, link["target"])
        if not target:
            return link[0]
        if not place(target):
            return f"{link['text']} (`{target}`)"
        if not target.endswith((".md", ".rst", ".ipynb")):
            files.add(target)
        fragment = urlsplit(link["target"]).fragment
        to = posixpath.relpath(place(target), here) + ("#" + fragment if fragment else "")
        return f"{link['mark']}[{link['text']}]({to})"

    tables = []
    for heading, entries in chapters(page, text):
        names = [
            f"{name} <{posixpath.splitext(posixpath.relpath(place(entry), here))[0]}>"
            for entry, name in entries.items()
        ]
        caption = [f":caption: {heading}"] if page == FIRST_PAGE else []
        tables.append("\n".join(["\n```{toctree}", ":hidden:", *caption, "", *names, "```\n"]))
    return CODE_OR_LINK.sub(moved, text) + "".join(tables), files


def site_files() -> dict[str, bytes]:
    """Return the content of every file that Sphinx reads, by its path.

    Raises:
        DocsError: a link leads nowhere, or the contents miss a page.
    """
    texts = pages()
    check_contents(texts)
    found = {name: picture for notebook in notebooks() for name, picture in notebook_page(notebook)[1].items()}
    for page, text in texts.items():
        moved_text, files = on_site(page, text)
        found[place(page)] = moved_text.encode()
        found |= {place(file): (ROOT / file).read_bytes() for file in files}
    for path in (ROOT / SITE_ONLY).rglob("*.rst"):
        found[place(path.relative_to(ROOT).as_posix())] = path.read_bytes()
    return found


def lay_out(folder: Path) -> None:
    """Write what Sphinx reads into a folder, and remove what else is there; what is up to date stays untouched."""
    files = site_files()
    for path in [path for path in folder.rglob("*") if path.is_file()]:
        if path.relative_to(folder).as_posix() not in files:
            path.unlink()
    for name, content in files.items():
        path = folder / name
        if not path.exists() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def check_loads(site: Path) -> None:
    """Check that the pages of a site load nothing from the web; Sphinx checks their links.

    Raises:
        DocsError: a page does.
    """
    for path in site.rglob("*.html"):
        if loaded := LOADED.search(path.read_text(encoding="utf-8")):
            raise DocsError(f"{path.relative_to(site)}: {loaded[1]}: it comes from the web")


def main(arguments: list[str]) -> int:
    match arguments:
        case ["lay-out", folder]:
            lay_out(Path(folder))
        case ["check-loads", site]:
            check_loads(Path(site))
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except DocsError as error:
        print(f"docs: {error}", file=sys.stderr)
        sys.exit(1)
