"""Whole games in bad weather end with equal logs, nobody blamed, and no share before its step."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import pytest

from p2p.wire.codec import Value
from p2p.wire.message import Kind, Message, Part
from tests.p2p.share_watch import ShareLeak
from tests.p2p.storm import Storm, Weather
from tests.p2p.storms import SEATS, play

played = lru_cache(play)
"""A finished game. To be looked at, never changed."""
REAL = ("inheritance", "king", "court", "fortress")


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_small_games_end_well_in_bad_weather(seats: int, seed: int) -> None:
    played("magpies", seats, seed)


@pytest.mark.parametrize("seed", range(4))
def test_inheritance_ends_well_in_bad_weather(seed: int) -> None:
    play("inheritance", 3, seed)


@pytest.mark.slow
@pytest.mark.parametrize("game", REAL)
@pytest.mark.parametrize("seed", range(100, 102))
def test_each_real_game_ends_well_in_bad_weather(game: str, seed: int) -> None:
    play(game, SEATS[game], seed)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("tens", range(8))
def test_more_small_games(seats: int, tens: int) -> None:
    for seed in range(200 + 10 * tens, 210 + 10 * tens):
        play("magpies", seats, seed)


@pytest.mark.slow
@pytest.mark.parametrize("tens", range(8))
def test_more_games_of_inheritance(tens: int) -> None:
    for seed in range(200 + 10 * tens, 210 + 10 * tens):
        play("inheritance", 3, seed)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("game", "seats", "count"),
    [
        *(("magpies", seats, 1000) for seats in (2, 3, 4)),
        *(("inheritance", seats, 1000) for seats in (2, 3, 4)),
        *(("king", seats, 200) for seats in (2, 3, 5)),
        *(("court", seats, 200) for seats in (3, 4)),
        ("fortress", 2, 50),
    ],
)
def test_thousands_of_games(game: str, seats: int, count: int) -> None:
    for seed in range(1000, 1000 + count):
        play(game, seats, seed)


def test_a_message_that_was_overtaken_and_lost_with_its_link_is_sent_again() -> None:
    """Before: its author took the later one, sent back as evidence, for a sign of both."""
    play("magpies", 2, 2159)


@pytest.mark.parametrize("seed", range(2))
def test_a_seed_plays_exactly_the_same_again(seed: int) -> None:
    trace = played("magpies", 3, seed).trace
    assert play("magpies", 3, seed).trace == trace
    assert played("magpies", 3, seed + 1).trace != trace


def test_everything_goes_wrong_somewhere() -> None:
    """Or the games above would show less than they say."""
    troubles: dict[str, int] = {}
    weathers = []
    for seed in range(3):
        for seats in (2, 3, 4):
            storm = played("magpies", seats, seed)
            weathers.append(storm.weather)
            for name, times in storm.troubles.items():
                troubles[name] = troubles.get(name, 0) + times
    assert min(troubles.values()) > 3, troubles
    assert any(weather.leaver is not None for weather in weathers)


# What watches can see


def watched() -> tuple[Storm, list[Message]]:
    """A game in fair weather, and the messages in which seat 1 gave shares."""
    storm = Storm("inheritance", 3, 5)
    storm.weather = Weather(0.01, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, None)
    storm.play()
    storm.check()
    assert storm.watch.found > 20
    chain = storm.session(0).log.chains[1].good
    kinds = [[part.kind for part in signed.message.parts] for signed in chain]
    assert any(Kind.SHARES in some for some in kinds)
    return storm, [
        one.message for one, some in zip(chain, kinds, strict=True) if Kind.SHARES in some
    ]


def shares_of(message: Message) -> Part:
    return next(part for part in message.parts if part.kind is Kind.SHARES)


def saying(message: Message, *parts: tuple[int, Kind, Value]) -> Message:
    return replace(message, parts=tuple(Part(*part) for part in parts))


def test_every_share_that_was_given_is_seen() -> None:
    storm, messages = watched()
    before = storm.watch.found
    proven = 0
    for message in messages:
        storm.watch.judge(message)
        for part in message.parts:
            if part.kind is Kind.SHARES:
                assert isinstance(part.payload, tuple)
                assert isinstance(part.payload[0], bytes)
                proven += len(part.payload[0]) // 32
    assert storm.watch.found - before == proven


def test_a_share_that_no_step_calls_for_is_seen_wherever_it_stands() -> None:
    storm, messages = watched()
    first, last = messages[0], messages[-1]
    share = shares_of(first)
    assert isinstance(share.payload, tuple)
    points = share.payload[0]
    assert isinstance(points, bytes)
    past_the_end = storm.session(1).replica.step + 5
    leaks = [
        saying(last, (shares_of(last).step, Kind.SHARES, share.payload)),  # names other cards
        saying(first, (past_the_end, Kind.SHARES, share.payload)),
        saying(first, (share.step, Kind.THROW, (bytes(32) + points, b""))),
        saying(first, (share.step, Kind.ANSWER, ((1, (points,)),))),
    ]
    for leak in leaks:
        with pytest.raises(ShareLeak):
            storm.watch.judge(leak)


def test_a_storm_sees_logs_that_differ_and_seats_that_are_blamed() -> None:
    storm, _ = watched()
    chain = storm.session(2).log.chains[0].good
    last = chain.pop()
    with pytest.raises(AssertionError, match="the logs differ"):
        storm.check()
    chain.append(last)
    storm.check()
    storm.dropped.append((0, None))  # type: ignore[arg-type]
    with pytest.raises(AssertionError):
        storm.check()
