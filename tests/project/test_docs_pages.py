"""The documentation as a site: its contents name every page, its links lead somewhere, its API every public name."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

import hyperoxo
from scripts import docs_pages
from scripts.docs_pages import (
    CODE,
    LINK,
    ROOT,
    DocsError,
    check_contents,
    check_loads,
    notebook_page,
    on_site,
    pages,
    target_path,
)

if TYPE_CHECKING:
    from pathlib import Path

PAGES = pages()


def places_of(text: str) -> set[str]:
    """Return the names by which a forge links to the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)
    plain = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading) for heading in headings]
    names = [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in plain]
    return {f"{name}-{names[:i].count(name)}" if name in names[:i] else name for i, name in enumerate(names)}


@pytest.mark.parametrize("page", PAGES)
def test_a_link_leads_to_a_file_and_a_heading(page: str) -> None:
    text = CODE.sub("code", PAGES[page])
    for link in LINK.finditer(text):
        parts = urlsplit(link["target"])
        target = target_path(page, link["target"]) or ("" if parts.scheme else page)
        if parts.fragment and target in PAGES:
            assert parts.fragment in places_of(PAGES[target]), f"{page}: {link['target']}"


def test_the_pages_of_the_api_link_to_pages() -> None:
    sources = [*(ROOT / "docs/site").rglob("*.rst")]
    links = {link for path in sources for link in re.findall(":doc:`/([^`]+)`", path.read_text(encoding="utf-8"))}
    assert links
    assert {link for link in links if f"docs/{link}.md" not in PAGES} == set()


def test_a_page_that_the_contents_lack_is_named() -> None:
    assert {"contributing.md", "images/page.png", "notebooks/index.md"} <= docs_pages.site_files().keys()
    with pytest.raises(DocsError, match=r"^docs/new\.md is listed 0 times as a chapter; list it once"):
        check_contents({**PAGES, "docs/new.md": "# New\n"})
    with pytest.raises(DocsError, match=r"^docs/house\.md is listed 2 times"):
        check_contents({**PAGES, "docs/page.md": "# The page\n\n<!-- chapters -->\n\n- [again](house.md)\n"})


def test_links_follow_the_pages_to_the_site() -> None:
    page = (
        "![a picture](images/page.png) [up](../README.md#two-commands) [`oxo`](analysis.md) [make](../Makefile)\n"
        "[here](#there) [the web](https://example.org/a.md) `[code](x.md)`\n\n```text\n[code](y.md)\n```\n"
    )
    text, files = on_site("docs/house.md", page)
    assert text == (
        "![a picture](images/page.png) [up](overview.md#two-commands) [`oxo`](analysis.md) make (`Makefile`)\n"
        "[here](#there) [the web](https://example.org/a.md) `[code](x.md)`\n\n```text\n[code](y.md)\n```\n"
    )
    assert files == {"docs/images/page.png"}
    assert on_site("docs/historic/delphi.md", "[all](../experiments/README.md)")[0] == "[all](../experiments/index.md)"
    assert on_site("README.md", "[all](docs/experiments/README.md)")[0] == "[all](experiments/index.md)"


def test_a_notebook_is_a_page_with_its_outputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = "<svg xmlns='http://www.w3.org/2000/svg'><title id='t'>X &amp; O\non 3x3</title></svg>"
    outputs = [
        {"output_type": "stream", "name": "stdout", "text": ["one\n", "two\n"]},
        {"output_type": "execute_result", "data": {"text/plain": ["Game()"], "image/svg+xml": [picture]}},
        {"output_type": "execute_result", "data": {"text/plain": ["Match()"], "text/html": ["<b>Match</b>\n", "\n"]}},
    ]
    cells = [
        {"cell_type": "markdown", "source": ["# Title\n", "\n", "Side $n$, see [the house](../house.md)."]},
        {"cell_type": "code", "source": ["print(1)"], "outputs": outputs},
    ]
    (tmp_path / "docs/notebooks").mkdir(parents=True)
    (tmp_path / "docs/house.md").write_text("# House\n")
    (tmp_path / "docs/notebooks/a.ipynb").write_text(json.dumps({"cells": cells}))
    monkeypatch.setattr(docs_pages, "ROOT", tmp_path)
    text, pictures = notebook_page("docs/notebooks/a.ipynb")
    assert text == (
        "# Title\n\nSide `n`, see [the house](../house.md).\n\n"
        "~~~~python\nprint(1)\n~~~~\n\n"
        "~~~~{code-block} text\n:class: output\n\none\ntwo\n~~~~\n\n"
        "~~~~{image} a-1.svg\n:alt: X & O on 3x3\n:class: output\n~~~~\n\n"
        "~~~~{raw} html\n<b>Match</b>\n~~~~\n"
    )
    assert pictures == {"notebooks/a-1.svg": picture.encode()}
    assert on_site("docs/notebooks/a.ipynb", text) == (text, set())
    assert on_site("docs/house.md", "[it](notebooks/a.ipynb)") == ("[it](notebooks/a.md)", set())


@pytest.mark.parametrize("target", ["nowhere.md", "../../outside.md", "images/none.png"])
def test_a_link_to_no_file_is_refused(target: str) -> None:
    with pytest.raises(DocsError, match=re.escape(f"docs/house.md: the link to {target} leads to no file")):
        on_site("docs/house.md", f"[text]({target})")


def test_a_site_that_loads_a_script_of_the_web_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<script src="https://example.org/a.js"></script>')
    with pytest.raises(DocsError, match=r"a\.html: https://example\.org/a\.js"):
        check_loads(tmp_path)


def test_the_api_has_every_public_name() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs/site/api").glob("*.rst")))
    named = set(re.findall(r"^\.\. \w+:: (hyperoxo[\w.]*)", text, re.MULTILINE))
    elsewhere = {"Limits", "play_game", "player", "register", "Sprt", "explain", "Explanation"}  # with their modules
    elsewhere |= {"arena", "museum", "solver", "ugi"}  # by their parts
    modules = {name for name in hyperoxo.__all__ if f"hyperoxo.{name}" in named and name.islower()}
    assert {"record", "svg"} <= modules
    assert "hyperoxo.errors" in named
    errors = {name for name in hyperoxo.__all__ if getattr(hyperoxo, name) in vars(hyperoxo.errors).values()}
    assert {name for name in hyperoxo.__all__ if f"hyperoxo.{name}" not in named} == elsewhere | errors


@pytest.mark.parametrize("tutorial", ["player", "analyst"])
def test_a_tutorial_names_buttons_as_the_page_does(tutorial: str) -> None:
    paths = [path for path in (ROOT / "web/src").rglob("*") if path.suffix in {".svelte", ".ts"}]
    named_levels = ROOT / "python/hyperoxo/players/levels.json"
    sources = [path.read_text(encoding="utf-8") for path in (*paths, named_levels)]
    labels = set(re.findall(r"(?<!\*)\*(\w[^*\n]*)\*(?!\*)", CODE.sub("", PAGES[f"docs/tutorials/{tutorial}.md"])))
    assert labels
    assert {
        label
        for label in labels
        if not any(re.search(rf"[\">}}]{label}[\"<]|\b{label}$", text, re.MULTILINE) for text in sources)
    } == set()
