"""A token bucket by a clock that only tests move."""

from __future__ import annotations

from p2p.token_bucket import TokenBucket


def test_it_begins_full_and_fills_again_up_to_its_burst() -> None:
    bucket = TokenBucket(3, 0.5)
    assert [bucket.take(10.0) for _ in range(4)] == [True, True, True, False]
    assert bucket.wait(10.0) == 2.0
    assert not bucket.take(11.0)
    assert bucket.take(12.0)
    assert [bucket.take(1000.0) for _ in range(4)] == [True, True, True, False]


def test_what_is_given_back_can_be_taken_again() -> None:
    bucket = TokenBucket(2, 0.1)
    assert bucket.take(0.0, 2)
    bucket.give()
    assert bucket.take(0.0)
    bucket.give(9)
    assert not bucket.take(0.0, 3)
    assert bucket.take(0.0, 2)
