"""Settings for all test runs.

Property tests try the same examples every time by default, so that a failure never depends on luck or load: few in
`make test`, and more in `make test-slow`. `pytest --hypothesis-profile=thorough` looks for new counterexamples instead:
many more examples, others each time.
"""

from __future__ import annotations

import gc
import signal
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings
from support.hanging import pytest_runtest_call, pytest_runtest_setup, pytest_runtest_teardown  # noqa: F401 - hooks

from hyperoxo.players import registry

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from support.postgresql import Cluster

# A shell starts background programs with Ctrl-C ignored, and their children inherit this: a test that stops a program
# with Ctrl-C would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
# nohup does the same with the signal of a terminal that closes.
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# No clock decides whether a test passes: neither a deadline for one example nor a limit on making them.
settings.register_profile(
    "repeatable",
    derandomize=True,
    database=None,
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("more", settings.get_profile("repeatable"), max_examples=50)
settings.register_profile("thorough", settings.get_profile("repeatable"), derandomize=False, max_examples=2_000)
settings.load_profile("repeatable")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect tests without looking for garbage, and look no more through what they are: it takes a second or two."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave tests that need PostgreSQL to continuous integration."""
    for item in items:
        if "postgresql" in getattr(item, "fixturenames", ()) and item.get_closest_marker("slow") is None:
            item.add_marker(pytest.mark.ci(reason="it needs PostgreSQL"))


@pytest.fixture(autouse=True)
def _players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget after each test the players that it registered: other tests list all that there are."""
    monkeypatch.setattr(registry, "_registered", {**registry._registered})  # noqa: SLF001 - it has no other end


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Run coroutines in the event loop that the server has."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    """Return a PostgreSQL that all tests share; if it is not installed, the tests are skipped."""
    from support.postgresql import missing, running_cluster  # noqa: PLC0415 - it loads SQLAlchemy, as few tests do

    reason = missing()
    if reason is not None:
        pytest.skip(reason)
    with running_cluster() as cluster:
        yield cluster
