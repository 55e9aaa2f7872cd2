"""Long runs whose figures docs/house.md and the dossiers give: `python -m experiments`, or `make experiments`.

One module per subject. Each has a `SUMMARY`, a function `run(bench)` that returns its figures as JSON, and a function
`report(figures)` that returns them as text; what several share is in `experiments.common`. The same games and seed
give the same figures, whatever the number of processes. Results are kept under experiments/results.
"""
