"""Which nodes five words are looked up at."""

from __future__ import annotations

import pytest

from cli.console.errors import UsageError
from cli.console.public_nodes import nodes


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("", ()),
        ("127.0.0.1:6881", (("127.0.0.1", 6881),)),
        ("node.example:1, [fd00::1]:2", (("node.example", 1), ("fd00::1", 2))),
    ],
)
def test_nodes_are_read(value: str, found: tuple[tuple[str, int], ...]) -> None:
    assert nodes({"CROWNLESS_DHT": value}) == found


@pytest.mark.parametrize("value", ["off", "node", "node:", ":1", "node:0", "node:70000", "a:²"])
def test_what_is_none_is_said(value: str) -> None:
    with pytest.raises(UsageError, match="CROWNLESS_DHT"):
        nodes({"CROWNLESS_DHT": value})
