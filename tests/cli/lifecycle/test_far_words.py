"""What a table does at public nodes: words while its lobby is open, then its members' places."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cli.console.errors import UsageError
from cli.lifecycle import far_words as module
from cli.lifecycle.far_words import FarWords, Online, far_again, leads_out, opener
from p2p.client.reach.far_words import find
from p2p.errors import LinkError
from p2p.net.dht.hash_table import Dht
from p2p.net.invite import Invite
from p2p.net.spoken_code import SpokenCode
from p2p.trace import untraced
from tests.p2p.client.reach.test_far_words import Table

INVITE = Invite(bytes(range(10)), bytes(10), (("192.0.2.1", 4000),))
CODE = SpokenCode(("amber", "zebra", "amber", "zebra", "amber"))


class Nodes(Table):
    def __init__(self) -> None:
        super().__init__()
        self.closed = 0

    async def close(self) -> None:
        self.closed += 1


class Client:
    trace = staticmethod(untraced)
    """One whose members meet, or are sought for ever."""

    def __init__(self) -> None:
        self.met: list[Dht] = []
        self.meets = asyncio.Event()

    async def meet(self, dht: Dht) -> None:
        self.met.append(dht)
        self.meets.set()
        await asyncio.Event().wait()


def words(nodes: Nodes, client: Client, invite: Callable[[], Invite] | None) -> FarWords:
    return FarWords(lambda: nodes, cast(Any, client), invite, CODE)


async def test_the_words_lead_to_the_table_until_it_begins() -> None:
    nodes, client, news = Nodes(), Client(), asyncio.Event()
    far = words(nodes, client, lambda: INVITE)
    far.follow(is_open=False, begun=False, changed=news.set)
    assert far.online is None
    far.follow(is_open=True, begun=False, changed=news.set)
    far.follow(is_open=True, begun=False, changed=news.set)
    async with asyncio.timeout(60):
        await news.wait()
    assert far.online == Online(str(CODE))
    assert await find(nodes, CODE) == INVITE
    assert client.met == []
    for _ in range(3):
        far.follow(is_open=False, begun=True, changed=news.set)
        await asyncio.wait_for(client.meets.wait(), 60)
    for _ in range(20):  # in which it would begin once more
        await asyncio.sleep(0)
    assert client.met == [nodes]
    assert nodes.closed == 0
    await far.end()
    assert nodes.closed == 1
    assert len(nodes.puts) == 1


async def test_a_guest_puts_no_words_there_and_meets_the_others() -> None:
    nodes, client = Nodes(), Client()
    far = words(nodes, client, None)
    far.follow(is_open=True, begun=False, changed=lambda: None)
    far.follow(is_open=False, begun=True, changed=lambda: None)
    await asyncio.wait_for(client.meets.wait(), 60)
    assert client.met == [nodes]
    assert nodes.puts == []
    await far.end()
    await far.end()
    assert nodes.closed == 1


async def test_a_library_that_fails_is_said() -> None:
    def fail() -> Dht:
        raise LinkError("the library cannot be loaded")

    far = FarWords(fail, cast(Any, Client()), lambda: INVITE, CODE)
    news = asyncio.Event()
    far.follow(is_open=True, begun=False, changed=news.set)
    await news.wait()
    assert far.online == Online("", "the library cannot be loaded")
    await far.end()


def test_a_ring_of_ones_own_does_not_lead_out() -> None:
    assert leads_out({})
    assert leads_out({"CROWNLESS_DHT": "node.example:1"})
    assert not leads_out({"CROWNLESS_DHT": "127.0.0.1:1,10.0.0.1:2"})


def test_only_a_table_that_has_chosen_it_goes_on_with_public_nodes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "require_installed", lambda: None)
    profile = SimpleNamespace(home=tmp_path)

    def table(online: bool) -> Any:
        return SimpleNamespace(client=SimpleNamespace(meets_online=online), profile=profile)

    assert far_again(table(False), {}) is None
    assert far_again(table(True), {}) is not None
    off = {"CROWNLESS_DHT": "off"}
    assert far_again(table(True), off) is None
    with pytest.raises(UsageError):
        opener(tmp_path, off)

    def missing() -> None:
        raise LinkError("not installed")

    monkeypatch.setattr(module, "require_installed", missing)
    assert far_again(table(True), {}) is None


async def test_a_mistake_there_keeps_nobody_from_leaving(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(Nodes):
        async def put(self, seed: bytes, value: bytes) -> int:
            raise RuntimeError("of the library")

    nodes = Broken()
    far = words(nodes, Client(), lambda: INVITE)
    far.follow(is_open=True, begun=False, changed=lambda: None)
    assert far._task is not None
    await asyncio.wait([far._task])
    await far.end()
    assert nodes.closed == 1
    assert "of the library" in caplog.text
