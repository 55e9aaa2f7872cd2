"""The reviews of a report: which games are reviewed, and what the page shows of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.recorded_games import DRAWN, O_WINS, X_WINS, counted, game, match

from hyperoxo import InputError
from hyperoxo.arena.report import reviews
from hyperoxo.arena.report.page import render_page
from hyperoxo.arena.report.reviews import MAX_REVIEWS, GamesToReview
from hyperoxo.players import Control

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hyperoxo import Game

GAMES = match(("<b>ann</b>", "bob"), [(DRAWN, O_WINS), (X_WINS, DRAWN)])


def chosen(wanted: str, games: Iterable[Game]) -> GamesToReview:
    found = GamesToReview(wanted)
    for played in games:
        found.add(played)
    return found


def headings(found: GamesToReview) -> list[str]:
    sections = found.sections(Control(), lambda _: None)
    return [section.split("<h3>")[1].split("</h3>")[0] for section in sections]


def test_decisive_games_are_those_that_a_side_won() -> None:
    found = chosen("decisive", GAMES)
    found.check("games.jsonl")
    assert headings(found) == [
        "Game 2: bob (X) against &lt;b&gt;ann&lt;/b&gt; (O): O wins in 3 moves",
        "Game 3: &lt;b&gt;ann&lt;/b&gt; (X) against bob (O): X wins in 3 moves",
    ]
    assert found.note == "Reviewed are all games that a side won."


def test_games_are_chosen_by_number() -> None:
    found = chosen(" 4, 1,4", [*GAMES[:3], game("22 11")])
    found.check("games.jsonl")
    assert headings(found)[1] == "Game 4: ? (X) against ? (O): not finished, X to move"
    assert (len(found), found.note) == (2, "")


def test_the_title_is_that_of_the_whole_game_that_is_reviewed() -> None:
    played = game(X_WINS)
    played.go_to(3)
    assert headings(chosen("1", [played])) == ["Game 1: ? (X) against ? (O): X wins in 3 moves"]


def test_the_number_of_reviews_is_limited() -> None:
    found = chosen("decisive", [game(X_WINS)] * (MAX_REVIEWS + 5))
    assert len(found) == MAX_REVIEWS
    assert found.note == f"Reviewed are the first {MAX_REVIEWS} of {MAX_REVIEWS + 5} games that a side won."


def test_the_work_is_divided_among_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[object] = []

    def record_limits(_: Game, *, nodes: int, seconds: float, control: Control) -> None:
        assert not control.cancelled
        taken.append((nodes, seconds))
        raise KeyboardInterrupt

    monkeypatch.setattr(reviews, "review", record_limits)
    with pytest.raises(KeyboardInterrupt):
        chosen("1,2,3,4", GAMES).sections(Control(), lambda _: None)
    assert taken == [(reviews.NODES // 4, reviews.SECONDS)]


@pytest.mark.parametrize("wanted", ["", "0", "x", "1,", "1 2", "1-3", "-1", "1.5", "9" * 5000, "Decisive"])
def test_what_names_no_games_is_refused(wanted: str) -> None:
    with pytest.raises(InputError, match="not numbers of games; type numbers with commas between them, or decisive"):
        GamesToReview(wanted)


def test_too_many_numbers_and_those_beyond_the_file_are_refused() -> None:
    with pytest.raises(InputError, match="--review with 21 games: a report reviews 20 at most; choose fewer"):
        GamesToReview(",".join(map(str, range(1, 22))))
    with pytest.raises(InputError, match=r"games.jsonl: there is no game 5 to review; it has games 1 to 4"):
        chosen("1,5", GAMES).check("games.jsonl")


def test_the_page_has_the_reviews_and_explains_them() -> None:
    found = chosen("decisive", GAMES)
    sections = found.sections(Control(), lambda _: None)
    assert sections == found.sections(Control(), lambda _: None)
    page = render_page(counted(GAMES), "games.jsonl", reviews=sections, reviews_note=found.note).text
    assert all(text in page for text in (*sections, found.note, "How to read a review"))
    assert "How to read a review" not in render_page(counted(GAMES), "games.jsonl").text


def test_a_match_without_a_winner_says_so() -> None:
    assert chosen("decisive", GAMES[:1]).note == "No game was won."
