"""The first message of a link."""

from __future__ import annotations

import pytest

from p2p.net.links.framing import HELLO, BadPart
from p2p.net.links.hello import Hello, read_hello
from p2p.net.path_kind import PathKind


@pytest.mark.parametrize("kind", PathKind)
@pytest.mark.parametrize("replaces", [b"", bytes(8)])
def test_what_is_said_is_what_is_read(kind: PathKind, replaces: bytes) -> None:
    hello = Hello(kind, replaces=replaces)
    assert read_hello(hello.encode()) == hello


def test_no_two_links_have_one_name() -> None:
    assert Hello().link != Hello().link


@pytest.mark.parametrize(
    "message",
    [
        "\x01" + 9 * "a",
        b"",
        HELLO,
        Hello().encode()[:-1],
        Hello().encode() + b"1234567",
        Hello().encode() + bytes(9),
        b"\x03" + Hello().encode()[1:],
        HELLO + b"\x04" + bytes(8),
    ],
    ids=["text", "empty", "bare", "short", "between", "long", "other kind", "unknown path"],
)
def test_anything_else_is_no_hello(message: bytes | str) -> None:
    with pytest.raises(BadPart):
        read_hello(message)
