"""The atlas of openings of 4x4x4: `python -m atlas`, or `make atlas`.

`__main__` reads the command line; `job` works through the openings, `journal` keeps each result at once, and `proofs`
its certificate; `results` has what is known of every opening, as docs/atlas.json holds it, and `second_replies` what
openings share; `page` makes docs/atlas.md, its pictures and the file that the package ships. Openings, attempts and
compositions are in `openings`, `attempts`, `composition` and `tasks`. The shipped form is in `hyperoxo.solver.atlas`.
"""
