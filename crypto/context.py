"""Where a proof belongs (which table, which step, which seat), and how several items become bytes.

Every proof and every derived secret of this package is bound to a context, so that nothing made
for one place can be used at another. Everything that hashes or derives from more than one item goes
through `frame`, so that no two different lists of items ever give the same bytes.
"""

from __future__ import annotations

from dataclasses import dataclass

from crypto.errors import MisuseError


def frame(*parts: bytes) -> bytes:
    """Concatenate the parts, each behind its length in four bytes, most significant first."""
    return b"".join([len(part).to_bytes(4, "big") + part for part in parts])


@dataclass(frozen=True, slots=True)
class Context:
    """Table id (1 to 64 bytes), step number (0 to 2^63 - 1) and seat (0 to 65,535)."""

    table: bytes
    step: int
    seat: int

    def __post_init__(self) -> None:
        if not 1 <= len(self.table) <= 64:
            raise MisuseError("a table id has 1 to 64 bytes")
        if not 0 <= self.step < 2**63:
            raise MisuseError("a step number is at least 0 and below 2^63")
        if not 0 <= self.seat < 2**16:
            raise MisuseError("a seat number is at least 0 and below 65,536")

    def encode(self) -> bytes:
        """Return an injective encoding: the table behind its length, 8 bytes step, 2 bytes seat."""
        return frame(self.table) + self.step.to_bytes(8, "big") + self.seat.to_bytes(2, "big")
