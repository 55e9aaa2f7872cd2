"""Thinking outside the event loop: computer moves, analysis, proofs and hints, in processes of their own.

From the inside out: a `job` is what a process is given to do, `jobs` are those that there are, and `sessions` and
`proofs` what a process remembers of the players at their seats and of what it has explained. `worker` is the program of
a process, `messages` what goes between it and the server, and `process` the server's end. `pool` shares workers out
among clients, in turns (`fair_queue`). `pooled` is what the rest of the server asks.

No module of this package needs more than Python's standard library, so that the processes start quickly.
"""
