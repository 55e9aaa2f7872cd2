"""Two questions of operators and their tools: whether the server is alive, and whether it can serve games."""

from typing import TYPE_CHECKING, Literal

from fastapi import APIRouter, Request

from hyperoxo.server.http_errors import NotReady, error_responses
from hyperoxo.server.messages.common import Message

if TYPE_CHECKING:
    from hyperoxo.server.readiness import Readiness

# Not below /api, where the rate limit of a client applies, which a monitor may share with others.
router = APIRouter(tags=["operation"])


class Alive(Message):
    """The server answers."""

    alive: Literal[True] = True


class Ready(Message):
    """Everything works that games need."""

    ready: list[str]
    """The parts that were checked: `store`, where games are kept, and `workers`, the processes that search."""


@router.get("/healthz")
async def check_alive() -> Alive:
    """Answer as long as the server runs, whatever else fails; if there is no answer, it has to be restarted."""
    return Alive()


@router.get("/readyz", responses=error_responses(503))
async def check_ready(request: Request) -> Ready:
    """Answer whether games can be played now; the error's subject names the parts that do not work."""
    readiness: Readiness = request.app.state.readiness
    works = await readiness.working_parts()
    failing = [name for name, is_working in works.items() if not is_working]
    if failing:
        raise NotReady(", ".join(failing), "not ready", "the server's log says why")
    return Ready(ready=list(works))
