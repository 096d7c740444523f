"""What is said to everybody at a port."""

from __future__ import annotations

import asyncio
import socket

from p2p.net.port_mapping.announcements import hear_announcements
from tests.p2p.transport import PATIENCE


async def test_several_hear_and_know_from_whom() -> None:
    heard: asyncio.Queue[tuple[bytes, str]] = asyncio.Queue()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
        free.bind(("", 0))
        port = free.getsockname()[1]
    hearing = [
        await hear_announcements(lambda data, host: heard.put_nowait((data, host)), port)
        for _ in range(2)
    ]
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as router:
            router.sendto(b"here I am", ("127.0.0.1", port))
        async with asyncio.timeout(PATIENCE):
            assert await heard.get() == (b"here I am", "127.0.0.1")
    finally:
        for one in hearing:
            assert one is not None
            one.close()


async def test_a_port_that_somebody_has_to_itself_is_let_be() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        taken.bind(("", 0))
        assert await hear_announcements(lambda *_: None, taken.getsockname()[1]) is None
