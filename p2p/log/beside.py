"""What a seat signs beside its chain once a game with an audit is over: its seed, and its findings.

A closing is the last message of a chain, so these are entries of their own: at most one of each of
a seat. A seed lets anybody derive again all that its seat has sent; nothing of the result rests on
it but whether it counts as proven. What a seat says that it found decides nothing at all.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from hashlib import sha256

from p2p.errors import CodecError
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import MAX_SEATS, Sign, Signed

LABELS = (b"crownless seed v1", b"crownless audit v1")
SEED_LENGTH = 32
MAX_ENTRY = 2048
"""Bytes of one entry."""
# D-70: told from a message by this byte, and signed under a label of its own.
_ARRAY_OF_4 = b"\x94"
"""How an entry begins, and no message."""


class Entry(IntEnum):
    """The kinds of entries. The number is on the wire and never changes its meaning."""

    SEED = 1
    AUDITED = 2


@dataclass(frozen=True, slots=True)
class SeedFinding:
    """What a seat says of the seed of `seat`, by its hash: whether all that `seat` sent follows."""

    seat: int
    seed_hash: bytes
    proven: bool


@dataclass(frozen=True, slots=True)
class Beside:
    """One entry of `seat`: a seed, or findings in seat order."""

    table: bytes
    seat: int
    seed: bytes = field(default=b"", repr=False)
    findings: tuple[SeedFinding, ...] = ()

    @property
    def kind(self) -> Entry:
        """Which of the two it is."""
        return Entry.SEED if self.seed else Entry.AUDITED

    def label(self) -> bytes:
        """What binds the signature to this use and this table."""
        return LABELS[self.kind - 1] + self.table

    def encode(self) -> bytes:
        """The canonical body that is signed."""
        findings = tuple((one.seat, one.seed_hash, one.proven) for one in self.findings)
        said: Value = self.seed or findings
        return codec.encode((int(self.kind), self.table, self.seat, said))

    def signed(self, sign: Sign) -> Signed:
        """The entry as it travels."""
        body = self.encode()
        return Signed(body, sign(self.label(), body))

    @classmethod
    def decode(cls, body: bytes) -> Beside:
        """Read a body. Raises CodecError."""
        kind, table, seat, said = codec.array(codec.decode(body, limit=MAX_ENTRY), 4)
        name, number = codec.blob(table, 32), codec.integer(seat, 0, MAX_SEATS - 1)
        if codec.integer(kind, 1, len(LABELS)) == Entry.SEED:
            return cls(name, number, seed=codec.blob(said, SEED_LENGTH))
        findings = tuple(_finding(item) for item in codec.array(said, most=MAX_SEATS))
        seats = [one.seat for one in findings]
        if seats != sorted(set(seats)):
            raise CodecError("findings stand in seat order, one of a seat")
        return cls(name, number, findings=findings)


def _finding(item: Value) -> SeedFinding:
    seat, name, proven = codec.array(item, 3)
    number = codec.integer(seat, 0, MAX_SEATS - 1)
    return SeedFinding(number, codec.blob(name, 32), codec.flag(proven))


def read(signed: Signed) -> Beside | None:
    """The entry that these bytes are, if they are one. Its signature is not checked."""
    if signed.body[:1] != _ARRAY_OF_4:
        return None
    try:
        return Beside.decode(signed.body)
    except CodecError:
        return None


def seed_hash(seed: bytes) -> bytes:
    """The name of a seed, which tells nothing else of it."""
    return sha256(b"crownless seed hash v1" + seed).digest()
