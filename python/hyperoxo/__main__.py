"""The program `oxo`, which `python -m hyperoxo` runs too.

`main` changes how the process takes Ctrl-C before anything else is imported; imports take tens of milliseconds.
"""


def main() -> int:
    """Run the command that was typed and return the exit code."""
    # Not `signal`, which takes milliseconds to import itself.
    import _signal  # type: ignore[import-not-found] # noqa: PLC0415 - as said above; typeshed lacks it

    # Until a command runs there is nothing to clean up, so Ctrl-C may end the process; shells then report 130. Python's
    # own handler would print a traceback. If the starter ignores SIGINT, it stays ignored.
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    from hyperoxo.cli import main as run  # noqa: PLC0415 - as said above

    return run()


if __name__ == "__main__":
    raise SystemExit(main())
