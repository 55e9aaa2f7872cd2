"""The server behind the page: the HTTP API, live games, and computer moves and analyses outside the event loop.

It needs what `hyperoxo[web]` installs. Worker processes for players and analyses load the standard library only, and so
start quickly; the one for conversions loads pydantic.
"""
