"""Two servers on one PostgreSQL, killed again and again during games."""

from __future__ import annotations

import asyncio
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from support.campaign import Field, judge, run_campaign

if TYPE_CHECKING:
    from pathlib import Path

    from support.postgresql import Cluster

KILLS = 20
RESTARTS = 3


@pytest.mark.slow(reason="two minutes of kills")
def test_nothing_acknowledged_is_lost_or_doubled_whatever_is_killed(postgresql: Cluster, tmp_path: Path) -> None:
    url = postgresql.new_database()
    with closing(Field(tmp_path, url)) as field:
        asyncio.run(run_campaign(field, postgresql, games=6, kills=KILLS, restarts=RESTARTS))
    judged = judge(url, field.acknowledged)
    assert (field.counts["kills"], field.counts["restarts"]) == (2 * KILLS, RESTARTS)
    assert judged["acknowledged"] > 100 * KILLS // 2
    print(dict(field.counts), dict(judged))
