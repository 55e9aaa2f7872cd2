"""Work outside the event loop: computer moves, analysis, proofs and hints, in processes of their own.

From the inside out: `job` defines the jobs of a process, `jobs` has all kinds of them, and `sessions` keeps the
sessions of computer players. `scheduler` distributes the jobs of clients, in turns (`fair_queue`), among the processes
of `hyperoxo.executor`. The rest of the server uses `pooled_services`, and `merged_analysis` is a part of it.

No module of this package needs more than Python's standard library, so that the processes start quickly.
"""
