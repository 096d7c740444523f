"""What the verifier says of records for tests, and records that somebody broke by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from p2p.log.fault import Charge
from p2p.record.record import Record
from p2p.record.report import Report
from p2p.record.verify import verify
from p2p.wire import codec
from p2p.wire.message import NO_HASH, Kind, Message, Part
from tests.p2p.records import accusing, changed, first_with, fitted, record, with_part


def judged(made: Record) -> Report:
    """What the verifier says of these parts, with the steps that they lead to."""
    return verify(fitted(made).encode())


@lru_cache(maxsize=4)
def whole(seats: int = 2, seed: int = 0) -> bytes:
    """The bytes of a sound record."""
    return record(seats, seed).encode()


def spoiled(part: Part) -> Part:
    """The same part with one bit of its proof turned."""
    front, proof = codec.array(part.payload)
    data = codec.blob(proof)
    return replace(part, payload=(front, data[:-1] + bytes([data[-1] ^ 1])))


def another_point(part: Part) -> Part:
    """The same shares, the first one replaced by another point."""
    front, proof = codec.array(part.payload)
    data = codec.blob(front)
    generator = bytes.fromhex("e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76")
    return replace(part, payload=(generator + data[32:], proof))


def no_answer(part: Part) -> Part:
    return replace(part, payload=((), "no such option", None, ()))


CHANGES: dict[str, tuple[Kind, Callable[[Message], Message], Charge]] = {
    "shuffle": (Kind.SHUFFLE, with_part(Kind.SHUFFLE, spoiled), Charge.PROOF),
    "mix": (Kind.MIX, with_part(Kind.MIX, spoiled), Charge.PROOF),
    "share": (Kind.SHARES, with_part(Kind.SHARES, another_point), Charge.PROOF),
    "throw": (Kind.THROW, with_part(Kind.THROW, spoiled), Charge.PROOF),
    "key": (
        Kind.KEYS,
        with_part(
            Kind.KEYS, lambda p: replace(p, payload=(*codec.array(p.payload)[:3], bytes(64)))
        ),
        Charge.PROOF,
    ),
    "opening": (
        Kind.OPENING,
        with_part(Kind.OPENING, lambda p: replace(p, payload=(p.payload[0], bytes(32)))),  # type: ignore[index]
        Charge.PROOF,
    ),
    "digest": (Kind.ANSWER, lambda m: replace(m, digest=bytes(32)), Charge.DIGEST),
    "result": (
        Kind.CLOSE,
        with_part(Kind.CLOSE, lambda p: replace(p, payload=(((0, 1), "both"), bytes(32)))),
        Charge.DIGEST,
    ),
    "move": (Kind.ANSWER, with_part(Kind.ANSWER, no_answer), Charge.MOVE),
    "uncalled": (
        Kind.ANSWER,
        lambda m: replace(m, parts=(*m.parts, Part(m.step, Kind.THROW, (b"", b"")))),
        Charge.UNCALLED,
    ),
    "chain": (Kind.ANSWER, lambda m: replace(m, prev=bytes(32)), Charge.CHAIN),
    "heads": (
        Kind.ANSWER,
        lambda m: replace(m, heads=tuple(None for _ in m.heads), step=0, digest=NO_HASH),
        Charge.HEADS,
    ),
}


@lru_cache(maxsize=32)
def broken_record(name: str) -> Record:
    """A record that ends at a message which its author made bad by hand."""
    kind, change, _ = CHANGES[name]
    made = record(3, 1)
    at = first_with(made.messages, kind)
    return accusing(made, at, changed(made.messages[at], change))
