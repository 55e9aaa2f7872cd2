"""Runs libFuzzer on a target of `tests/support/fuzz_targets.py`: `python -m fuzzing.guided TARGET OPTIONS`.

atheris adds counters of edges to the modules of hyperoxo while they are imported. With a file in the place of options,
the target reads that input alone, without libFuzzer.
"""

from __future__ import annotations

import resource
import sys
import time
from pathlib import Path


def repeat(name: str, path: str) -> None:
    """Read the input of a file, and print what that took; whatever it raises ends the process."""
    from support.fuzz_targets import SERVERS, TARGETS  # noqa: PLC0415 - libFuzzer needs to import it in another way

    target, data = TARGETS[name], Path(path).read_bytes()
    begin = time.monotonic()
    with SERVERS:
        target(data)
        taken = time.monotonic() - begin
    mebibytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    limits = f"{target.seconds} s and {target.mebibytes} MiB are permitted"
    print(f"{path}: no crash; {taken:.2f} s, {mebibytes} MiB in all; {limits}")


def fuzz() -> None:
    """Run libFuzzer, which ends the process."""
    import atheris  # type: ignore[import-untyped] # noqa: PLC0415 - without types; only this needs it

    with atheris.instrument_imports(include=["hyperoxo"], exclude=["hyperoxo._core"]):
        from fuzzing.log_lines import print_log  # noqa: PLC0415 - it imports hyperoxo
        from support.fuzz_targets import TARGETS  # noqa: PLC0415 - it must be imported within
    print_log()
    _, name, *options = sys.argv
    # The first is what libFuzzer calls again to minimise a corpus.
    atheris.Setup([f"{sys.executable} -m fuzzing.guided {name}", *options], TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    if [Path(each).is_file() for each in sys.argv[2:]] == [True]:
        repeat(*sys.argv[1:])
    else:
        fuzz()
