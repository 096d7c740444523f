"""An invite under five words: put where those who know them look, and found there.

The host puts it anew every hour, as nodes forget, and under the next day's place when the day ends.
Held by tests/p2p/client/reach/test_far_words.py.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from p2p.errors import InviteError, LinkError
from p2p.net.dht.hash_table import Dht
from p2p.net.dht.places import DAY_SECONDS, NONCE_BYTES, DhtPlace, days_around, of_words
from p2p.net.invite import Invite, parse
from p2p.net.spoken_code import SpokenCode

HOUR = 3600.0
LOOK_SECONDS = 30.0
"""How often the host looks whether its invite says something else by now."""
RETRY_SECONDS = 60.0
NOBODY_TOOK_IT = "no public node took the invite; the program tries again each minute"
NOTHING_THERE = (
    "nothing is found under these words; compare them with the host's screen, see that both of you "
    "have internet, or ask for the written invite"
)


@dataclass(frozen=True, slots=True)
class Calendar:
    """The time: seconds since 1970, and a pause."""

    now: Callable[[], float] = time.time
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep


async def publish(
    dht: Dht,
    code: SpokenCode,
    invite: Callable[[], Invite],
    said: Callable[[str], None],
    calendar: Calendar | None = None,
) -> None:
    """Keep an invite under five words until this is cancelled.

    `invite` gives it as it is now; `said` hears after each try why it is not there, or nothing.
    """
    calendar = calendar or Calendar()
    day, place, put, due = -1, None, "", 0.0
    while True:
        now, text = calendar.now(), invite().encode()
        if place is None or day != int(now // DAY_SECONDS):
            day = int(now // DAY_SECONDS)
            place = await asyncio.to_thread(of_words, code, day)
            put = ""
        if text != put or now >= due:
            trouble = await _put(dht, place, text)
            said(trouble)
            put = "" if trouble else text
            due = now + HOUR
        await calendar.sleep(LOOK_SECONDS if put else RETRY_SECONDS)


async def find(dht: Dht, code: SpokenCode, calendar: Calendar | None = None) -> Invite:
    """The invite under five words.

    Raises LinkError where there is none, or the table of public nodes is not reached.
    """
    for day in days_around((calendar or Calendar()).now()):
        place = await asyncio.to_thread(of_words, code, day)
        text = place.open(await dht.get(place.public))
        if text is not None:
            return _read(text)
    raise LinkError(NOTHING_THERE)


async def _put(dht: Dht, place: DhtPlace, text: str) -> str:
    """Why the text is not there; empty if some node has it."""
    value = place.seal(text.encode("ascii"), secrets.token_bytes(NONCE_BYTES))
    try:
        taken = await dht.put(place.seed, value)
    except LinkError as error:
        return str(error)
    return "" if taken else NOBODY_TOOK_IT


def _read(text: bytes) -> Invite:
    try:
        invite = parse(text.decode("ascii"))
    except (UnicodeDecodeError, InviteError) as error:
        raise LinkError("what lies under these words is no invite; ask for it") from error
    if invite.watch or invite.back:
        raise LinkError("what lies under these words is no invite to a seat; ask for one")
    return invite
