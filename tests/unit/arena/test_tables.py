"""Results of a match as text, JSON and CSV: the same figures, and no claim beyond them."""

from __future__ import annotations

import csv
import io
import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.present import present
from support.scored_games import DRAW, LEFT, O, X, scores_of_pairs, standings_of

from hyperoxo import Ending, Result
from hyperoxo.arena import figures
from hyperoxo.arena.elo import estimate
from hyperoxo.arena.ratings import Anchor, Rating
from hyperoxo.arena.scores import GameScore, Standings
from hyperoxo.arena.tables import fault_sentences, standings_csv, standings_json, standings_markdown, standings_text

LATE = Result(Ending.TIME, "x")


def match(names: list[str], pairs: list[tuple[int, int, Result, Result]]) -> Standings:
    """Count pairs, each the entrants by index and the results of the two games; the first holds X in the first game."""
    return standings_of(names, scores_of_pairs(pairs))


PLAYED = match(
    ["ibm1620", "random"],
    [(0, 1, X, O)] * 6 + [(0, 1, X, X)] * 3 + [(0, 1, X, DRAW), (0, 1, LATE, O), (0, 1, DRAW, DRAW)],
)


def test_a_match_is_reported_in_tables_and_sentences() -> None:
    # Pairs of 2 to 0: seven; of 3/2 to 1/2: one; of 1 to 1: four.
    found = present(estimate(PLAYED.results(0, 1)))
    interval = f"{100 * found.low:.1f}-{100 * found.high:.1f}%"
    mirrored = f"{100 * (1 - found.high):.1f}-{100 * (1 - found.low):.1f}%"
    assert standings_text(PLAYED) == [
        "   player   games  won  drawn  lost  late  score       (95%)",
        f"A  ibm1620     24   18      3     3     0  81.2%  {interval}",
        f"B  random      24    3      3    18     1  18.8%  {mirrored:>10}",
        "",
        "   X won-drawn-lost / O      A       B",
        "A  ibm1620                      11-1-0",
        "B  random                3-2-7",
        "",
        f"Elo of ibm1620 above random: {figures.format_elo(found)} (95%); if they were equal, a",
        "result like this or better: 0.4%. Pairs in which ibm1620 scored 0, 1/2, 1, 3/2,",
        "2: 0, 0, 4, 1, 7.",
        *standings_text(PLAYED)[11:],
    ]
    sentences = " ".join(standings_text(PLAYED)[11:])
    assert "X won 14, drew 3, lost 7." in sentences
    assert "Endings: line 20, full board 3, time 1." in sentences
    assert "random lost by time 1, first in game 21." in sentences


def test_a_tournament_is_ranked_by_ratings() -> None:
    standings = match(
        ["weak", "strong", "middle", "loser"],
        [(0, 1, O, X)] * 8
        + [(0, 1, X, X)] * 2
        + [(0, 2, O, X)] * 4
        + [(0, 2, X, X)] * 4
        + [(1, 2, X, O)] * 3
        + [(1, 2, X, X)] * 5
        + [(0, 3, X, O), (1, 3, X, O), (2, 3, X, O)],
    )
    lines = standings_text(standings)
    names = ["strong", "middle", "weak", "loser"]
    assert [line.split()[:2] for line in lines[1:5]] == [[str(rank), name] for rank, name in enumerate(names, 1)]
    assert lines[0].endswith("rating (95%)")
    assert lines[4].endswith("0.0%  too few games for a bound")
    assert lines[6].split("/ O")[1].split() == list("ABCD")
    assert [line.split()[:2] for line in lines[7:11]] == [list(row) for row in zip("ABCD", names, strict=True)]


def test_many_entrants_are_broken_up_to_keep_to_the_width() -> None:
    names = [f"player {number}" for number in range(1, 13)]
    pairs = [(one, other, X, X) for one in range(12) for other in range(one + 1, 12)]
    lines = standings_text(match(names, pairs), width=80)
    assert all(len(line) <= 80 for line in lines)
    heads = [line.split("/ O")[1].split() for line in lines if "/ O" in line]
    assert len(heads) > 1
    assert "".join(head for heads_of_one in heads for head in heads_of_one) == "ABCDEFGHIJKL"
    assert sum(line.count("1-0-0") for line in lines) == 12 * 11


def test_long_names_are_cut_in_the_middle_so_that_every_table_fits_a_terminal() -> None:
    names = [f"An engine with a name of many words, version {number}" for number in range(3)]
    pairs = [
        (one, other, X, O if number % 3 else X) for one, other in ((0, 1), (1, 2), (0, 2)) for number in range(800)
    ]
    lines = standings_text(match(names, pairs), width=80)
    assert max(map(len, lines)) <= 80
    table = [line for line in lines if line.endswith("]")]
    assert [line.split("version ")[1][0] for line in table[:3]] == ["0", "1", "2"]
    two = standings_text(match(names[:2], pairs[:800]), width=80)
    assert max(map(len, two)) <= 80
    assert names[0] in " ".join(two)


def test_tables_show_the_names_of_engines() -> None:
    scores = [
        GameScore(1, 1, 0, 1, X, 9, display_names=("a`b|c", "")),
        GameScore(2, 1, 1, 0, X, 9, display_names=("", "a`b|c")),
    ]
    standings = standings_of(["ugi:./engine", "random"], scores)
    text = standings_text(standings)
    assert text[1].startswith("A  a`b|c ")
    assert any(line.startswith("Elo of a`b|c above random: ") for line in text)
    assert r"| `` a`b\|c `` |" in "\n".join(standings_markdown(standings))
    assert next(csv.DictReader(io.StringIO(standings_csv(standings))))["player"] == "a`b|c"
    data = standings_json(standings)
    assert (data["players"], data["names"]) == (["ugi:./engine", "random"], ["a`b|c", "random"])


def repeating(entrants: str, fingerprints: dict[tuple[int, int], list[int]]) -> Standings:
    """Count unpaired games by the entrants with X and O, which X wins; those of one fingerprint are the same."""
    scores = [
        GameScore(1, None, one, other, X, 9, fingerprint=fingerprint)
        for (one, other), known in fingerprints.items()
        for fingerprint in known
    ]
    return standings_of(entrants, scores)


CHAIN = [(0, 1, X, O), (0, 2, X, O), (1, 2, X, O)]
ONE_RATED = "took points from each other: ratings are counted from a, and those of the others are unbounded."
LISTED = {(0, other): [number if other == 1 else 7 for number in range(4)] for other in range(1, 8)}


@pytest.mark.parametrize(
    ("standings", "text"),
    [
        (match(["a", "b"], []), "No game has a score."),
        (match(["a", "b"], [(0, 1, LEFT, X)]), "From 1 game without a partner. "),
        (match(["a", "b"], [(0, 1, LEFT, X)]), "Abandoned games, which have no score: 1."),
        (match(["a", "b"], [(0, 1, X, X), (0, 1, LEFT, X)]), "Games without a partner: 1; where there are pairs, "),
        (match(["a", "b"], [(0, 1, X, O)] * 10), "a won every game against b: the Elo difference is unbounded, "),
        (
            match(["a", "b"], [(0, 1, X, O)] * 10),
            " at least +183 (95%); if they were equal, a result like this or better: below 0.1%",
        ),
        (match(["a", "b"], [(0, 1, O, X)] * 10), "b won every game against a: the Elo difference is unbounded, "),
        (match(["a", "b"], [(0, 1, O, X)] * 10), " at least +183 (95%); if they were equal, a result like this or "),
        (match(["a", "b"], [(0, 1, X, O)] * 4), "unbounded, too few games for a bound; if they were equal, "),
        (match(["a", "b"], [(0, 1, O, DRAW)] * 4), "if they were equal, a result like this or worse: 6.2%."),
        (match(["a", "b"], [(0, 1, X, O), (0, 1, LEFT, X)]), "a won every game that has a partner against b: "),
        (match(["a", "b", "c"], CHAIN * 2), ONE_RATED),
        (match(["a", "b", "c"], CHAIN * 10), "at most"),
        (match(["random", "random"], [(0, 1, X, O), (0, 1, X, X)]), "Elo of random (1) above random (2): +191 ["),
        (match(["\x1b[31mred\nand", "b"], [(0, 1, X, O)]), "A  \\x1b[31mred\\nand   "),
        (
            repeating("ab", {(0, 1): [7] * 4, (1, 0): [7] * 4}),
            "repeat another one move by move: 6 of 8 between a and b.",
        ),
        (repeating("abcdefgh", LISTED), "move by move: 3 of 4 between a and c, 3 of 4 between a and d,"),
        (repeating("abcdefgh", LISTED), "between a and g and 1 more pairings."),
    ],
)
def test_a_sentence_is_there(standings: Standings, text: str) -> None:
    assert text in " ".join(standings_text(standings))


@pytest.mark.parametrize(
    ("standings", "text"),
    [
        (match(["a", "b"], [(0, 1, LEFT, X)]), "Games without a partner"),
        (match(["a", "b"], [(0, 1, X, X)]), "Games without a partner"),
        (match(["a", "b", "c"], [*CHAIN, (1, 0, X, O)]), "took points"),
        (match(["a", "b", "c"], [*CHAIN, (2, 0, X, O)]), "took points"),
        (match(["a", "b"], CHAIN[:1]), "took points"),
        (repeating("ab", {(0, 1): [7] * 4 + list(range(5))}), "repeat"),
        (repeating("abcdefgh", LISTED), "a and b"),
        (match(["\x1b[31mred\nand", "b"], [(0, 1, X, O)]), "\x1b"),
    ],
)
def test_a_sentence_is_left_out(standings: Standings, text: str) -> None:
    assert text not in " ".join(standings_text(standings))


def test_json_has_the_keys_that_scripts_rely_on() -> None:
    data = json.loads(json.dumps(standings_json(PLAYED), allow_nan=False))
    ours, its = data.pop("by_player")
    [pairing] = data.pop("pairings")
    elo, edge = data.pop("elo"), data.pop("first_mover")
    assert data == {
        "players": ["ibm1620", "random"],
        "names": ["ibm1620", "random"],
        "games": 24,
        "abandoned": 0,
        "by_seat": {"first": 14, "second": 7, "draws": 3},
        "anchor": None,
        "endings": {"full board": 3, "line": 20, "time": 1},
        "distinct_games": None,
    }
    first = {"wins": 11, "draws": 1, "losses": 0}
    second = {"wins": 7, "draws": 2, "losses": 3}
    score, rating = ours.pop("score"), ours.pop("rating")
    counts = {"wins": 18, "draws": 3, "losses": 3, "as_first": first, "as_second": second}
    assert ours == {"player": "ibm1620", **counts, "lost_by": {"line": 3}}
    assert its["lost_by"] == {"line": 17, "time": 1}
    assert pairing == {
        "entrants": [1, 2],
        "as_first": first,
        "as_second": second,
        "pairs": [0, 0, 4, 1, 7],
        "elo": elo,
        "repeated_games": None,
    }
    assert score == elo["score"] == [0.8125, *score[1:]]
    assert (elo["pairs"], edge["pairs"], rating[0]) == (12, 12, pytest.approx(elo["difference"] / 2))
    assert elo["low"] < elo["difference"] < elo["high"]


def test_json_and_csv_write_what_is_infinite_and_undefined() -> None:
    won = match(["a", "b"], [(0, 1, X, O)] * 3)
    data = json.loads(json.dumps(standings_json(won), allow_nan=False))
    assert (data["elo"]["difference"], data["elo"]["high"]) == ("inf", "inf")
    assert math.isfinite(data["elo"]["low"])
    ours, its = (player["rating"] for player in data["by_player"])
    half = pytest.approx(data["elo"]["low"] / 2)
    assert (ours, [-float(end) for end in its]) == (["inf", half, "inf"], [math.inf, math.inf, half])
    nothing = json.loads(json.dumps(standings_json(Standings(["a", "b"])), allow_nan=False))
    assert (nothing["elo"], nothing["first_mover"], nothing["by_player"][0]["rating"]) == (None, None, None)

    [row] = csv.DictReader(io.StringIO(standings_csv(won)))
    assert (row["elo"], row["elo_high"], row["score"]) == ("inf", "inf", "1.0")
    assert list(csv.DictReader(io.StringIO(standings_csv(Standings(["a", "b"]))))) == []


def test_csv_has_a_row_for_each_pairing() -> None:
    standings = match(["a, the first", "b", "c"], [(0, 1, X, X), (0, 2, X, O), (0, 2, DRAW, LATE)])
    rows = list(csv.reader(io.StringIO(standings_csv(standings))))
    assert [row[:2] for row in rows] == [["player", "opponent"], ["a, the first", "b"], ["a, the first", "c"]]
    assert rows[2][2:13] == list("11010101001")
    # c held X when the time of a was over.
    assert [row[-2:] for row in rows] == [["losses_by_time", "wins_by_time"], ["0", "0"], ["1", "0"]]


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), *[st.sampled_from([X, O, DRAW, LATE, LEFT])] * 2)))
def test_any_match_can_be_reported(pairs: list[tuple[int, int, Result, Result]]) -> None:
    standings = match(list("abcd"), [pair for pair in pairs if pair[0] != pair[1]])
    assert all(line == line.rstrip() for line in standings_text(standings))
    data = standings_json(standings)
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert len(standings_csv(standings).splitlines()) == 1 + len(standings.pairings)


@pytest.mark.parametrize(
    ("found", "text", "is_anchored"),
    [
        (Rating(None), "?", False),
        (Rating(0, 0, 0), "0", False),
        (Rating(math.inf, 120.4), "at least +120", False),
        (Rating(-math.inf, high=-0.4), "at most 0", False),
        (Rating(-math.inf), "unbounded", False),
        (Rating(math.inf, -0.1), "too few games for a bound", False),
        (Rating(-math.inf, high=0.1), "too few games for a bound", False),
        (Rating(math.inf, -12), "at least -12", True),
        (Rating(12.34, 4.0, 20.66), "+12.3 [+4.0, +20.7]", False),
        (Rating(-0.02, -3.0, 2.96), "0.0 [-3.0, +3.0]", False),
        (Rating(-240.7, -300, -181), "-241 [-300, -181]", False),
        # From an anchor, ratings have no plus sign.
        (Rating(1520.4, 1490, 1551), "1520 [1490, 1551]", True),
        (Rating(math.inf, 1520.6), "at least 1521", True),
        (Rating(-12, -50, 26), "-12 [-50, 26]", True),
    ],
)
def test_ratings_are_written_with_their_intervals(found: Rating, text: str, *, is_anchored: bool) -> None:
    assert figures.format_rating(found, is_anchored=is_anchored) == text


def test_an_anchor_shows_in_every_form() -> None:
    anchor = Anchor(1, 1500)
    text = standings_text(PLAYED, anchor=anchor)
    data = json.loads(json.dumps(standings_json(PLAYED, anchor)))
    assert data["by_player"][1]["rating"] == [1500, 1500, 1500]
    assert data["anchor"] == {"entrant": 2, "rating": 1500}
    assert text[0].endswith("rating (95%)")
    assert text[2].endswith("1500")
    assert "counted from random, which has 1500 without error" in " ".join(text)
    assert "| 1500 |" in standings_markdown(PLAYED, anchor)[3]
    assert standings_markdown(PLAYED)[0].startswith("|  | player | Elo difference (95%) |")


def test_markdown_shows_a_match_won_throughout_as_unbounded() -> None:
    won, lost = standings_markdown(match(["a", "b"], [(0, 1, X, O)] * 10))[2:]
    assert "| unbounded, at least +183 | 100.0% |" in won
    assert "| unbounded, at most -183 | 0.0% |" in lost


def test_a_result_is_never_called_impossible() -> None:
    assert [figures.format_chance(value) for value in (1.0, 0.951, 0.0011, 0.0)] == [
        "100.0%",
        "95.1%",
        "0.1%",
        "below 0.1%",
    ]


def test_each_kind_of_fault_has_a_line_with_the_reason_of_its_first_game() -> None:
    crash = Result(Ending.CRASH, "x")
    scores = [
        GameScore(4, None, 1, 0, crash, 3, fault="KeyError: 'later'"),
        GameScore(2, None, 1, 0, crash, 3, fault="RuntimeError: my bug\nis here"),
        GameScore(1, None, 1, 0, Result(Ending.TIME, "x"), 3, fault="no move within 1 s"),
        GameScore(3, None, 0, 1, Result(Ending.CRASH, "o"), 3),
        GameScore(5, None, 0, 1, Result(Ending.ILLEGAL_MOVE, "x"), 3, fault="x" * 300),
    ]
    assert fault_sentences(standings_of("ab", scores), "ab") == [
        r"a lost by crash 3, first in game 2: RuntimeError: my bug\nis here",
        "a lost by time 1, first in game 1: no move within 1 s",
        f"b lost by illegal move 1, first in game 5: {'x' * 134}…{'x' * 66}",
    ]


def test_markdown_has_a_column_for_each_seat() -> None:
    heads, _, first, second = standings_markdown(match(["a|b", "c"], [(0, 1, LATE, DRAW)]))
    assert heads.endswith(" | as O: won, drawn, lost | lost by time |")
    assert first.endswith(" | 75.0% | 2 | 1, 0, 0 | 0, 1, 0 | 0 |")
    assert second.endswith(" | 25.0% | 2 | 0, 1, 0 | 0, 0, 1 | 1 |")
    assert [row.split(" | ")[1] for row in (first, second)] == [r"`a\|b`", "`c`"]
