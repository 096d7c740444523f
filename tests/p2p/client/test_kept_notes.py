"""What a client has kept beside its table is there after a restart."""

from __future__ import annotations

import pytest

from games import registry
from p2p.client.kept_notes import KeptNotes
from p2p.lobby.table_config import ORDERS_NOTE
from p2p.session.seed_keeper import SEED
from simulation.memory_store import MemoryStore
from simulation.tables import charter_of, person

CHARTER = charter_of(registry.make("inheritance"), [person(n) for n in range(3)])


def test_before_anything_was_kept() -> None:
    notes = KeptNotes(MemoryStore())
    assert notes.charter is None
    assert (notes.port, notes.memo, notes.muted) == (0, (), frozenset())
    assert not notes.meets_online


def test_all_of_it_is_there_after_a_restart() -> None:
    store = MemoryStore()
    notes = KeptNotes(store)
    notes.begin(CHARTER, seated=True)
    notes.keep_port(54321)
    notes.keep_memo(("orders", 3))
    notes.keep_muted(frozenset({2, 1}))
    notes.choose_online()
    again = KeptNotes(store.crash())
    assert again.charter == CHARTER
    assert (again.port, again.memo, again.muted) == (54321, ("orders", 3), frozenset({1, 2}))
    assert again.meets_online


@pytest.mark.parametrize("seated", [True, False])
def test_only_a_seat_has_a_seed_and_it_is_drawn_once(seated: bool) -> None:
    store = MemoryStore()
    KeptNotes(store).begin(CHARTER, seated=seated)
    seed = store.note(SEED)
    assert (seed is not None) is seated
    KeptNotes(store).begin(CHARTER, seated=True)
    assert store.note(SEED) == seed


def test_orders_that_cannot_be_read_are_none() -> None:
    store = MemoryStore()
    store.put_note(ORDERS_NOTE, b"\xffnonsense")
    assert KeptNotes(store).memo == ()
