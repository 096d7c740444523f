"""StandingPasses passes: from where they count, and which event ends them."""

from __future__ import annotations

import pytest

from p2p.errors import CodecError
from p2p.replica.standing_pass import (
    MAX_STANDING,
    StandingPass,
    StandingPasses,
    read_events,
)
from p2p.wire.codec import Value

ZERO = (0, 0)


def standing(*events: tuple[str, int]) -> StandingPasses:
    """A table at which each of these events happened at that step."""
    table = StandingPasses()
    counts: dict[str, int] = {}
    for name, step in events:
        counts[name] = counts.get(name, 0) + 1
        table.follow(counts, step)
    return table


@pytest.mark.parametrize(
    ("posted", "events", "asked", "answers"),
    [
        (5, [], 5, True),
        (5, [], 9, True),
        (5, [], 4, False),
        (5, [("round", 5)], 5, True),
        (5, [("round", 3)], 6, True),
        (5, [("round", 6)], 6, False),
        (5, [("round", 7)], 6, True),
        (5, [("round", 7)], 8, False),
        (5, [("other", 6)], 9, True),
        (5, [("round", 3), ("round", 8)], 7, True),
        (5, [("round", 3), ("round", 8)], 9, False),
    ],
)
def test_a_pass_counts_from_its_step_to_its_event(
    posted: int, events: list[tuple[str, int]], asked: int, answers: bool
) -> None:
    table = standing(*events)
    word = StandingPass(1, posted, ("round",), ZERO)
    table.post(word)
    assert table.find(1, asked) == (word if answers else None)
    assert table.find(0, asked) is None


def test_no_pass_is_from_before_the_last_one_of_its_seat() -> None:
    table = StandingPasses()
    table.post(StandingPass(1, 7, ("round",), ZERO))
    assert not table.allows(1, 6, ("other",))
    assert table.allows(1, 7, ("other",))
    assert table.allows(1, 8, ("other",))
    assert table.allows(0, 6, ("other",))


def test_an_event_is_counted_once_however_often_it_is_followed() -> None:
    table = StandingPasses()
    table.post(StandingPass(0, 4, ("round",), ZERO))
    for step in (2, 5, 6):
        table.follow({"round": 1}, step)
    assert table.find(0, 7) is not None
    table.follow({"round": 2}, 8)
    assert table.find(0, 7) is not None
    assert table.find(0, 8) is None


def test_a_pass_after_another_has_ended_counts() -> None:
    table = standing(("round", 6))
    old, new = StandingPass(0, 4, ("round",), ZERO), StandingPass(0, 6, ("round",), ZERO)
    table.post(old)
    table.post(new)
    assert table.find(0, 5) == old
    assert table.find(0, 7) == new


def test_passes_are_answered_alike_however_late_they_come() -> None:
    early, late = standing(("round", 6)), StandingPasses()
    word = StandingPass(0, 4, ("round",), ZERO)
    early.post(word)
    late.post(word)
    late.follow({"round": 1}, 6)
    assert [early.find(0, step) for step in range(9)] == [late.find(0, step) for step in range(9)]


def test_nobody_can_fill_the_log_with_passes() -> None:
    table = StandingPasses()
    for number in range(MAX_STANDING):
        assert table.allows(0, 4, (f"event {number}",))
        table.post(StandingPass(0, 4, (f"event {number}",), ZERO))
        assert not table.allows(0, 4, (f"event {number}",))
    assert not table.allows(0, 4, ("one more",))
    assert not table.allows(0, 9, ("one more",))
    assert table.allows(1, 4, ("one more",))
    table.follow({"event 0": 1}, 6)
    assert table.allows(0, 6, ("one more",))
    assert not table.allows(0, 5, ("one more",))


def test_it_tells_until_which_events_a_seat_passes() -> None:
    table = standing(("round", 6))
    table.post(StandingPass(0, 4, ("round",), ZERO))
    table.post(StandingPass(0, 4, ("turn",), ZERO))
    assert table.until(0, 5) == (("round",), ("turn",))
    assert table.until(0, 7) == (("turn",),)
    assert table.until(1, 5) == ()


def test_a_pass_ends_at_the_first_of_its_events() -> None:
    word = StandingPass(0, 4, ("round", "turn"), ZERO)
    for events, ends in (([("turn", 6)], 6), ([("round", 7), ("turn", 9)], 7), ([], None)):
        table = standing(*events)
        table.post(word)
        stands = [step for step in range(4, 11) if table.find(0, step) is not None]
        assert stands == list(range(4, ends or 11))


def test_the_same_set_stands_once_a_part_of_it_may_stand_beside_it() -> None:
    table = StandingPasses()
    table.post(StandingPass(0, 4, ("round", "turn"), ZERO))
    assert not table.allows(0, 5, ("round", "turn"))
    assert table.allows(0, 5, ("round",))


LONG = "é" * 32  # 64 bytes


@pytest.mark.parametrize(
    "payload",
    [("a",), ("a", "b"), ("B", "a"), (LONG,), tuple(f"{number:02}" for number in range(16))],
)
def test_a_set_of_events_is_read(payload: tuple[str, ...]) -> None:
    assert read_events(payload) == payload


@pytest.mark.parametrize(
    "payload",
    [
        (),
        "a",
        7,
        (7,),
        (("a",),),
        (b"a",),
        ("b", "a"),
        ("a", "a"),
        ("a", "c", "b"),
        (LONG + "e",),
        tuple(f"{number:02}" for number in range(17)),
    ],
)
def test_what_is_no_set_of_events_is_refused(payload: Value) -> None:
    with pytest.raises(CodecError):
        read_events(payload)
