"""Copies and pickles of every public class: a value stays equal, what changes is independent, the rest says why not.

`values`, `CHANGING`, `REFUSING` and `ELSEWHERE` are one table, with a row for each class in an `__all__`.
"""

from __future__ import annotations

import copy
import importlib
import inspect
import io
import pickle
import pkgutil
import random
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, partial
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest
from support.outside_engines import is_running, mock, processes
from support.patience import until
from support.present import present

import hyperoxo
from hyperoxo import Board, Ending, Game, InputError, Note, Result, Sprt, errors, museum, pickles, player, store
from hyperoxo._core import Strategy as CoreStrategy
from hyperoxo.arena import elo, openings, ratings, runner, scores
from hyperoxo.executor.workers import InProcess, Workers
from hyperoxo.explorer import BrokenFile, Explorer, GameIndex
from hyperoxo.players import Control, FinalRemark, Forfeit, Intent, Limits, Play, Progress, Refusal, Session, Stop
from hyperoxo.players.historic.atari_st import RefusedSession
from hyperoxo.players.player import BoundedSession
from hyperoxo.puzzles import Attempt, shipped
from hyperoxo.review import Figures, Reviewer
from hyperoxo.solver.books import BookMove, shipped_book
from hyperoxo.solver.explain import groups_of, threat_of
from hyperoxo.ugi import compliance
from hyperoxo.ugi.engine import POOL
from hyperoxo.ugi.messages import LineBuffer, parse_answer, parse_command

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from hyperoxo.players import Decision

SQUARE = Board("3x3")
WON = Game(SQUARE, "22 12 11 33 21 23 31")


def pickled(original: Any) -> Any:  # noqa: ANN401 - anything
    return pickle.loads(pickle.dumps(original))  # noqa: S301 - our own bytes


COPYING: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, pickled]


@cache
def public() -> dict[str, type]:
    """Return every class in an `__all__` by its name."""
    found: dict[str, type] = {}
    for module in ["hyperoxo", *(one.name for one in pkgutil.walk_packages(hyperoxo.__path__, "hyperoxo."))]:
        if not module.endswith("__main__"):
            with suppress(errors.MissingExtraError):
                loaded = importlib.import_module(module)
                named = [getattr(loaded, name) for name in getattr(loaded, "__all__", ())]
                found |= {f"{kind.__module__}.{kind.__qualname__}": kind for kind in named if inspect.isclass(kind)}
    return found


# ---- Values ----

ANSWERS = "id name a|ugiok|readyok|option name a type check default true|info score cp 3|bestmove 11|response x"
COMMANDS = "ugi|isready|quit|stop|setoption name a value b|uginewgame|position startpos|go|query p1turn"


@cache
def values() -> dict[type, object]:
    """Return a value of each class, itself or within another."""
    node = present(hyperoxo.explain("3x3x3", "222")).trees[0]
    certificate = present(hyperoxo.solve("3x3x3").certificate)
    program = museum.find_exhibit("ibm1620")
    finding = compliance.ComplianceFinding(compliance.RULES["lines"], compliance.Severity.RIGHT)
    seat, event = store.SeatName(1, "ann"), store.StoredEvent(1, "move", {"cell": 0})
    summary = store.Summary()
    match = hyperoxo.play_match("random", "random", "3x3", games=4, seed=1, openings="random:1")
    kinds = [kind for kind in public().values() if issubclass(kind, BaseException)]
    place: dict[str, Any] = {"line": 1, "column": 2}
    found: dict[type, object] = {}
    for value in (
        WON,
        Note("why", {"nodes": 1}),
        hyperoxo.review.review(Game("3x3x3", "111 222 333 112"), nodes=1000),
        *(hyperoxo.explain("3x3x3", "222"), groups_of(node), threat_of(node), node.replies, node.step("111").move),
        *(hyperoxo.solve(SQUARE), hyperoxo.verify(certificate), hyperoxo.Strategy(certificate)),
        *(hyperoxo.analyse(SQUARE), hyperoxo.forced_win(SQUARE), hyperoxo.search(SQUARE, depth=1)),
        *(hyperoxo.Playouts(x_wins=5, o_wins=4, draws=1, plies=70), Sprt(0, 10), player("oxo:level=3")),
        *(match, match.schedule.fixture(1), match.standings.tally(0), match.estimate, openings.KINDS),
        *(openings.Openings("random", 1), openings.Opening(WON.start)),
        *(elo.Sample([0, 1], [1, 2]), elo.Evidence(1, 2), ratings.Rating(1.0), ratings.Anchor(0, 1.0)),
        ratings.PairingResults(0, 1, elo.Sample([0, 1], [1, 2]), 1),
        *(program, museum.replayed_sample(program), museum.FEATS, museum.guess(1), museum.guess_answer(1, 3)),
        *(
            museum.show_level(3),
            museum.level_that_answers(Board("4x4x4").empty()),
            museum.levels_shown(),
            museum.pairings(),
        ),
        *(list(museum.meeting("ibm1620", "atari-st", seed=1)), museum.opening_tables(), museum.trial_examples()),
        *(Explorer(SQUARE, [WON]).node(), BrokenFile("a", "b", ()), shipped_book(Board("4x4x4")), BookMove(1, 2)),
        *(Play(1), Stop(Intent.RESIGN), Forfeit(Ending.TIME, "late"), FinalRemark(), Progress(), Refusal("no", "yes")),
        *(
            shipped()[0],
            Attempt(shipped()[0]).play(shipped()[0].steps[0].right),
            Reviewer(WON).next_step,
            Figures(1, 2),
        ),
        *(hyperoxo.gif.game(WON), WON.svg(), Limits(nodes=5)),
        *map(parse_answer, ANSWERS.split("|")),
        *map(parse_command, COMMANDS.split("|")),
        compliance.ComplianceReport("./engine", "3x3", "an engine", (finding,)),
        *(seat, summary, event, store.Addition("a", [event], summary), store.StoredGame([event], {}, {0: seat})),
        *(store.ListedName("ann", 1, 2, is_banned=False), store.StoredRoom("room", b"", [seat], 1)),
        store.FoundGame("a", 1, 2, None, {}, {0: seat}),
        [list(kind) for kind in public().values() if issubclass(kind, Enum)],
        [kind("what", "why") for kind in kinds if not issubclass(kind, errors.RecordError)],
        errors.RecordError("what", "why", **place),
        errors.TruncatedRecordError("what", "why", **place, game_line=3, game_column=4),
    ):
        collect(value, found)
    return found


def collect(value: Any, found: dict[type, object]) -> None:  # noqa: ANN401 - anything
    """Add a value, and what it holds, by type."""
    if type(value) not in found or isinstance(value, tuple | list | Mapping):
        found.setdefault(type(value), value)
        parts = [getattr(value, field.name) for field in fields(value)] if is_dataclass(value) else []
        parts += value if isinstance(value, tuple | list) else []
        parts += value.values() if isinstance(value, Mapping) else []
        for part in parts:
            collect(part, found)


def test_every_public_class_has_a_row() -> None:
    rows = {*values(), *CHANGING, *REFUSING}
    assert {name for name, kind in public().items() if kind not in rows and not ELSEWHERE.get(name)} == set()


def test_no_row_is_left_over() -> None:
    assert {*CHANGING, *REFUSING} <= {*public().values()}
    with suppress(errors.MissingExtraError):
        importlib.import_module("hyperoxo.rl.tictactoe_v0")
        assert ELSEWHERE.keys() <= public().keys()


class Reader(pickle.Unpickler):
    """Reads a pickle, and notes the names in it that are not ours."""

    strange: set[str]

    def find_class(self, module: str, name: str) -> Any:  # noqa: ANN401 - anything
        if not module.startswith("hyperoxo"):
            self.strange = {*getattr(self, "strange", ()), f"{module}.{name}"}
        return super().find_class(module, name)


MAY_BE_NAMED = {"builtins.getattr", "builtins.int", "builtins.str", "collections.Counter"}
"""A position is pickled as `Board(text).position(text)`; options name their types, and standings are counters."""


def test_a_value_stays_equal() -> None:
    for kind in public().values():
        value = values().get(kind)
        if value is None or kind in CHANGING:
            continue
        for copying in COPYING:
            twin = copying(value)
            assert (type(twin), str(twin), repr(twin)) == (kind, str(value), repr(value))
            assert twin == value or "__eq__" not in vars(kind), kind


# ---- What changes ----


def moves(game: Game) -> Iterator[object]:
    """Play on at random, by a seed."""
    stream = random.Random(1)
    for number in range(20):
        yield (
            [game.position_at(ply) for ply in range(game.length + 1)],
            game.ply,
            game.result,
            str(game.tags),
            str(game.notes),
        )
        if game.is_over:
            game.undo(game.ply)
        game.play(stream.choice(game.legal_moves()))
        game.tags["Event"] = str(number)
        game.notes[game.ply] = Note("", {"at": [number]})
        present(game.notes.setdefault(0, Note("", {"all": []})).reasons)["all"].append(number)  # type: ignore[union-attr]
        game.undo(number % 2)


def tries(attempt: Attempt) -> Iterator[object]:
    """Try cells at random, the right one at every third time."""
    stream = random.Random(1)
    for number in range(20):
        yield attempt.is_solved, attempt.solution(), attempt.game.all_moves, attempt.failed
        if not attempt.is_solved:
            cell = attempt.step.right if number % 3 == 2 else stream.choice(attempt.game.legal_moves())
            yield attempt.play(cell)


def decisions(session: Session) -> Iterator[object]:
    """Decide in games against random moves."""
    stream = random.Random(1)
    game = Game(session.board)
    for _ in range(20):
        while game.is_over or game.to_move != session.seat:
            game = Game(session.board) if game.is_over else game
            game.play(stream.choice(game.legal_moves()))
        decision = session.decide(game, Limits(nodes=300), Control())
        game = game if isinstance(decision, Play) else Game(session.board)
        game.play(decision.cell if isinstance(decision, Play) else 0)
        yield decision


def games_added(counted: Any) -> Iterator[object]:  # noqa: ANN401 - standings, an explorer or its index
    """Add won and drawn games."""
    for number in range(1, 21):
        if isinstance(counted, scores.Standings):
            yield counted.tally(0), str(counted.lengths)
            counted.add(scores.GameScore(number, None, 0, 1, Result(Ending.LINE, "x"), number))
        else:
            index = present(counted.index) if isinstance(counted, Explorer) else counted
            yield index.games, Explorer(SQUARE, index).node("22")
            index.add(WON)


def lines(buffer: LineBuffer) -> Iterator[object]:
    """Feed lines in parts."""
    for number in range(20):
        yield list(buffer.feed(b"%d\nhalf" % number)), buffer.is_too_long


class Remembering(Session):
    """A user's player, which does not say what changes."""

    def __init__(self, board: Board, seat: hyperoxo.Side, seed: int) -> None:
        super().__init__(board, seat, seed)
        self.drawn: list[int] = []
        self.choose = random.Random(seed).choice

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:  # noqa: ARG002 - it does not search
        self.drawn.append(self.choose(game.legal_moves()))
        return Play(self.drawn[-1], remark=str(self.drawn))


FOR_4X4X4 = ("random", "atari-st", "delphi", "oxo:level=3")
FOR_3X3 = ("magic-square", "fignition", "oxo", "random@nodes=5")
IBM = player("ibm1620:row-order=random,candidates=any")
CHANGING: dict[type, list[tuple[Callable[[], Any], Callable[[Any], Iterator[object]]]]] = {
    Game: [(lambda: Game("4x4x4", "111 222 333", result=Result(Ending.DRAW_AGREED), ply=1), moves)],
    Attempt: [(partial(Attempt, puzzle), tries) for puzzle in shipped()[:3]],
    scores.Standings: [(lambda: scores.Standings(["ann", "bob"]), games_added)],
    GameIndex: [(lambda: GameIndex([WON]), games_added)],
    Explorer: [(lambda: Explorer(SQUARE, [WON]), games_added)],
    LineBuffer: [(LineBuffer, lines)],
    Session: [
        *((partial(player(name).start, "4x4x4", "x", 1), decisions) for name in FOR_4X4X4),
        *((partial(player(name).start, "3x3", "x", 1), decisions) for name in FOR_3X3),
        (partial(IBM.start, "4x4x4", "x", 1), decisions),
        (partial(player("oxo").start, "3x3x3", "x", 1), decisions),
        (partial(RefusedSession, Board("4x4x4"), "x", 1), decisions),
        (partial(Remembering, SQUARE, "x", 1), decisions),
    ],
}


@pytest.mark.parametrize("copying", COPYING, ids=["copy", "deepcopy", "pickle"])
@pytest.mark.parametrize("kind", CHANGING)
def test_a_copy_goes_on_equally_and_moves_nothing(kind: type, copying: Callable[[Any], Any]) -> None:
    for make, going_on in CHANGING[kind]:
        original = make()
        list(islice(going_on(original), 3))
        twin = copying(original)
        assert type(twin) is type(original)
        assert list(going_on(original)) == list(going_on(twin)), original
        assert list(going_on(twin)) == list(going_on(original)), original


def test_a_pickle_calls_our_constructors_only() -> None:
    for thing in [*values().values(), *(make() for made in CHANGING.values() for make, _ in made)]:
        if type(thing).__module__.startswith("hyperoxo") and type(thing) is not CoreStrategy:
            reader = Reader(io.BytesIO(pickle.dumps(thing)))
            reader.load()
            assert getattr(reader, "strange", set()) <= MAY_BE_NAMED, thing


# ---- What is refused ----

ELSEWHERE = {
    "hyperoxo._core.Strategy": "hyperoxo.Strategy, which holds it, is copied by its certificate",
    "hyperoxo._core.GameBatch": "hyperoxo.rl.BatchedGames, which holds it, is copied",
    "hyperoxo.arena.runner.RecordStore": "a protocol has no objects",
    "hyperoxo.gif.AnimatedGame": "a protocol has no objects",
    "hyperoxo.svg.picture.PicturedGame": "a protocol has no objects",
    "hyperoxo.svg.picture.PictureOptions": "it is a dictionary",
    "hyperoxo.players.decision.Reasons": "it is abstract; the reasons of decisions are values",
    "hyperoxo.rl.batch.BatchedGames": "tests/unit/rl tests its copies",
    "hyperoxo.rl.one_agent.TicTacToeEnv": "tests/unit/rl tests its copies",
    "hyperoxo.rl.tictactoe_v0.raw_env": "tests/unit/rl tests its copies",
}
"""Why other classes have no copy to test here."""


def opened(folder: Path) -> store.Store:
    return store.Store(f"sqlite:///{folder}/games.db")


REFUSING: dict[type, tuple[Callable[[Path], Any], str]] = {
    Control: (lambda _: Control(), "holds a lock, by which other threads cancel it; make another Control"),
    Workers: (lambda _: InProcess(), "may hold processes that run; open others with `open_executor`"),
    store.Store: (opened, "holds a connection to a database; open another Store with its URL"),
    store.Names: (lambda path: opened(path).names, "holds a connection to a database; open another"),
    openings.OpeningBook: (
        lambda _: openings.OpeningBook(openings.Openings("random", 1), SQUARE, 1, InProcess()),
        "is in the middle of a search for openings; make another one with the same seed",
    ),
    runner.ChunkSizer: (lambda _: runner.ChunkSizer(1, InProcess()), "measures the workers that play; make another"),
    Reviewer: (lambda _: Reviewer(WON), "is in the middle of planning its steps; make another Reviewer of the game"),
}


@pytest.mark.parametrize("kind", REFUSING)
def test_what_cannot_be_copied_says_why_and_what_to_do(kind: type, tmp_path: Path) -> None:
    make, why = REFUSING[kind]
    original = make(tmp_path)
    for copying in COPYING:
        with pytest.raises(TypeError) as caught:
            copying(original)
        assert str(caught.value).startswith(
            f"{type(original).__name__}: it can be neither copied nor pickled, since it {why}"
        )


def test_a_running_program_is_not_copied_and_ends_with_its_block(tmp_path: Path) -> None:
    with mock("good", tmp_path / "engine").start("3x3", "x", seed=1) as session:
        for original in (session, BoundedSession(session, Limits(nodes=5))):
            for copying in COPYING:
                with pytest.raises(TypeError, match=r"EngineSession: it can be neither .*, since it .*; start another"):
                    copying(original)
        session.decide(Game(SQUARE), Limits(), Control())
    POOL.close()
    until(lambda: not any(map(is_running, processes(tmp_path / "engine"))))


SESSION = player("delphi").start("3x3", "x", 1)


@pytest.mark.parametrize("thing", [WON, Attempt(shipped()[0]), SESSION], ids=["game", "attempt", "session"])
def test_a_pickle_of_another_version_is_refused(thing: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pickles, "__version__", "0.0.1")
    data = pickle.dumps(thing)
    monkeypatch.undo()
    with pytest.raises(InputError) as caught:
        pickle.loads(data)  # noqa: S301 - our own bytes
    assert str(caught.value).startswith(f"{type(thing).__name__}: its pickle was made by hyperoxo 0.0.1, and this is")


@pytest.mark.parametrize(
    ("thing", "written", "damage"),
    [
        (Game(SQUARE, "22", tags={"Event": "a test"}), b"a test", b"a tost"),
        (Attempt(shipped()[0]), shipped()[0].position.text.encode(), b"1" * 35),
        (player("random").start("3x3", "x", 1), b"\x8c\x01x", b"\x8c\x01q"),
        (hyperoxo.Strategy(present(hyperoxo.solve(SQUARE).certificate)), b"3x3", b"3x4"),
    ],
    ids=["game", "attempt", "session", "strategy"],
)
def test_a_damaged_pickle_is_refused(thing: object, written: bytes, damage: bytes) -> None:
    data = pickle.dumps(thing)
    assert written in data
    with pytest.raises(InputError, match=f"^{type(thing).__name__}: its pickle is damaged: "):
        pickle.loads(data.replace(written, damage))  # noqa: S301 - our own bytes, one of them changed
