"""Boards of three or more axes, decided one by one: `python -m boxes`, or `make boxes`.

`__main__` reads the command line and does the searches; `boards` lists them, `results` has what is known of each,
as docs/boxes.json and the journal hold it, and `page` makes docs/boxes.md.
"""
