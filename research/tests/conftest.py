"""Settings for the tests of research."""

from __future__ import annotations

import signal

# A shell starts background programs with Ctrl-C ignored, and their children inherit this: a run that a test stops with
# Ctrl-C would go to its end.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
