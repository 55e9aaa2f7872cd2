"""Names of people: chosen, recovered, deleted, and their games. Secrets and codes are in bodies, never in addresses."""

import functools

from fastapi import APIRouter, Request, Response, status
from starlette.requests import HTTPConnection

from hyperoxo.server.budgets import budgets_of
from hyperoxo.server.clients import address_of, client_of
from hyperoxo.server.conversions import JSON_TYPE
from hyperoxo.server.errors import Conflict, Forbidden
from hyperoxo.server.games.names import digest_of_code, named_games, new_code, owner_of, unowned
from hyperoxo.server.games.seat_secrets import digest_of, new_secret
from hyperoxo.server.http_errors import error_responses
from hyperoxo.server.messages.lists import NamedGames
from hyperoxo.server.messages.names import (
    CodeMade,
    NameMade,
    NameOwned,
    NameRecovery,
    NewName,
    Owner,
)
from hyperoxo.server.routes.dependencies import Registry, Store
from hyperoxo.store import read_name

router = APIRouter(prefix="/api/names", tags=["names"])


def check_name_rate(connection: HTTPConnection) -> None:
    """Count a new name towards the budget of a client."""
    names = budgets_of(connection).names
    names.spend(address_of(connection), "names", "too many were chosen lately", "wait some minutes")


@router.post("", status_code=status.HTTP_201_CREATED, responses=error_responses(409, 422, 429))
async def choose_name(body: NewName, request: Request, store: Store) -> NameMade:
    """Choose a name. Its secret and its recovery code are sent only once."""
    check_name_rate(request)
    name, secret, (code, digest) = read_name(body.name), new_secret(), new_code()
    if await store.ask("write", lambda store: store.names.add(name, digest_of(secret), digest)) is None:
        if await store.ask("read", lambda store: store.names.is_banned(name)):
            raise Conflict("name", "it cannot be chosen here", "choose another")
        raise Conflict("name", "it is taken, or one that looks like it", "choose another")
    return NameMade(name=name, secret=secret, code=code)


@router.post("/recover", status_code=status.HTTP_201_CREATED, responses=error_responses(403, 422, 429))
async def recover_name(body: NameRecovery, request: Request, store: Store) -> NameOwned:
    """Take a name into another browser by its recovery code. The secret is sent only once."""
    tries, client = budgets_of(request).codes, address_of(request)
    tries.spend(client, "recovery code", "too many wrong ones in a minute", "wait a minute")
    secret = new_secret()
    digest = digest_of_code(body.code)
    found = None
    if digest is not None:
        found = await store.ask("write", lambda store: store.names.recover(digest, digest_of(secret)))
    if found is None:
        raise Forbidden("recovery code", "it does not belong to a name", "type the twelve words as they were shown")
    tries.charge(client, -1)  # it was right
    return NameOwned(name=found.text, secret=secret)


@router.post("/code", status_code=status.HTTP_201_CREATED, responses=error_responses(403, 422))
async def replace_code(body: Owner, registry: Registry, store: Store) -> CodeMade:
    """Replace the recovery code of a name. All other browsers lose the name, until they get the new code."""
    owned, (code, digest) = await owner_of(body.secret, store), new_code()
    if not await store.ask("write", lambda store: store.names.replace_recovery(digest_of(body.secret), digest)):
        raise unowned()
    registry.check_name_again(owned.name_id)
    return CodeMade(code=code)


@router.post(
    "/delete", status_code=status.HTTP_204_NO_CONTENT, response_class=Response, responses=error_responses(403, 422)
)
async def delete_name(body: Owner, registry: Registry, store: Store) -> None:
    """Delete a name. Its games stay, with "someone" in its place; those of a room that are running end."""
    running = await store.ask("write", lambda store: store.names.remove(digest_of(body.secret)))
    if running is None:
        raise unowned()
    await registry.end_without(running)


@router.post("/games", response_model=NamedGames, responses=error_responses(403, 422))
async def list_games(body: Owner, request: Request, store: Store) -> Response:
    """List the games of a name, running ones first."""
    owner = await owner_of(body.secret, store)
    listed = await store.listed(client_of(request), functools.partial(named_games, owner))
    return Response(listed, media_type=JSON_TYPE)
