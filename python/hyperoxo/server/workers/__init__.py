"""Work outside the event loop: computer moves, analysis, proofs and hints, in processes of their own.

From the inside out: a `job` is what a process is given to do, `jobs` has those that there are, and `sessions` what a
process remembers of computer players. `scheduler` shares the processes of `hyperoxo.executor` out among clients, in
turns (`fair_queue`). `pooled_services` is what the rest of the server uses, and `merged_analysis` a part of it.

No module of this package needs more than Python's standard library, so that the processes start quickly.
"""
