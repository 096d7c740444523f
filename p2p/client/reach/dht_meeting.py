"""Members find each other again by a hash table of places: a public one, or the local network.

The public one is used where their table has chosen that (`p2p.net.dht.hash_table`), the local
network whenever somebody is missing (`p2p.net.lan.places`). Each member keeps what it states of
where it is (`p2p.lobby.places`, signed with its own key) at a place that follows from the table's
secret, and looks at the places of those whom it does not reach. Nobody without the secret finds
these places; who has it can disturb them, and cannot speak for a member. Held by
tests/p2p/client/reach/test_dht_meeting.py.
"""

from __future__ import annotations

import secrets

from p2p.client.reach.far_words import HOUR, Calendar
from p2p.client.reach.whereabouts import Whereabouts
from p2p.errors import CodecError, LinkError
from p2p.lobby.places import Place
from p2p.net.dht.hash_table import Dht
from p2p.net.dht.places import NONCE_BYTES, of_member
from p2p.trace import Trace, untraced
from p2p.wire import codec

ROUND_SECONDS = 30.0
"""Between two looks at who is missing, and at whether we have moved."""
LAN_ROUND_SECONDS = 4.0
LAN_LOOKS = 30
"""The same on the local network, for so many looks at somebody missing."""


class DhtMeeting:
    """One member's side of it; `run` is its task, once the charter stands."""

    def __init__(
        self,
        dht: Dht,
        secret: bytes,
        own_key: bytes,
        where: Whereabouts,
        calendar: Calendar | None = None,
        trace: Trace = untraced,
    ) -> None:
        """`secret`: the table's."""
        self._trace = trace
        self._at = type(dht).__name__
        """In which table of places, for the trace."""
        self._dht = dht
        self._secret = secret
        self._own_key = own_key
        self._where = where
        self._calendar = calendar or Calendar()
        self._stated = b""
        self._due = 0.0

    def __repr__(self) -> str:
        return "<DhtMeeting>"

    async def run(self) -> None:
        """Say where we are and look for who is missing, until this is cancelled."""
        while True:
            await self._round()
            await self._calendar.sleep(ROUND_SECONDS)

    async def run_while_missing(self) -> None:
        """The same on the local network: quicker, and silent while nobody is missing."""
        alone = 0
        while True:
            alone = alone + 1 if self._where.missing() else 0
            if alone > 1:  # most links that are lost are back at once
                await self._round()
            elif self._stated:
                self._stated = b""
                await self._dht.close()
            # Who comes later looks for us at once, and we answer.
            await self._calendar.sleep(LAN_ROUND_SECONDS if alone < LAN_LOOKS else ROUND_SECONDS)

    async def _round(self) -> None:
        try:
            await self._state()
            for key in self._where.missing():
                await self._look_for(key)
        except (
            LinkError
        ) as error:  # out of reach: the members' own links count, and these are tried on
            self._due = 0.0
            self._trace("meeting", at=self._at, reason=str(error))

    async def _state(self) -> None:
        own = self._where.address_book.own_place
        text = b"" if own is None else codec.encode(own.wire())
        now = self._calendar.now()
        if text and (text != self._stated or now >= self._due):
            place = of_member(self._secret, self._own_key)
            value = place.seal(text, secrets.token_bytes(NONCE_BYTES))
            kept = await self._dht.put(place.seed, value)
            self._trace("meeting", at=self._at, own_place_kept=kept)
            if kept:
                self._stated, self._due = text, now + HOUR

    async def _look_for(self, key: bytes) -> None:
        place = of_member(self._secret, key)
        text = place.open(await self._dht.get(place.public))
        self._trace("meeting", at=self._at, peer=key, found=text is not None)
        if text is None:
            return
        try:
            stated = Place.from_wire(codec.decode(text))
        except CodecError:
            return
        if stated.key == key:
            self._where.found(stated)
