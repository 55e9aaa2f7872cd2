"""Documents for frames of other sites: a game on the element `<hyperoxo-board>`, with a link to the page.

`http_errors` has their policy. They hold what anyone with the address may see; the element checks it.
"""

import typing
from collections.abc import Mapping
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from hyperoxo.errors import HyperoxoError
from hyperoxo.server.http_errors import ELEMENT, EMBED, status_of
from hyperoxo.server.messages.common import error_body
from hyperoxo.server.previews import GAME_FIELDS
from hyperoxo.server.routes.dependencies import Registry
from hyperoxo.text import escaped_xml

router = APIRouter(include_in_schema=False)

_DOCUMENT: typing.Final = """<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>{title}</title>
</head>
<body>
<main>
<hyperoxo-board framed {attributes}>
<a href="{link}" target="_blank" rel="noopener" title="Open on hyperoxo">Open</a>
</hyperoxo-board>
</main>
<script src="{script}"></script>
</body>
</html>
"""


@router.get(EMBED)
async def show_moves(request: Request) -> Response:
    """Return a document with the game that an address describes."""
    game = _given(request, *GAME_FIELDS)  # which are attributes of the element, too
    return _document(request, game | _given(request, "theme"), f"/play?{urlencode(game)}")


@router.get(f"{EMBED}/{{game_id}}")
async def show_game(request: Request, game_id: str, registry: Registry) -> Response:
    """Return a document with a game of this server as it stands."""
    asked = _given(request, "ply", "theme")
    try:
        game = (await registry.get(game_id)).state.game
    except HyperoxoError as error:
        return _document(request, asked | {"fault": error_body(error).reason}, "/", status_of(error))
    shown = {"board": str(game.board), "start": game.start.text, "moves": game.board.names(game.moves)}
    if game.result is not None:
        shown |= {"ending": game.result.ending.value, "winner": game.result.winner or ""}
    return _document(request, asked | shown, f"/g/{game_id}")


def _given(request: Request, *names: str) -> dict[str, str]:
    """Return those of some parts of an address that it has."""
    return {name: request.query_params[name] for name in names if name in request.query_params}


def _document(request: Request, shown: Mapping[str, str], link: str, status: int = 200) -> Response:
    """Return a document whose element has these attributes."""
    root: str = request.app.state.settings.root
    content = _DOCUMENT.format(
        title=escaped_xml(f"{shown.get('board', 'A board')} - hyperoxo"),
        attributes=" ".join(f'{name}="{escaped_xml(text)}"' for name, text in shown.items()),
        link=escaped_xml(root + link),
        script=root + ELEMENT,
    )
    return HTMLResponse(content, status, {"Cache-Control": "no-cache"})
