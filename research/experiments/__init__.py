"""The long runs behind docs/experiments: `python -m experiments NAME`, or `make experiment-NAME`.

One module is one experiment. It has a `SUMMARY`; a function `run(bench)` that does the work and returns its figures as
JSON; and a function `page_values(figures)` that returns what stands on its page, by the names of the places there. Some
have a function `charts(figures)` that returns pictures as SVG. What several share is in `experiments.common`.

The same games and seed give the same figures, wherever the work is done. Published figures are kept under
`results`, and the pages' prose under `pages`; docs/experiments is made of both.
"""
