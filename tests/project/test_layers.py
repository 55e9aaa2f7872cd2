"""The layers of the crates and of the package: what their check refuses, and how their page draws them."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from support.patience import PATIENCE

ROOT = Path(__file__).parents[2]
CHECK = ROOT / "scripts" / "check_layers.py"


def check(*crates: Path) -> list[str]:
    """Run the check on crates, by default on those of the project, and return its complaints."""
    ran = subprocess.run(
        [sys.executable, CHECK, *crates], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert ran.stdout == ""
    assert ran.returncode == bool(ran.stderr)
    return ran.stderr.splitlines()


@pytest.fixture
def crate(tmp_path: Path) -> Path:
    """Return a correct crate: `top` above `folder`, whose `mod.rs` is above `upper`, above `lower`; and `base`."""
    files = {
        "layers.txt": "top\nfolder\nfolder::upper | folder::lower\nbase | side\n",
        "src/lib.rs": "mod base;\nmod folder;\nmod side;\nmod top;\npub use base::Base;\npub use folder::Upper;\n",
        "src/top.rs": "use crate::folder::Upper;\n",
        "src/folder/mod.rs": "mod lower;\nmod upper;\npub use upper::Upper;\nuse lower::Lower;\n",
        "src/folder/upper.rs": "use crate::Base;\npub struct Upper;\n",
        "src/folder/lower.rs": "use crate::base;\npub struct Lower;\n",
        "src/base.rs": "pub struct Base;\n",
        "src/side.rs": "",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_the_crates_of_the_project_pass() -> None:
    assert check() == []


def test_the_page_draws_the_layers_of_the_package() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    above, *layers = [set(layer.split(" | ")) for layer in settings["contracts"][0]["layers"]]
    assert above == {"__main__"}
    page = (ROOT / "docs/maintainers/architecture.md").read_text(encoding="utf-8")
    drawn = page[page.index("Python    cli") + len("Python") : page.index("- - -")]
    assert [set(line.split()) for line in drawn.splitlines() if line.strip()] == layers


def test_what_the_core_imports_does_not_import_the_core() -> None:
    sources = (ROOT / "crates" / "oxo-py" / "src").glob("*.rs")
    text = "".join(source.read_text(encoding="utf-8") for source in sources)
    imported = set(re.findall(r'\.import\((?:py, )?"(hyperoxo[\w.]*)"', text))
    imported |= {f"hyperoxo.{name}" for name in re.findall(r"import_exception!\(hyperoxo\.(\w+)", text)}
    assert imported == {"hyperoxo", "hyperoxo.errors", "hyperoxo.spellings"}
    program = f"import sys, {', '.join(sorted(imported))}; sys.exit('hyperoxo._core' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.parametrize(
    ("file", "line", "complaint"),
    [
        ("base", "use crate::top::Top;", "base imports top, which stands above it"),
        ("base", "pub(crate) use crate::top;", "base imports top, which stands above it"),
        ("base", "fn f() { crate::top::f() }", "base imports top, which stands above it"),
        ("base", "fn f() { super::side::f() }", "base imports side, which stands beside it"),
        ("base", "use crate::Upper;", "base imports folder::upper, which stands above it"),
        ("base", "use super::Upper as Renamed;", "base imports folder::upper, which stands above it"),
        ("base", "use crate::folder::Lower;", "base imports folder::lower, which stands above it"),
        ("base", "use crate::f;", "base imports the crate's root, which stands above all layers"),
        (
            "side",
            "use std::fmt;\nuse crate::{\n    base::{self, Base},\n};",
            "side imports base, which stands beside it",
        ),
        ("side", "use crate::{side::S, folder::{lower::{A, B}}};", "side imports folder::lower, which stands above it"),
        ("folder/lower", "use super::upper::Upper;", "folder::lower imports folder::upper, which stands beside it"),
    ],
)
def test_an_import_upwards_or_sideways_is_refused(crate: Path, file: str, line: str, complaint: str) -> None:
    path = crate / "src" / f"{file}.rs"
    path.write_text(f"\n{line}\n")
    number = 3 if line.startswith("use std") else 2
    assert check(crate) == [f"{path}:{number}: {complaint}"]


@pytest.mark.parametrize(
    "text",
    [
        "pub struct Base;\n",
        "// use crate::top;\n/* crate::top::f() */\n/// [`f`](crate::top::f)\n",
        'const TEXT: &str = "use crate::top;";\nconst RAW: &str = r#"crate::top::f "here""#;\n',
        "#[cfg(test)]\nmod tests {\n    use crate::top::{Top};\n    fn f() {}\n}\n",
        "#[cfg(test)]\nuse crate::top::Top;\n",
        "#[cfg(test)]\n#[inline]\nfn f(_: [u8; 3]) {\n    crate::top::f();\n}\n",
        "impl S {\n    #[cfg(all(test, unix))]\n    fn f() {\n        crate::top::f()\n    }\n}\n",
        "use std::fmt;\nuse other::top::Top;\n",
    ],
)
def test_comments_texts_tests_and_other_crates_do_not_count(crate: Path, text: str) -> None:
    (crate / "src" / "base.rs").write_text(text)
    assert check(crate) == []


def test_a_circle_inside_one_layer_is_refused(crate: Path) -> None:
    (crate / "layers.txt").write_text("top\nfolder\nbase | side\n")
    lower = crate / "src" / "folder" / "lower.rs"
    lower.write_text("use super::upper::Upper;\n")
    assert check(crate) == [], "in a folder that is one layer, modules may import one another"
    upper = crate / "src" / "folder" / "upper.rs"
    upper.write_text("use super::lower::Lower;\n")
    assert check(crate) == [f"{lower}:1: imports in a circle: folder::lower -> folder::upper -> folder::lower"]


def test_a_layer_for_each_module_and_a_module_for_each_layer(crate: Path) -> None:
    (crate / "layers.txt").write_text("top\nfolder\nfolder::upper\nbase\ngone\nbase\n")
    assert check(crate) == [
        f"{crate}/layers.txt:5: there is no module gone",
        f"{crate}/layers.txt:6: base is named twice",
        f"{crate}/src/folder/lower.rs:1: folder::lower is in no layer of layers.txt",
        f"{crate}/src/side.rs:1: side is in no layer of layers.txt",
    ]
