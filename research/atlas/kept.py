"""Certificates of openings that no command of this version of the solver proves: they stay beside the research.

So each entry of the atlas can be checked: by its command, or by its certificate. Only what a run has in its folder can
be kept.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from atlas.proofs import ProofFiles
from atlas.results import SECOND_MOVES

if TYPE_CHECKING:
    from atlas.attempts import OpeningAttempt
    from atlas.results import Results

KEPT = Path(__file__).parent / "certificates"
MAX_BYTES = 20_000_000
"""What they may take together; none takes a twentieth of it."""


def keep_certificates(results: Results, proofs: ProofFiles, solver: str, folder: Path = KEPT) -> list[OpeningAttempt]:
    """Keep the certificates that are needed and at hand, as long as there is room; return the proofs that lack one.

    Args:
        results: what is known of the openings.
        proofs: the certificates of the run.
        solver: the signature of the solver.
        folder: where they are kept.

    Raises:
        InputError: a certificate is damaged.
        OSError: one cannot be read or written.
    """
    best = [results.repeatable(opening) or results.best(opening) for opening in results.openings[SECOND_MOVES]]
    proved = [one for one in best if one is not None and one.found.proved is not None]
    kept = ProofFiles(folder)
    needed = [one.found for one in proved if one.found.command is None or one.solver != solver]
    lacking = [found for found in needed if not kept.has(found)]
    for found in filter(proofs.has, lacking):
        if sum(path.stat().st_size for path in folder.iterdir()) < MAX_BYTES * 19 // 20:
            kept.add(found, proofs.read(found))
    return [found for found in lacking if not kept.has(found)]
