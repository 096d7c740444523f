"""The links to one member that is up: the one in use, and those that are being closed.

Held by tests/p2p/net/links/test_mesh.py.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from p2p.net.close_reason import Reason
from p2p.net.links.duplicate_links import Candidate, Resolution, resolve
from p2p.net.links.handshake import Channel
from p2p.net.links.link import Link

MOST_SPARES = 3
"""Links to one member that are being closed; no two clients of ours come to more."""


@dataclass(slots=True)
class MemberLinks:
    """A member that is up `since` that second: frames to it go out on `link`."""

    link: Link
    since: float
    spares: list[Link] = field(default_factory=list)

    @property
    def links(self) -> list[Link]:
        """All of them, the one in use first."""
        return [self.link, *self.spares]

    def resolve(self, own: bytes, channel: Channel, now: float) -> Resolution:
        """What becomes of one more channel to this member. `own`: our key."""
        resolution = resolve(
            own,
            channel.peer,
            old=Candidate(self.link.outbound, self.link.hello),
            new=Candidate(channel.outbound, channel.hello),
            age=now - self.since,
            known=any(link.hello.link == channel.hello.replaces for link in self.links),
        )
        if resolution is not Resolution.DISCARD and len(self.spares) >= MOST_SPARES:
            return Resolution.DISCARD if channel.outbound else Resolution.RECONNECT
        return resolution

    def go_over(self, link: Link) -> None:
        """Use `link`. The side that was called closes the others: the other has gone over."""
        old = self.link
        self.spares.append(old)
        self.link = link
        self.send_unsent_of(old)
        if not link.outbound:
            for spare in self.spares:
                spare.finish(Reason.DUPLICATE)

    def send_unsent_of(self, other: Link) -> None:
        """What still waited on another link to this member goes out on the one in use."""
        for frame in other.take_unsent():
            self.link.send(frame)
