"""Work outside the event loop: computer moves, analysis and proofs, in processes of their own.

From the inside out: `sessions` keeps the sessions of computer players, `jobs` has all kinds of jobs but conversions and
`lab`, `scheduler` distributes the jobs of clients, in turns, among the processes of `hyperoxo.executor`, and
`merged_analysis` makes an analysis of two jobs.

No module of this package needs more than Python's standard library, so that the processes start quickly.
"""
