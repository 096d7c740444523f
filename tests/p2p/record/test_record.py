"""A record is the same bytes whoever writes it, and only one form of bytes is a record."""

from __future__ import annotations

import random
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from games.engine.values import Outcome, Seat
from p2p.errors import CodecError, LocalError, TableMismatch
from p2p.record.record import (
    MAGIC,
    MAX_EVIDENCE,
    MAX_RECORD,
    VERSION,
    Record,
    canonical,
    record_digest,
    record_of,
)
from p2p.record.record_file import read_file, write_file
from p2p.session.validator import Good, Validator
from p2p.wire import codec
from p2p.wire.message import NO_HASH, Signed
from simulation.network import SimNet, table_of
from tests.p2p.records import causal, played, record, record_by, signed_by, signer


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_every_client_writes_the_same_file(seats: int, seed: int) -> None:
    net = table_of(seats, seed=seed)
    spectator = net.spectator("Wim")
    net.start_all()
    net.run(net.finished)
    files = {record_by(session).encode() for session in net.sessions()}
    assert len(files) == 1
    assert net.session(spectator).seat is None


def test_a_table_in_play_has_a_record_too() -> None:
    net = table_of(3, seed=5)
    net.start_all()
    for _ in range(120):
        net.step()
    assert not net.finished()
    made = record_by(net.session(1))
    assert len(made.messages) == len(net.session(1).log.order) > 20
    assert Record.decode(made.encode()) == made


def test_no_secret_is_in_it() -> None:
    net = played(3)
    data = record_by(net.session(0)).encode()
    for node in net.nodes:
        for value in node.store.notes().values():
            assert len(value) < 8 or value not in data


@pytest.mark.parametrize("seed", range(5))
def test_the_order_follows_from_the_set_alone(seed: int) -> None:
    rng = random.Random(seed)
    made = record(3)
    for _ in range(5):
        mixed = list(made.messages)
        rng.shuffle(mixed)
        assert tuple(canonical(mixed)) == made.messages
        assert tuple(canonical(causal(made.messages, rng))) == made.messages


def test_the_order_puts_everything_behind_what_it_rests_on() -> None:
    made = record(4)
    placed = [0] * 4
    for signed in made.messages:
        message = signed.message
        assert message.seq == placed[message.seat]
        assert all(h is None or h.seq < n for h, n in zip(message.heads, placed, strict=True))
        placed[message.seat] += 1


def test_what_cannot_be_placed_is_left_out() -> None:
    made = record(2)
    missing = made.messages[2]
    rest = tuple(canonical(s for s in made.messages if s is not missing))
    assert 2 <= len(rest) < len(made.messages) - 1
    assert rest == made.messages[: len(rest)]


def left_table(seed: int) -> SimNet:
    """A finished table at which people have passed ahead and left."""
    rng = random.Random(f"left {seed}")
    seats = rng.choice([2, 3, 4])
    net = table_of(seats, seed=seed)
    net.start_all()
    quits = {seat: rng.randrange(10, 150) for seat in rng.sample(range(seats), seats - 1)}
    passes = {rng.randrange(20, 150): seat for seat in range(seats)}
    for count in range(20_000):
        for seat, at in quits.items():
            if at == count and net.session(seat).ending() is None:
                net.do(seat, lambda s: s.concede(net.now))
        passing = passes.get(count)
        if passing is not None and net.session(passing).ending() is None:
            net.do(passing, lambda s: s.pass_until(["round"], net.now))
        if net.finished() or not net.step():
            break
    return net


def test_any_causal_order_leads_to_the_same_table() -> None:
    """What was said at once may be heard in any order: nobody is accused, nothing differs."""
    left = 0
    for net in [played(3, 1), played(4, 2), *map(left_table, range(8))]:
        assert net.finished()
        assert all(session.fault is None for session in net.sessions())
        left += len(net.session(0).replica.left)
        made, charter = record_by(net.session(0)), net.charter
        for seed in range(4):
            validator = Validator(charter, charter.draft.make_game())
            for signed in causal(made.messages, random.Random(seed)):
                assert validator.feed(signed) == [Good(signed)]
            first = net.session(0).replica
            replica = validator.replica
            assert (replica.digest, replica.counters) == (first.digest, first.counters)
            assert sorted(replica.closed) == sorted(first.closed)
            assert record_of(charter, validator.log, validator.replica.engine) == made
    assert left >= 8


def test_nothing_is_said_after_the_last_word() -> None:
    """Found by the test above: a seat that leaves while its step still waits for others."""
    net = table_of(4, seed=1)
    for node in net.nodes:
        node.plays = False
    net.start_all()
    net.run(lambda: net.session(2).prompt() is not None)
    prompt = net.session(2).prompt()
    assert prompt is not None
    assert prompt.secret
    net.do(2, lambda s: s.concede(net.now))
    replica = net.session(2).replica
    assert replica.is_leaving(2)
    assert 2 not in replica.left
    said = net.session(2).log.counts()[2]
    net.do(2, lambda s: s.pass_until(["round"], net.now))
    for node in net.nodes:
        node.plays = True
    net.run(net.finished)
    assert net.finished()
    assert [session.fault for session in net.sessions()] == [None] * 4
    assert net.session(0).log.counts()[2] == said


# The bytes


def test_it_reads_back_what_it_wrote() -> None:
    made = record(2)
    assert Record.decode(made.encode()) == made
    assert made.encode() == codec.encode(
        (
            "crownless record",
            2,
            made.release,
            made.rules,
            made.charter,
            made.steps,
            tuple((s.body, s.signature) for s in made.messages),
            (),
        ),
        limit=MAX_RECORD,
    )


def test_only_the_signature_of_a_version_is_free() -> None:
    made = record(2)
    other = Signed(made.messages[0].body, bytes(64))
    again = Record.decode(replace(made, messages=(other, *made.messages[1:])).encode())
    assert again == made  # the body names a message
    assert again.encode() != made.encode()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x90",
        b"\xc0",
        b"not a record",
        codec.encode((MAGIC,)),
        codec.encode((MAGIC, True, b"", (), ())),
        codec.encode((MAGIC, VERSION, b"", ())),
        codec.encode((MAGIC, VERSION, b"", (), (), ())),
        codec.encode((MAGIC, VERSION, "", (), ())),
        codec.encode((MAGIC, VERSION, b"", ((b"", b"", b""),), ())),
        codec.encode((MAGIC, VERSION, b"", ((b"", bytes(63)),), ())),
        codec.encode(("crownless recorD", VERSION, b"", (), ())),
        codec.encode((MAGIC, VERSION, b"", (), ((b"", bytes(64)),) * (MAX_EVIDENCE + 1))),
        codec.encode((MAGIC, VERSION, b"", (), ())) + b"\x00",
    ],
)
def test_other_bytes_are_no_record(data: bytes) -> None:
    with pytest.raises((CodecError, TableMismatch)):
        Record.decode(data)


def test_another_format_says_so() -> None:
    with pytest.raises(TableMismatch, match="format"):
        Record.decode(codec.encode((MAGIC, VERSION + 1, "anything")))


def test_a_long_form_of_a_number_is_refused() -> None:
    data = record(2).encode()
    at = data.index(MAGIC.encode()) + len(MAGIC)
    assert data[at] == VERSION
    with pytest.raises(CodecError):
        Record.decode(data[:at] + b"\xcc\x01" + data[at + 1 :])


# Evidence


def test_evidence_stands_beside_the_chains_once_and_in_order() -> None:
    net = table_of(3, seed=1)
    net.start_all()
    for _ in range(60):
        net.step()
    session = net.session(0)
    message = session.log.chains[1].good[1].message
    second = signed_by(
        signer(1), net.charter.table, replace(message, step=0, digest=NO_HASH).encode()
    )
    assert session.log.take(second) is not None
    junk = signed_by(signer(2), net.charter.table, b"no message")
    assert session.log.take(junk) is not None
    made = record_by(session)
    assert [s.hash for s in made.evidence] == sorted([second.hash, junk.hash])
    assert len(made.messages) == sum(session.log.counts())


# Files


def test_a_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "game.crownless"
    path.write_bytes(b"an older one")
    made = record(2)
    write_file(path, made)
    assert bytes(read_file(path)) == made.encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.crownless"]


def test_a_missing_file_is_explained(tmp_path: Path) -> None:
    with pytest.raises(LocalError, match="cannot be read"):
        read_file(tmp_path / "nothing")


def test_a_file_too_long_for_a_record_is_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "long"
    with path.open("wb") as file:
        file.truncate(MAX_RECORD + 2)
    with pytest.raises(LocalError, match="longer"):
        read_file(path)


# The digest


def test_the_digest_names_charter_result_and_history() -> None:
    net, other = played(2), played(2, 1)
    outcome, digest = Outcome((Seat(1),), "more points"), bytes(31) + b"\x01"
    base = record_digest(net.charter, outcome, digest)
    assert len(base) == 32
    others = {
        record_digest(other.charter, outcome, digest),
        record_digest(net.charter, Outcome((Seat(0),), "more points"), digest),
        record_digest(net.charter, Outcome((Seat(1),), "more Points"), digest),
        record_digest(net.charter, outcome, bytes(32)),
    }
    assert len(others | {base}) == 5
