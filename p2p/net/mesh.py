"""All links of one client at one table: one listener, one link a member, redialled when lost.

The mesh keeps two promises to the layer above. A frame handed to `send` arrives, or `on_down` is
called for that member; after the next `on_up` both sides must tell each other what they hold. And
when two members have called each other at once, or one has found a nearer way to the other, the
second link replaces the first without either.
In rare moments of that, a frame arrives twice or after a later one. Frames are opaque here.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2p.net.acceptor import Acceptor
from p2p.net.address import LOOPBACK, Address, is_loopback, local_addresses
from p2p.net.admission import KNOCKERS, Precedence, gives_way
from p2p.net.caller import Caller
from p2p.net.close_reason import LinkEnded, Reason
from p2p.net.dialer import Dialler, Timing
from p2p.net.duplicate_links import Candidate, Resolution, resolve
from p2p.net.handshake import Admission, Channel
from p2p.net.link import Link
from p2p.net.path_kind import PathKind
from p2p.net.tls import Credential, Role, TableTls

MOST_LINKS = 64
"""Members linked at one time."""
MOST_SPARES = 3
"""Links to one member that are being closed; no two clients of ours come to more."""
_FAREWELL_SECONDS = 3.0

LOGGER = logging.getLogger("p2p.net.mesh")
LOGGER.addHandler(logging.NullHandler())


@dataclass(frozen=True, slots=True)
class LinkPath:
    """The way that the link to a member takes; `round_trip` in seconds, None if not measured."""

    kind: PathKind
    round_trip: float | None = None


@dataclass(slots=True)
class _Member:
    """A member that is up: the link that frames go out on, and those that are being closed."""

    link: Link
    since: float
    spares: list[Link] = field(default_factory=list)

    @property
    def links(self) -> list[Link]:
        return [self.link, *self.spares]


class Mesh:
    """One client's links. All callbacks are plain functions and are called on the event loop.

    on_frame(key, frame): a frame has arrived.
    on_up(key, role), on_down(key, reason): a member is linked, is not linked any more. With
        `DUPLICATE` as the reason, another connection from the same key has taken its place.
    accept(key, role): may this caller have a link? True, False, or an Admission; asked before
        `on_up` and never for somebody whom this side dialled by key or fingerprint.
    knows(host): was a member last seen at this address? Half of the handshakes are kept for those.
    precedence(key, role): whose link gives way to whose when all are taken.
    on_path(): something in `paths` is new.
    on_trouble(key or fingerprint or None, reason, rounds): so many rounds of dialling failed.
    """

    def __init__(
        self,
        identity: Ed25519PrivateKey,
        credentials: Sequence[Credential],
        folder: Path,
        *,
        on_frame: Callable[[bytes, bytes], None],
        on_up: Callable[[bytes, Role], None],
        on_down: Callable[[bytes, Reason], None],
        accept: Callable[[bytes, Role], bool | Admission],
        knows: Callable[[str], bool] = lambda host: False,
        precedence: Callable[[bytes, Role], Precedence] = lambda *_: Precedence.MEMBER,
        on_path: Callable[[], None] = lambda: None,
        on_trouble: Callable[[bytes | None, Reason, int], None] = lambda *_: None,
        port: int = 0,
        loopback: bool = False,
        timing: Timing | None = None,
        max_links: int = MOST_LINKS,
    ) -> None:
        self._tls = TableTls(identity, credentials, folder)
        self.key = self._tls.key
        self.port = port
        """The port listened on, once started."""
        self._loopback = loopback
        self._on_frame = on_frame
        self._on_up = on_up
        self._on_down = on_down
        self._accept = accept
        self._precedence = precedence
        self._on_path = on_path
        self._on_trouble = on_trouble
        self._timing = timing or Timing()
        self._max_links = max_links
        self._acceptor = Acceptor(
            self._tls, self._judge, knows=knows, opened=self._join, spawn=self._spawn
        )
        self._caller = Caller(self._tls, self._judge)
        self._members: dict[bytes, _Member] = {}
        self._punching: set[bytes] = set()
        self._links: dict[asyncio.Task[None], Link] = {}
        self._diallers: dict[Dialler, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def start(self) -> None:
        """Listen on the port asked for, or on a free one. Raises LinkError if there is none."""
        self.port = self._acceptor.listen(self.port, loopback=self._loopback)
        await self._caller.start(loopback=self._loopback)

    async def look_around(self) -> bool:
        """Whether this machine is on other nets than before; if so, links from an address that it
        has no more end, and all that failed before is tried again."""
        if not await self._caller.look_around() or self._closed:
            return False
        own = {str(network.ip) for network in self._caller.networks}
        for link in tuple(self._links.values()):
            if not is_loopback(link.local_host) and link.local_host not in own:
                link.drop(Reason.LOST)
        for dialler in self._diallers:
            dialler.look_again()
        self._on_path()
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
        if kind is PathKind.DIRECT and opened is PathKind.PUNCHED:
            kind = opened
        return LinkPath(kind, link.round_trip)

    def send(self, peer: bytes, frame: bytes) -> bool:
        """Send a frame; False if that member is not up, or its link ends over this frame."""
        member = self._members.get(peer)
        return member is not None and member.link.send(frame)

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
        found = self._dialler(peer)
        if found is not None:
            found.trust(Address(*address) for address in trusted)
            found.set_addresses(Address(*address) for address in addresses)
            return
        dialler = Dialler(
            peer,
            [Address(*address) for address in addresses],
            call=self._caller.call,
            won=self._join,
            failed=self._failed,
            timing=self._timing,
            kind=self._caller.kind,
        )
        dialler.trust(Address(*address) for address in trusted)
        for key, member in self._members.items():
            if dialler.is_for(key):
                dialler.linked(key, member.link.hello.kind.rank)
        self._diallers[dialler] = self._spawn(dialler.run())

    async def close(self) -> None:
        """Send what is queued, close all links and the port; no callback comes afterwards."""
        self._closed = True
        self._members.clear()
        for task in self._diallers.values():
            task.cancel()
        ending = [*self._acceptor.cancel(), *self._diallers.values()]
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
        return Admission(int(self._accept(peer, role)))

    def _is_full(self, peer: bytes, role: Role) -> bool:
        """Whether `peer` can have a link only if another one ends."""
        if peer in self._members:
            return False
        if self._precedence(peer, role) is Precedence.KNOCKER:
            knocking = list(self._precedences().values()).count(Precedence.KNOCKER)
            return knocking >= KNOCKERS or len(self._members) >= self._max_links
        return len(self._members) >= self._max_links

    def _last_behind(self, peer: bytes, role: Role) -> bytes | None:
        return gives_way(self._precedences(), self._precedence(peer, role), self._max_links)

    def _precedences(self) -> dict[bytes, Precedence]:
        return {
            key: self._precedence(key, member.link.role) for key, member in self._members.items()
        }

    # Diallers

    def _dialler(self, peer: bytes | None) -> Dialler | None:
        for dialler in self._diallers:
            if dialler.expected == peer or (peer is not None and dialler.is_for(peer)):
                return dialler
            if peer == dialler.asked_for:
                return dialler
        return None

    def _failed(self, dialler: Dialler, reason: Reason, rounds: int) -> None:
        self._on_trouble(dialler.expected, reason, rounds)

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
            self._spawn(self._punch(peer, address, delay))

    async def _punch(self, peer: bytes, address: Address, delay: float) -> None:
        try:
            await self._timing.sleep(delay)
            if peer in self._members:
                return
            channel = await self._caller.call_at_once(peer, address)
        except LinkEnded as ended:
            LOGGER.info("two calls at once have not met: %s", ended.reason)
        else:
            self._join(channel)
        finally:
            self._punching.discard(peer)

    # Links

    def _join(self, channel: Channel) -> None:
        """A channel is open to the end: make a link of it, or none."""
        member = self._members.get(channel.peer)
        resolution = None if member is None else self._resolve(member, channel)
        if self._closed or resolution is Resolution.DISCARD:
            channel.abort()
            if member is not None:
                self._tell_diallers(member.link)
            return
        if self._is_full(channel.peer, channel.role):
            last = self._last_behind(channel.peer, channel.role)
            if last is None:
                channel.abort()
                return
            self._take_down(self._members[last], Reason.BUSY)
        if member is not None and resolution is Resolution.REPLACE and channel.outbound:
            hello = replace(channel.hello, replaces=member.link.hello.link)
            channel = replace(channel, hello=hello)
        link = Link(channel, self._arrived, lambda _: self._on_path())
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
            _replace(member, link)
            self._tell_diallers(link)
        self._on_path()

    def _resolve(self, member: _Member, channel: Channel) -> Resolution:
        resolution = resolve(
            self.key,
            channel.peer,
            old=Candidate(member.link.outbound, member.link.hello),
            new=Candidate(channel.outbound, channel.hello),
            age=self._timing.now() - member.since,
            known=any(link.hello.link == channel.hello.replaces for link in member.links),
        )
        if resolution is not Resolution.DISCARD and len(member.spares) >= MOST_SPARES:
            return Resolution.DISCARD if channel.outbound else Resolution.RECONNECT
        return resolution

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
            self._on_path()
        elif link in member.spares:
            member.spares.remove(link)
            if reason is Reason.DUPLICATE:
                for frame in link.take_unsent():
                    member.link.send(frame)
            else:  # not closed in good order, so frames on their way may be gone
                kept = member.link
                for other in member.spares:
                    other.drop(reason)
                self._forget_member(member, Reason.LOST)
                self._up(kept)
            self._on_path()

    def _arrived(self, link: Link, frame: bytes) -> None:
        if link.peer in self._members:
            self._on_frame(link.peer, frame)

    def _up(self, link: Link) -> None:
        self._members[link.peer] = _Member(link, self._timing.now())
        self._tell_diallers(link)
        self._on_up(link.peer, link.role)

    def _tell_diallers(self, link: Link) -> None:
        for dialler in self._diallers:
            if dialler.is_for(link.peer):
                dialler.linked(link.peer, link.hello.kind.rank)

    def _take_down(self, member: _Member, reason: Reason) -> None:
        for link in member.links:
            link.drop(reason)
        self._forget_member(member, reason)

    def _forget_member(self, member: _Member, reason: Reason) -> None:
        peer = member.link.peer
        del self._members[peer]
        lived = self._timing.now() - member.since
        for dialler in self._diallers:
            if dialler.is_for(peer):
                dialler.lost(lived)
        self._on_down(peer, reason)

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


def _replace(member: _Member, link: Link) -> None:
    """Go over to `link`. The side that was called closes the others: the other has gone over."""
    old = member.link
    member.spares.append(old)
    member.link = link
    for frame in old.take_unsent():
        link.send(frame)
    if not link.outbound:
        for spare in member.spares:
            spare.finish(Reason.DUPLICATE)
