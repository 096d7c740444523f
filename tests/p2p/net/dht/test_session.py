"""The hash table by way of libtorrent, on a ring of six nodes on loopback."""

from __future__ import annotations

import os
import secrets
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from p2p.errors import LinkError
from p2p.net.address import Address
from p2p.net.dht import hash_table as dht
from p2p.net.dht import session as dht_session
from p2p.net.dht.hash_table import PUBLIC_NODES, Entrance
from p2p.net.dht.places import of_member
from p2p.net.dht.session import LibtorrentDht
from tests.p2p.net.links.ring import needs_library, ring
from tests.paths import ROOT

PLACE = of_member(b"s" * 10, b"k" * 32)


def sealed(text: bytes) -> bytes:
    return PLACE.seal(text, secrets.token_bytes(12))


@needs_library
async def test_a_value_is_put_found_and_replaced() -> None:
    async with ring() as made:
        assert await made.nodes[1].get(PLACE.public) == b""
        for text in (b"first", b"second"):
            assert await made.nodes[2].put(PLACE.seed, sealed(text)) > 0
            for node in (1, 4):
                assert PLACE.open(await made.nodes[node].get(PLACE.public)) == text
        newcomer = LibtorrentDht(made.entrance)
        try:
            assert PLACE.open(await newcomer.get(PLACE.public)) == b"second"
            other = of_member(b"s" * 10, b"l" * 32)
            assert await newcomer.get(other.public) == b""
        finally:
            await newcomer.close()


@needs_library
async def test_without_an_answer_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dht_session, "READY_SECONDS", 0.0)
    alone = LibtorrentDht(Entrance((Address("127.0.0.1", 1),)))
    try:
        with pytest.raises(LinkError, match="do not answer"):
            await alone.put(PLACE.seed, sealed(b"text"))
    finally:
        await alone.close()
        await alone.close()


@needs_library
async def test_that_the_first_nodes_are_dead_is_no_empty_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The library says that it is ready all the same, and each search took 15 seconds more."""
    monkeypatch.setattr(dht_session, "ALONE_SECONDS", 0.01)
    alone = LibtorrentDht(Entrance((Address("127.0.0.1", 1),)))
    alone._ready.set()
    alone._ready_after = 15.0
    try:
        with pytest.raises(LinkError, match="do not answer"):
            await alone.get(PLACE.public)
    finally:
        await alone.close()
    slowest = dht_session.READY_SECONDS + dht_session.ALONE_SECONDS
    assert slowest < 20


@needs_library
async def test_nodes_that_were_met_are_kept_privately_and_read_again(tmp_path: Path) -> None:
    state = tmp_path / "nodes"
    async with ring() as made:
        node = LibtorrentDht(made.entrance)
        node._state = state  # a ring of one's own keeps none by itself
        private = LibtorrentDht(made.entrance, tmp_path / "other")
        await node.get(PLACE.public)
        await private.get(PLACE.public)  # before either leaves: searches wait for who has left
        await node.close()
        assert stat.S_IMODE(state.stat().st_mode) == 0o600
        assert b"dht" in state.read_bytes()
        await private.close()
        assert not (tmp_path / "other").exists()
        node = LibtorrentDht(made.entrance)
        node._state = state
        assert node._kept() is not None
        state.write_bytes(b"nonsense")
        assert node._kept() is not None
        await node.close()


def test_nothing_of_the_library_is_loaded_before_it_is_chosen() -> None:
    """Neither by the front ends, nor by asking whether it is there."""
    code = (
        "import sys, cli.tui.controller.seating, cli.commands.sit, p2p.net.dht.session;"
        "import p2p.net.dht.hash_table;"
        "p2p.net.dht.hash_table.is_installed(); sys.exit('libtorrent' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_a_missing_library_is_said_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dht, "find_spec", lambda name: None)
    with pytest.raises(LinkError, match=r"pip install libtorrent"):
        dht.require_installed()


@pytest.mark.parametrize(
    ("hosts", "private"),
    [
        (["127.0.0.1"], True),
        (["10.0.0.1", "192.168.1.1"], True),
        (["127.0.0.1", "9.9.9.9"], False),
        (["router.bittorrent.com"], False),
        ([], False),
    ],
)
def test_a_ring_of_ones_own_is_told_by_its_addresses(hosts: list[str], private: bool) -> None:
    assert Entrance(tuple(Address(host, 1) for host in hosts)).is_private is private


def test_the_public_table_distrusts_as_the_library_does() -> None:
    if not dht.is_installed():
        pytest.skip("libtorrent is not installed")
    node = object.__new__(LibtorrentDht)
    import libtorrent

    node._library = libtorrent
    public = node._settings(Entrance(PUBLIC_NODES))
    assert not set(dht_session._LENIENT) & set(public)
    assert set(dht_session._LENIENT) <= set(node._settings(Entrance((Address("127.0.0.1", 1),))))
    assert os.environ.get("CROWNLESS_DHT") is None
