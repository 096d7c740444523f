"""Two links between the same two clients: which one stays. Both sides decide alike, unsaid.

Held by tests/p2p/net/links/test_duplicate_links.py and tests/p2p/net/links/test_mesh.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from p2p.net.links.handshake import OPEN_SECONDS
from p2p.net.links.hello import Hello


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
