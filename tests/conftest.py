"""What holds for all tests: p2p computes each proof once in a run.

What is remembered lives until the end, so cycles are looked for less often.
"""

from __future__ import annotations

import gc

from simulation.remember import install

install()
gc.set_threshold(50_000, 20, 50)
