"""A long log takes little memory: what was judged is decoded once, and older bodies lie on disk."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from inspect import unwrap
from pathlib import Path

import pytest

from crypto.sign import verify
from p2p.errors import CodecError
from p2p.log.log import AT_HAND, Log
from p2p.storage.table_store import Store
from p2p.store import KeptMark, StoredMessage
from p2p.wire.message import Kind, Message, Part, Signed
from tests.p2p.log.writer import KEYS, TABLE, Writer, judge_all, sign

ROUNDS = 240
SIZE = 20_000
"""Bytes of a part: 14 MB in all."""


def long_log() -> Iterator[Signed]:
    """Three authors in turn, each naming all before it."""
    writer = Writer()
    for number in range(ROUNDS):
        for seat in range(3):
            sees = tuple(number + (other < seat) for other in range(3))
            message = writer.next(seat, sees)
            part = Part(0, Kind.STANDING, (bytes([number, seat]) * (SIZE // 2),))
            signed = sign(replace(message, parts=(part,)))
            writer.chains[seat].append(Signed(b"", b""))
            writer.chains[seat][-1]._hash = signed.hash  # the writer needs no more of it
            yield signed


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.create(tmp_path / "table.db") as made:
        yield made


def test_a_long_log_is_not_in_memory(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("p2p.log.log.verify", verify)  # neither of which remembers a body
    monkeypatch.setattr(Message, "decode", unwrap(Message.decode))
    log = Log(TABLE, KEYS)
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for signed in long_log():
        log.take(signed)
        judge_all(log)
        outline = signed.outline
        row = StoredMessage(
            outline.seat, outline.seq, signed.hash, signed.body, signed.signature, KeptMark.SETTLED
        )
        store.commit([row])
        log.shelve(store.body)
    held = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    at_hand = 3 * AT_HAND * SIZE
    assert 3 * at_hand < 3 * ROUNDS * SIZE
    assert held < at_hand + 2_000 * 3 * ROUNDS  # 2 kB of outline, hash and names a message
    assert sum(len(signed.body) for signed in log.order) > 3 * ROUNDS * SIZE, "all can be read"


def test_what_is_shelved_reads_as_before(store: Store) -> None:
    log = Log(TABLE, KEYS)
    said = list(long_log())
    kept: list[tuple[bytes, bytes, Message]] = []
    for signed in said:
        kept.append((signed.body, signed.hash, signed.message))
        log.take(signed)
        judge_all(log)
        outline = signed.outline
        row = (outline.seat, outline.seq, signed.hash, signed.body, signed.signature)
        store.commit([StoredMessage(*row)])
    log.shelve(store.body)
    for signed, (body, name, message) in zip(said, kept, strict=True):
        assert (signed.body, signed.hash, signed.message) == (body, name, message)
        assert signed == Signed(body, bytes(64))
        assert signed.outline.clock == message.clock
    assert list(log.after((0, 0, 0))) == said
    assert [chain.shelved for chain in log.chains] == [ROUNDS - AT_HAND] * 3


def test_junk_has_no_outline() -> None:
    with pytest.raises(CodecError):
        Signed(b"junk", bytes(64)).outline  # noqa: B018 - decodes
