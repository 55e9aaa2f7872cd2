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
from enum import Enum
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import pytest
from support.outside_engines import mock
from support.present import present

import hyperoxo
from hyperoxo import (
    Board,
    Ending,
    Game,
    InputError,
    Note,
    Result,
    Sprt,
    coach,
    errors,
    explorer,
    museum,
    player,
    players,
    puzzles,
    review,
    store,
)
from hyperoxo._core import Strategy as CoreStrategy
from hyperoxo.arena import compare, elo, laboratory, openings, ratings, runner, scores
from hyperoxo.arena.match import Match
from hyperoxo.arena.schedule import Competition, Schedule
from hyperoxo.drills import drills
from hyperoxo.executor.workers import InProcess, Workers
from hyperoxo.players import Control, Limits, Play, Session
from hyperoxo.solver import books, explain
from hyperoxo.ugi import compliance, messages
from hyperoxo.worksheets import worksheet

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import ModuleType

SQUARE, QUBIC = Board("3x3"), Board("4x4x4")
WON = Game(SQUARE, "22 12 11 33 21 23 31")
CERTIFICATE = present(hyperoxo.solve(SQUARE).certificate)
PUZZLE = puzzles.shipped()[0]
FOREIGN = {
    *("builtins.getattr", "builtins.int", "builtins.str", "collections.Counter", "copyreg.__newobj__"),
    f"{__name__}.Annotated",
}
"""Names in pickles that are not ours: `Board(text).position(text)` makes positions; options have types."""


class Reader(pickle.Unpickler):
    """Reads pickles that name nothing strange; tblib pickles errors in a process that has imported Dask."""

    def find_class(self, module: str, name: str) -> Any:  # noqa: ANN401 - anything
        assert module.startswith(("hyperoxo", "tblib.")) or f"{module}.{name}" in FOREIGN
        return super().find_class(module, name)


COPYING: list[Callable[[Any], Any]] = [
    copy.copy,
    copy.deepcopy,
    lambda original: Reader(io.BytesIO(pickle.dumps(original))).load(),
]


@cache
def modules() -> list[ModuleType]:
    """Return every module of the package."""
    pytest.importorskip("pettingzoo")
    names = ["hyperoxo", *(found.name for found in pkgutil.walk_packages(hyperoxo.__path__, "hyperoxo."))]
    return [importlib.import_module(name) for name in names if not name.endswith("__main__")]


def test_no_module_shows_what_is_for_type_checkers() -> None:
    assert not [module.__name__ for module in modules() if "TYPE_CHECKING" in dir(module)]


@cache
def public() -> dict[str, type]:
    """Return every class in an `__all__` by its name."""
    named = [getattr(module, name) for module in modules() for name in getattr(module, "__all__", ())]
    return {f"{kind.__module__}.{kind.__qualname__}": kind for kind in named if inspect.isclass(kind)}


# ---- Values ----


class Collector(pickle.Pickler):
    """Finds an object of each type within others."""

    found: dict[type, object]

    def reducer_override(self, obj: object) -> Any:  # noqa: ANN401 - as inherited
        self.found.setdefault(type(obj), obj)
        return NotImplemented


@cache
def values() -> dict[type, object]:
    """Return a value of each class."""
    why = present(hyperoxo.explain("3x3x3", "222"))
    program = museum.find_exhibit("ibm1620")
    seat, event = store.SeatName(1, "ann"), store.StoredEvent(1, "move", {"cell": 0})
    sample = elo.Sample([0, 1], [1, 2])
    match = hyperoxo.play_match("random", "random", "3x3", games=4, seed=1, openings="random:1")
    copies = (player("random"), player("random"))
    lab = laboratory.played_on(laboratory.lab_run(copies, SQUARE, 2, seed=1), 9, Control(), lambda _: None)
    collector = Collector(io.BytesIO())
    collector.found = {}
    collector.dump(
        [
            compare.differences("random", "random", "3x3", positions=1, seed=1),
            *(lab, lab.tally, lab.tally.score),
            *(WON, Note("why", {"nodes": 1}), WON.svg(), hyperoxo.gif.game(WON), Limits(nodes=5)),
            *(review.review(Game("3x3x3", "111 222 333"), nodes=1000), review.Reviewer(WON).next_step),
            *(why, explain.groups_of(why.trees[0]), explain.threat_of(why.trees[0]), why.trees[0].replies),
            *(why.trees[0].step("111").move, hyperoxo.solve(SQUARE), hyperoxo.verify(CERTIFICATE)),
            *(hyperoxo.analyse(SQUARE), hyperoxo.forced_win(SQUARE), hyperoxo.search(SQUARE, depth=1)),
            *(hyperoxo.Playouts(x_wins=5, o_wins=4, draws=1, plies=70), hyperoxo.Strategy(CERTIFICATE), Sprt(0, 10)),
            *(player("oxo:level=3"), match, match.schedule.fixture(1), match.standings.tally(0), match.estimate),
            *(openings.KINDS, openings.Openings("random", 1), openings.Opening(WON.start)),
            *(sample, elo.Evidence(1, 2), ratings.Rating(1.0), ratings.Anchor(0, 1.0)),
            *(
                ratings.PairingResults(0, 1, sample, 1),
                drills("3x3x3", "complete", 1, 1),
                worksheet(QUBIC, "lines", 1, 1),
                coach.deed(QUBIC.empty(), 0),
            ),
            *(program, museum.replayed_sample(program), {**museum.FEATS}, museum.guess(1)),
            *(museum.show_level(3), museum.level_that_answers(QUBIC.empty()), museum.levels_shown()),
            *(museum.experiments(), museum.opening_tables(), museum.answers(SQUARE), museum.five_answers()),
            *(museum.trial_examples(), explorer.Explorer(SQUARE, [WON]).node(), explorer.BrokenFile("a", "b", ())),
            *(books.shipped_book(QUBIC), books.BookMove(1, 2), review.Figures(1, 2), PUZZLE),
            puzzles.Attempt(PUZZLE).play(PUZZLE.steps[0].right),
            *(Play(1), players.Stop(players.Intent.RESIGN), players.Forfeit(Ending.TIME, "late")),
            *(players.FinalRemark(), players.Progress(), players.Refusal("no", "yes")),
            [
                messages.parse_answer(line)
                for line in (
                    "id name a",
                    "ugiok",
                    "readyok",
                    "response x",
                    "option name a type check default true",
                    "info score cp 3",
                    "bestmove 11",
                )
            ],
            [
                messages.parse_command(line)
                for line in (
                    "ugi",
                    "isready",
                    "quit",
                    "stop",
                    "setoption name a value b",
                    "uginewgame",
                    "position startpos",
                    "go",
                    "query p1turn",
                )
            ],
            compliance.ComplianceReport(
                "./engine",
                "3x3",
                "an engine",
                (compliance.ComplianceFinding(compliance.RULES["lines"], compliance.Severity.RIGHT),),
            ),
            *(seat, event, store.Addition("a", [event], store.Summary()), store.StoredGame([event], {}, {0: seat})),
            *(store.ListedName("ann", 1, 2, is_banned=False), store.StoredRoom("room", b"", [seat], 1)),
            store.FoundGame("a", 1, 2, None, {}, {0: seat}),
            [list(kind) for kind in public().values() if issubclass(kind, Enum)],
            [
                kind("a", "why")
                for kind in public().values()
                if issubclass(kind, Exception) and not issubclass(kind, errors.RecordError)
            ],
            errors.RecordError("what", "why", line=1, column=2),
            errors.TruncatedRecordError("what", "why", line=1, column=2, game_line=3, game_column=4),
        ]
    )
    return collector.found


def test_a_value_stays_equal() -> None:
    for kind in {*public().values()} & values().keys() - CHANGING.keys() - {CoreStrategy}:
        value = values()[kind]
        for copying in COPYING:
            twin = copying(value)
            assert (type(twin), str(twin), repr(twin)) == (kind, str(value), repr(value))
            assert twin == value or "__eq__" not in vars(kind), kind
            assert not isinstance(value, Exception) or vars(twin) == vars(value)


# ---- What changes ----


def moves(game: Game) -> list[object]:
    """Play 20 moves by a seed, take some back, and return what the game was before each."""
    stream, seen = random.Random(1), list[object]()
    for number in range(20):
        positions = [game.position_at(ply) for ply in range(game.length + 1)]
        seen.append((positions, game.ply, game.result, str(game.tags), str(game.notes), str(getattr(game, "words", 0))))
        getattr(game, "words", []).append(number)
        game.undo(number % 2)
        game.play(stream.choice(game.legal_moves()))
        game.tags["Event"] = str(number)
        game.notes[game.ply] = Note("played")
        present(game.notes[0].reasons)["all"].append(number)  # type: ignore[union-attr]
    game.undo(game.ply // 2)
    return seen


def tries(attempt: puzzles.Attempt) -> list[object]:
    """Try 20 cells by a seed, one of them right; return the answers, and what the attempt was before each."""
    answers: list[object] = []
    for number in range(20):
        answers.append((attempt.game.all_moves, attempt.failed, attempt.is_solved, attempt.solution()))
        if not attempt.is_solved:
            wrong = random.Random(number).choice(attempt.game.legal_moves())
            answers.append(attempt.play(attempt.step.right if number == 10 else wrong))
    return answers


def decisions(session: Session) -> list[object]:
    """Decide in the middle of six games, and keep a tree whose nodes hold their parent."""
    tree = vars(session).setdefault("tree", [])
    tree[:] = [tree, tree]
    games = [hyperoxo.play_game("random", "random", session.board, seed) for seed in range(6)]
    return [session.decide(game.branch(game.ply // 4 * 2), Limits(nodes=300), Control()) for game in games]


class Annotated(Game):
    def __init__(self, words: list[int]) -> None:
        super().__init__(QUBIC, notes={0: Note("", {"all": []})})
        self.words = words


IBM = "ibm1620:row-order=random,candidates=any"
CHANGING: dict[type, tuple[Callable[[Any], list[Any]], list[Callable[[], Any]]]] = {
    Game: (
        moves,
        [partial(Game, QUBIC, "111 222 333", notes={0: Note("", {"all": []})}, ply=1), partial(Annotated, [0])],
    ),
    puzzles.Attempt: (tries, [partial(puzzles.Attempt, puzzle) for puzzle in puzzles.shipped()[:3]]),
    scores.Standings: (
        lambda standings: [
            (standings.tally(0), standings.add(scores.GameScore(number, None, 0, 1, Result(Ending.LINE, "x"), 3)))
            for number in range(20)
        ],
        [partial(scores.Standings, ["ann", "bob"])],
    ),
    Match: (
        lambda match: [
            (
                match.scoring.games,
                match.scoring.add([scores.GameScore(number, None, 0, 1, Result(Ending.LINE, "x"), 3)]),
            )
            for number in range(match.scoring.games + 1, match.scoring.games + 20)
        ],
        [
            partial(
                Match, Schedule(Competition.TOURNAMENT, SQUARE, ("ann", "bob"), 2000, 1), (), openings.Openings("none")
            )
        ],
    ),
    explorer.GameIndex: (
        lambda index: [(explorer.Explorer(SQUARE, index).node("22").games, index.add(WON)) for _ in range(20)],
        [partial(explorer.GameIndex, [WON])],
    ),
    explorer.Explorer: (
        lambda shown: [(shown.node("22").games, shown.index.add(WON)) for _ in range(20)],
        [partial(explorer.Explorer, SQUARE, [WON])],
    ),
    messages.LineBuffer: (
        lambda buffer: [list(buffer.feed(b"%d\nhalf" % number)) for number in range(20)],
        [messages.LineBuffer],
    ),
    Session: (
        decisions,
        [
            *(partial(player(name).start, SQUARE, "x", 1) for name in ("magic-square", "fignition", "oxo")),
            *(partial(player(name).start, QUBIC, "x", 1) for name in ("random@depth=1", "atari-st", "delphi", IBM)),
            partial(player("oxo").start, "3x3x3", "x", 1),
            partial(present(player("atari-st").kind.after_refusal), QUBIC, "x", 1),
        ],
    ),
}


@pytest.mark.parametrize("copying", COPYING, ids=["copy", "deepcopy", "pickle"])
@pytest.mark.parametrize("kind", CHANGING)
def test_a_copy_goes_on_equally_and_moves_nothing(kind: type, copying: Callable[[Any], Any]) -> None:
    going_on, makers = CHANGING[kind]
    for make in makers:
        original = make()
        for _ in range(2):
            twin = copying(original)
            assert going_on(original) == going_on(twin), make
            assert going_on(twin) == going_on(original), make


# ---- What is refused ----

REFUSING: dict[type, tuple[Callable[[Path], Any], str]] = {
    Control: (lambda _: Control(), "holds a lock, by which other threads cancel it; make another Control"),
    Workers: (lambda _: InProcess(), "may hold processes that run; open others with `open_executor`"),
    store.Store: (
        lambda path: store.Store(f"sqlite:///{path}/games.db"),
        "holds a connection to a database; open another Store with its URL",
    ),
    store.Names: (
        lambda path: store.Store(f"sqlite:///{path}/games.db").names,
        "holds a connection to a database; open another Store with its URL",
    ),
    openings.OpeningBook: (
        lambda _: openings.OpeningBook(openings.Openings("random", 1), SQUARE, 1, InProcess()),
        "is in the middle of a search for openings; make another one with the same seed",
    ),
    runner.ChunkSizer: (lambda _: runner.ChunkSizer(1, InProcess()), "measures the workers that play; make another"),
    review.Reviewer: (
        lambda _: review.Reviewer(WON),
        "is in the middle of planning its steps; make another Reviewer of the game",
    ),
}
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


def test_every_public_class_has_a_row() -> None:
    rows = {*values(), *CHANGING, *REFUSING}
    assert {name for name, kind in public().items() if kind not in rows} == {
        name for name in ELSEWHERE if ELSEWHERE[name]
    }


@pytest.mark.parametrize("kind", REFUSING)
def test_what_cannot_be_copied_says_why_and_what_to_do(kind: type, tmp_path: Path) -> None:
    make, why = REFUSING[kind]
    original = make(tmp_path)
    for copying in COPYING:
        with pytest.raises(TypeError, match=f"^[A-Z]\\w+: it can be neither copied nor pickled, since it {why}"):
            copying(original)


def test_a_running_program_is_not_copied_and_is_released_at_the_end_of_its_block() -> None:
    with mock("good").start("3x3", "x", seed=1) as session:
        for copying in COPYING:
            with pytest.raises(TypeError, match=r"EngineSession: it can be neither copied .* start another session"):
                copying(session)
    assert vars(session)["_engine"] is None


@pytest.mark.parametrize(
    ("thing", "written", "damage", "error"),
    [
        (WON, hyperoxo.__version__, "0.0.0", "Game: its pickle was made by hyperoxo 0.0.0, and this is hyperoxo "),
        (
            player("random").start(SQUARE, "x", 1),
            hyperoxo.__version__,
            "0.0.0",
            "RandomSession: its pickle was made by hyperoxo 0.0.0",
        ),
        (
            player("delphi").start(SQUARE, "x", 1),
            "\x01x",
            "\x01q",
            "DelphiSession: its pickle is damaged: the checksum",
        ),
        (Game(SQUARE, tags={"Event": "a test"}), "a test", "a tost", "Game: its pickle is damaged: the checksum"),
        (puzzles.Attempt(PUZZLE), PUZZLE.id, "nought", "Attempt: its pickle is damaged: the checksum"),
        (hyperoxo.Strategy(CERTIFICATE), "3x3", "3x4", "Strategy: its pickle is damaged: the checksum"),
    ],
)
def test_a_pickle_of_another_version_or_a_damaged_one_is_refused(
    thing: object, written: str, damage: str, error: str
) -> None:
    data = pickle.dumps(thing)
    assert written.encode() in data
    with pytest.raises(InputError, match=f"^{error}"):
        pickle.loads(data.replace(written.encode(), damage.encode()))  # noqa: S301 - our own bytes, changed
