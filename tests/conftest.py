"""How every test searches for counterexamples.

The usual run tries the same examples every time, so that it says the same about the same code.
`HYPOTHESIS_PROFILE=thorough` looks at many more, and at other ones each time.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "quick",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "thorough", parent=settings.get_profile("quick"), derandomize=False, max_examples=2000
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
