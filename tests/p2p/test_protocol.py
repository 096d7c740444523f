"""docs/protocol.md against the code: a second reader of records, written from that page alone.

It uses nothing of this project but the bytes of a record. What needs the rules or the group is held
by tests/p2p/record/test_verify.py and by the tests of docs/proofs.md.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgpack
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from games.engine.game import rules_version
from p2p.log.fault import Charge
from p2p.record.report import VerifyExit
from p2p.record.verify import verify
from p2p.wire.message import Kind
from simulation.network import SimNet, table_of
from tests.p2p.records import played, record_by
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "protocol.md").read_text()


def read(data: bytes) -> Any:
    return msgpack.unpackb(data, use_list=True, raw=False)


def frame(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def check(key: bytes, label: bytes, body: bytes, signature: bytes) -> None:
    signed = frame(b"crownless/sign/v1", label, body)
    Ed25519PublicKey.from_public_bytes(key).verify(signature, signed)


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def primitive(value: Any) -> str:
    """Section 3."""
    if value is None:
        return "n"
    if isinstance(value, bool):
        return "t" if value else "f"
    if isinstance(value, int):
        return f"i{value},"
    if isinstance(value, str):
        return f"s{len(value.encode())}:{value}"
    return "(" + "".join(map(primitive, value)) + ")"


def clock(message: list[Any]) -> list[int]:
    _, seat, seq, _, heads, *_ = message
    counts = [head[0] + 1 if head else 0 for head in heads]
    counts[seat] = seq + 1
    return counts


@pytest.mark.parametrize(("seats", "seed", "game"), [(2, 0, "magpies"), (4, 1, "inheritance")])
def test_a_record_can_be_read_from_the_page(seats: int, seed: int, game: str) -> None:
    net = played(seats, seed, game)
    made = record_by(net.session(0)).encode()
    magic, version, release, number, charter, steps, messages, evidence = read(made)
    assert (magic, version, evidence) == ("crownless record", 2, [])
    assert 0 < len(release.encode()) <= 32

    draft, seals = read(charter)
    protocol, name, rules, options, members, policies, match = read(draft)
    kept = {"absence": "wait", "beat": 0, "delay": 0, "pace": 0, "spectators": True}
    assert (protocol, name, match) == (3, game, [])
    assert policies == [[key, value] for key, value in kept.items()]
    info = net.session(0).game
    golden = ("crownless rules", game, info.info.version, info.tables(), info.info.golden)
    assert rules == sha(primitive(golden).encode()) == rules_version(info)
    assert number == info.info.version
    for (key, _, operator, vouched), (nonce, signature) in zip(members, seals, strict=True):
        check(key, b"crownless charter v1", sha(draft) + nonce, signature)
        assert (operator, vouched) == (b"", b"")
    table = sha(b"crownless table v1", charter)

    chains: list[list[bytes]] = [[] for _ in range(seats)]
    clocks: dict[bytes, list[int]] = {}
    waiting: list[list[Any]] = [[] for _ in range(seats)]
    for body, signature in messages:
        message = read(body)
        seat = message[1]
        check(members[seat][0], b"crownless message v1" + table, body, signature)
        waiting[seat].append((body, message))

    for body, _ in messages:
        placed = [len(chain) for chain in chains]
        ready = (
            seat
            for seat in range(seats)
            if placed[seat] < len(waiting[seat])
            and all(
                not head or head[0] < placed[author]
                for author, head in enumerate(waiting[seat][placed[seat]][1][4])
            )
        )
        lowest = next(ready)
        due, message = waiting[lowest][placed[lowest]]
        assert body == due
        where, seat, seq, prev, heads, step, digest, parts = message
        assert (where, seat, seq) == (table, lowest, placed[lowest])
        assert prev == (chains[seat][-1] if seq else bytes(32))
        named = [chains[a][head[0]] for a, head in enumerate(heads) if head]
        assert named == [head[1] for head in heads if head]
        for before in [*named, *chains[seat][-1:]]:
            assert all(a >= b for a, b in zip(clock(message), clocks[before], strict=True))
        assert step or digest == bytes(32)
        assert 1 <= len(parts) <= 256
        identity = sha(b"crownless message v1", body)
        chains[seat].append(identity)
        clocks[identity] = clock(message)

    closings = [part for body, _ in messages for part in read(body)[7] if part[1] == 14]
    assert len(closings) == seats
    (payload,) = {msgpack.packb(part[2], use_bin_type=True) for part in closings}
    result, digest = read(payload)
    named_by = sha(
        b"crownless result v1", msgpack.packb([table, result, digest], use_bin_type=True)
    )
    report = verify(made)
    assert report.exit is VerifyExit.SOUND
    assert report.standing is not None
    assert report.standing.record_digest == named_by

    digests = [sha(primitive(("crownless game", game, number, seats, options)).encode())]
    for step in steps:
        digests.append(sha(digests[-1], step))
    for body, _ in messages:
        *_, step, signed, _ = read(body)
        at_end = step == len(steps)
        assert signed == (bytes(32) if not step else digests[-1] if at_end else digests[step - 1])
    assert digest == digests[-1]
    values = [parsed(step) for step in steps]
    assert {len(value) for value in values[:-1]} <= {4, 5}
    assert values[-1][1:] == result
    follow(values[:-1])


def parsed(form: bytes) -> Any:
    """Section 3, read back."""

    def value(at: int) -> tuple[Any, int]:
        match form[at : at + 1]:
            case b"n" | b"t" | b"f" as kind:
                return {b"n": None, b"t": True, b"f": False}[kind], at + 1
            case b"i":
                end = form.index(b",", at)
                return int(form[at + 1 : end]), end + 1
            case b"s":
                start = form.index(b":", at) + 1
                end = start + int(form[at + 1 : start - 1])
                return form[start:end].decode(), end
        items = []
        at += 1
        while form[at : at + 1] != b")":
            item, at = value(at)
            items.append(item)
        return items, at + 1

    whole, end = value(0)
    assert end == len(form)
    return whole


def follow(entries: list[Any]) -> None:
    """Section 6: where every card lies, from steps and notes alone."""
    zones: dict[str, list[int]] = {}
    hands: dict[int, str] = {}
    count = 0
    for notes, step, *_ in entries:
        for name, *parts in notes:
            if name == "zone":
                zones[parts[0]] = []
                if parts[2]:
                    hands[parts[1]] = parts[0]
            elif name == "create":
                zones[parts[1]] += range(count, count + len(parts[0]))
                count += len(parts[0])
            elif name in ("place", "remove"):
                for zone in zones.values():
                    zone[:] = [card for card in zone if card not in parts[0]]
                if name == "place":
                    cards, zone_name, index = parts
                    zones[zone_name][index:index] = cards
            else:
                assert name in ("hide", "event")
        if step[0] in ("shuffle", "shuffle_ahead", "mix"):
            old, fresh = step[-3:-1] if step[0] != "mix" else step[-2:]
            into = step[-1] if step[0] != "mix" else hands[step[1]]
            assert fresh == list(range(count, count + len(old)))
            count += len(fresh)
            for zone in zones.values():
                zone[:] = [card for card in zone if card not in old]
            zones[into] += fresh
        elif step[0] not in ("chance", "ask", "ask_all", "claims"):
            lying = [card for zone in zones.values() for card in zone]
            assert set(step[1]) <= set(lying)


def with_a_restart() -> tuple[SimNet, list[bytes]]:
    """A whole game of two, in which the first starts once more; all frames that were sent."""
    net = table_of(2)
    sent: list[bytes] = []
    net.filter = lambda source, target, frame: sent.append(frame) or frame  # type: ignore[func-returns-value]
    net.start_all()
    for _ in range(30):
        net.step()
    net.restart(0)
    net.run(net.finished)
    return net, sent


def test_a_statement_can_be_read_from_the_page() -> None:
    net, sent = with_a_restart()
    states = [read(frame) for frame in sent if read(frame)[0] == 19]
    assert any(state[3] for state in states)
    for _, body, signature, newest in states:
        where, seat, asker, nonce, own, count, name, linked = read(body)
        assert where == net.charter.table
        assert {seat, asker} == {0, 1}
        assert len(nonce) == 16
        assert not linked  # no third seat, and no other instance
        assert own <= len(net.session(0).log.chains[seat].good)
        assert bool(count) == bool(newest)
        for message, _ in newest:
            assert count == read(message)[2] + 1
            assert name == sha(b"crownless message v1", message)
        assert count or name == bytes(32)
        check(net.charter.keys[seat], b"crownless state v1" + where, body, signature)


def test_a_request_can_be_read_from_the_page() -> None:
    net, sent = with_a_restart()
    requests = [read(frame) for frame in sent if read(frame)[0] == 18]
    marks = set()
    for _, body, signature in requests:
        where, seat, mark, nonce, heads = read(body)
        assert where == net.charter.table
        assert (len(mark), len(nonce), len(heads)) == (16, 16, 2)
        assert len(heads[seat]) == 0
        for author, head in enumerate(heads):
            if head:
                number, name = head
                assert net.session(1).log.chains[author].good[number].hash == name
        marks.add((seat, mark))
        check(net.charter.keys[seat], b"crownless start v1" + where, body, signature)
    assert sorted(seat for seat, _ in marks) == [0, 0, 1]  # two starts of the first
    assert any(any(read(body)[4]) for _, body, _ in requests)


def test_the_page_names_every_kind_of_part() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ")]
    words = {
        Kind.REMASK: "re-mask",
        Kind.COMMIT: "commitment",
        Kind.STANDING: "standing pass",
        Kind.CONCEDE: "concession",
        Kind.CLOSE: "closing",
    }
    for kind in Kind:
        name = words.get(kind, kind.name.lower())
        assert sum(row.startswith(f"| {int(kind)} {name} |") for row in rows) == 1, name


def test_the_page_names_every_charge() -> None:
    for charge in Charge:
        assert f"`{charge}`" in PAGE


def test_the_page_names_every_step() -> None:
    from games.engine import steps
    from games.engine.step import Step

    kinds = [c for c in vars(steps).values() if isinstance(c, type) and c is not Step]
    seen = 0
    for kind in kinds:
        if issubclass(kind, Step):
            seen += 1
            source = kind.primitives.__code__.co_consts
            name = next(const for const in source if isinstance(const, str))
            assert f'`("{name}", ' in PAGE, name
    assert seen == 13
