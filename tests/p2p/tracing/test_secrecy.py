"""Whole games with the trace on: what has to be in it is there, and no secret in any form."""

from __future__ import annotations

import asyncio
from base64 import b64decode, b64encode
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from crypto.elgamal import face_point
from games.engine.values import face_bytes
from p2p.client.tables.open_table import open_play
from p2p.net.address import Address
from p2p.net.invite import Invite
from p2p.net.pairing.exchange import WrongWords
from p2p.net.pairing.guest import pair
from p2p.net.pairing.host import PairingHost
from p2p.net.spoken_code import SpokenCode
from p2p.session.seed_keeper import SEED
from p2p.session.session import Session
from p2p.tracing.lines import Lines
from p2p.tracing.reading import held, text_of
from p2p.tracing.trace_file import TraceFile
from p2p.wire.message import Signed
from simulation.network import SimNet, assert_ended_well, table_of
from tests.p2p.client.clients import profile, running, to_the_end
from tests.p2p.fog_liars import audited_moths
from tests.p2p.fog_tables import secrets_of, table_of_moths
from tests.p2p.retrace import main


def forms(secret: bytes) -> Iterator[bytes]:
    """A secret as it may stand in a text: raw, in hex, in base 64 at each place it may begin."""
    yield secret
    yield secret.hex().encode()
    yield secret.hex().upper().encode()
    for shift in range(3):
        padded = b64encode(bytes(shift) + secret)
        inner = padded[4 if shift else 0 : -4]
        if len(inner) >= 8:  # fewer stand there by chance
            yield inner


def everything(path: Path) -> bytes:
    """A trace, and behind it all that it holds in base 64."""
    data = path.read_bytes()
    blobs = [line.rpartition(b" bytes=")[2] for line in data.splitlines() if b" bytes=" in line]
    return b"\n".join([data, *map(b64decode, blobs)])


def found(data: bytes, secrets: dict[str, bytes]) -> list[str]:
    """Which of the secrets are in there in some form."""
    return [name for name, one in secrets.items() if any(form in data for form in forms(one))]


def kinds(path: Path) -> set[str]:
    """What has happened by a trace."""
    lines = path.read_text().splitlines()
    return {line.split(" ")[2] for line in lines if not line.startswith("#")}


def traced(net: SimNet, path: Path) -> None:
    """Trace all seats into one file, as bots of one process are."""
    file = TraceFile(path, "1.2")
    traces = [file(f"seat-{number}") for number in range(len(net.nodes))]
    for node, trace in zip(net.nodes, traces, strict=True):
        trace("charter", charter=net.charter)
        node.make = partial(Session, trace=trace)

    def sends(source: int, target: int, frame: bytes) -> bytes:
        traces[source]("sends", peer=net.nodes[target].key, frame=frame)
        return frame

    net.filter = sends


def secrets_at(net: SimNet) -> dict[str, bytes]:
    """What the seats of a table must not let out: keys, seeds, and all faces as points."""
    game = net.session(0).game.info.id
    made = {}
    for node in net.nodes:
        assert node.seat is not None
        assert node.person is not None
        seed = node.store.note(SEED)
        secrets = secrets_of(net, node.seat)
        assert seed is not None
        made[f"{node.name}: seed"] = seed
        made[f"{node.name}: card key"] = secrets.card.secret.encode()
        made[f"{node.name}: chance key"] = secrets.chance.secret.encode()
        made[f"{node.name}: private key"] = node.person.private.private_bytes_raw()
        for face in net.session(node.seat).knowledge().faces.values():
            made[f"face {face}"] = face_point(game, face_bytes(face)).encode()
    return made


def assert_all_was_sent(net: SimNet, path: Path) -> None:
    """The trace holds the messages that every seat has, each once though all have seen it."""
    sent = {signed.hash for signed in net.session(1).log.order}
    whole = [signed.hash for signed in _signed(text_of(path))]
    assert len(whole) == len(sent)
    assert set(whole) == sent


def test_a_card_game_traces_no_seed_no_key_and_no_hand(tmp_path: Path) -> None:
    net, path = table_of(3, seed=11), tmp_path / "trace"
    traced(net, path)
    net.start_all()
    net.run(lambda: net.session(0).replica.step > 12)
    secrets = secrets_at(net)
    assert sum(name.startswith("face") for name in secrets) > 3
    net.run(net.finished)
    assert_ended_well(net)
    data = everything(path)
    assert found(data, secrets) == []
    public = {"a key": net.charter.keys[1], "the table": net.charter.table}
    assert found(data, public) == list(public)  # what is there is found
    assert {"charter", "message", "good", "step", "commit", "wants", "reloaded"} <= kinds(path)
    assert_all_was_sent(net, path)


def test_under_fog_no_plan_and_no_seed_is_written_but_what_all_were_sent(tmp_path: Path) -> None:
    with audited_moths():
        net, path = table_of_moths(2, seed=4, rounds=1), tmp_path / "trace"
        traced(net, path)
        net.start_all()
        net.run(lambda: net.session(0).replica.step > 3)
        secrets = secrets_at(net)
        for _ in range(400):  # whatever is in the trace has been said to all, at each moment
            if not net.step():
                break
            sent = {one.hash for session in net.sessions() for one in session.log.order}
            assert path.read_bytes().count(b" message ") == len(sent)
        net.run()
        assert_ended_well(net)
        assert net.session(0).seeds()
    assert found(everything(path), secrets) == []
    assert_all_was_sent(net, path)
    assert b"entry seed-of-seat-1 not written" in path.read_bytes()


async def test_whole_clients_trace_what_happened_and_no_secret(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ana, path = profile(tmp_path, "Ana"), tmp_path / "trace"
    ana.tracer = file = TraceFile(path, "1.2")
    table = open_play(ana, "magpies", 1, {"rounds": 1}, new=True, auto=True)
    async with running(table):
        client = table.client
        await client.begun()
        client.say("Nobody else reads this sentence.")
        await client.keep_memo(("a draft that nobody sees",))
        invites = client.invites()
        seed = client._store.note(SEED)
        await to_the_end(client)
        record = await client.record()
        await client.farewell()
    file.close()
    assert seed is not None
    secrets = {
        "seed": seed,
        "table's secret": table.config.secret,
        "chat": b"Nobody else reads",
        "draft": b"a draft that nobody",
        "private key": ana.identity.private.private_bytes_raw(),
        **{f"invite {n}": one.encode().encode() for n, one in enumerate(invites)},
        **{f"its secret {n}": one.secret for n, one in enumerate(invites)},
    }
    assert found(everything(path), secrets) == []
    assert {
        *("starts", "addresses", "lobby", "charter", "calls", "called", "caller", "up", "sends"),
        *("gets", "message", "good", "step", "commit", "wants", "down", "closes"),
    } <= kinds(path)
    text = path.read_text()
    assert " me sends " in text
    assert " Marigold sends " in text
    assert "frame=chat" in text
    assert main([str(path)]) == 0
    said = capsys.readouterr().out
    assert "over by its rules, closed by 2" in said
    assert all(one.body in record for one in _signed(text))


def _signed(text: str) -> Iterator[Signed]:
    return (one.what for one in held(text) if isinstance(one.what, Signed))


async def test_a_pairing_is_traced_without_its_words_and_the_invite(tmp_path: Path) -> None:
    lines: list[str] = []

    def trace(what: str, /, **facts: object) -> None:
        lines.extend(Lines().of("me", what, facts))

    invite = Invite(bytes(range(10)), bytes(10), (("127.0.0.1", 4000),))
    host = PairingHost(invite.sni, lambda: invite, tmp_path, near=lambda _: True, trace=trace)
    host.start(0)
    at = [Address("127.0.0.1", host.port)]
    try:
        async with asyncio.timeout(20):
            assert await pair(at, host.code) == invite
            with pytest.raises(WrongWords):
                await pair(at, SpokenCode(("amber", "zebra")))
    finally:
        await host.close()
    verdicts = [line.rpartition("=")[2] for line in lines]
    assert verdicts == ["right", "wrong"]
    secrets = {
        "words": str(host.code).encode(),
        "invite": invite.encode().encode(),
        "secret": invite.secret,
        **{word: word.encode() for word in host.code.words},
    }
    assert found("\n".join(lines).encode(), secrets) == []
