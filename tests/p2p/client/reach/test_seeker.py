"""What a seeker gives the rendezvous of what links say. That calls meet is for tests/netns."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from games import registry
from p2p.client.reach.notes import PING, Note, read_note
from p2p.client.reach.seeker import Seeker
from p2p.client.reach.whereabouts import Whereabouts
from p2p.net.address import Address
from p2p.net.links.mesh import Mesh
from p2p.wire import codec
from simulation.tables import charter_of, person

PEOPLE = [person(n) for n in range(3)]
CHARTER = charter_of(registry.make("inheritance"), PEOPLE)
ANA, BEN, CLEO = CHARTER.keys
OUTSIDE = Address("198.51.100.2", 40000)


class Wires:
    """Stands for a mesh with one link, that to Ana."""

    def __init__(self, *, sees: bool) -> None:
        self.links = {ANA: SimpleNamespace(round_trip=0.02)}
        self.sent: list[tuple[bytes, Note]] = []
        self._sees = sees

    def send(self, peer: bytes, frame: bytes) -> None:
        self.sent.append((peer, read_note(codec.array(codec.decode(frame)), 3)[0]))

    def sees_source(self, peer: bytes) -> bool:
        return self._sees and peer in self.links


def seeker(wires: Wires, linked: tuple[tuple[int, ...], ...] | None) -> Seeker:
    where = SimpleNamespace(images={ANA: OUTSIDE, CLEO: OUTSIDE})
    return Seeker(
        CHARTER,
        1,
        PEOPLE[1].sign,
        cast(Mesh, wires),
        cast(Whereabouts, where),
        lambda: linked,
        lambda: None,
    )


def test_before_anything_is_known_of_the_others_nothing_is_sought() -> None:
    wires = Wires(sees=True)
    seeker(wires, None).look()
    assert wires.sent == []


def test_who_has_no_link_is_asked_after_by_whoever_has_one() -> None:
    wires = Wires(sees=True)
    seeker(wires, ((1, 2), (0,), (0,))).look()
    ((by, note),) = wires.sent
    assert (by, note.author, note.to, note.kind) == (ANA, 1, 2, PING)


@pytest.mark.parametrize("sees", [True, False])
def test_only_a_link_from_the_one_port_says_where_we_are_seen(sees: bool) -> None:
    one = seeker(Wires(sees=sees), ((1, 2), (0,), (0,)))
    one.look()
    assert one.rendezvous._images == ({0: OUTSIDE} if sees else {})
