"""A channel that both ends open by calling each other at the same moment.

Neither has called the other then, so the keys decide: the smaller one answers, as if it had been
called. Whoever is there must prove the expected key, as always. Held by
tests/p2p/net/links/test_punch.py and, through routers, by tests/netns/test_paths.py.
"""

from __future__ import annotations

import hmac

from p2p.net.address import Address
from p2p.net.close_reason import LinkEnded, Reason
from p2p.net.links.handshake import OPEN_SECONDS, Channel, Connect, Judge, answer, call
from p2p.net.path_kind import PathKind
from p2p.net.source_port import PUNCH_SECONDS
from p2p.net.tls import TableTls


async def open_by_both(
    tls: TableTls, connect: Connect, address: Address, peer: bytes, *, judge: Judge
) -> Channel:
    """Open a channel to `peer` at `address`, while it does the same towards us.

    `connect` calls until both calls have met. Raises LinkEnded.
    """
    # D-120: both have called, so somebody has to answer; keys are the one thing both sides know.
    if tls.key > peer:
        return await call(
            tls,
            tls.credentials[0],
            address,
            peer,
            kind=PathKind.PUNCHED,
            connect=connect,
            seconds=PUNCH_SECONDS + OPEN_SECONDS,
        )
    try:
        connected = await connect(address)
    except OSError:
        raise LinkEnded(Reason.UNREACHABLE) from None
    channel = await answer(tls, connected, judge)
    if not hmac.compare_digest(channel.peer, peer):
        channel.abort()
        raise LinkEnded(Reason.WRONG_KEY)
    return channel
