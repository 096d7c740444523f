"""Fair numbers: fixed by the keys, proven by each seat, flat over many throws."""

from __future__ import annotations

from collections import Counter

import pytest

from crypto import chance
from crypto.chance import chance_point, check_throw, throw, value
from crypto.context import Context
from crypto.errors import MisuseError, ProofError
from crypto.group import IDENTITY, G, Point, base
from tests.crypto.cast import (
    CONTEXT,
    OTHER_CONTEXTS,
    OTHER_TABLE,
    TABLE,
    pair,
    point,
    refused,
    secret,
    spoiled,
)

KEYS = pair(1, "chance")
WHY = "who starts"
SHARE, PROOF = throw(secret(1), KEYS, CONTEXT, WHY)


def _shares(step: int, why: str = WHY) -> list[Point]:
    return [
        throw(secret(seat), pair(seat, "chance"), Context(TABLE, step, seat), why)[0]
        for seat in range(3)
    ]


def test_a_share_proves_itself() -> None:
    check_throw(KEYS.public, SHARE, PROOF, CONTEXT, WHY)
    assert KEYS.secret * chance_point(TABLE, CONTEXT.step, WHY) == SHARE
    assert len(PROOF) == 64


def test_the_value_needs_no_order_and_follows_from_the_keys() -> None:
    shares = _shares(5)
    thrown = value(shares, 6, TABLE, 5, WHY)
    assert thrown == value(shares[::-1], 6, TABLE, 5, WHY)
    assert 0 <= thrown < 6
    joint = sum((pair(seat, "chance").secret for seat in (1, 2)), pair(0, "chance").secret)
    assert value([joint * chance_point(TABLE, 5, WHY)], 6, TABLE, 5, WHY) == thrown


def test_points_depend_on_public_facts_alone() -> None:
    points = {
        chance_point(TABLE, 1, "a"),
        chance_point(TABLE, 2, "a"),
        chance_point(TABLE, 1, "b"),
        chance_point(OTHER_TABLE, 1, "a"),
    }
    assert len(points) == 4


def test_every_spoiled_proof_is_refused() -> None:
    for name, wrong in spoiled(PROOF, 0):
        assert refused(check_throw, KEYS.public, SHARE, wrong, CONTEXT, WHY), name


def test_every_wrong_share_is_refused() -> None:
    for wrong in (IDENTITY, G, point(3), -SHARE, SHARE + G, SHARE + SHARE):
        with pytest.raises(ProofError):
            check_throw(KEYS.public, wrong, PROOF, CONTEXT, WHY)


def test_key_and_reason_are_bound() -> None:
    for key in (pair(2, "chance").public, pair(1, "card").public, IDENTITY):
        with pytest.raises(ProofError):
            check_throw(key, SHARE, PROOF, CONTEXT, WHY)
    with pytest.raises(ProofError):
        check_throw(KEYS.public, SHARE, PROOF, CONTEXT, "who starts now")


@pytest.mark.parametrize("context", OTHER_CONTEXTS)
def test_a_proof_holds_at_its_place_only(context: Context) -> None:
    with pytest.raises(ProofError):
        check_throw(KEYS.public, SHARE, PROOF, context, WHY)


def test_one_missing_share_leaves_the_value_open() -> None:
    """Any value can still come out: the others have nothing to choose by."""
    shares = _shares(5)[:2]
    possible = {
        value([*shares, base(pair(seat, "chance").secret)], 6, TABLE, 5, WHY) for seat in range(60)
    }
    assert possible == set(range(6))


def test_values_are_flat() -> None:
    """Chi-square over 3,000 throws of three seats; 19 degrees of freedom, p = 0.0001 at 50."""
    joint = sum((pair(seat, "chance").secret for seat in (1, 2)), pair(0, "chance").secret)
    rounds = 3000
    seen = Counter(
        value([joint * chance_point(TABLE, step, WHY)], 20, TABLE, step, WHY)
        for step in range(rounds)
    )
    expected = rounds / 20
    assert sum((seen[side] - expected) ** 2 / expected for side in range(20)) < 50


def test_values_use_the_whole_range() -> None:
    shares = _shares(9)
    assert value(shares, 1, TABLE, 9, WHY) == 0
    large = {value(_shares(step), chance.MOST_SIDES, TABLE, step, WHY) for step in range(12)}
    assert len(large) == 12
    assert max(large) > 2**28


@pytest.mark.parametrize("sides", [0, -1, 2**32 + 1])
def test_sides_out_of_range(sides: int) -> None:
    with pytest.raises(MisuseError):
        value(_shares(1), sides, TABLE, 1, WHY)


def test_no_shares_is_misuse() -> None:
    with pytest.raises(MisuseError):
        value([], 6, TABLE, 1, WHY)
