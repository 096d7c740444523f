"""The synthetic game is in the registry while the tests of this package run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from simulation.tables import register
from tests.games.synthetic import make


@pytest.fixture(autouse=True, scope="package")
def magpies() -> Iterator[None]:
    undo = register(make)
    yield
    undo()
