"""The package that tests look into or install."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.wheels import built

if TYPE_CHECKING:
    from pathlib import Path


def package(pattern: str) -> Path:
    """Return the package that `make test-ci` has built, or skip the test."""
    found = built(pattern)
    if found is None:
        pytest.skip("no package has been built; `make test-ci` builds it")
    return found


@pytest.fixture
def source() -> Path:
    return package("*.tar.gz")


@pytest.fixture
def wheel() -> Path:
    return package("*.whl")
