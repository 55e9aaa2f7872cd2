"""Runs the command `oxo`, as `python -m hyperoxo`."""

import sys

from hyperoxo.cli import main

if __name__ == "__main__":
    sys.exit(main())
