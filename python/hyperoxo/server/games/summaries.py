"""What the store keeps of each game for lists, made from its state, and the entries of lists that are made from that.

Names of people are in entries only, since they can change between two events. Games that an earlier version has stored
have no summary; they get theirs when the server starts.
"""

from __future__ import annotations

import functools
import logging
import typing

from hyperoxo import Ending, Result
from hyperoxo.server.games.state import title_of
from hyperoxo.server.messages.games import GameResult
from hyperoxo.server.messages.lists import GameEntry
from hyperoxo.sides import SIDES
from hyperoxo.store import PUBLIC, Summary, now
from hyperoxo.text import shortened

if typing.TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from hyperoxo.game import JSON
    from hyperoxo.server.games.state import GameState
    from hyperoxo.sides import Side
    from hyperoxo.store import FoundGame, SeatName
    from hyperoxo.store.summaries import Stage

PRESENT = 90_000
"""Milliseconds for which a player counts as present."""
_log = logging.getLogger(__name__)


def scope_of(state: GameState) -> str | None:
    """Return the list that a game belongs to, None for a game that is found by its link alone."""
    return PUBLIC if state.settings.public else state.created.room


def summary_of(state: GameState) -> Summary:
    """Return what the store keeps of a game for lists."""
    game, created, result = state.game, state.created, state.game.result
    seats: dict[str, JSON] = {
        str(side): {"kind": seat.kind, "player": seat.player, "holder": seat.holder}
        for side, seat in state.seats.items()
    }
    about: dict[str, JSON] = {
        "board": created.board,
        "position": game.position.text,
        "seats": seats,
        "moves": game.ply,
        "to_move": None if game.is_over else state.due_side,
        "result": None if result is None else result.as_json(),
        "settings": state.settings.model_dump(mode="json"),
        "fixture": created.fixture,
    }
    awaits_computer = state.computer_to_decide is not None and not state.has_only_computers
    return Summary(scope_of(state), _stage_of(state), awaits_computer, state.deadline, about)


def result_of(game: FoundGame) -> Result | None:
    """Return the result of a game; None if it is not over."""
    result = game.about["result"]
    return None if result is None else Result(Ending(result["ending"]), result["winner"])


def name_at(game: FoundGame, side: Side) -> SeatName | None:
    """Return the name at a seat of a game; None if there is none."""
    return game.people.get(game.about["seats"][side]["holder"])


def entries_of(
    found: Iterable[FoundGame], owned: Collection[int | None] = (), opened: Collection[tuple[str, int]] = ()
) -> dict[str, GameEntry]:
    """Return games by their ids, as lists show them to who owns names and opens seats; damaged ones are left out."""
    at = now()
    entries: dict[str, GameEntry] = {}
    for game in found:
        try:
            own = {holder for holder, person in game.people.items() if person.name_id in owned}
            own |= {holder for game_id, holder in opened if game_id == game.game_id}
            entries[game.game_id] = _entry_of(game, at, own)
        except Exception as error:
            _log_damage(game.game_id, shortened(repr(error)))
    return entries


@functools.lru_cache(1000)
def _log_damage(_game_id: str, cause: str) -> None:
    """Log why lists leave a game out, once for each."""
    remedy = "its row can be deleted, and is made anew at the next start"
    _log.error("lists leave a game out, since another program has changed its summary; %s: %s", remedy, cause)


def _entry_of(game: FoundGame, at: int, own: Collection[int]) -> GameEntry:
    result, held = result_of(game), game.about["seats"]
    # Validated at once: a list may have thousands of games.
    return GameEntry.model_validate(
        {
            **game.about,
            "id": game.game_id,
            "seats": {side: _seat(held[side], name_at(game, side)) for side in SIDES},
            "sides": [side for side in SIDES if held[side]["holder"] in own],
            "result": None if result is None else GameResult.of(result),
            "at": game.changed_at,
            "left": None if game.due_at is None else max(game.due_at - at, 0),
            "present": game.seen_at >= at - PRESENT,
        }
    )


def _seat(held: Mapping[str, typing.Any], person: SeatName | None) -> dict[str, object]:
    player, name = held["player"], None if person is None else person.text
    if player is not None:
        name = title_of(player)
    return {"kind": held["kind"], "player": player, "name": name, "connected": player is not None}


def _stage_of(state: GameState) -> Stage:
    if state.game.is_over:
        return "over"
    if state.rematch is not None:
        return "replaced"
    return "waiting" if any(seat.kind == "open" for seat in state.seats.values()) else "running"
