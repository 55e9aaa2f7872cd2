"""How property tests run: the same examples every time by default, so that a failure is never a matter of luck or load.

`pytest --hypothesis-profile=thorough` looks for new counterexamples instead: many more examples, others each time.
"""

from hypothesis import HealthCheck, settings

# No clock decides whether a test passes: neither a deadline for one example nor a limit on making them.
settings.register_profile(
    "repeatable",
    derandomize=True,
    database=None,
    max_examples=50,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("thorough", settings.get_profile("repeatable"), derandomize=False, max_examples=2_000)
settings.load_profile("repeatable")
