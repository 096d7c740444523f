"""The worlds of these tests; where there can be none they are skipped, but never in CI.

`CROWNLESS_REQUIRE_NETNS=1` turns the skip into a failure.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.netns.namespaces import why_not
from tests.netns.topology import World, world

REQUIRED = "CROWNLESS_REQUIRE_NETNS"


@pytest.fixture(scope="session")
def namespaces() -> None:
    """There can be network namespaces here."""
    reason = why_not()
    if reason and os.environ.get(REQUIRED) == "1":
        pytest.fail(f"{REQUIRED}=1, but {reason}")
    elif reason:
        pytest.skip(reason)


@pytest.fixture
def earth(namespaces: None, tmp_path: Path) -> Iterator[World]:
    """An internet with nobody on it yet."""
    with world(tmp_path) as made:
        yield made
