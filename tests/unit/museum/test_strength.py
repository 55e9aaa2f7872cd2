"""How strong the exhibits say they are is what was measured: the ladder's, the experiments', or counted again here."""

from __future__ import annotations

import functools
import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.present import present

from hyperoxo import Board
from hyperoxo.arena.elo import estimate
from hyperoxo.arena.pentanomial import Pentanomial
from hyperoxo.museum import find_exhibit
from hyperoxo.players import Control, Limits
from hyperoxo.players.delphi_player import rate

if TYPE_CHECKING:
    from hyperoxo import Position

ROOT = Path(__file__).parents[3]
LADDER = json.loads((ROOT / "docs/ladder.json").read_text(encoding="utf-8"))
ALL_GAMES = json.loads((ROOT / "research/experiments/results/all_games.json").read_text(encoding="utf-8"))
"""The tests of the two programs count the same games."""


def results(name: str) -> dict[str, tuple[float, ...]]:
    return {row.label: row.values for row in find_exhibit(name).strength.rows}


@pytest.mark.parametrize("name", ["ibm1620", "atari-st"])
def test_ratings_are_those_of_the_ladder(name: str) -> None:
    ratings = {one["player"]: round(one["rating"][0]) for one in LADDER["by_player"]}
    assert "between levels 4 and 5 " in find_exhibit(name).strength_short
    assert f"{ratings[name]:+d}" in find_exhibit(name).strength.text
    assert ratings["oxo:level=4"] < ratings[name] < ratings["oxo:level=5"]
    stronger = [LADDER["players"].index(each) + 1 for each in (name, "oxo:level=6")]
    games = next(pair for pair in LADDER["pairings"] if sorted(pair["entrants"]) == sorted(stronger))
    lost = "losses" if games["entrants"] == stronger else "wins"
    assert f"{games['as_first'][lost] + games['as_second'][lost]} of 400" in find_exhibit(name).compared.beaten_by


def test_delphi_wins_every_game_that_it_begins() -> None:
    """Every reply of the opponent is tried; the program plays its first best field."""
    ended: Counter[int] = Counter()

    @functools.cache
    def best(position: Position) -> int:
        fields = rate(position, Limits(), Control()).fields
        return max(fields, key=lambda cell: fields[cell])

    def play_on(position: Position, ply: int) -> None:
        if position.is_over:
            assert position.winner == "x"
            ended[ply] += 1
        elif position.to_move == "x":
            play_on(position.play(best(position)), ply + 1)
        else:
            for cell in position.legal_moves():
                play_on(position.play(cell), ply + 1)

    play_on(Board("3x3x3").empty(), 0)
    assert results("delphi") == {"moving first": (ended[5], ended[7], 0)}
    assert set(ended) == {5, 7}
    assert f"all {ended.total():,} games" in find_exhibit("delphi").strength.text


def counted(program: str, key: str) -> dict[str, tuple[int, int, int]]:
    """Return the games won, drawn and lost in the experiment that plays all of them."""
    return {
        row[key]: (row["won"], row["drawn"], row["lost"]) for row in ALL_GAMES[program] if row["listing"] == "corrected"
    }


def test_the_magic_square_never_loses() -> None:
    found = counted("magic_square", "opening")
    second = found.pop("second")
    first = list(found.values())
    assert results("magic-square") == {
        **{f"first, {opening}": games for opening, games in found.items()},
        "second": second,
    }
    text = find_exhibit("magic-square").strength.text
    assert f"none of the {sum(map(sum, [*first, second])):,} games" in text
    assert f"won {sum(row[0] for row in first):,} of its {sum(map(sum, first)):,} games" in text
    assert f"{second[0]:,} of {sum(second):,} as the second" in text


def test_the_fignition_wins_or_draws_all_its_games() -> None:
    found = counted("fignition", "first_reply")
    assert results("fignition") == {f"first O {reply}": games for reply, games in found.items()}
    assert f"{sum(map(sum, found.values()))} games" in find_exhibit("fignition").strength.text


def test_the_thousand_games_of_the_ibm1620_are_those_of_the_experiment() -> None:
    found = json.loads((ROOT / "research/experiments/results/ibm1620_runs.json").read_text(encoding="utf-8"))[
        "long_run"
    ]
    games = present(find_exhibit("ibm1620").self_play)
    *documents, ours = games.runs
    assert [[10 * value for value in run.values] for run in documents] == [
        one["run"] for one in found["published_runs"]
    ]
    assert ours.values == tuple(round(100 * share, 2) for share in found["shares"])
    assert [run.is_this for run in games.runs] == [False, False, True]
    edge = present(estimate(Pentanomial(tuple(found["pairs"]))))
    assert f"scores {100 * edge.score:.1f} %" in games.answer
    assert (
        f"{edge.elo:.0f} Elo points, with a 95 % interval from {edge.elo_low:.0f} to {edge.elo_high:.0f}"
        in games.answer
    )
