"""The commands of `oxo`: one module each, loaded when its command is given.

A command's module has `add_arguments(parser)` and `run(arguments)`, which returns the exit code.
"""
