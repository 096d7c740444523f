"""The links of one client: which are closed for a flood, and from where it goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from games import registry
from p2p.client.client import Client
from p2p.client.kept_notes import KeptNotes
from p2p.client.reach.paths import MemberPath
from p2p.client.switchboard import MAX_FLOODS
from p2p.client.updates import BadLink
from p2p.errors import LocalError
from p2p.lobby.table_config import TableConfig
from p2p.net.invite import fingerprint
from p2p.net.path_kind import PathKind
from p2p.storage.identity import Identity
from simulation.memory_store import MemoryStore
from simulation.tables import charter_of, person

PEOPLE = [person(n) for n in range(3)]
CHARTER = charter_of(registry.make("inheritance"), PEOPLE)
THERE = (("192.0.2.9", 4000),)


CONFIG = TableConfig("guest", bytes(10), "Ben", fingerprint(PEOPLE[0].key), (), loopback=True)


def client(folder: Path, store: MemoryStore) -> Client:
    identity = Identity.load_or_make(folder / "identity.pem")
    return Client(CONFIG, identity, store, folder, internet=True)


def test_who_floods_is_told_of_once_and_not_without_end(tmp_path: Path) -> None:
    board = client(tmp_path, MemoryStore())._board
    keys = [bytes([n]) * 32 for n in range(MAX_FLOODS + 1)]
    for key in (*keys, keys[-1]):
        board.flooded(key)
        assert board.links.policy.is_shunned(key)
    assert board.state.floods == tuple(keys[1:])
    assert board.state.changed.is_set()


def test_whose_link_brought_garbage_is_told_with_who_was_behind_it(tmp_path: Path) -> None:
    board = client(tmp_path, MemoryStore())._board
    ana, ben, cleo = CHARTER.keys
    board.garbled(ana)
    assert not board.state.bad_links  # before the charter it is only closed
    assert not board.links.policy.is_shunned(ana)
    board.state.charter = CHARTER
    board.links.begin(CHARTER)
    board.state.paths = {ben: MemberPath(None, through=0), cleo: MemberPath(PathKind.LAN)}
    board.garbled(ana)
    assert list(board.state.bad_links) == [BadLink(ana, (1,))]
    assert board.links.policy.is_shunned(ana)
    board.state.paths = {}
    board.state.changed.clear()
    board.garbled(ana)
    assert list(board.state.bad_links) == [BadLink(ana, (1,))]
    assert not board.state.changed.is_set()


def test_no_router_is_asked_for_a_table_of_this_machine(tmp_path: Path) -> None:
    assert not client(tmp_path, MemoryStore()).internet


def test_an_invite_leads_to_a_seat_of_the_table_and_to_nobody_else(tmp_path: Path) -> None:
    store = MemoryStore()
    KeptNotes(store).begin(CHARTER, seated=False)
    one = client(tmp_path, store)
    one.lead_to(fingerprint(PEOPLE[1].key), THERE)
    assert THERE[0] in one._board.links.address_book.of(PEOPLE[1].key)
    with pytest.raises(LocalError, match="no seat at that table"):
        one.lead_to(fingerprint(bytes(32)), THERE)
    with pytest.raises(LocalError, match="is your own"):
        one.lead_to(fingerprint(one.key), THERE)


async def test_the_port_listened_on_is_asked_for_again(tmp_path: Path) -> None:
    store = MemoryStore()
    for folder in ("first", "second"):
        (tmp_path / folder).mkdir()
        one = client(tmp_path / folder, store)
        before = KeptNotes(store).port
        await one.start()
        await one._board.links.close()
        assert one.port == KeptNotes(store).port
        assert before in (0, one.port)
