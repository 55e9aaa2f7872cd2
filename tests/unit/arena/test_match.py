"""`play_match`: the games and figures of `oxo match`, and how a result is printed, shown, plotted and saved."""

from __future__ import annotations

import dataclasses
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import numpy as np
import pytest
from support.first_free import FirstFree
from support.plotted import named_line, points
from support.present import present
from support.refusals import exactly, short_line

from hyperoxo import BoardError, InputError, MatchResult, PlayerError, play_match, record
from hyperoxo.arena.elo import estimate
from hyperoxo.arena.sprt import Sprt, SprtVerdict
from hyperoxo.players import Limits, Option, PlayerKind, register, registry

if TYPE_CHECKING:
    from pathlib import Path

    from support.oxo_command import Oxo

ARGUMENTS = ("oxo:level=2", "random", "--board", "3x3", "--games", "40", "--seed", "5", "--openings", "random:1")


def small(**changed: Any) -> MatchResult:  # noqa: ANN401 - any argument
    """Play the match of `ARGUMENTS`."""
    arguments: dict[str, Any] = {"board": "3x3", "games": 40, "seed": 5, "openings": "random:1"} | changed
    return play_match("oxo:level=2", "random", **arguments)


@pytest.fixture(scope="module")
def result() -> MatchResult:
    return small()


def test_the_games_and_the_result_are_those_of_the_command(result: MatchResult, oxo: Oxo, tmp_path: Path) -> None:
    printed = oxo.json("match", *ARGUMENTS, "--out", str(tmp_path / "theirs.jsonl"))
    del printed["seconds"]
    assert result.as_json() == printed
    result.save(str(tmp_path / "ours.jsonl"))
    assert (tmp_path / "ours.jsonl").read_bytes() == (tmp_path / "theirs.jsonl").read_bytes()
    assert "\n".join(oxo("match", *ARGUMENTS).splitlines()[2:]) == "\n".join(str(result).splitlines()[2:])


def test_the_figures_are_counted_from_the_games(result: MatchResult) -> None:
    results = []
    for number, game in enumerate(result.games, 1):
        assert (game.tags["Game"], game.board) == (str(number), result.board)
        first_is_x = game.tags["First"] == "oxo:level=2"
        assert first_is_x is (number % 2 == 1)
        results.append({None: 0.5, "x": float(first_is_x), "o": float(not first_is_x)}[game.winner])
    tally = result.tally
    assert (tally.wins, tally.draws, tally.losses) == (results.count(1), results.count(0.5), results.count(0))
    assert min(tally.wins, tally.draws, tally.losses) > 0, "the match tests too little"
    pairs = [one + other for one, other in zip(results[::2], results[1::2], strict=True)]
    assert result.pairs.counts == tuple(pairs.count(half / 2) for half in range(5))
    assert result.estimate.score == pytest.approx(sum(results) / 40)


def test_any_number_of_processes_plays_the_same_games(result: MatchResult) -> None:
    assert small(jobs=2).games == result.games


def test_without_a_seed_one_is_drawn_that_repeats_the_match() -> None:
    drawn = play_match("random", "random", "3x3", games=4)
    assert play_match("random", "random", "3x3", games=4, seed=drawn.seed).games == drawn.games


def test_the_conditions_of_a_match_are_printed(oxo: Oxo) -> None:
    result = small(games=2, limits=Limits(nodes=7), adjudicate=50)
    assert (result.schedule.limits, result.schedule.adjudication) == (Limits(nodes=7), 50)
    conditions = "2 games, openings random:1, nodes=7, adjudicated by proofs within 50 positions; seed 5"
    assert str(result).splitlines()[0].endswith(conditions)
    typed = [*ARGUMENTS, "--nodes", "7", "--adjudicate", "50"]
    typed[typed.index("40")] = "2"
    assert f"{conditions} " in " ".join(oxo("match", *typed).split())


def test_progress_is_reported_and_can_end_the_match() -> None:
    seen: list[tuple[int, int]] = []
    small(on_progress=lambda done, games: seen.append((done, games)))
    assert seen == sorted(seen)
    assert seen[-1] == (40, 40)
    with pytest.raises(KeyboardInterrupt):
        small(on_progress=Mock(side_effect=KeyboardInterrupt))


# ---- A sequential test ----


def test_a_sequential_test_ends_the_match_as_the_command_does(oxo: Oxo) -> None:
    result = play_match("oxo:level=6", "ibm1620", games=1_000, seed=1, openings="random:4", test=Sprt(elo0=0, elo1=100))
    assert len(result.scores) == len(result.games) == 24
    assert result.verdict is SprtVerdict.ACCEPTED
    arguments = ("sprt", "oxo:level=6", "ibm1620", "--elo0", "0", "--elo1", "100", "--games", "1000", "--seed", "1")
    printed = oxo.json(*arguments, "--openings", "random:4")
    del printed["seconds"]
    assert result.as_json() == printed
    theirs = oxo(*arguments, "--openings", "random:4")
    assert " ".join(str(result).split()).endswith(" ".join(theirs[theirs.index("Elo of") :].split()))
    assert max(map(len, str(result).splitlines())) <= 80


def test_the_ratio_of_a_test_is_plotted_between_its_bounds() -> None:
    test = Sprt(elo0=0, elo1=300)
    result = small(test=test, games=200)
    assert str(result.verdict) in {"accepted", "rejected"}
    axes = result.plot_test().axes[0]
    ends = points(axes.get_lines()[-1])
    assert ends[0] == (0.0, 0.0)
    games, llr = ends[-1]
    assert games == len(result.scores)
    assert llr == pytest.approx(result.llr)
    assert all(test.verdict(llr) is SprtVerdict.OPEN for _, llr in ends[:-1])
    assert [points(line)[0][1] for line in axes.get_lines()[1:3]] == list(test.bounds)


def test_a_match_without_a_test_has_no_ratio_to_plot(result: MatchResult) -> None:
    assert (result.llr, result.verdict) == (None, None)
    with pytest.raises(InputError, match=r"^plot_test: the match has no test; "):
        result.plot_test()


# ---- What is shown ----


def test_a_notebook_shows_a_table(result: MatchResult) -> None:
    page = ET.fromstring(f"<div>{result._repr_html_()}</div>")  # noqa: S314 - our own
    table = present(page.find("div/table"))
    assert table.findtext("caption") == ("oxo:level=2 against random on 3x3: 40 games, openings random:1; seed 5")
    assert {head.get("scope") for head in table.iterfind("thead/tr/th")} == {"col"}
    rows = [[cell.text for cell in row] for row in table.iterfind("tbody/tr")]
    tally = result.tally
    assert rows[0][:5] == ["oxo:level=2", *map(str, (40, tally.wins, tally.draws, tally.losses))]
    assert rows[1][:5] == ["random", *map(str, (40, tally.losses, tally.draws, tally.wins))]
    assert {row[0].get("scope") for row in table.iterfind("tbody/tr")} == {"row"}
    assert (page.findtext("p") or "").startswith("Elo of oxo:level=2 above random: +")
    # The colours of the notebook are legible in its themes; a colour of ours would not be in all.
    assert "color" not in result._repr_html_()


@pytest.mark.parametrize("name", ["mine", "random"], ids=["no kind has its name", "another kind has its name"])
def test_a_player_whose_kind_is_not_registered_is_refused_before_the_first_game(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr("hyperoxo.arena.match.read_openings", lambda *_: pytest.fail("the match has begun"))
    own = dataclasses.replace(registry.kind("oxo"), name=name).player()
    with pytest.raises(
        PlayerError,
        match=exactly(f"{name}: its kind is not registered by this name; call hyperoxo.players.register(KIND) first"),
    ):
        play_match("random", own, "3x3", games=2)


@pytest.mark.parametrize(
    "changed",
    [
        {"limits": Limits(nodes=0)},
        {"limits": Limits(depth=300)},
        {"options": {"file": "games@nodes=5"}},
        {"options": {"file": "games "}},
    ],
    ids=str,
)
def test_a_player_that_its_name_does_not_give_is_refused_before_the_first_game(
    monkeypatch: pytest.MonkeyPatch, changed: dict[str, Any]
) -> None:
    monkeypatch.setattr("hyperoxo.arena.match.read_openings", lambda *_: pytest.fail("the match has begun"))
    reader = PlayerKind("reader", "reads a file", FirstFree, (Option("file", "", "what it reads"),))
    register(reader)
    entrant = dataclasses.replace(reader.player(), **changed)
    with pytest.raises(PlayerError) as refused:
        play_match("random", entrant, "3x3", games=2)
    assert refused.value.subject == entrant.name


def test_names_are_escaped_and_cut(monkeypatch: pytest.MonkeyPatch) -> None:

    monkeypatch.setattr(FirstFree, "display_name", "<b>Best & longest name of an engine so far</b>")
    register(PlayerKind("first", "plays the first free cell", FirstFree))
    html = play_match("first", "random", "3x3", games=2, seed=1)._repr_html_()
    page = ET.fromstring(f"<div>{html}</div>")  # noqa: S314 - our own
    assert "&lt;b&gt;Best" in html
    assert all(len(row.text or "") <= 30 for row in page.iterfind("div/table/tbody/tr/th"))


def running(result: MatchResult) -> list[tuple[float, float]]:
    """Return the points of the score in the plot of a match: numbers of games, and scores in percent."""
    return points(named_line(result.plot(), "score"))


def test_the_running_score_is_that_of_shorter_matches(result: MatchResult) -> None:
    scores = dict(running(result))
    assert list(scores) == list(range(2, 41, 2))
    for games in (2, 14, 40):
        shorter = small(games=games).estimate
        assert scores[games] == pytest.approx(100 * shorter.score)


def test_the_band_is_the_interval_at_each_number_of_games(result: MatchResult) -> None:
    [band] = result.plot().axes[0].collections
    heights: dict[float, set[float]] = {}
    for x, y in np.asarray(band.get_paths()[0].vertices, dtype=float).tolist():
        heights.setdefault(x, set()).add(round(y, 6))
    for games in (10, 40):
        found = present(estimate(small(games=games).standings.results(0, 1)))
        assert heights[games] >= {round(100 * found.low, 6), round(100 * found.high, 6)}


def test_a_match_of_one_game_is_shown() -> None:
    result = play_match("oxo:level=4", "random", "3x3", games=1, seed=1)
    assert len(running(result)) == 1
    assert "oxo:level=4" in result._repr_html_()
    assert (
        repr(result)
        == "<MatchResult of oxo:level=4 against random on 3x3: 1 won, 0 drawn, 0 lost; score 100.0% (5.0-100.0%)>"
    )


def test_certain_repetitions_are_warned_of() -> None:
    result = play_match("delphi", "magic-square:variety=no", "3x3", games=4, seed=1)
    assert len(result.warnings) == 2
    for text in (str(result).replace("\n", " "), result._repr_html_()):
        assert "draw no random numbers" in text
        assert "Games that repeat another one move by move: 2 of 4" in text


def test_saved_games_are_read_again_and_no_file_is_replaced(result: MatchResult, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    result.save(str(path))
    assert list(record.load(path)) == result.games
    with pytest.raises(InputError, match=r"games\.jsonl: there is such a file; choose another name$"):
        result.save(str(path))


# ---- Bad input ----


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"games": "2"}, TypeError, "games='2': not a whole number"),
        ({"games": 2.5}, TypeError, "games=2.5: not a whole number"),
        ({"seed": 1.5}, TypeError, "seed=1.5: not a whole number"),
        ({"openings": 3}, TypeError, "openings=3: not a text, such as 'random:2'"),
        ({"limits": 3}, TypeError, "limits=3: not limits, such as Limits(nodes=5000)"),
        ({"jobs": None}, TypeError, "jobs=None: not a whole number"),
        ({"test": "elo1=3"}, TypeError, "test='elo1=3': not a test, such as Sprt(elo0=0, elo1=20)"),
        ({"adjudicate": "9"}, TypeError, "adjudicate='9': not a whole number"),
        ({"games": 0}, InputError, "games=0: must be from 1 to 1000000000"),
        ({"games": 10**12}, InputError, "games=1000000000000: must be from 1 to 1000000000"),
        ({"jobs": 0}, InputError, "jobs=0: must be at least 1"),
        ({"seed": -1}, InputError, f"seed=-1: must be from 0 to {2**63 - 1}"),
        ({"seed": 2**63}, InputError, f"seed={2**63}: must be from 0 to {2**63 - 1}"),
        ({"board": "3x"}, BoardError, "3x: "),
        ({"openings": "random:9"}, InputError, "random:9: not openings on 3x3; "),
        ({"openings": "no such file"}, InputError, "neither a kind of openings nor a file"),
        ({"board": "4x4x4", "first": "magic-square"}, PlayerError, "magic-square: "),
        ({"second": "atari"}, PlayerError, "atari: "),
    ],
    ids=str,
)
def test_bad_input_is_refused_in_one_line(wrong: dict[str, Any], error: type[Exception], message: str) -> None:
    arguments: dict[str, Any] = {"first": "random", "second": "random", "board": "3x3", "games": 2, "seed": 1} | wrong
    with pytest.raises(error, match=short_line(message)):
        play_match(**arguments)
