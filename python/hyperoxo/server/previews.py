"""Link previews: what other sites show beside a link to a game, a card and some tags in the head of the page.

Only a server that knows its public address has them, since the addresses in the tags must be absolute. A card is drawn
by the process of conversions, in turns by client.
"""

from __future__ import annotations

import asyncio
import json
import re
import typing
from importlib import resources
from urllib.parse import urlencode

from starlette.requests import HTTPConnection

from hyperoxo.coach import result_in_words
from hyperoxo.errors import HyperoxoError, InputError
from hyperoxo.server.conversions import PNG_TYPE, game_of_card
from hyperoxo.server.errors import NotFound
from hyperoxo.server.messages.common import started_game
from hyperoxo.server.messages.games import EndMessage
from hyperoxo.server.messages.records import CardToDraw
from hyperoxo.sides import SIDES
from hyperoxo.slowness import SLOWNESS
from hyperoxo.spellings import spelled
from hyperoxo.svg import CARD_SIZE
from hyperoxo.text import escaped_xml, read_integer

if typing.TYPE_CHECKING:
    from starlette.types import Scope

    from hyperoxo.server.games.registry import GameRegistry
    from hyperoxo.server.games.state import GameState
    from hyperoxo.server.settings import Settings
    from hyperoxo.sides import Side

MAX_MOVES: typing.Final = 64
"""The moves that an address may hold."""
PATIENCE: typing.Final = 1.0 * SLOWNESS
"""Seconds for which a page waits for the store; after that it is sent without tags."""

_GAME = re.compile(r"/g/([A-Za-z0-9_-]{1,40})/?")
GAME_FIELDS: typing.Final = ("board", "start", "moves", "ply")
"""The fields of an address that tell the position."""


# ---- The games of addresses ----


# The page is built with the same names for people.
_FILES: typing.Final = resources.files("hyperoxo.players")
_TITLES: typing.Final[dict[str, str]] = json.loads(_FILES.joinpath("titles.json").read_text("utf-8"))
_LEVELS: typing.Final[dict[str, str]] = json.loads(_FILES.joinpath("levels.json").read_text("utf-8"))


def player_title(name: str) -> str:
    """Return a player's name for people: `Medium (level 4)`, `House player, level 3`, `IBM 1620`."""
    kind, _, options = name.partition(":")
    if kind == "oxo" and "strategy=" in options:
        return f"{_TITLES[kind]}, by the strategy for people"
    level = re.search(r"level=(\d)", options) if kind == "oxo" else None
    if level is not None and level[1] in _LEVELS:
        return f"{_LEVELS[level[1]]} (level {level[1]})"
    return f"{_TITLES.get(kind, kind)}{f', level {level[1]}' if level else ''}"


def _name_at(state: GameState, side: Side) -> str | None:
    player = state.seats[side].player
    return state.person_at(side) if player is None else player_title(player)


async def card_of_game(registry: GameRegistry, game_id: str, ply: int | None) -> CardToDraw:
    """Return the card of a live game at a ply, by default the current one.

    Raises:
        NotFound: there is no such game or ply.
        StoreError: the game cannot be read.
    """
    state = (await registry.get(game_id)).state
    game, shown = state.game, state.game.ply if ply is None else ply
    if not 0 <= shown <= len(game.all_moves):
        raise NotFound(f"ply {ply}", f"the game has {len(game.all_moves)} moves")
    result = game.result if shown == game.ply else None
    return CardToDraw(
        board=str(game.board),
        start=None if game.start == game.board.empty() else game.start.text,
        moves=[game.board.name(cell) for cell in game.all_moves[:shown]],
        result=None if result is None else EndMessage(ending=result.ending, winner=result.winner),
        names={side: name for side in SIDES if (name := _name_at(state, side)) is not None},
    )


def cells_in_address(board: str, moves: str) -> list[str]:
    """Return the cells in an address as the page separates them: by dots, unless the names of cells have dots."""
    between = r"[\s,-]+" if re.search(r"\d\d", board.partition(":")[0]) else r"[\s,.]+"
    return [cell for cell in re.split(between, moves) if cell]


def card_of_moves(board: str, start: str | None, moves: str, ply: int | None) -> CardToDraw:
    """Return the card of the moves in an address, at a ply, by default after all of them.

    Raises:
        HyperoxoError: there is no such board, start or game, or it has too many moves.
    """
    cells = cells_in_address(board, moves)
    if len(cells) > MAX_MOVES:
        raise InputError("moves", f"there are {len(cells)}, and a preview shows {MAX_MOVES} at most")
    game = started_game(spelled(board), start, cells)
    game.go_to(game.length if ply is None else ply)
    return CardToDraw(
        board=str(game.board),
        start=None if game.start == game.board.empty() else game.start.text,
        moves=[game.board.name(cell) for cell in game.moves],
    )


# ---- Tags ----


async def link_tags(scope: Scope) -> str:
    """Return the tags for the head of the page at an address: those of a game, and none for anything else."""
    connection = HTTPConnection(scope)
    settings: Settings = connection.app.state.settings
    path, game = scope["path"], _GAME.fullmatch(scope["path"])
    if settings.public_url is None or (game is None and path != "/play"):
        return ""
    query = connection.query_params
    try:
        ply = read_integer(query.get("ply", ""), 0, 256)
        if game is None:
            card = card_of_moves(query["board"], query.get("start") or None, query.get("moves", ""), ply)
            start = {} if card.start is None else {"start": card.start}
            picture = f"/api/preview?{urlencode({'board': card.board, **start, 'moves': ' '.join(card.moves)})}"
        else:
            async with asyncio.timeout(PATIENCE):
                card = await card_of_game(connection.app.state.registry, game[1], ply)
            picture = f"/api/games/{game[1]}/preview?ply={len(card.moves)}"
    except (HyperoxoError, LookupError, ValueError, TimeoutError):
        return ""  # the page says itself what is wrong
    known = {name: query[name] for name in GAME_FIELDS if name in query}
    address = f"{path}?{urlencode(known)}" if known else path
    return _tags(card, settings.public_url + address, settings.public_url + picture)


def _tags(card: CardToDraw, address: str, picture: str) -> str:
    title = f"{card.board}: {result_in_words(game_of_card(card))}"
    x, o = (card.names.get(side, "a person") for side in SIDES)
    moves = f"{len(card.moves)} {'move' if len(card.moves) == 1 else 'moves'}"
    facts = {
        "og:type": "website",
        "og:site_name": "Hyperoxo",
        "og:title": title,
        "og:description": f"{x} against {o}, {moves}." if card.names else f"Tic-tac-toe on {card.board}, {moves}.",
        "og:url": address,
        "og:image": picture,
        "og:image:type": PNG_TYPE,
        "og:image:width": str(CARD_SIZE[0]),
        "og:image:height": str(CARD_SIZE[1]),
        "og:image:alt": title,
        "twitter:card": "summary_large_image",
    }
    kinds = {name: "property" if name.startswith("og:") else "name" for name in facts}
    return "".join(f'<meta {kinds[name]}="{name}" content="{escaped_xml(text)}" />' for name, text in facts.items())
