"""All experiments by name, with their published figures and the pages that are made of these."""

from __future__ import annotations

import importlib
import json
import pkgutil
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import experiments
from experiments.common.pages import filled

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType

    from experiments.common.workbench import Workbench
    from hyperoxo.game import JSON

HOME = Path(__file__).parents[1]
RESULTS = HOME / "results"
PROSE = HOME / "pages"
PACKAGE = HOME.parents[1] / "python" / "hyperoxo"
PAGES = HOME.parents[1] / "docs" / "experiments"
MADE_OF = "<!-- Made by `make experiment-pages` of research/experiments/pages/{name}.md. -->"


@dataclass(frozen=True, slots=True)
class Experiment:
    """An experiment of this package.

    Attributes:
        name: of its module, its results and its page.
        module: what `experiments` says that an experiment is.
    """

    name: str
    module: ModuleType

    @property
    def summary(self) -> str:
        """One line that says what it does."""
        summary: str = self.module.SUMMARY
        return summary

    def run(self, bench: Workbench) -> dict[str, JSON]:
        """Do the work, and return the figures with the command that gives them."""
        command = ["python", "-m", "experiments", self.name, "--seed", str(bench.seed)]
        if bench.games is not None:
            command += ["--games", str(bench.games)]
        figures: dict[str, JSON] = self.module.run(bench)
        return {"experiment": self.name, "command": shlex.join(command), **figures}

    def published(self) -> dict[str, Any]:
        """Return the figures that are kept."""
        figures: dict[str, Any] = json.loads((RESULTS / f"{self.name}.json").read_text(encoding="utf-8"))
        return figures

    def page_values(self, figures: Mapping[str, Any]) -> dict[str, str]:
        """Return what stands on the page, by the names of its places."""
        page_values: dict[str, str] = self.module.page_values(figures)
        return {"command": figures["command"], **page_values}

    def documents(self, figures: Mapping[str, Any]) -> dict[str, str]:
        """Return the files that show the figures, by their names: the page, and its pictures."""
        prose = (PROSE / f"{self.name}.md").read_text(encoding="utf-8")
        page = f"{MADE_OF.format(name=self.name)}\n\n{filled(prose, self.page_values(figures))}"
        charts: dict[str, str] = self.module.charts(figures) if hasattr(self.module, "charts") else {}
        return {f"{self.name}.md": page, **{f"{name}.svg": chart for name, chart in charts.items()}}

    def publish(self, figures: Mapping[str, Any]) -> None:
        """Write the page and its pictures into the docs, and what the package reads, if anything, into the package."""
        write(PAGES, self.documents(figures))
        if hasattr(self.module, "package_files"):
            write(PACKAGE, self.module.package_files(figures))


def all_experiments() -> dict[str, Experiment]:
    """Return every module of the package that is an experiment, by its name."""
    names = sorted(module.name for module in pkgutil.iter_modules(experiments.__path__) if not module.ispkg)
    return {
        name: Experiment(name, importlib.import_module(f"experiments.{name}")) for name in names if name != "__main__"
    }


def as_text(figures: Mapping[str, JSON]) -> str:
    """Return figures as they are kept in a file."""
    return json.dumps(figures, indent=2) + "\n"


def write(folder: Path, files: Mapping[str, str]) -> None:
    """Write files into a folder, which is made if need be."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
