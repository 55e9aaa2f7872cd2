"""A server with PostgreSQL that is killed again and again during games, as PostgreSQL is."""

from __future__ import annotations

import asyncio
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from support.campaign import Field, judge, run_campaign
from support.summaries import check_summaries

if TYPE_CHECKING:
    from pathlib import Path

    from support.postgresql import Cluster

pytestmark = pytest.mark.slow(reason="minutes of games and kills, which the tests of a failing store repeat one by one")

KILLS = 10
"""Kills of the server in one campaign."""


@pytest.mark.parametrize("restarts", [1, 2])  # two campaigns, so that each ends soon on a busy machine
def test_nothing_acknowledged_is_lost_or_doubled_whatever_is_killed(
    postgresql: Cluster, tmp_path: Path, restarts: int
) -> None:
    url = postgresql.new_database()
    with closing(Field(tmp_path, url)) as field:
        asyncio.run(run_campaign(field, postgresql, games=6, kills=KILLS, restarts=restarts))
    judged = judge(url, field.acknowledged)
    check_summaries(url)
    assert (field.counts["kills"], field.counts["restarts"]) == (KILLS, restarts)
    # Each time some games moved on.
    assert judged["acknowledged"] > 5 * KILLS
