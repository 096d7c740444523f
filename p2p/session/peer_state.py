"""One member or spectator on line: what it holds, what it was sent, what it was asked.

Plain notes of a link; they begin anew with each link. `replication` and `resync` fill them in.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from p2p.session.frames import Have
from p2p.token_bucket import TokenBucket
from p2p.wire.message import Signed

PAUSE = 1.0
"""Seconds before somebody is sent again what went over the same link already."""
LONGEST = 64.0
"""To this the pause grows: it doubles each time."""
REQUESTS, REQUESTS_A_SECOND = 24, 4
"""Requests of seats that start again which a link may bring at once, and a second."""


@dataclass(slots=True)
class Peer:
    """A member or spectator on line. `seat` is None for a spectator."""

    seat: int | None
    counts: list[int]
    """What it holds or has been sent, as a number of messages of each author."""
    sent: list[int]
    """Up to where it has held or been sent all over this link, whatever it says later."""
    linked: tuple[int, ...] = ()
    """Whom it says that it has links to."""
    has_said: bool = False
    """Whether it has said over this link what it holds."""
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
    said: tuple[int, ...] = ()
    """The counts that it has said last, whatever it was sent since."""
    owes_since: float | None = None
    """Since when it has said that it holds more than we do, and sent none of it."""
    pressed: int = 0
    """How often it was told since then what we hold."""
    handed: int = 0
    """How many of our own messages went over this link, the last one's number and one."""
    mark: bytes = b""
    """The instance that speaks over this link, once it has asked what we hold of it."""
    requests: TokenBucket = field(default_factory=lambda: TokenBucket(REQUESTS, REQUESTS_A_SECOND))
    """How many requests of its own or of others it may still bring."""
