#!/usr/bin/env python3
"""Mutates certificates of bounds, and compares both checkers with exhaustive search.

    mutate_bounds.py [--certificates N] [--mutants N] [--seed N]

It prints how many mutants were tried, how many of them were verified, and how many verdicts are wrong: of a false
claim, or by one checker only.
"""

from __future__ import annotations

import argparse
import sys

from support.bound_mutants import try_mutants


def main() -> None:
    """Try mutants, and exit with 1 if a verdict is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--certificates", type=int, default=1_000)
    parser.add_argument("--mutants", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    tally = try_mutants(arguments.seed, arguments.certificates, arguments.mutants)
    print(f"{tally.tried} mutants, {tally.verified} verified, {tally.wrong} wrong")
    sys.exit(tally.wrong > 0)


if __name__ == "__main__":
    main()
