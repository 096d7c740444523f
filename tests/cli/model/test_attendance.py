"""Who is off line: said after a moment, once, and not of others where it is our own doing."""

from __future__ import annotations

from cli.model.attendance import AWAY_SECONDS, GRACE_SECONDS, Attendance


def attendance() -> Attendance:
    return Attendance(lambda ago: f"14:02 less {ago:g} s")


def test_a_seat_is_lost_after_a_moment_and_back_at_once() -> None:
    seats, here, gone = attendance(), (True, True), (True, False)
    seats.take(here, 0, 0.0)
    seats.take(gone, 0, 10.0)
    assert seats.misses_somebody
    assert seats.lost_due() == 10.0 + GRACE_SECONDS
    assert seats.newly_lost(12.0) == ()
    assert seats.is_online(1, 12.0)
    assert seats.absence(1, 12.0) == ""
    assert seats.newly_lost(13.0) == (1,)
    assert seats.newly_lost(14.0) == ()
    assert seats.lost_due() == 10.0 + AWAY_SECONDS
    assert seats.newly_away(39.0) == ()
    assert seats.absence(1, 39.0) == "reconnecting"
    assert seats.newly_away(40.0) == (1,)
    assert seats.newly_away(41.0) == ()
    assert seats.absence(1, 41.0) == "away since 14:02 less 31 s"
    assert seats.lost_due() is None
    assert seats.is_online(1, 14.0) is False
    assert seats.seconds_lost(1, 15.0) == 5.0
    assert seats.take(here, 0, 16.0) == (1,)
    assert seats.seconds_lost(1, 17.0) == 0.0


def test_a_seat_that_was_lost_before_the_sleep_stays_lost() -> None:
    seats = attendance()
    seats.take((True, True), 0, 1.0)
    seats.take((True, False), 0, 2.0)
    assert seats.newly_lost(2.0 + GRACE_SECONDS) == (1,)
    seats.wake(20.0)
    assert seats.is_online(1, 21.0) is False
    assert seats.seconds_lost(1, 21.0) == 19.0


def test_a_seat_that_is_back_before_long_was_never_away() -> None:
    seats = attendance()
    seats.take((True, True), 0, 1.0)
    seats.wake(5.0)
    seats.take((True, False), 0, 6.0)
    assert seats.take((True, True), 0, 30.0) == ()
    assert seats.lost_due() is None


def test_we_are_alone_when_all_others_in_the_game_are_off_line_for_longer_than_a_moment() -> None:
    seats = attendance()
    seats.take((True, True, True), 0, 1.0)
    seats.take((True, False, True), 0, 2.0)
    assert not seats.is_alone(0, 9.0)
    seats.take((True, False, False), 0, 10.0)
    assert not seats.is_alone(0, 10.0)
    assert seats.is_alone(0, 10.0 + GRACE_SECONDS)
    seats.take((True, False, None), 0, 20.0)
    assert seats.is_alone(0, 20.0), "one has left the game, the other is away"
    seats.take((True, None, None), 0, 21.0)
    assert not seats.is_alone(0, 60.0), "there is nobody who could come back"
