"""Two links between the same two clients: which one stays. Both sides decide alike, unsaid.

Held by tests/p2p/net/test_mesh.py.
"""

from __future__ import annotations

from enum import Enum

from p2p.net.handshake import OPEN_SECONDS


class Resolution(Enum):
    """What becomes of a new link to a member that has one."""

    DISCARD = "close the new one, unsaid"
    REPLACE = "both called at once: go over to the new one"
    SPARE = "both called at once: keep the old one, and the new one until it is closed"
    RECONNECT = "the old one is dead, or leads to another client under the same key"


def resolve(
    own: bytes, peer: bytes, *, old_outbound: bool, age: float, outbound: bool
) -> Resolution:
    """Which of two links between `own` and `peer` stays, the new one being `outbound` or not.

    Of two that were dialled at once, both sides keep the one dialled by the smaller key. Who dials
    at another time believes that it has no link, and it is right: a side notices the end of its own
    link first. Only where two clients run under one key does the old link still stand at its other
    side; the layers above find that out. `age` is that of the old link in seconds.
    """
    if outbound:  # nothing has been said on it yet, so it can be closed without a trace
        return Resolution.REPLACE if own < peer and not old_outbound else Resolution.DISCARD
    if not old_outbound or age >= OPEN_SECONDS:
        return Resolution.RECONNECT
    return Resolution.SPARE if own < peer else Resolution.REPLACE
