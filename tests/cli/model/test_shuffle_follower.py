"""How far a shuffle is, and whether it is worth a bar."""

from __future__ import annotations

from cli.model.shuffle_follower import ShuffleFollower
from p2p.client.updates import Progress


def test_a_shuffle_is_slow_after_a_moment_until_all_passes_are_through() -> None:
    shuffle = ShuffleFollower()
    shuffle.take(Progress(3, 0, 10, 40), 0.0)
    assert not shuffle.is_slow(0.4)
    assert shuffle.is_slow(0.5)
    assert shuffle.seconds_left(1.0, seats=2) == 7.0
    assert shuffle.take(Progress(3, 1, 0, 40), 2.0).began == 2.0
    for seat in (0, 1):
        shuffle.take(Progress(3, seat, 40, 40), 3.0)
    assert not shuffle.is_slow(4.0)
    shuffle.take(Progress(5, 0, 1, 40), 5.0)
    assert shuffle.seconds_left(5.0, seats=2) == 0.0
    shuffle.forget_before(6)
    assert shuffle.seconds_left(6.0, seats=2) is None
