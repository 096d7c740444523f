"""What is known of a message before it is judged, and what is left to check of it afterwards.

A task hands each proof to `Task.check`, and gives what may wait as `Task.deferred`. Of a message
that this disk has marked as good nothing is checked twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from p2p.replica.deferred import DeferredCheck
from p2p.wire.message import Kind


class Trust(IntEnum):
    """What is known of a message before it is judged."""

    NOTHING = 0
    """All of it is checked."""
    GOOD = 1
    """It was judged good before: only its deferred checks are still to be run."""
    SETTLED = 2
    """Those were run as well."""


@dataclass(slots=True)
class Proofs:
    """What the tasks of a replica are told of the message that is being judged."""

    checked: bool = False
    """Its proofs were found good before; those that may wait perhaps not."""


@dataclass(frozen=True, slots=True, eq=False)
class Pending:
    """A check that was put off, with its place: message `seq` of `author`, in a part of `kind`."""

    author: int
    seq: int
    kind: Kind
    check: DeferredCheck

    @property
    def place(self) -> tuple[int, int]:
        """The message that it belongs to."""
        return self.author, self.seq
