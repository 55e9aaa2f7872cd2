"""A user's file that a server offers, since its owner named it: in games, in other processes, and after a restart."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from support.live_games import COMPUTER, PERSON, Client, FakeScheduler, Json, serving
from support.patience import until

from hyperoxo import Board, Game, PlayerError, record
from hyperoxo.arena.laboratory import lab_run, played_on
from hyperoxo.players import Control, Play, player, register, registry
from hyperoxo.players.own import kind_from_file
from hyperoxo.players.player_file import PlayerFile
from hyperoxo.server.games.state import title_of
from hyperoxo.server.offered_players import offered_player
from hyperoxo.server.routes import catalogue
from hyperoxo.server.workers.answers import ask_everywhere
from hyperoxo.server.workers.jobs import DecisionMade, JobContext, decision_made, start
from hyperoxo.server.workers.sessions import ComputerSeat, SessionCache

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MINE: Json = {"kind": "player", "player": "mine"}
LOWEST = "def move(position):\n    return position.legal_moves()[0], 'the lowest'\n"


@pytest.fixture
def mine(tmp_path: Path) -> Iterator[Path]:
    """Register the player of a file, as `oxo serve --player` does."""
    (tmp_path / "mine.py").write_text(LOWEST)
    register(kind_from_file(tmp_path / "mine.py"))
    forget()
    yield tmp_path / "mine.py"
    forget()


def forget() -> None:
    """Forget which players there are: a server has the same until it ends."""
    for found in (title_of, *vars(catalogue).values()):
        if hasattr(found, "cache_clear"):
            found.cache_clear()


@pytest.mark.usefixtures("mine")
def test_the_page_can_offer_it_and_a_worker_knows_it(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "mine" in [entry["name"] for entry in client.get("/api/players").json()]
    [kind] = registry.registered_files()
    monkeypatch.setattr(registry, "_registered", {})
    with pytest.raises(PlayerError):
        offered_player("mine")
    start(None, [kind])
    decision = SessionCache().decide(Game(Board("3x3"), "11"), ComputerSeat("mine", "o", 1), 5.0, Control())
    assert decision.reasons.sentence(Board("3x3")) == "the lowest"


def test_a_game_keeps_the_file_that_it_began_with_and_the_next_one_reads_it(mine: Path) -> None:
    board = Board("3x3")
    for seed, moved in ((3, 1), (3, 1), (4, 8)):
        decision = SessionCache().decide(Game(board, "11"), ComputerSeat("mine", "o", seed), 5.0, Control())
        assert isinstance(decision, Play)
        assert decision.cell == moved
        mine.write_text(LOWEST.replace("[0]", "[-1]"))


def test_a_server_without_it_ends_no_game_and_says_who_is_missing(
    tmp_path: Path, mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path) as client:
        game = client.make(x=PERSON, o=MINE)
        assert game.state["seats"]["o"]["name"] == "mine"
    monkeypatch.setattr(registry, "_registered", {})
    forget()
    with serving(tmp_path) as game.client:
        game.play("22")
        assert game.state["seats"]["o"]["name"] == "mine (missing)"
        assert game.state["result"] is None
    register(kind_from_file(mine))
    forget()
    with serving(tmp_path) as game.client, game.follow("x", after=2) as (again, _):
        assert again.receive_cells(1) == ["11"]
        assert (game.state["seats"]["o"]["name"], game.state["result"]) == ("mine", None)


def test_the_record_of_a_game_says_which_text_played(tmp_path: Path, mine: Path) -> None:
    def decided(game: Game) -> DecisionMade:
        seat = ComputerSeat("mine", game.to_move, 1)
        return decision_made(game.position, SessionCache().decide(game, seat, 5.0, Control()))

    with serving(tmp_path, FakeScheduler(decided)) as client:
        game = client.make(x=PERSON, o=MINE)
        with game.follow("x") as (follower, _):
            follower.act("x", "play", cell="22", ply=0)
            assert follower.receive_cells(2) == ["22", "11"]
        [kept] = record.loads(client.get(f"/api/games/{game.id}/record").text)
    assert (kept.tags.get("FirstHash"), kept.tags["SecondHash"]) == (None, PlayerFile.read(mine).hash)


def test_a_file_that_never_answers_costs_the_museum_its_own_answer_only(mine: Path) -> None:
    mark, control = mine.with_name("mark"), Control()
    mine.write_text(f"def move(position):\n    open({str(mark)!r}, 'w')\n    while True:\n        pass\n")

    def end_its_time() -> None:
        until(mark.exists)
        control.cancel()

    with ThreadPoolExecutor() as pool:
        ending = pool.submit(end_its_time)
        context: JobContext[None] = JobContext(control, lambda _: None)
        *programs, late = ask_everywhere(context, game=Game("3x3"), delphi=None).answers
        ending.result()
    assert (late.player, late.move, late.sentence) == ("mine", None, "it has not answered in time")
    assert [each.move for each in programs if each.player in ("delphi", "fignition")] == ["11", "22"]


FAILING = {
    "return 1 // 0": "mine.py, line 2: ZeroDivisionError",
    "return open(__file__ + 'x')": "mine.py, line 2: FileNotFoundError",
    "import os; os._exit(1)": "mine.py: its process ended",
    "return lambda: 1": "mine.py, line 1: it returned",
}


@pytest.mark.parametrize("fault", FAILING)
def test_no_message_to_strangers_names_the_folder_of_a_file(tmp_path: Path, fault: str) -> None:
    (tmp_path / "mine.py").write_text(f"def move(position):\n    {fault}\n")
    chosen = kind_from_file(tmp_path / "mine.py", for_strangers=True).player()
    run = lab_run((chosen, player("random")), Board("3x3"), 1, seed=1)
    tally = played_on(run, 100, Control(), lambda _: None).tally
    assert tally.command.startswith("oxo match mine.py random ")
    [sentence] = tally.faults
    assert FAILING[fault] in sentence
    assert "to see it again: oxo move mine.py 3x3 " in sentence
    (tmp_path / "mine.py").unlink()
    with pytest.raises(PlayerError) as gone:
        lab_run((chosen, chosen), Board("3x3"), 1, seed=1)
    for text in (repr(tally), str(gone.value), gone.value.remedy):
        assert str(tmp_path) not in text


@pytest.mark.parametrize("name", ["{}", "{}:depth=3", "./mine.py", "mine.py"])
def test_no_message_link_or_database_runs_a_file(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text("open('mark', 'w')\n" + LOWEST)
    named = name.format(tmp_path / "mine.py")
    seats: Json = {"x": PERSON, "o": {"kind": "player", "player": named}}
    assert client.post("/api/games", json={"board": "3x3", "seats": seats}).status_code == 422
    game = client.make(o=COMPUTER)
    status, _ = game.act("x", "seat", side="o", player=named)
    assert status == 422
    assert client.get(f"/play/3x3?first=human&second={named}").status_code in (200, 404)
    with pytest.raises(PlayerError):
        SessionCache().decide(Game(Board("3x3")), ComputerSeat(named, "x", 1), 1.0, Control())
    assert not (tmp_path / "mark").exists()
