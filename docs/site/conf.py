"""The configuration of the documentation as a site: `make docs` lays out the pages and runs Sphinx with this."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from docutils.parsers.rst import Directive
from pygments.lexers.special import TextLexer
from sphinx.pycode import ModuleAnalyzer

import hyperoxo
from hyperoxo.cli import command_parser
from hyperoxo.cli.command_list import COMMANDS

if TYPE_CHECKING:
    from sphinx.application import Sphinx

HERE = Path(__file__).parent
STUB = HERE.parents[1] / "python/hyperoxo/_core.pyi"

project = "hyperoxo"
author = "The hyperoxo authors"
project_copyright = author
version = release = hyperoxo.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
needs_sphinx = "8.2"

# Pages: Markdown as a forge shows it. The names of headings are the places that links of a forge use.
myst_heading_anchors = 4
myst_html_img_as_md = True
highlight_language = "text"
pygments_dark_style = "github-dark"
# Docstrings mark code with one backtick on each side.
default_role = "literal"

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "signature"
autodoc_class_signature = "mixed"
python_use_unqualified_type_names = True
# A longer signature has a line for each argument.
python_maximum_signature_line_length = 88
napoleon_numpy_docstring = False
napoleon_use_ivar = True

html_theme = "furo"
html_title = f"hyperoxo {release}"
html_favicon = str(HERE.parents[1] / "web/public/icon.svg")
html_static_path = [str(HERE / "site.css")]
html_css_files = ["site.css"]
html_theme_options = {
    # The colours of the page's themes, light and dark, in web/src/view/style.css.
    "light_css_variables": {
        "color-brand-primary": "#1b2530",
        "color-brand-content": "#0072b2",
        "color-brand-visited": "#0072b2",
        "color-background-primary": "#ffffff",
        "color-background-secondary": "#f6f7f9",
        "color-foreground-primary": "#1b2530",
        "color-foreground-secondary": "#54606d",
        "color-background-border": "#dce1e8",
        "color-api-name": "#0072b2",
        "color-api-pre-name": "#54606d",
    },
    "dark_css_variables": {
        "color-brand-primary": "#e8ecf1",
        "color-brand-content": "#56b4e9",
        "color-brand-visited": "#56b4e9",
        "color-background-primary": "#12161b",
        "color-background-secondary": "#1a2027",
        "color-foreground-primary": "#e8ecf1",
        "color-foreground-secondary": "#a4afbb",
        "color-background-border": "#323c48",
        "color-api-name": "#56b4e9",
        "color-api-pre-name": "#a4afbb",
    },
}
html_show_sphinx = False
html_show_sourcelink = False
html_copy_source = False


class Commands(Directive):  # type: ignore[misc]  # docutils has no types
    """A section for each command of `oxo`, with its help text."""

    def run(self) -> list[nodes.Node]:
        os.environ["COLUMNS"] = "80"  # the width at which argparse breaks lines
        sections: list[nodes.Node] = []
        for name in COMMANDS:
            help_text = command_parser(name).format_help().rstrip()
            title = nodes.title(text=f"oxo {name}")
            block = nodes.literal_block(help_text, help_text, language="text")
            sections.append(nodes.section("", title, block, ids=[f"oxo-{name}"], names=[f"oxo {name}"]))
        return sections


def use_stub() -> None:
    """Take the classes of the compiled core from its stub, which has their types and their docstrings."""
    stub: dict[str, object] = {"__name__": "hyperoxo._core"}
    # A stub names classes before it defines them, so its annotations must stay text.
    exec(compile(STUB.read_text(encoding="utf-8"), STUB, "exec", annotations.compiler_flag), stub)  # noqa: S102
    for name in hyperoxo.__all__:
        if isinstance(stub.get(name), type):
            setattr(hyperoxo, name, stub[name])


def stub_source(_app: Sphinx, module: str) -> tuple[str, dict[str, tuple[str, int, int]]] | None:
    """Return the stub as the source of the compiled core, with the lines of its classes; None for other modules."""
    if module != "hyperoxo._core":
        return None
    code = STUB.read_text(encoding="utf-8")
    return code, ModuleAnalyzer.for_string(code, module).find_tags()


def as_markup(_app: Sphinx, _what: str, _name: str, _object: object, _options: object, lines: list[str]) -> None:
    """Turn a docstring into reStructuredText, in which `*shape`, `bool_` and an indented example are marked."""
    text = ""
    for line in lines:
        parts = re.split(r"(`+[^`]*`+|\*\w[^*]*\w\*)", line)
        parts[::2] = [re.sub(r"\*(?=\w)|(?<=\w)_(?!\w)", r"\\\g<0>", part) for part in parts[::2]]
        text += "".join(parts) + "\n"
    lines[:] = re.sub(r"^([^\s:.].*[^:\n])\n\n(?=    \S)", r"\1\n\n::\n\n", text, flags=re.MULTILINE).split("\n")


def setup(app: Sphinx) -> None:
    """Connect what this configuration adds to Sphinx."""
    use_stub()
    app.add_directive("commands", Commands)
    app.connect("autodoc-process-docstring", as_markup)
    app.connect("viewcode-find-source", stub_source)
    # Pygments knows no hex dumps, and no grammar that repeats by `*`.
    for language in ("hex", "ebnf"):
        app.add_lexer(language, TextLexer)
