"""Runs libFuzzer on a target of `tests/support/torture_targets.py`: `python -m torture.guided TARGET [OPTION] [FILE]`.

atheris adds counters of edges to the modules of hyperoxo while they are imported.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Run it; libFuzzer ends the process."""
    import atheris  # type: ignore[import-untyped] # noqa: PLC0415 - without types; only this needs it

    with atheris.instrument_imports(include=["hyperoxo"], exclude=["hyperoxo._core"]):
        from support.torture_targets import TARGETS  # noqa: PLC0415 - it must be imported within
        from torture.log_lines import print_log  # noqa: PLC0415 - it imports hyperoxo
    print_log()
    atheris.Setup(sys.argv[1:], TARGETS[sys.argv[1]])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
