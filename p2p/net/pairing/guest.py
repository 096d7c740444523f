"""The guest's side of a pairing: finds the host behind its addresses and asks for the invite.

Held by tests/p2p/net/pairing/test_links.py.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from p2p.errors import LinkError
from p2p.net.address import Address
from p2p.net.invite import Invite
from p2p.net.pairing.exchange import GuestPairing, read_greeting
from p2p.net.pairing.frames import PATIENCE, Frames
from p2p.net.spoken_code import SpokenCode

CONNECT_SECONDS = 3.0
"""For one address: on a local network an answer takes milliseconds."""


async def greets(address: Address, tag: str) -> bool:
    """Whether a host greets there for the table of `tag`. Nothing is said of us."""
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            frames = await Frames.to(address)
            try:
                return read_greeting(await frames.receive()) == tag
            finally:
                frames.close()
    except (LinkError, OSError, TimeoutError, asyncio.IncompleteReadError):
        return False


async def pair(addresses: Sequence[Address], code: SpokenCode, tag: str | None = None) -> Invite:
    """The invite that the host behind one of these addresses gives for the words.

    The words are used once, with the first host that answers. `tag`: of the table that was picked.
    Raises WrongWords, and LinkError where no host answers or it breaks off.
    """
    for address in addresses:
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                frames = await Frames.to(address)
        except (OSError, TimeoutError):
            continue
        try:
            async with asyncio.timeout(PATIENCE):
                return await _pair(frames, code, tag)
        except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
            raise LinkError(
                "the host broke off; it may have closed the table or drawn new words: look there, "
                "and try again in a few seconds"
            ) from error
        finally:
            frames.close()
    where = ", ".join(str(address) for address in addresses)
    raise LinkError(f"nobody answers at {where}; compare it with the host's screen")


async def _pair(frames: Frames, code: SpokenCode, tag: str | None) -> Invite:
    pairing = GuestPairing(code, frames.server_key, tag)
    while True:
        answer = pairing.receive(await frames.receive())
        if pairing.invite is not None:
            return pairing.invite
        if answer is not None:
            await frames.send(answer)
