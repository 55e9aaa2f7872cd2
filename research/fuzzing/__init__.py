"""Campaigns of random inputs, which any later run continues: `python -m fuzzing`, or `make fuzz`.

`__main__` reads the command line and runs batches; `campaigns` lists the campaigns and what each batch runs; `numbered`
tries inputs that a number makes, `guided` those that atheris makes, `http` requests. `batches` has the journal, and
`page` makes docs/maintainers/fuzzing.md of it. `fuzz` holds the targets in Rust, `journal` the journals, `found` inputs
that fail.
"""
