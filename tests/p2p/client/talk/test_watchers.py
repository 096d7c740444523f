"""Who watches: stated by seats, passed on once, and believed of nobody else."""

from __future__ import annotations

import pytest

from p2p.client.talk.watchers import (
    MAX_NAMES,
    SOMEBODY,
    WATCHED_LABEL,
    Watchers,
    here_frame,
    read_here,
)
from p2p.errors import CodecError
from p2p.wire import codec
from p2p.wire.codec import Value
from simulation.tables import person

PEOPLE = [person(n) for n in range(3)]
TABLE = b"t" * 32
EVE, MALLORY = b"e" * 32, b"m" * 32


def at(seat: int | None) -> Watchers:
    one = PEOPLE[seat or 0]
    return Watchers(TABLE, [who.key for who in PEOPLE], seat, one.sign)


def come(one: Watchers, key: bytes, name: str, now_ms: int) -> bytes | None:
    assert one.come(key, name)
    return one.state(now_ms)


def items(frame: bytes | None) -> tuple[Value, ...]:
    assert frame is not None
    return codec.array(codec.decode(frame))


def test_a_spectator_is_stated_by_its_seat_and_known_to_all() -> None:
    ana, ben, spectator = at(0), at(1), at(None)
    first = come(ana, EVE, "", 5)
    named = come(ana, EVE, "Eve", 5)
    assert not ana.come(EVE, "Eve")
    assert ben.hear(items(named)) == named
    assert ben.names == ana.names == ("Eve",)
    assert ben.hear(items(named)) is None, "known"
    assert ben.hear(items(first)) is None, "older"
    assert ben.names == ("Eve",)
    for frame in ben.frames():
        spectator.hear(items(frame))
    assert spectator.names == ("Eve",)
    assert spectator.state(9) is None
    assert ana.gone(EVE)
    assert ben.hear(items(ana.state(5))) is not None
    assert not ben.names
    assert not ana.gone(MALLORY)


def test_who_says_no_name_is_shown_all_the_same() -> None:
    ana = at(0)
    ana.come(EVE, "")
    come(ana, MALLORY, "\x1b[2J", 2)
    assert ana.names[0] == SOMEBODY
    assert "\x1b" not in ana.names[1]
    for number in range(20):
        come(ana, bytes([number]) * 32, str(number), 3)
    assert len(ana.names) == MAX_NAMES


def test_after_a_restart_nobody_watches_until_it_is_stated_anew() -> None:
    ben = at(1)
    ben.hear(items(come(at(0), EVE, "Eve", 5)))
    ben.hear(items(at(0).state(6)))
    assert ben.names == ()


def test_nobody_speaks_for_another_seat() -> None:
    ana, ben = at(0), at(1)
    kind, _, counter, names, signature = items(come(ana, EVE, "Eve", 5))
    for forged in (
        (kind, 2, counter, names, signature),
        (kind, 0, 7, names, signature),
        (kind, 0, counter, ("Mallory",), signature),
        (kind, 0, counter, names, bytes(64)),
        (kind, 3, counter, names, signature),
        (kind, 0, counter, ("x",) * 9, signature),
        (kind, 0, counter, ("x" * 300,), signature),
        (kind, 0, counter, names),
    ):
        with pytest.raises(CodecError):
            ben.hear(forged)
    other = Watchers(b"u" * 32, [who.key for who in PEOPLE], 0, PEOPLE[0].sign)
    with pytest.raises(CodecError, match="did not sign"):
        ben.hear(items(come(other, EVE, "Eve", 5)))
    assert ben.names == ()
    own = PEOPLE[1].sign(WATCHED_LABEL, b"")
    assert ben.hear((kind, 1, 99, ("Eve",), own)) is None, "of ourselves nobody else speaks"


def test_a_spectator_says_its_name() -> None:
    assert read_here(items(here_frame("Eve"))) == "Eve"
    with pytest.raises(CodecError):
        read_here(items(here_frame("x" * 300)))
