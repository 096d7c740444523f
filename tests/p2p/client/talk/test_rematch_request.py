"""Wanting to play again, without any network."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from p2p.client.talk.rematch_request import AGAIN, Rematch
from p2p.errors import CodecError, LocalError
from p2p.net.invite import next_secret, watch_secret
from p2p.wire import codec
from simulation.tables import person

TABLE = bytes(range(32))
PEOPLE = [person(n) for n in range(3)]
KEYS = [one.key for one in PEOPLE]


def at(seat: int | None, table: bytes = TABLE) -> Rematch:
    return Rematch(table, KEYS, seat, PEOPLE[seat or 0].sign)


def items(frame: bytes) -> tuple[codec.Value, ...]:
    return codec.array(codec.decode(frame))


def test_a_word_is_heard_once_and_passed_on() -> None:
    ana, ben, cleo = at(0), at(1), at(None)
    said = ana.ask()
    passed = ben.hear(items(said))
    assert passed == said
    assert ben.hear(items(said)) is None
    assert cleo.hear(items(passed)) == said
    assert [one.seats for one in (ana, ben, cleo)] == [(0,)] * 3
    ben.ask()
    assert ben.seats == (0, 1)
    assert len(ben.frames()) == 2


def test_our_own_word_comes_back_unheard() -> None:
    ana = at(0)
    assert ana.hear(items(ana.ask())) is None


def test_a_spectator_wants_none() -> None:
    with pytest.raises(LocalError, match="spectator"):
        at(None).ask()


@dataclass
class Case:
    name: str
    frame: tuple[codec.Value, ...]


def forged() -> list[Case]:
    _, seat, signature = items(at(0).ask())
    _, _, other_table = items(at(0, bytes(32)).ask())
    _, _, other_seat = items(at(1).ask())
    blob = codec.blob(signature)
    return [
        Case("another seat's name", (AGAIN, 1, signature)),
        Case("another table", (AGAIN, seat, other_table)),
        Case("another seat's signature", (AGAIN, seat, other_seat)),
        Case("a flipped bit", (AGAIN, seat, bytes([blob[0] ^ 1]) + blob[1:])),
        Case("no such seat", (AGAIN, 3, signature)),
        Case("a negative seat", (AGAIN, -1, signature)),
        Case("cut", (AGAIN, seat, blob[:63])),
        Case("long", (AGAIN, seat, blob + b"\0")),
        Case("no signature", (AGAIN, seat)),
        Case("more", (AGAIN, seat, signature, 0)),
    ]


@pytest.mark.parametrize("case", forged(), ids=lambda case: case.name)
def test_a_forged_word_is_refused(case: Case) -> None:
    ben = at(1)
    with pytest.raises(CodecError):
        ben.hear(case.frame)
    assert ben.seats == ()


def test_the_next_table_has_a_secret_of_its_own_that_all_seats_can_tell() -> None:
    secret = bytes(range(10))
    found = next_secret(secret, TABLE)
    assert found == next_secret(secret, TABLE)
    assert len(found) == 10
    others = {secret, next_secret(secret, bytes(32)), next_secret(watch_secret(secret), TABLE)}
    assert found not in others
