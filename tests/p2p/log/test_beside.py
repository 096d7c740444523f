"""Entries beside the chains: one form, one signer, one table, one use."""

from __future__ import annotations

import pytest

from p2p.errors import CodecError
from p2p.log.beside import LABELS, MAX_ENTRY, Beside, Entry, SeedFinding, read, seed_hash
from p2p.log.log import Log, signing_label
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import MESSAGE_LABEL, Signed
from tests.p2p.log.writer import KEYS, PEOPLE, TABLE

SEED = bytes(range(32, 64))
FOUND = (SeedFinding(0, seed_hash(SEED), True), SeedFinding(2, seed_hash(bytes(32)), False))
SHOWN = Beside(TABLE, 1, seed=SEED)
SAID = Beside(TABLE, 1, findings=FOUND)


@pytest.mark.parametrize("entry", [SHOWN, SAID, Beside(TABLE, 0)])
def test_it_reads_back_what_it_wrote(entry: Beside) -> None:
    assert Beside.decode(entry.encode()) == entry
    signed = entry.signed(PEOPLE[entry.seat].sign)
    assert read(signed) == entry
    log = Log(TABLE, KEYS)
    assert log.author(signed) == entry.seat
    assert log.take(signed) is None
    assert log.entries() == (signed,)
    assert log.known(Signed(signed.body, signed.signature)) is signed
    assert log.faults() == ()


def test_the_kinds_are_told_apart_and_stand_in_order() -> None:
    assert (SHOWN.kind, SAID.kind) == (Entry.SEED, Entry.AUDITED)
    assert SHOWN.label() != SAID.label()
    log = Log(TABLE, KEYS)
    made = [
        entry.signed(PEOPLE[entry.seat].sign)
        for entry in (SAID, Beside(TABLE, 2, seed=SEED), SHOWN, Beside(TABLE, 0, findings=FOUND))
    ]
    for signed in made:
        log.take(signed)
    assert log.entries() == (made[2], made[1], made[3], made[0])


def test_of_two_the_first_is_kept_and_nobody_is_at_fault() -> None:
    log = Log(TABLE, KEYS)
    first, second = (Beside(TABLE, 1, seed=bytes([n]) * 32).signed(PEOPLE[1].sign) for n in (1, 2))
    log.take(first)
    log.take(second)
    assert log.entries() == (first,)
    assert log.faults() == ()


@pytest.mark.parametrize(
    "body",
    [
        (3, TABLE, 1, SEED),
        (0, TABLE, 1, SEED),
        (1, TABLE, 1, SEED[:31]),
        (1, TABLE, 1, SEED + b"x"),
        (1, TABLE, 1, ()),
        (1, TABLE, 16, SEED),
        (1, TABLE[:31], 1, SEED),
        (1, TABLE, 1, SEED, 0),
        (2, TABLE, 1, SEED),
        (2, TABLE, 1, ((0, SEED),)),
        (2, TABLE, 1, ((0, SEED, 1),)),
        (2, TABLE, 1, ((1, SEED, True), (0, SEED, True))),
        (2, TABLE, 1, ((0, SEED, True), (0, SEED, False))),
        (2, TABLE, 1, tuple((0, SEED, True) for _ in range(17))),
    ],
)
def test_other_forms_are_none(body: Value) -> None:
    encoded = codec.encode(body)
    with pytest.raises(CodecError):
        Beside.decode(encoded)
    assert read(Signed(encoded, bytes(64))) is None


def test_what_is_too_long_or_not_canonical_is_none() -> None:
    long = codec.encode((2, TABLE, 1, bytes(MAX_ENTRY)))
    assert read(Signed(long, bytes(64))) is None
    assert read(Signed(SHOWN.encode() + b"\0", bytes(64))) is None
    assert read(Signed(b"\x94", bytes(64))) is None
    assert read(Signed(b"", bytes(64))) is None


def test_only_its_own_seat_at_its_own_table_signs_it() -> None:
    body = SHOWN.encode()
    other = Beside(bytes(32), 1, seed=SEED)
    for signed in (
        Signed(body, PEOPLE[0].sign(SHOWN.label(), body)),
        Signed(body, PEOPLE[1].sign(SAID.label(), body)),
        Signed(body, PEOPLE[1].sign(LABELS[0] + bytes(32), body)),
        Signed(body, bytes(64)),
        other.signed(PEOPLE[1].sign),
        Beside(TABLE, 3, seed=SEED).signed(PEOPLE[1].sign),
    ):
        log = Log(TABLE, KEYS)
        with pytest.raises(CodecError):
            log.take(signed)
        assert log.entries() == ()
        assert log.faults() == ()


def test_signed_as_a_message_it_is_a_malformed_one() -> None:
    body = SHOWN.encode()
    log = Log(TABLE, KEYS)
    assert signing_label(TABLE) == MESSAGE_LABEL + TABLE
    fault = log.take(Signed(body, PEOPLE[1].sign(MESSAGE_LABEL + TABLE, body)))
    assert fault is not None
    assert fault.seat == 1


def test_a_seed_is_in_no_repr() -> None:
    assert SEED.hex() not in repr(SHOWN)
    assert repr(SEED) not in repr(SHOWN)
    assert SHOWN.seed == SEED
