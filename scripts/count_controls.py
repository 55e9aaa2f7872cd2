"""Counts what a game shows that can be clicked or focused, without its cells and moves: `make controls`.

A stranger should see a game and not a form, so the page has a limit for this number; `test_in_sight.py` holds it.
"""

import sys
import tempfile
from pathlib import Path

from support.browsing import ASIDE, DESKTOP, NARROW, Visitor, found_chromium, launched
from support.server_process import running_server
from support.sights import GAMES, game_with_reasons, game_won_from_a_program, states_of_a_game


def main() -> int:
    """Print the number and the names for games on three screens."""
    program = found_chromium()
    if program is None:
        print("no Chromium on the path, and CHROMIUM is not set", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as games, running_server(Path(games)) as served, launched(program) as browser:
        for screen in (DESKTOP, NARROW, ASIDE):
            visitor = Visitor(browser, served.address, screen, still=True)
            sights = (*GAMES, game_with_reasons(served), game_won_from_a_program(served), *states_of_a_game(served))
            for sight in sights:
                sight.seen_by(visitor)
                found = visitor.controls()
                print(f"{screen.width}x{screen.height} {sight.name}: {len(found)} controls: {', '.join(found)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
