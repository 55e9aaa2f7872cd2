"""Sends requests that schemathesis makes of the server's own description: `python -m fuzzing.http SEED FIRST SECONDS`.

The server runs in this process, with its worker processes and without the limits of clients. Each answer must have a
status, a type and a form that the description declares, and none may be an error of the server. With 0 seconds it sends
the requests of one seed alone.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.core.transport import Response
from schemathesis.specs.openapi import checks

from fuzzing.log_lines import print_log
from fuzzing.numbered import Tally
from hyperoxo.server.app import create_app
from hyperoxo.server.settings import Settings
from support.live_games import UNBOUNDED, Client, database_url

LIMITS = 30, 1_024
"""The seconds that a request may take, and the MiB of the process."""
REQUESTS = settings(
    max_examples=20, database=None, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
)
"""How one seed makes requests to an end point."""
CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]


def _serving(folder: Path) -> Client:
    """Return a server with its games in a folder."""
    return Client(create_app(Settings(database=database_url(folder), limits=UNBOUNDED, page=folder / "no page")))


def main(seed_of_all: int, first: int, seconds: int) -> int:
    """Send requests to all end points in turn until the time is over; return the exit code."""
    print_log()
    tally = Tally("http", seed_of_all, seconds, LIMITS)
    with tempfile.TemporaryDirectory() as folder, _serving(Path(folder)) as client:
        schema = schemathesis.openapi.from_dict(client.get("/openapi.json").json())
        operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
        while True:
            number = first + tally.inputs
            for operation in operations:

                @seed(f"{seed_of_all} {number}")
                @REQUESTS
                @given(operation.as_strategy())
                def ask(case: Any) -> None:  # noqa: ANN401 - of schemathesis, which has another type for each schema
                    tally.begin(number)  # noqa: B023 - it is called in this round
                    with tally.timed():
                        answer = client.request(**case.as_transport_kwargs(base_url="http://testserver"))
                    case.validate_response(Response.from_httpx(answer, verify=True), checks=CHECKS)

                try:
                    ask()
                except Exception:
                    tally.note_crash(number)
                if tally.is_over and seconds:
                    break
            if tally.is_over:
                return tally.exit_code


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
