"""Every search of the solver examines exactly the number of positions in `bench_signature.json`."""

from __future__ import annotations

import json

from support.bench_signature import COMMAND, FILE, signature


def test_every_search_examines_the_recorded_number_of_positions() -> None:
    expected, found = json.loads(FILE.read_text()), signature()
    assert expected.keys() == found.keys()
    changes = [
        f"{name}, {entry['board']} {entry['position']}: {found[name]['nodes']} nodes, {entry['nodes']} before"
        for name, entry in expected.items()
        if found[name] != entry
    ]
    assert not changes, "\n".join([*changes, f"If this is meant, write {FILE.name} anew: {COMMAND}"])
