"""One member or spectator on line: what it holds, what it was sent, what it was asked.

Plain notes of a link; they begin anew with each link. `replication` and `resync` fill them in.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from p2p.session.frames import Have, ResyncRequest
from p2p.wire.message import Signed

PAUSE = 1.0
"""Seconds before somebody is sent again what went over the same link already."""
LONGEST = 64.0
"""To this the pause grows: it doubles each time."""


@dataclass(slots=True)
class Peer:
    """A member or spectator on line. `seat` is None for a spectator."""

    seat: int | None
    counts: list[int]
    """What it holds or has been sent, as a number of messages of each author."""
    sent: list[int]
    """Up to where it has held or been sent all over this link, whatever it says later."""
    linked: tuple[int, ...] = ()
    asks: Have | None = None
    """A request for what it was sent before, to be answered at `again_at`."""
    again_at: float = 0.0
    pause: float = PAUSE
    shown: set[Signed] = field(default_factory=set)
    """The evidence that went over this link since `shown_at`."""
    shown_at: float = 0.0
    heard: set[bytes] = field(default_factory=set)
    """The hashes of messages that have come over this link: one copy of each is free."""
    told: tuple[int, ...] = ()
    """The counts that we told it last; what lies beyond may be sent again."""
    nonce_sent: bytes = b""
    """The nonce of our request that it has not answered."""
    requested_at: float = 0.0
    known: int = 0
    """How many messages of its own we held when we asked it."""
    stated: int | None = None
    """How many of our messages it has stated that it holds."""
    asking: ResyncRequest | None = None
    """A request of its that we have not answered."""
    answer_at: float = 0.0
    """When we may answer its next request."""
