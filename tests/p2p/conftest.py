"""The synthetic game is in the registry while the tests of this package run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.games.synthetic import make
from tests.p2p.tables import register


@pytest.fixture(autouse=True, scope="package")
def magpies() -> Iterator[None]:
    undo = register(make)
    yield
    undo()
