"""All links of one client at one table: one listener, one link a member, redialled when lost.

The mesh keeps two promises to the layer above. A frame handed to `send` arrives, or `on_down` is
called for that member; after the next `on_up` both sides must tell each other what they hold. And
when two members have called each other at once, or one has found a nearer way to the other, the
second link replaces the first without either.
In rare moments of that, a frame arrives twice or after a later one. Frames are opaque here.

Invariant: a member is in `_members` exactly between its `on_up` and its `on_down`. It has one link
in use, on which everything goes out, and a few spares that are being closed and are still heard. A
channel that is open to the end, whichever side has called, comes in by `_join` alone, and a member
goes by `_forget_member` alone. Both sides judge duplicates by one rule (`member_links`), so that
neither has to be told.

Longer than other modules, as one table of members is changed by all that can happen to a link: who
has room, which of two stays, what an end leaves behind. Apart, each would need the others' state.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2p.net.address import LOOPBACK, Address, is_loopback, local_addresses
from p2p.net.close_reason import LinkEnded, Reason
from p2p.net.links.acceptor import Acceptor
from p2p.net.links.admission import KNOCKERS, Precedence, gives_way
from p2p.net.links.caller import Caller
from p2p.net.links.dialer import Timing
from p2p.net.links.diallers import Diallers
from p2p.net.links.events import LinkRules, MeshEvents
from p2p.net.links.handshake import Admission, Channel
from p2p.net.links.link import Link
from p2p.net.links.member_links import MemberLinks, Resolution
from p2p.net.path_kind import LinkPath, PathKind
from p2p.net.tls import Credential, Role, TableTls
from p2p.trace import Trace, untraced

MOST_LINKS = 64
"""Members linked at one time."""
_FAREWELL_SECONDS = 3.0

LOGGER = logging.getLogger("p2p.net.links.mesh")
LOGGER.addHandler(logging.NullHandler())


class Mesh:
    """One client's links: `rules` decide who may have one, and whom `start` names hears of them."""

    _events: MeshEvents

    def __init__(
        self,
        identity: Ed25519PrivateKey,
        credentials: Sequence[Credential],
        folder: Path,
        rules: LinkRules,
        *,
        port: int = 0,
        loopback: bool = False,
        timing: Timing | None = None,
        max_links: int = MOST_LINKS,
        trace: Trace = untraced,
    ) -> None:
        """`trace` is told of calls, links and frames."""
        self._trace = trace
        self._tls = TableTls(identity, credentials, folder)
        self.key = self._tls.key
        self.port = port
        """The port listened on, once started."""
        self._loopback = loopback
        self._rules = rules
        self._timing = timing or Timing()
        self._max_links = max_links
        self._acceptor = Acceptor(
            self._tls,
            self._judge,
            knows=rules.knows,
            opened=self._join,
            spawn=self._spawn,
            trace=trace,
        )
        self._caller = Caller(self._tls, self._judge, trace)
        self._members: dict[bytes, MemberLinks] = {}
        self._punching: set[bytes] = set()
        self._links: dict[asyncio.Task[None], Link] = {}
        self._diallers = Diallers(
            self._caller,
            self._timing,
            won=self._join,
            trouble=self._in_vain,
            spawn=self._spawn,
        )
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def start(self, events: MeshEvents) -> None:
        """Listen on the port asked for, or on a free one. Raises LinkError if there is none.

        `events` hears all that happens from now on, until `close`.
        """
        self._events = events
        self.port = self._acceptor.listen(self.port, loopback=self._loopback)
        await self._caller.start(loopback=self._loopback)

    async def look_around(self) -> bool:
        """Whether this machine is on other nets than before; if so, links from an address that it
        has no more end, and all that failed before is tried again."""
        if not await self._caller.look_around() or self._closed:
            return False
        own = {str(network.ip) for network in self._caller.networks}
        for link in tuple(self._links.values()):
            # A link from an address that is gone may hang for minutes; nothing can arrive on it.
            if not is_loopback(link.local_host) and link.local_host not in own:
                link.drop(Reason.LOST)
        self._diallers.look_again()
        self._events.on_path()
        return True

    def addresses(self) -> tuple[Address, ...]:
        """Where other members may try to reach this client. Asks the system: off the loop."""
        hosts = LOOPBACK if self._loopback else local_addresses()
        return tuple(Address(host, self.port) for host in hosts)

    @property
    def links(self) -> dict[bytes, Link]:
        """The members that are up, each with the link in use."""
        return {key: member.link for key, member in self._members.items()}

    @property
    def paths(self) -> dict[bytes, LinkPath]:
        """How near each member is that is up."""
        return {key: self._path(link) for key, link in self.links.items()}

    def _path(self, link: Link) -> LinkPath:
        """As this side sees it; only that both have opened it at once is agreed on."""
        kind, opened = self._caller.kind(link.address.host), link.hello.kind
        # D-113: people read what their own side sees; only that both have called at once needs two
        # sides.
        if kind is PathKind.DIRECT and opened is PathKind.PUNCHED:
            kind = opened
        return LinkPath(kind, link.round_trip)

    def send(self, peer: bytes, frame: bytes) -> bool:
        """Send a frame; False if that member is not up, or its link ends over this frame."""
        member = self._members.get(peer)
        if member is None:
            return False
        self._trace("sends", peer=peer, link=member.link.address, frame=frame)
        return member.link.send(frame)

    def admit(self, peer: bytes) -> None:
        """A caller that was let in provisionally has been accepted: lift its limit."""
        for link in self._of(peer):
            link.admit()

    def hold(self, peer: bytes, held: bool) -> None:
        """Read nothing more from a member until it is said again that it may go on."""
        for link in self._of(peer):
            link.hold(held)

    def cut_off(self, peer: bytes, reason: Reason) -> None:
        """Close the link to a member at once; `on_down` is called."""
        for link in self._of(peer):
            link.drop(reason)

    def disconnect(self, peer: bytes, reason: Reason = Reason.ENDED) -> None:
        """Close the link to a member, saying why, once what is queued is sent."""
        for link in self._of(peer):
            link.finish(reason)

    def dial(
        self,
        peer: bytes | None,
        addresses: Iterable[tuple[str, int]],
        *,
        trusted: Iterable[tuple[str, int]] = (),
    ) -> None:
        """Keep a member linked: its key, its fingerprint (p2p.net.invite), or anyone.

        `trusted` addresses come from our own person and are dialled for ever.

        What answers first for anyone or a fingerprint is the member from then on. Dialling the
        same member again only sets its addresses; without any it is dialled no more.
        """
        self._diallers.dial(peer, addresses, trusted, self.links.values())

    async def close(self) -> None:
        """Send what is queued, close all links and the port; no callback comes afterwards."""
        self._closed = True
        self._members.clear()
        ending = [*self._diallers.cancel(), *self._acceptor.cancel()]
        for link in self._links.values():
            link.finish(Reason.LEFT)
        if self._links:
            await asyncio.wait(list(self._links), timeout=_FAREWELL_SECONDS)
        for task in self._links:
            task.cancel()
        await asyncio.gather(*ending, *self._links, return_exceptions=True)
        self._acceptor.close()
        self._caller.close()

    # Who may have a link

    def _judge(self, peer: bytes, role: Role) -> Admission | Reason:
        if self._is_full(peer, role) and self._last_behind(peer, role) is None:
            return Reason.BUSY
        return Admission(int(self._rules.accepts(peer, role)))

    def _is_full(self, peer: bytes, role: Role) -> bool:
        """Whether `peer` can have a link only if another one ends."""
        if peer in self._members:
            return False
        if self._rules.precedence(peer, role) is Precedence.KNOCKER:
            knocking = list(self._precedences().values()).count(Precedence.KNOCKER)
            return knocking >= KNOCKERS or len(self._members) >= self._max_links
        return len(self._members) >= self._max_links

    def _last_behind(self, peer: bytes, role: Role) -> bytes | None:
        return gives_way(self._precedences(), self._rules.precedence(peer, role), self._max_links)

    def _precedences(self) -> dict[bytes, Precedence]:
        held = self._members.items()
        return {key: self._rules.precedence(key, member.link.role) for key, member in held}

    # Both at once

    def sees_source(self, peer: bytes) -> bool:
        """Whether the link to a member goes out from the port that all our calls come from, so
        that it can tell from where the others would see one."""
        member = self._members.get(peer)
        return member is not None and 0 != self._caller.source.number == member.link.local_port

    def punch(self, peer: bytes, address: Address, delay: float) -> None:
        """In so many seconds, call a member that is to call us at the same moment.

        A few calls in a few seconds, as `SourcePort` has it; if they come to nothing that is all.
        """
        if peer not in self._punching and not self._closed:
            self._punching.add(peer)
            self._trace("calls-at-once", peer=peer, at=address, seconds=delay)
            self._spawn(self._punch(peer, address, delay))

    async def _punch(self, peer: bytes, address: Address, delay: float) -> None:
        try:
            await self._timing.sleep(delay)
            if peer in self._members:
                return
            channel = await self._caller.call_at_once(peer, address)
        except LinkEnded as ended:
            LOGGER.info("two calls at once have not met: %s", ended.reason)
            self._trace("not-met", peer=peer, at=address, reason=ended.reason)
        else:
            self._join(channel)
        finally:
            self._punching.discard(peer)

    # Links

    def _join(self, channel: Channel) -> None:
        """A channel is open to the end: make a link of it, or none."""
        member = self._members.get(channel.peer)
        now = self._timing.now()
        resolution = member.resolve(self.key, channel, now) if member is not None else None
        if resolution is not None:
            self._trace("second-link", peer=channel.peer, at=channel.address, then=resolution)
        if self._closed or resolution is Resolution.DISCARD:
            channel.abort()
            if member is not None:
                self._diallers.linked(member.link)
            return
        if self._is_full(channel.peer, channel.role):
            last = self._last_behind(channel.peer, channel.role)
            if last is None:
                channel.abort()
                return
            self._take_down(self._members[last], Reason.BUSY)
        if member is not None and resolution is Resolution.REPLACE and channel.outbound:
            # D-113: it names the link whose place it takes, or it would look like a member that
            # lost its link.
            hello = replace(channel.hello, replaces=member.link.hello.link)
            channel = replace(channel, hello=hello)
        link = Link(channel, self._arrived, lambda _: self._events.on_path())
        task = self._spawn(self._run(link))
        self._links[task] = link
        task.add_done_callback(lambda _: self._links.pop(task))
        if member is None:
            self._up(link)
        elif resolution is Resolution.RECONNECT:
            # Its other side may think that it stands: another client may run under the same key.
            self._take_down(member, Reason.DUPLICATE)
            self._up(link)
        elif resolution is Resolution.SPARE:
            member.spares.append(link)
        else:
            member.go_over(link)
            self._diallers.linked(link)
        self._events.on_path()

    async def _run(self, link: Link) -> None:
        try:
            reason = await link.run()
        except Exception:  # a mistake in a callback: it costs this link, not the table
            LOGGER.exception("a frame could not be handled")
            reason = Reason.BROKEN
        self._ended(link, reason)

    def _ended(self, link: Link, reason: Reason) -> None:
        member = self._members.get(link.peer)
        if member is None:
            return
        if member.link is link:
            spare = member.spares.pop() if member.spares else None
            self._take_down(member, reason)
            if spare is not None:
                self._up(spare)
            self._events.on_path()
        elif link in member.spares:
            member.spares.remove(link)
            if reason is Reason.DUPLICATE:
                member.send_unsent_of(link)
            else:  # not closed in good order, so frames on their way may be gone
                kept = member.link
                for other in member.spares:
                    other.drop(reason)
                self._forget_member(member, Reason.LOST)
                self._up(kept)
            self._events.on_path()

    def _in_vain(self, peer: bytes | None, reason: Reason, rounds: int) -> None:
        self._trace("in-vain", peer=peer, reason=reason, rounds=rounds)
        self._events.on_trouble(peer, reason, rounds)

    def _arrived(self, link: Link, frame: bytes) -> None:
        if link.peer in self._members:
            self._trace("gets", peer=link.peer, link=link.address, frame=frame)
            self._events.on_frame(link.peer, frame)

    def _up(self, link: Link) -> None:
        self._members[link.peer] = MemberLinks(link, self._timing.now())
        self._diallers.linked(link)
        self._trace(
            "up",
            peer=link.peer,
            role=link.role,
            link=link.address,
            kind=self._path(link).kind,
            called=link.outbound,
        )
        self._events.on_up(link.peer, link.role)

    def _take_down(self, member: MemberLinks, reason: Reason) -> None:
        for link in member.links:
            link.drop(reason)
        self._forget_member(member, reason)

    def _forget_member(self, member: MemberLinks, reason: Reason) -> None:
        peer = member.link.peer
        del self._members[peer]
        lived = self._timing.now() - member.since
        self._trace("down", peer=peer, reason=reason, seconds=lived)
        self._diallers.lost(peer, lived)
        self._events.on_down(peer, reason)

    def _of(self, peer: bytes) -> list[Link]:
        member = self._members.get(peer)
        return [] if member is None else member.links

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)  # the event loop itself holds tasks only weakly
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            LOGGER.error("a task of the mesh failed", exc_info=task.exception())
