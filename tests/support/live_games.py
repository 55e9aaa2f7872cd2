"""Live games in tests: the application with a stand-in as its scheduler, its clients, and followers of a game."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeAlias, TypeVar

import anyio
from starlette.testclient import TestClient
from support.patience import PATIENCE, PAUSE, until
from support.present import present

from hyperoxo import Game
from hyperoxo.players import Control, Progress
from hyperoxo.players.decision import Statement
from hyperoxo.server import conversions
from hyperoxo.server.app import create_app
from hyperoxo.server.errors import NotSaved
from hyperoxo.server.games import room_games
from hyperoxo.server.games.async_store import AsyncStore
from hyperoxo.server.games.state import GameState
from hyperoxo.server.games.storing import decode_events
from hyperoxo.server.games.summaries import summary_of
from hyperoxo.server.messages.games import GameSettings
from hyperoxo.server.messages.live import VERSION
from hyperoxo.server.settings import ClientLimits, Settings
from hyperoxo.server.workers import answers, jobs
from hyperoxo.server.workers.jobs import DecisionMade, JobContext
from hyperoxo.server.workers.scheduler import JobScheduler
from hyperoxo.store import Addition, DatabaseError, Store
from hyperoxo.store.database import open_database

if TYPE_CHECKING:
    from collections.abc import Iterator

    from httpx2 import Response
    from starlette.testclient import WebSocketTestSession

    from hyperoxo.server.games.registry import GameRegistry
    from hyperoxo.server.workers.jobs import Job
    from hyperoxo.server.workers.sessions import ComputerSeat
    from hyperoxo.store import StoredEvent, StoredGame

T = TypeVar("T")
P = ParamSpec("P")
Json: TypeAlias = Any
Choice: TypeAlias = Callable[["Game"], DecisionMade]

PERSON = {"kind": "person"}
OPEN = {"kind": "open"}
COMPUTER = {"kind": "player", "player": "random"}

MANY = 1e9
UNBOUNDED = ClientLimits(
    games=MANY,
    public_games=10**9,
    names=MANY,
    rooms=MANY,
    wrong_codes=10**6,
    seat=MANY,
    messages=MANY,
    work=MANY,
)
"""Limits that no test reaches."""


def first_free(game: Game) -> DecisionMade:
    """Play the first cell that is free."""
    cell = game.board.name(game.position.legal_moves()[0])
    return DecisionMade(cell, reasons={"rule": "first"}, sentence="it is the first", marks={cell: "1"})


def with_settings(details: Json) -> Json:
    """Return details of a new game, with those that are settings in one object."""
    settings = {name: value for name, value in details.items() if name in GameSettings.model_fields}
    return {name: value for name, value in details.items() if name not in settings} | {"settings": settings}


def taking(seconds: float, call: Callable[P, T]) -> Callable[P, T]:
    """Return a function that first takes so much processor time of its thread."""

    def slow(*arguments: P.args, **named: P.kwargs) -> T:
        end = time.thread_time() + seconds
        while time.thread_time() < end:
            pass
        return call(*arguments, **named)

    return slow


def error_in(refusal: Json) -> dict[str, str]:
    """Return the error in the answer to a refused request: a code, and a reason in one line."""
    [(key, error)] = refusal.items()
    assert key == "error"
    assert error.keys() == {"code", "subject", "reason", "remedy"}
    assert error["reason"]
    assert "\n" not in "".join(error.values())
    return dict(error)


class FakeScheduler(JobScheduler):
    """A scheduler without processes, whose players decide as a test says; conversions are done at once.

    Attributes:
        choice: what players decide.
        holds: whether every decision is held back until `release`.
        asked: the players that were asked, and in which games, as moves.
        cancelled: how many decisions were cancelled.
        remark: the players' remark on every finished game; none if empty.
    """

    def __init__(self, choice: Choice = first_free, *, holds: bool = False) -> None:
        super().__init__(workers=1)
        self.choice = choice
        self.holds = holds
        self.asked: list[tuple[str, str]] = []
        self.cancelled = 0
        self.remark = ""
        self._go = asyncio.Event()

    async def run(self, client: object, job: Job[Any, Any], **how: Any) -> Any:  # noqa: ANN401, ARG002 - any job
        match job:
            case functools.partial(
                func=(room_games.write_records | conversions.converted | answers.ask_questions | answers.ask_everywhere)
            ):
                return job(JobContext(Control(), lambda _: None))
            case functools.partial(func=jobs.decide, keywords=asked):
                return await self._decide(asked, how["on_report"])
            case functools.partial(func=jobs.remark_on, keywords=asked):
                return await self.final_remark(asked["seat"])
        raise NotImplementedError(job)

    async def _decide(self, asked: dict[str, Any], on_report: Callable[[Progress], None]) -> DecisionMade:
        game, seat = Game(asked["start"], asked["moves"]), asked["seat"]
        assert game.to_move == seat.side
        assert not game.is_over
        self.asked.append((seat.player, game.board.names(game.moves)))
        on_report(Progress(depth=1))
        try:
            while self.holds:
                await self._go.wait()
            return self.choice(game)
        except asyncio.CancelledError:
            self.cancelled += 1
            raise

    async def final_remark(self, seat: ComputerSeat) -> Statement | None:  # noqa: ARG002 - subclasses use it
        """Return the same remark for every game."""
        return Statement(remark=self.remark) if self.remark else None

    def release(self) -> None:
        """Release all decisions held back; call it in the event loop."""
        self.holds = False
        self._go.set()


class Follower:
    """A client that follows a game on a WebSocket.

    Args:
        session: the socket.
    """

    def __init__(self, session: WebSocketTestSession) -> None:
        self._session = session

    def send(self, message: Json) -> None:
        self._session.send_text(message if isinstance(message, str) else json.dumps(message))

    def receive(self, of_type: str | None = None) -> Json:
        """Return the next message, of one type if given; skip others before it, but no refusal."""
        while True:
            frame = self._session.portal.call(self._next)
            if frame["type"] == "websocket.close":
                raise ConnectionError(frame["code"])
            message = json.loads(frame["text"])
            if of_type in {None, message["type"]}:
                return message
            assert message["type"] != "refused", message

    def receive_event(self, kind: str | None = None) -> Json:
        """Return the next event, of one kind if given; skip other messages before it."""
        event = self.receive("event")["event"]
        return event if kind in {None, event["kind"]} else self.receive_event(kind)

    def receive_cells(self, count: int) -> list[str]:
        """Return the cells that are played next."""
        return [self.receive_event("played")["cell"] for _ in range(count)]

    def receive_error(self) -> Json:
        """Return the error of the next refusal; skip other messages before it."""
        return self.receive("refused")["error"]

    def act(self, side: str | None, kind: str, /, **details: Json) -> None:
        """Act in the game."""
        self.send({"type": "act", "id": kind, "side": side, "action": {"kind": kind, **details}})

    async def _next(self) -> Json:
        with anyio.fail_after(PATIENCE):
            return await self._session._send_rx.receive()  # noqa: SLF001 - the session itself waits for ever


class MadeGame:
    """A game that a client has made.

    Attributes:
        client: the client; after a restart of the server, another.
        id: its id.
        made: its state when it was made.
        secrets: the secrets of the seats that the client holds, by holder.
    """

    def __init__(self, client: Client, answer: Json) -> None:
        self.client = client
        self.id: str = answer["game"]["id"]
        self.made = answer["game"]
        self.secrets: dict[str, str] = answer["secrets"]

    @property
    def state(self) -> Json:
        """The state of the game."""
        return self.client.game(self.id)

    def act(self, holder: str, kind: str, /, **details: Json) -> Json:
        """Act as a holder, and return the events, or the error with its status."""
        return self.client.act(self.id, self.secrets[holder], kind, **details)

    def play(self, moves: str) -> None:
        """Play moves from the current position, each for the side to move."""
        for cell in moves.split():
            state = self.state
            events = self.act(state["to_move"], "play", cell=cell, ply=state["ply"])
            assert isinstance(events, list), events

    def claim(self, side: str) -> Response:
        """Claim a seat, and return the answer; keep the secret if the seat was open."""
        answer = self.client.post(f"/api/games/{self.id}/seats", json={"side": side})
        if answer.status_code == 201:
            self.secrets[side] = answer.json()["secret"]
        return answer

    @contextlib.contextmanager
    def follow(self, *holders: str, after: int | None = None) -> Iterator[tuple[Follower, Json]]:
        """Follow the game as some holders; the answer to `join` comes with the follower."""
        secrets = (self.secrets[holder] for holder in holders)
        with self.client.follow(self.id, *secrets, after=after) as followed:
            yield followed


class Client(TestClient):
    """A client of the API, with a method for each request."""

    def make(self, board: str = "3x3", x: Json = PERSON, o: Json = PERSON, **details: Json) -> MadeGame:
        answer = self.post("/api/games", json={"board": board, "seats": {"x": x, "o": o}, **with_settings(details)})
        assert answer.status_code == 201, answer.text
        return MadeGame(self, answer.json())

    def act(self, game_id: str, secret: str, kind: str, /, **details: Json) -> Json:
        """Act in a game and return the events, or the error with its status."""
        body = {"secret": secret, "action": {"kind": kind, **details}}
        answer = self.post(f"/api/games/{game_id}/actions", json=body)
        reply = answer.json()
        return reply["events"] if answer.status_code == 200 else (answer.status_code, reply["error"])

    def game(self, game_id: str) -> Json:
        """Return the state of a game."""
        answer = self.get(f"/api/games/{game_id}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    @contextlib.contextmanager
    def follow(self, game_id: str, *secrets: str, after: int | None = None) -> Iterator[tuple[Follower, Json]]:
        """Follow a game; the answer to `join` comes with the follower."""
        with self.websocket_connect(f"/api/games/{game_id}/live") as session:
            follower = Follower(session)
            follower.send({"type": "join", "version": VERSION, "secrets": secrets, "after": after})
            yield follower, follower.receive()

    def in_loop(self, call: Callable[[], object]) -> None:
        """Call a function in the event loop of the application."""
        present(self.portal).call(call)

    def until(self, come_true: Callable[[], object]) -> None:
        """Let the application work until a condition is true."""
        portal = present(self.portal)
        until(come_true, lambda: portal.call(asyncio.sleep, PAUSE))

    @property
    def registry(self) -> GameRegistry:
        """The live games of the application."""
        return self.app.state.registry  # type: ignore[attr-defined, no-any-return] # the application is FastAPI's

    def evict_idle(self) -> int:
        """Remove the idle games from memory, and return how many stay."""
        self.in_loop(lambda: self.registry.evict_idle(0))
        return len(self.registry.games)


def database_url(folder: Path) -> str:
    """Return the URL of the database in a folder; the fixture `each_database` replaces this function."""
    file = folder / "games.db"
    if not file.exists():
        file.write_bytes(_empty_database())
    return f"sqlite:///{file}"


@functools.cache
def _empty_database() -> bytes:
    """Return a database without games; to copy one costs a sixth of making it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "empty.db")
        open_database(f"sqlite:///{file}").dispose()
        return file.read_bytes()


def add_event(folder: Path, game_id: str, event: StoredEvent) -> None:
    """Add an event to a game in a folder, as another program does."""
    store = Store(database_url(folder))
    before = present(store.read(game_id))
    state = GameState(game_id, decode_events([*before.events, event]))
    store.write([Addition(game_id, [event], summary_of(state))])
    store.close()


class FailingStore(AsyncStore):
    """A store that fails when a test wants it.

    Attributes:
        refuses: the kinds of events that it refuses to store.
        fails_to_read: whether no game can be read.
        attempts: the kinds of all events that it was asked to store, in order.
        reads: how often it was asked to read a game.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(database_url(folder))
        self.refuses: Callable[[str], bool] = lambda _: False
        self.fails_to_read = False
        self.attempts: list[str] = []
        self.reads = 0

    async def write(self, *additions: Addition) -> None:
        kinds = [event.kind for addition in additions for event in addition.events]
        self.attempts += kinds
        if any(map(self.refuses, kinds)):
            raise NotSaved("game", "it was not saved, since the database has failed", "send it again")
        await super().write(*additions)

    async def read(self, game_id: str) -> StoredGame | None:
        self.reads += 1
        if self.fails_to_read:
            raise DatabaseError("games", "the database has failed")
        return await super().read(game_id)


@contextlib.contextmanager
def serving(
    folder: Path, scheduler: FakeScheduler | None = None, store: AsyncStore | None = None, **settings: Json
) -> Iterator[Client]:
    """Run the application on the games in a folder."""
    # These tests do not depend on whether the page has been built.
    settings.setdefault("page", folder / "no page")
    # A collection of what all earlier tests left counts as a client's work.
    settings.setdefault("limits", ClientLimits(work=MANY, seat=MANY))
    chosen = Settings(database=database_url(folder), **settings)
    with Client(create_app(chosen, store=store, scheduler=scheduler or FakeScheduler())) as client:
        yield client
