"""Names of people: chosen, recovered, deleted, and their games. Secrets and codes are in bodies, never in addresses."""

from fastapi import APIRouter, Request, Response, status

from hyperoxo.server.budgets import budgets_of
from hyperoxo.server.clients import address_of, client_of
from hyperoxo.server.conversions import JSON_TYPE
from hyperoxo.server.errors import Forbidden, TooManyRequests
from hyperoxo.server.http_errors import error_responses
from hyperoxo.server.messages.lists import NamedGames
from hyperoxo.server.messages.names import (
    CodeMade,
    NameMade,
    NameOwner,
    NameRecovered,
    NameRecovery,
    NewName,
)
from hyperoxo.server.routes.dependencies import Names

router = APIRouter(prefix="/api/names", tags=["names"])


@router.post("", status_code=status.HTTP_201_CREATED, responses=error_responses(409, 422, 429))
async def choose_name(body: NewName, request: Request, names: Names) -> NameMade:
    """Choose a name. Its secret and its recovery code are sent only once."""
    if not budgets_of(request).names.take(address_of(request)):
        raise TooManyRequests("names", "too many were chosen lately", "wait some minutes")
    return await names.choose(body.name)


@router.post("/recover", status_code=status.HTTP_201_CREATED, responses=error_responses(403, 422, 429))
async def recover_name(body: NameRecovery, request: Request, names: Names) -> NameRecovered:
    """Take a name into another browser by its recovery code. The secret is sent only once."""
    tries, client = budgets_of(request).codes, address_of(request)
    if not tries.take(client):
        raise TooManyRequests("recovery code", "too many wrong ones in a minute", "wait a minute")
    recovered = await names.recover(body.code)
    if recovered is None:
        raise Forbidden("recovery code", "it does not belong to a name", "type the twelve words as they were shown")
    tries.charge(client, -1)  # it was right
    return recovered


@router.post("/code", status_code=status.HTTP_201_CREATED, responses=error_responses(403, 422))
async def replace_code(body: NameOwner, names: Names) -> CodeMade:
    """Replace the recovery code of a name. All other browsers lose the name, until they get the new code."""
    return await names.replace_code(body.secret)


@router.post(
    "/delete", status_code=status.HTTP_204_NO_CONTENT, response_class=Response, responses=error_responses(403, 422)
)
async def delete_name(body: NameOwner, names: Names) -> None:
    """Delete a name. Its games stay, with "someone" in its place; those of a room that are running end."""
    await names.remove(body.secret)


@router.post("/games", response_model=NamedGames, responses=error_responses(403, 422))
async def list_games(body: NameOwner, request: Request, names: Names) -> Response:
    """List the games of a name, running ones first."""
    return Response(await names.games_of(body.secret, client_of(request)), media_type=JSON_TYPE)
