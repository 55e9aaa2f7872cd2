"""The ladder's page says what was counted: each table is compared with `docs/ladder.json`, the command's output."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hyperoxo import Board
from hyperoxo.cli.commands.match import ladder_players

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "ladder.md").read_text(encoding="utf-8")
COUNTED: dict[str, Any] = json.loads((DOCS / "ladder.json").read_text(encoding="utf-8"))
NUMBERS = {name: number for number, name in enumerate(COUNTED["players"], 1)}
OUTCOMES = ("wins", "draws", "losses")


def meeting(player: str, opponent: str) -> tuple[str, str, str]:
    """Return the games of two players from the first one's view: with X, with O, and the score with its interval."""
    entrants = [NUMBERS[player], NUMBERS[opponent]]
    is_first = entrants[0] < entrants[1]
    [found] = [one for one in COUNTED["pairings"] if one["entrants"] == sorted(entrants)]
    seats = [found["as_first"], found["as_second"]]
    score, low, high = found["elo"]["score"]
    if not is_first:
        # The games of the second player as X are those of the first as O, and wins of the one are losses of the other.
        seats = [{name: seat[other] for name, other in zip(OUTCOMES, OUTCOMES[::-1], strict=True)} for seat in seats][
            ::-1
        ]
        score, low, high = 1 - score, 1 - high, 1 - low
    as_first, as_second = ("-".join(str(seat[name]) for name in OUTCOMES) for seat in seats)
    return as_first, as_second, f"{100 * score:.1f} ({100 * low:.1f}-{100 * high:.1f})"


def test_the_command_on_the_page_is_the_one_that_was_run() -> None:
    command = f"oxo ladder {COUNTED['board']} --games 400 --openings {COUNTED['openings']} --seed {COUNTED['seed']}"
    assert command in PAGE
    assert COUNTED["games"] == 400 * len(COUNTED["pairings"]) == 200 * len(NUMBERS) * (len(NUMBERS) - 1)
    assert f"{COUNTED['games']:,} games" in PAGE
    assert COUNTED["distinct_games"] == COUNTED["games"]


def test_every_player_that_fits_the_board_is_on_it() -> None:
    assert [player.name for player in ladder_players(Board(COUNTED["board"]))] == COUNTED["players"]


def test_the_ladder_is_in_the_order_of_the_ratings() -> None:
    rows = [
        line.split("|")[2].strip(" `") for line in PAGE.splitlines() if line[:3].strip("| ").isdigit() and "`" in line
    ]
    assert rows == [one["player"] for one in sorted(COUNTED["by_player"], key=lambda one: -one["rating"][0])]


@pytest.mark.parametrize("one", COUNTED["by_player"], ids=lambda one: one["player"])
def test_each_player_has_its_figures(one: dict[str, Any]) -> None:
    rating, low, high = (f"{points:+.0f}" for points in one["rating"])
    seats = (", ".join(str(one[seat][outcome]) for outcome in OUTCOMES) for seat in ("as_first", "as_second"))
    games = sum(one[outcome] for outcome in OUTCOMES)
    cells = (f"`{one['player']}`", f"{rating} [{low}, {high}]", f"{100 * one['score'][0]:.1f}%", str(games), *seats)
    assert f" {' | '.join(cells)} |\n" in PAGE


@pytest.mark.parametrize("level", range(1, 10))
def test_the_old_programs_have_their_figures_against_each_level(level: int) -> None:
    cells = [cell for old in ("ibm1620", "atari-st") for cell in meeting(old, f"oxo:level={level}")]
    assert f"| {level} | {' | '.join(cells)} |\n" in PAGE


def test_the_statements_of_the_text_hold() -> None:
    as_first, as_second, score = meeting("ibm1620", "atari-st")
    won, drawn, lost = (
        sum(both) for both in zip(*(map(int, seat.split("-")) for seat in (as_first, as_second)), strict=True)
    )
    assert f"{won} won, {drawn} drawn, {lost} lost" in PAGE
    assert score.replace(" (", "%\n  (") in PAGE
    for ending, words in (
        ("line", "ended with a line"),
        ("full board", "on a full board"),
        ("draw agreed", "by a draw"),
    ):
        assert f"{COUNTED['endings'][ending]:,} {words}" in PAGE
    mover, low, high = (f"{100 * share:.1f}" for share in COUNTED["first_mover"]["score"])
    assert f"X scored {mover}% ({low}-{high})" in PAGE
    assert sum(COUNTED["endings"].values()) == COUNTED["games"]
