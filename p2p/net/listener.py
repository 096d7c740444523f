"""The one listening port of a client: the sticky one if it is free, on both IP versions.

A port that stays the same lets members who saved the address find their way back. Connections are
accepted here and handed on before any TLS, so that the owner can count them first.
"""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Callable
from typing import Any

from p2p.errors import LinkError
from p2p.net.address import Address

BACKLOG = 64
"""Connections that the system holds until they are accepted."""
_RETRIES = 8
_EVERYWHERE = ((socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::"))  # noqa: S104
_HERE = ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"))
# The process or the machine is short of sockets: accepting again at once would only spin.
_SHORT = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
_SHORT_SECONDS = 1.0


def open_listeners(port: int, *, loopback: bool) -> tuple[socket.socket, ...]:
    """Listening sockets of one port: `port`, or any free one if that is 0 or taken.

    On all interfaces, or on loopback only. IPv6 is left out where the machine has none. Raises
    LinkError if no port can be had at all.
    """
    hosts = _HERE if loopback else _EVERYWHERE
    for wanted in (port, *[0] * _RETRIES):
        listeners = _try_port(hosts, wanted)
        if listeners:
            return listeners
    raise LinkError(
        "No port could be opened on this machine for others to connect to; a firewall or another "
        "program may forbid it."
    )


def _try_port(
    hosts: tuple[tuple[socket.AddressFamily, str], ...], port: int
) -> tuple[socket.socket, ...]:
    opened: list[socket.socket] = []
    for family, host in hosts:
        try:
            listener = socket.create_server((host, port), family=family, backlog=BACKLOG)
        except OSError as error:
            if error.errno in {errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT, errno.EPROTONOSUPPORT}:
                continue  # this machine does not speak that version of IP
            for one in opened:
                one.close()
            return ()
        listener.setblocking(False)
        opened.append(listener)
        port = listener.getsockname()[1]  # the second family takes the port that the first got
    return tuple(opened)


async def accept_all(
    listener: socket.socket, visitor: Callable[[socket.socket, Address], None]
) -> None:
    """Hand every connection to `visitor`, which owns it from then on; ends by being cancelled."""
    while True:
        try:
            accepted, name = await _accept(listener)
        except OSError as error:
            # Else the caller was gone before it was accepted. Others have work too: what is not
            # waited for gives nobody a turn.
            await asyncio.sleep(_SHORT_SECONDS if error.errno in _SHORT else 0)
            continue
        visitor(accepted, Address(name[0], name[1]))
        await asyncio.sleep(0)  # under a flood, others have work too


async def _accept(listener: socket.socket) -> tuple[socket.socket, Any]:
    """The next connection. Where this is cancelled, none is left behind unclosed: the loop's own
    `sock_accept` loses one that has come in the same turn."""
    loop = asyncio.get_running_loop()
    while True:
        try:
            accepted, name = listener.accept()
        except (BlockingIOError, InterruptedError):
            ready = loop.create_future()
            try:
                loop.add_reader(listener, _wake, ready)
            except NotImplementedError:  # the loop of Windows
                return await loop.sock_accept(listener)
            try:
                await ready
            finally:
                loop.remove_reader(listener)
        else:
            accepted.setblocking(False)
            return accepted, name


def _wake(ready: asyncio.Future[None]) -> None:
    if not ready.done():
        ready.set_result(None)
