"""Until when an exchange may still be spoken of."""

from __future__ import annotations

from games.engine.private import SIGHT, Exchange
from games.engine.values import Seat
from p2p.replica.denials import Denials
from p2p.replica.exchange_tasks import SightTask
from p2p.replica.fog_state import Fog
from p2p.replica.task import Reach
from tests.games.moths import LIMITS

SEATS = (Seat(0), Seat(1), Seat(2))


def exchange(number: int) -> SightTask:
    reach = Reach(bytes(32), number, (0, 0, 0))
    return SightTask(reach, exchange=Exchange(SIGHT, SEATS, 1, LIMITS), fog=Fog())


def test_a_seat_may_speak_of_it_until_it_goes_on() -> None:
    denials, first, second = Denials(), exchange(4), exchange(7)
    denials.add(first)
    assert denials.find(0, 4) is first
    assert denials.find(0, 7) is None
    denials.go_on(0, 4, SEATS)  # what it says at the step itself does not count
    assert denials.find(0, 4) is first
    denials.add(second)
    denials.go_on(0, 5, SEATS)
    assert denials.find(0, 4) is None
    assert denials.find(1, 4) is first
    assert list(denials.open_to(0)) == [second]
    assert list(denials.open_to(1)) == [first, second]


def test_it_is_let_go_when_all_have_gone_on() -> None:
    denials = Denials()
    denials.add(exchange(4))
    for seat in (0, 2):
        denials.go_on(seat, 6, SEATS)
    assert denials._exchanges
    denials.go_on(1, 6, SEATS)
    assert not denials._exchanges
    denials.add(exchange(8))
    denials.go_on(0, 9, (0, 1))  # the third has left meanwhile
    denials.go_on(1, 9, (0, 1))
    assert not denials._exchanges
