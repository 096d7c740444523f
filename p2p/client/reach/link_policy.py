"""Who may be linked at a table, and for how long not.

Before the charter anybody with an invite may ask; after it only its seats and a few spectators
pass. Where they are and whom we call is the business of `p2p.client.reach.whereabouts`. Held by
tests/p2p/client/reach/test_link_policy.py.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from p2p.lobby.table_config import TableConfig
from p2p.net.links.admission import Precedence
from p2p.net.links.handshake import Admission
from p2p.net.tls import Role
from p2p.wire.charter import Charter

SHUNNED_SECONDS = 15.0
"""For so long there is no new link to whoever has flooded one, at most: see `LinkPolicy.shun`."""
FIRST_SECONDS = 0.5
"""For a seat, which the table needs, the first time; it doubles each time."""
FORGIVEN_SECONDS = 60.0
MAX_SHUNNED = 64
STRANGER_FLOODS = 2
"""Floods of people without a seat after which no further one gets a link, for `SHUNNED_SECONDS`:
a key costs nothing, so who floods comes back under another."""
MAX_WATCHERS = 8
"""Spectators who are linked to one client."""


class LinkPolicy:
    """The `LinkRules` of one client's mesh, and who is linked."""

    def __init__(
        self,
        config: TableConfig,
        knows: Callable[[str], bool] = lambda host: False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`knows`: was a member last seen at this host?"""
        self.roles: dict[bytes, Role] = {}
        """Who is linked, and under which of the two credentials."""
        self.charter: Charter | None = None
        self._seated: frozenset[bytes] = frozenset()
        self._config = config
        self._knows = knows
        self._clock = clock
        self._shunned: dict[bytes, tuple[float, float]] = {}
        """Who has flooded a link: until when it gets no other, and for how long that is."""
        self._stranger_floods: deque[float] = deque(maxlen=STRANGER_FLOODS)
        """When people without a seat have flooded us last."""

    # What has changed

    def linked(self, peer: bytes, role: Role) -> None:
        """A link to `peer` stands."""
        self.roles[peer] = role

    def gone(self, peer: bytes) -> None:
        """It does not stand any more."""
        self.roles.pop(peer, None)

    def seat(self, keys: frozenset[bytes]) -> None:
        """Before the charter: these have a seat in the lobby."""
        self._seated = keys

    def begin(self, charter: Charter) -> None:
        """The charter stands: from now on its seats are the members."""
        self.charter = charter

    # Who may have a link

    def members(self) -> list[bytes]:
        """Who is linked and has or asks for a seat."""
        return [key for key, role in self.roles.items() if role is Role.MEMBER]

    def knows(self, host: str) -> bool:
        """Whether a member was last seen at this host."""
        return self._knows(host)

    def accepts(self, peer: bytes, role: Role) -> bool | Admission:
        """The answer to a caller."""
        if self.is_shunned(peer):
            return False
        if self._shuns_strangers() and self.precedence(peer, role) is not Precedence.MEMBER:
            return False
        if self.charter is None:
            return Admission.PROVISIONAL if role is Role.MEMBER else False
        if role is Role.MEMBER and self.charter.seat_of(peer) is None:
            return Admission.PROVISIONAL  # it is told in words that the game has begun
        return self.belongs(peer, role)

    def belongs(self, peer: bytes, role: Role) -> bool:
        """After the charter only its seats and a few spectators pass."""
        if self.charter is None:
            return True
        if role is Role.MEMBER:
            return self.charter.seat_of(peer) is not None
        if not self.charter.draft.policies.spectators:
            return False
        watchers = [k for k, r in self.roles.items() if r is Role.WATCHER and k != peer]
        return len(watchers) < MAX_WATCHERS

    def shun(self, peer: bytes) -> None:
        """`peer` has flooded its link: it gets no other one for a while.

        The table may be waiting for a seat, so the first time is short for one.
        """
        if self.is_shunned(peer):
            return  # more of the same flood, which was on its way
        now = self._clock()
        until, last = self._shunned.pop(peer, (0.0, 0.0))
        seated = self.precedence(peer, self.roles.get(peer, Role.MEMBER)) is Precedence.MEMBER
        again = 2 * last if last and now < until + FORGIVEN_SECONDS else FIRST_SECONDS
        # D-46: the table may be waiting for this very seat, and keeping it away would stop the
        # game.
        pause = min(again, SHUNNED_SECONDS) if seated else SHUNNED_SECONDS
        if not seated:
            self._stranger_floods.append(now)
        self._shunned[peer] = (now + pause, pause)
        while len(self._shunned) > MAX_SHUNNED:
            del self._shunned[next(iter(self._shunned))]

    def _shuns_strangers(self) -> bool:
        floods = self._stranger_floods
        # D-90: of all strangers together, since a new key costs nothing.
        full = len(floods) == STRANGER_FLOODS
        return full and self._clock() < floods[0] + SHUNNED_SECONDS

    def is_shunned(self, peer: bytes) -> bool:
        """Whether `peer` may have no link now."""
        return self._clock() < self._shunned.get(peer, (0.0, 0.0))[0]

    def precedence(self, peer: bytes, role: Role) -> Precedence:
        """Seats come before spectators, and these before whoever only knocks."""
        if role is Role.WATCHER:
            return Precedence.WATCHER
        if self.charter is not None:
            seated = self.charter.seat_of(peer) is not None
        else:
            seated = peer in self._seated or self._config.is_host(peer)
        return Precedence.MEMBER if seated else Precedence.KNOCKER
