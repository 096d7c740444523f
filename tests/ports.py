"""Ports of this machine that somebody else has."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager


@contextmanager
def taken(ports: Sequence[int]) -> Iterator[None]:
    """Another program has these ports now, so whoever listened there has to take others."""
    with ExitStack() as stack:
        for port in ports:
            other = stack.enter_context(socket.socket())
            other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            other.bind(("", port))
            other.listen()
        yield
