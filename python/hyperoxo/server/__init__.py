"""The server behind the page: the HTTP API, live games, and thinking outside the event loop.

It needs what `hyperoxo[web]` installs, but for its thinking, which is standard library only: the processes that think
load nothing of the web.
"""
