"""All there is to see, light and dark, wide and narrow: it keeps the rules of accessibility, and fits on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browsing import DESKTOP, SMALL, Screen, Theme
from sights import PICTURES, SIGHTS, game_with_reasons

if TYPE_CHECKING:
    from browsing import Visit
    from serving import Served


@pytest.mark.parametrize(("screen", "theme"), [(DESKTOP, "light"), (SMALL, "dark")], ids=["wide-light", "narrow-dark"])
def test_every_sight_fits_and_is_accessible(visit: Visit, served: Served, screen: Screen, theme: Theme) -> None:
    visitor = visit(screen, theme, still=True)
    faults = []
    for sight in [*SIGHTS, game_with_reasons(served)]:
        sight.seen_by(visitor)
        visitor.picture(PICTURES, sight.name)
        faults += [f"{sight.name}: {fault}" for fault in [*visitor.violations(), *visitor.overflow()]]
    assert not faults, "\n".join(faults)
