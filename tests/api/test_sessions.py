"""A player decides as if it had played the whole game, in any process and at any time."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from support.patience import PATIENCE
from support.present import present
from support.strange_jobs import run_with_processes

from hyperoxo import Board, Game, play_game, player
from hyperoxo.errors import Cancelled, PlayerError
from hyperoxo.game import Ending, Note, Result
from hyperoxo.players import Control, Decision, Intent, Limits, Play, Stop
from hyperoxo.players.decision import recorded
from hyperoxo.players.historic.atari_st import ERRATA as ATARI_ERRATA
from hyperoxo.server.clients import Client
from hyperoxo.server.workers.jobs import DecisionMade, JobContext, decide, remark_on
from hyperoxo.server.workers.scheduler import JobScheduler, Priority
from hyperoxo.server.workers.sessions import ComputerSeat, SessionCache, caught_up

SEED = 11
REMEMBERED = "8o1x10x3ox13x1oo20 x"
"""A position of 4x4x4 from which the house player, as X, goes on with a win that it has proved before."""
GAMES = [
    ("4x4x4", "random", "ibm1620:row-order=random,candidates=any"),
    ("4x4x4", "ibm1620", "atari-st"),
    ("4x4x4", "atari-st:preset=cautious", "random"),
    ("4x4x4x4", "oxo:level=4", "ibm1620"),
    ("3x3", "magic-square", "random"),
    ("3x3", "random", "magic-square:variety=no"),
    ("3x3", "fignition", "random"),
    ("3x3x3", "delphi", "random"),
    ("4x4", "oxo", "oxo:level=2"),
]


if TYPE_CHECKING:
    from hyperoxo import Position
    from hyperoxo.players import Progress
    from hyperoxo.players.decision import Statement
    from hyperoxo.server.workers.jobs import Job


def decided(game: Game, name: str, sessions: SessionCache) -> Decision:
    """Return what a player decides for the side to move."""
    return sessions.decide(game, ComputerSeat(name, game.to_move, SEED), PATIENCE, Control())


def deciding(game: Game, name: str, *, is_refused: bool = False) -> Job[Progress, DecisionMade]:
    """Return the job in which a player decides for the side to move."""
    seat = ComputerSeat(name, game.to_move, SEED)
    return partial(decide, start=game.start, moves=game.moves, seat=seat, seconds=PATIENCE, is_refused=is_refused)


def started(start: Board | Position, first: str, second: str) -> Game:
    """Return a new game with the tags of `play_game`."""
    return Game(start, tags={"First": first, "Second": second, "Seed": str(SEED)})


def applied(game: Game, decision: Decision) -> None:
    """Go on with a game as `take_turn` does."""
    if isinstance(decision, Play):
        reasons = recorded(game.position, decision)
        game.play(decision.cell)
        if reasons:
            game.notes[game.ply] = Note(reasons=reasons)
    elif isinstance(decision, Stop) and decision.intent is Intent.OFFER_DRAW:
        game.end(Result(Ending.DRAW_AGREED))
    else:
        raise AssertionError(decision)


@pytest.mark.parametrize(("board", "first", "second"), GAMES)
@pytest.mark.parametrize("restarts", [False, True], ids=["one process", "a new process for each move"])
def test_games_equal_those_of_play_game(board: str, first: str, second: str, *, restarts: bool) -> None:
    game, sessions = started(Board(board), first, second), SessionCache()
    while not game.is_over:
        if restarts:
            sessions = SessionCache()
        applied(game, decided(game, first if game.to_move == "x" else second, sessions))
    assert game == play_game(player(first), player(second), Board(board), SEED)


def test_proofs_of_the_house_player_are_kept() -> None:
    start = Board("4x4x4").position(REMEMBERED)
    game, forgetful = (started(start, "oxo", "oxo:level=8") for _ in range(2))
    for played in (game, forgetful):
        while not played.is_over:
            name = "oxo" if played.to_move == "x" else "oxo:level=8"
            asked = played if played is game else Game(played.position)
            applied(played, decided(asked, name, SessionCache()))
    expected = play_game(player("oxo"), player("oxo:level=8"), start, SEED)
    assert game == expected
    assert forgetful != expected


def test_after_a_refusal_the_atari_plays_an_open_square_that_no_process_changes() -> None:
    replay = present(next(erratum.replay for erratum in ATARI_ERRATA if erratum.key == "declared-draw"))
    game = Game("4x4x4", replay.moves)
    made = []
    for is_refused in False, True, True:
        job = deciding(game, "atari-st", is_refused=is_refused)
        made.append(job(JobContext(Control(), lambda _: None)))
    assert (made[0].cell, made[0].ending) == (None, Ending.DRAW_AGREED)
    assert made[1].cell in {game.board.name(cell) for cell in game.position.empty_cells()}
    assert made[1] == made[2]


def test_moves_taken_back_leave_no_trace() -> None:
    sessions = SessionCache()
    game = Game(Board("4x4x4"))
    line: list[int] = []
    for _ in range(6):
        decision = decided(game, "random", sessions)
        assert isinstance(decision, Play)
        line.append(decision.cell)
        game.play(decision.cell)
    game.undo(3)
    for cell in line[3:]:
        decision = decided(game, "random", sessions)
        assert decision == Play(cell)
        game.play(cell)


def test_the_same_question_has_the_same_answer() -> None:
    sessions = SessionCache()
    game = Game(Board("4x4x4"), ["111", "222"])
    first = decided(game, "random", sessions)
    assert [decided(game, "random", sessions) for _ in range(5)] == [first] * 5


def test_another_seat_board_start_or_seed_is_another_player() -> None:
    sessions, game = SessionCache(), Game(Board("4x4x4"))
    seats = [ComputerSeat("random", "x", seed) for seed in range(20)]
    assert len({repr(sessions.decide(game, seat, PATIENCE, Control())) for seat in seats}) > 5


def test_sessions_beyond_the_limit_are_dropped_and_rebuilt_identically() -> None:
    few, many = SessionCache(most=1), SessionCache()
    games = [Game(Board("4x4x4"), [cell]) for cell in range(3)]
    for _ in range(4):
        for game in games:
            decision = decided(game, "random", many)
            assert decided(game, "random", few) == decision
            applied(game, decision)


def test_without_time_for_earlier_turns_the_player_decides_without_them() -> None:
    game = Game(Board("4x4x4"), range(10))
    session = caught_up(game, ComputerSeat("random", "x", SEED), seconds=-1.0, control=Control())
    again = caught_up(Game(game.position), ComputerSeat("random", "x", SEED), seconds=PATIENCE, control=Control())
    assert session.decide(game, Limits(), Control()) == again.decide(game, Limits(), Control())


def test_catching_up_can_be_cancelled() -> None:
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        caught_up(Game(Board("4x4x4"), range(10)), ComputerSeat("random", "x", SEED), seconds=PATIENCE, control=control)


@pytest.mark.parametrize("fails", [True, False], ids=["the player fails", "it is cancelled"])
def test_catching_up_that_ends_early_closes_the_session(monkeypatch: pytest.MonkeyPatch, *, fails: bool) -> None:
    control = Control()
    closed = []

    class EndsEarly:
        def decide(self, game: Game, limits: Limits, control: Control) -> Decision:  # noqa: ARG002 - part of the protocol
            if fails:
                raise RuntimeError("a fault of the player")
            control.cancel()
            return Play(0)

        def close(self) -> None:
            closed.append(self)

    monkeypatch.setattr(ComputerSeat, "start_session", lambda *_: EndsEarly())
    with pytest.raises(RuntimeError if fails else Cancelled):
        caught_up(Game(Board("3x3"), range(3)), ComputerSeat("random", "x", SEED), seconds=PATIENCE, control=control)
    assert len(closed) == 1


def test_players_that_cannot_sit_there_are_refused() -> None:
    with pytest.raises(PlayerError, match="it plays on 4x4x4 only"):
        decided(Game(Board("3x3")), "atari-st", SessionCache())
    with pytest.raises(PlayerError, match="there is no such player"):
        decided(Game(Board("3x3")), "stranger", SessionCache())


async def decided_aside(scheduler: JobScheduler, game: Game, name: str, **how: Any) -> DecisionMade:  # noqa: ANN401 - passed on
    """Return the decision of a player for the side to move, made in a process."""
    return await scheduler.run(Client("me"), deciding(game, name), priority=Priority.MOVE, seconds=PATIENCE, **how)


@pytest.mark.parametrize(("board", "first", "second"), [GAMES[0], GAMES[1], GAMES[6]])
def test_games_through_the_pool_equal_those_of_play_game(board: str, first: str, second: str) -> None:
    async def played(scheduler: JobScheduler) -> tuple[Game, Statement | None]:
        game = started(Board(board), first, second)
        while not game.is_over:
            name = first if game.to_move == "x" else second
            made = await decided_aside(scheduler, game, name)
            if made.cell is None:
                assert made.ending is Ending.DRAW_AGREED
                game.end(Result(Ending.DRAW_AGREED))
            else:
                game.play(made.cell)
                if made.reasons:
                    game.notes[game.ply] = Note(reasons={"sentence": made.sentence, **made.reasons})
        seat = ComputerSeat(second, "o", SEED)
        job = partial(
            remark_on, start=game.start, moves=game.moves, result=present(game.result), seat=seat, seconds=PATIENCE
        )
        return game, await scheduler.run(Client("me"), job, priority=Priority.MOVE, seconds=PATIENCE)

    game, final = run_with_processes(played)
    assert game == play_game(player(first), player(second), Board(board), SEED)
    session = caught_up(game, ComputerSeat(second, "o", SEED), PATIENCE, Control())
    said = session.final_remark(game)
    assert (final and final.remark) == (said and said.remark)


def test_a_decision_carries_everything_shown_to_people() -> None:
    async def ask(scheduler: JobScheduler) -> list[DecisionMade]:
        game = Game(Board("4x4x4"), ["111", "222"])
        return [await decided_aside(scheduler, game, name) for name in ("atari-st", "ibm1620", "oxo:level=4", "random")]

    atari, ibm, house, rand = run_with_processes(ask)
    assert len(atari.marks) == 62
    assert max(map(int, atari.marks.values())) == int(atari.marks[present(atari.cell)])
    assert ibm.sentence.startswith("level ")
    assert ibm.reasons["level"] == int(ibm.sentence.split()[1].rstrip(":"))
    assert {"rule", "line", "nodes"} <= house.reasons.keys()
    assert rand == DecisionMade(cell=rand.cell)


def test_a_cancelled_decision_leaves_the_player_unchanged() -> None:
    """The next decision reuses nothing of an interrupted one."""
    game = Game(Board("4x4x4"), ["111"])

    async def ask(scheduler: JobScheduler) -> DecisionMade:
        begun = asyncio.Event()
        task = asyncio.ensure_future(decided_aside(scheduler, game, "oxo", on_report=lambda _: begun.set()))
        await begun.wait()
        task.cancel()
        return await decided_aside(scheduler, game, "oxo")

    made = run_with_processes(ask)
    decision = decided(game, "oxo", SessionCache())
    assert isinstance(decision, Play)
    assert (made.cell, made.reasons) == (game.board.name(decision.cell), decision.reasons.as_json(game.board))
