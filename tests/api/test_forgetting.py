"""Games that are removed some days after their end, and games that stay."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import update
from support import live_games
from support.live_games import COMPUTER, serving
from support.postgresql import connected
from support.present import present

from hyperoxo.server.games.upkeep import forget_finished
from hyperoxo.store.schema import SUMMARIES

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from support.live_games import Client, MadeGame

pytestmark = pytest.mark.usefixtures("each_database", "small_batches")

WON = "11 12 21 22 31"
"""The moves of a game that X wins."""
DAYS = 3
FAR = 2**60
"""A time after all events, in milliseconds."""


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hyperoxo.server.games.upkeep.OLD_BATCH", 2)
    monkeypatch.setattr("hyperoxo.server.games.upkeep.PAUSE", 0)


def made_older(folder: Path, games: Iterable[MadeGame], *, minutes: int) -> None:
    """Let games have changed some days earlier, and some minutes."""
    earlier = SUMMARIES.c.changed_at - (DAYS * 24 * 60 + minutes) * 60_000
    with connected(live_games.database_url(folder)) as connection:
        for game in games:
            connection.execute(update(SUMMARIES).where(SUMMARIES.c.game_id == game.id).values(changed_at=earlier))


def status(client: Client, game: MadeGame) -> int:
    return client.get(f"/api/games/{game.id}").status_code


def test_finished_games_are_removed_after_the_days_and_no_other(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        won, resigned, running, recent = (client.make() for _ in range(4))
        undone = client.make(o=COMPUTER)
        for game in (won, recent):
            game.play(WON)
        resigned.play("11")
        resigned.act("o", "resign")
        undone.act("x", "resign")
        undone.act("x", "undo", ply=0)
        running.play("11 12")
        before = {game: game.state for game in (undone, running, recent)}
    made_older(tmp_path, (won, resigned, undone, running), minutes=1)
    made_older(tmp_path, (recent,), minutes=-60)
    with serving(tmp_path, forget_days=DAYS) as client:
        client.until(lambda: status(client, won) == status(client, resigned) == 404)
        assert {game: client.game(game.id) for game in before} == before


def test_a_removed_game_that_is_open_is_closed_and_not_found_again(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        game = client.make()
        game.play(WON)
        store = client.registry._store  # noqa: SLF001 - that of the server
        with game.follow("x") as (follower, _):
            present(client.portal).call(forget_finished, store, client.registry, FAR)
            with pytest.raises(ConnectionError, match="1013"):
                follower.receive("none")
        assert status(client, game) == 404
        assert game.act("x", "offer", what="rematch")[0] == 404
