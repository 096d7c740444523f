"""The links to one member that is up: which of two stays, and those that are being closed.

Both sides decide alike, unsaid. Held by tests/p2p/net/links/test_member_links.py and
tests/p2p/net/links/test_mesh.py.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from p2p.net.close_reason import Reason
from p2p.net.links.framing import Hello
from p2p.net.links.handshake import OPEN_SECONDS, Channel
from p2p.net.links.link import Link


class Resolution(Enum):
    """What becomes of a new link to a member that has one."""

    DISCARD = "close the new one, unsaid"
    REPLACE = "go over to the new one: both called at once, or it is the better way"
    SPARE = "keep the old one, and the new one until it is closed"
    RECONNECT = "the old one is dead, or leads to another client under the same key"


@dataclass(frozen=True, slots=True)
class Candidate:
    """One of the two links, as this side has it: whether we dialled it, and its first message."""

    outbound: bool
    hello: Hello


def resolve(
    own: bytes, peer: bytes, *, old: Candidate, new: Candidate, age: float, known: bool
) -> Resolution:
    """Which of two links between `own` and `peer` stays, `old` standing and `new` just opened.

    The nearer one as the side that dialled it has said, of two alike the one that the smaller key
    dialled. A link that was dialled while another stood names that one in its hello; `known` says
    whether this side has it too. Who names none believes that it has no link, and it is right: a
    side notices the end of its own link first. Only where two clients run under one key does the
    old link still stand at its other side; the layers above find that out. `age` is that of the old
    link in seconds.
    """
    order_old, order_new = (_order(own, peer, link) for link in (old, new))
    if new.outbound:  # nothing has been said on it yet, so it can be closed without a trace
        return Resolution.REPLACE if order_new < order_old else Resolution.DISCARD
    at_once = old.outbound and age < OPEN_SECONDS
    if order_new == order_old or not (known if new.hello.replaces else at_once):
        return Resolution.RECONNECT
    return Resolution.REPLACE if order_new < order_old else Resolution.SPARE


def _order(own: bytes, peer: bytes, link: Candidate) -> tuple[int, bytes]:
    """What both sides compare: the smaller one stays."""
    # D-113: as the side that dialled said it, for the two sides do not always see the same.
    return link.hello.kind.rank, own if link.outbound else peer


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
