"""Words and phrases that CONTRIBUTING.md replaces by plainer ones: no text of the project uses them."""

from __future__ import annotations

import pkgutil
import re
import sys
from pathlib import Path

from support.texts import docstrings, texts

ROOT = Path(__file__).parents[2]
TEXTS = {
    "python": ["*.py", "*.toml", "*.md"],
    "crates": ["*.rs", "*.toml", "*.md"],
    "docs": ["*.ipynb", "*.md", "*.rst", "*.py"],
    "web/src": ["*.ts", "*.svelte", "*.css", "*.html"],
    "web/tests": ["*.ts"],
    "tests": ["*.py", "*.json"],
    "benchmarks": ["*.py"],
    "examples": ["*.py"],
    "scripts": ["*.py"],
}
# Names that things had before. The `--theme` of puzzles keeps its name.
FORMER = [
    "torture",
    "dossiers?",
    "doubts",
    "slips?",
    "swap rule",
    "period faces?",
    r"oxo [^\n`]*--face",
    r"(?:svg|gif|worksheet) [^\n`]*--theme",
]
FORBIDDEN = [*FORMER, "whoever", "nobody", "somebody", "is told", "it is not said", "but for", "as ever"]
PLAINER = [
    *FORMER,
    "alone",
    "besides?",
    r"whatever(?! (?:the other|\S+) plays?\b)",
    "so many",
    "each two",
    "asked for",
    "(?-i:is none)",
    "by days",
    "(?:a|the|each|its) findings?",
    "moves? (?:that )?holds?(?! out)",
]
"""Words that the texts of `CLEAN` do without, too."""
CLEAN = [
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
    "docs/README.md",
    "docs/analysis.md",
    "docs/arena.md",
    "docs/atlas.md",
    "docs/blueprint.md",
    "docs/books.md",
    "docs/boxes.md",
    "docs/drills.md",
    "docs/exercises.md",
    "docs/experiments/*.md",
    "docs/explanations/*.md",
    "docs/explorer.md",
    "docs/formats/*.md",
    "docs/glossary.md",
    "docs/historic/*.md",
    "docs/house.md",
    "docs/install.md",
    "docs/ladder.md",
    "docs/learning.md",
    "docs/lesson-plans/*.md",
    "docs/library.md",
    "docs/maintainers/*.md",
    "docs/museum.md",
    "docs/notebooks/*.ipynb",
    "docs/notebooks/README.md",
    "docs/page.md",
    "docs/pictures.md",
    "docs/players.md",
    "docs/report.md",
    "docs/results.md",
    "docs/review.md",
    "docs/server.md",
    "docs/site/api/*.rst",
    "docs/solutions.md",
    "docs/solving.md",
    "docs/statistics.md",
    "docs/strategy.md",
    "docs/terminal.md",
    "docs/theorems.md",
    "docs/tutorials/*.md",
    "docs/worksheets.md",
    "python/README.md",
    "python/hyperoxo/arena/report/*.html",
    "python/hyperoxo/cli/**/*.py",
    "python/hyperoxo/cli/completion/oxo.*",
    "python/hyperoxo/coach.json",
    "python/hyperoxo/museum/**/*.toml",
    "python/hyperoxo/museum/exhibits/*/story.md",
    "python/hyperoxo/players/**/*.json",
    "python/hyperoxo/puzzles/words.json",
    "web/index.html",
    "web/public/*.webmanifest",
    "web/src/**/*.json",
]
SOURCES = ["crates/*/src/**/*.rs", "python/hyperoxo/**/*.py", "web/src/**/*.svelte", "web/src/**/*.ts"]
"""Their texts do without these words, too: messages, help, labels and sentences of the page, not comments and code."""
ALLOWED = {
    "python/hyperoxo/players/historic/ibm1620/reasons.py": "remarks of the program, which are part of its character",
    "tests/support/postgresql.py": "the name of a user of the system",
    "tests/unit/test_database_urls.py": "the name of a user of the system",
    "tests/project/test_words.py": "the list itself",
}
"""Files that may use these words, each with the reason."""

# A phrase may run over the end of a line, and over the mark of a comment at the beginning of the next. A line of a
# notebook ends in a string of JSON.
GAP = r"""(?:[\s#/*!]|\\n",\n *")+"""
PATTERN, PLAIN = (
    re.compile(r"\b(?:" + "|".join(phrases).replace(" ", GAP) + r")\b", re.IGNORECASE)
    for phrases in (FORBIDDEN, PLAINER)
)


def found(text: str, pattern: re.Pattern[str] = PATTERN) -> list[str]:
    """Return the forbidden phrases of a text, each with the number of its line."""
    return [f"{text.count(chr(10), 0, match.start()) + 1}: {match[0]!r}" for match in pattern.finditer(text)]


def test_no_text_uses_a_forbidden_phrase() -> None:
    files = {
        path for folder, patterns in TEXTS.items() for pattern in patterns for path in (ROOT / folder).rglob(pattern)
    }
    faults = {
        str(path.relative_to(ROOT)): phrases
        for path in files
        if path.is_file() and (phrases := found(path.read_text(encoding="utf-8", errors="replace")))
    }
    assert {path: phrases for path, phrases in faults.items() if path not in ALLOWED} == {}
    assert ALLOWED.keys() <= faults.keys(), "an exception that is no longer needed"


def test_a_clean_text_stays_clean() -> None:
    assert {
        str(path): phrases
        for name in CLEAN
        for path in list(ROOT.glob(name)) or [ROOT / name]
        if (phrases := found(path.read_text(encoding="utf-8"), PLAIN))
    } == {}


def test_no_text_of_the_page_or_of_a_command_uses_these_words() -> None:
    """A text has a space; other strings are names in the code, such as `"alone"`."""
    assert {
        str(path.relative_to(ROOT)): faults
        for source in SOURCES
        for path in ROOT.glob(source)
        if (faults := [text for text in texts(path) if " " in text and found(text, PLAIN)])
    } == {}


def documented() -> set[Path]:
    """Return the sources of what the pages of the Python API show; the core has its docstrings in its stub."""
    pages = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs/site/api").glob("*.rst"))
    shown = [pkgutil.resolve_name(name) for name in re.findall(r"^\.\. auto(?!data)\w+:: (\S+)$", pages, re.MULTILINE)]
    parts = [getattr(module, name) for module in shown for name in getattr(module, "__all__", ())]
    names = {str(getattr(part, "__module__", None) or getattr(part, "__name__", "")) for part in (*shown, *parts)}
    sources = {Path(sys.modules[name].__file__ or "") for name in names if name.startswith("hyperoxo")}
    return {ROOT / "python/hyperoxo/_core.pyi", *(source for source in sources if source.suffix == ".py")}


def test_no_docstring_of_the_python_api_uses_these_words() -> None:
    sources = documented()
    assert {"game.py", "turn.py", "tictactoe_v0.py"} <= {path.name for path in sources}
    assert {
        path.name: faults
        for path in sources
        if (faults := [phrase for text in docstrings(path) for phrase in found(text, PLAIN)])
    } == {}


def test_texts_are_found_in_code(tmp_path: Path) -> None:
    """Texts between tags, in attributes, strings, templates and f-strings are read; comments and names are not."""
    page, module = tmp_path / "Page.svelte", tmp_path / "module.py"
    page.write_text(
        """<!-- beside 1 --><script lang="ts">
  // beside 2
  const said = `beside 3 ${name}`; /* beside 4 */
</script>
<p class="beside 5" title="beside 6">{side} beside 7 {#if layout.beside}“beside 8”{:else}{"beside 9"}{/if}</p>
<style>.beside { margin: 0 }</style>"""
    )
    module.write_text('''"""beside 1"""\nALONE = 2  # beside 3\nprint(f"beside 4 {ALONE}", "beside 5")\n''')
    assert {*texts(page)} >= {"beside 3 …", "beside 6", "beside 7", "“beside 8”", "beside 9"}
    assert {text for text in texts(page) if re.search("beside [1245]", text)} == set()
    assert texts(module) == {"beside 4 …", "beside 5"}


def test_no_page_asks_players_for_a_command() -> None:
    command = re.compile(r"\bmake (?:build|play)\b|\boxo [a-z]+\b|<code\s*>--")
    pages = (ROOT / "web/src/view").rglob("*.svelte")
    asking = [path.name for path in pages if command.search(path.read_text(encoding="utf-8"))]
    assert asking == ["ProgramPage.svelte"], "who writes a program types commands; the server names the others"
