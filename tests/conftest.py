"""What holds for all tests: p2p computes each proof once in a run."""

from __future__ import annotations

from simulation.remember import install

install()
