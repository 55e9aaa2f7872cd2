"""Every input of the small corpus is read, or refused with one line for people, within its target's limits."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.fuzz_targets import SERVERS, TARGETS

if TYPE_CHECKING:
    from collections.abc import Iterator

CORPUS = Path(__file__).with_name("corpus")


@pytest.fixture(scope="module", autouse=True)
def _servers() -> Iterator[None]:
    with SERVERS:
        yield


@pytest.mark.parametrize("name", TARGETS)
def test_inputs_are_read_or_refused_for_people(name: str) -> None:
    target, inputs = TARGETS[name], sorted((CORPUS / name).iterdir())
    assert inputs
    for path in inputs:
        target(path.read_bytes())
