"""`oxo analyse`: values of cells as text and as JSON, one position or many."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from support.present import present

from hyperoxo import Board
from hyperoxo.cli import analysis_limits
from hyperoxo.solver.analysis import Analysis, analyse
from hyperoxo.solver.explain import explain, proof_svg

if TYPE_CHECKING:
    from pathlib import Path

    from support.oxo_command import Oxo

    from hyperoxo import Position


def test_a_heuristic_value_is_marked_and_separate_from_the_label(oxo: Oxo) -> None:
    reply = oxo.json("analyse", "5x5x5", "--time", "0")
    found = reply["cells"]["333"]
    assert found == {
        "outcome": "unknown",
        "plies": None,
        "exact": False,
        "label": "?",
        "chance": found["chance"],
        "heuristic": f"~{found['chance']}",
    }
    assert 1 <= found["chance"] <= 99
    most = max(one["chance"] for one in reply["cells"].values())
    assert reply["value"] == found | {"chance": most, "heuristic": f"~{most}"}
    assert not reply["complete"]


def test_a_limit_of_positions_repeats_and_replaces_the_default_limit_of_time(
    oxo: Oxo, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = ("4x4x4", "--position", "x1o5xo8x2o10xo3x9o2x13 x")
    found = [oxo.json("analyse", *start, "--nodes", "30000") for _ in range(2)]
    assert found[0].pop("seconds") >= 0
    assert found[1].pop("seconds") >= 0
    assert found[0] == found[1]
    assert 30_000 <= found[0]["nodes"] < 60_000
    limits: list[dict[str, object]] = []

    def note(position: Position, **given: object) -> Analysis:
        limits.append({name: given[name] for name in ("nodes", "seconds")})
        return analyse(position, nodes=0)

    monkeypatch.setattr(analysis_limits, "analyse", note)
    for typed in ([], ["--nodes", "7"], ["--nodes", "7", "--time", "3"], ["--time", "3"]):
        oxo.json("analyse", *start, *typed)
    assert limits == [
        {"nodes": None, "seconds": ...},
        {"nodes": 7, "seconds": ...},
        {"nodes": 7, "seconds": 3.0},
        {"nodes": None, "seconds": 3.0},
    ]


def test_a_proof_is_drawn(oxo: Oxo, tmp_path: Path) -> None:
    """As deep as was typed, from the replies on that were typed, and beside the text or the JSON."""
    path = tmp_path / "tree.svg"
    found = present(explain("3x3", "11"))
    typed = ["analyse", "3x3", "--why", "11", "--tree", str(path)]
    assert oxo(*typed).endswith("11 is D: no single game shows it\n")
    assert path.read_text() == found.svg()
    oxo(*typed, "--depth", "1", "--force")
    assert path.read_text() == found.svg(1)
    oxo.json("analyse", "3x3", "--why", "11 22", "--tree", str(path), "--force")
    assert path.read_text() == proof_svg(
        (found.at(Board("3x3").moves("22")),), depth=1, title="3x3, after 11 22 and the answers to it"
    )


def test_a_proof_has_the_label_of_the_analysis(oxo: Oxo, tmp_path: Path) -> None:
    """The tree alone proves 7 plies at most; the analysis, that no win is quicker."""
    path = tmp_path / "tree.svg"
    reply = oxo.json("analyse", "3x3x3", "--nodes", "20000", "--why", "222", "--tree", str(path))
    assert reply["why"]["value"]["label"] == reply["cells"]["222"]["label"] == "W7"
    assert "<title>3x3x3, X plays 222: W7</title>" in path.read_text()


@pytest.mark.parametrize(("cell", "label", "value"), [("222", "W≤7", "W≤7"), ("111", "L≤10", "?")])
def test_an_analysis_has_the_label_of_a_proof_that_shows_more(oxo: Oxo, cell: str, label: str, value: str) -> None:
    typed = ["analyse", "3x3x3", "--nodes", "0", "--why", cell]
    reply = oxo.json(*typed)
    assert reply["why"]["value"]["label"] == reply["cells"][cell]["label"] == label
    assert reply["value"]["label"] == value
    printed = oxo(*typed, "--depth", "1")
    assert f"{label:<5}  {cell}" in printed
    assert f"{cell} is {label}, as a search for only this cell has proved" in printed


def test_without_a_proof_no_picture_is_written(oxo: Oxo, tmp_path: Path) -> None:
    path = tmp_path / "tree.svg"
    assert oxo("analyse", "4x4x4", "--time", "0", "--why", "112", "--tree", str(path), code=3).endswith(
        "No proof to show was found in time; a proved label holds all the same.\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_tree_that_cannot_be_drawn_is_refused_before_the_analysis(
    oxo: Oxo, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    monkeypatch.delattr("hyperoxo.cli.commands.analyse.watched")
    assert "PNG, PDF and GIF files need it" in oxo.refused(
        "analyse", "3x3", "--why", "11", "--tree", str(tmp_path / "tree.png")
    )
    assert list(tmp_path.iterdir()) == []


def test_many_positions_are_answered_in_order_however_many_processes_share_them(oxo: Oxo) -> None:
    answered = [oxo.batch(b"22 11\nxx1oo4 x\n99\n11\n", "analyse", "3x3", *jobs) for jobs in ([], ["--jobs", "2"])]
    assert [code for code, *_ in answered] == [2, 2]
    alone, shared = answered[0][1], answered[1][1]
    assert [reply.get("cells", reply) for reply in alone] == [reply.get("cells", reply) for reply in shared]
    assert [alone[0]["moves"], alone[1]["position"], alone[3]["moves"]] == ["22 11", "xx1oo4 x", "11"]
    assert alone[2]["error"].startswith("line 3: 99")
