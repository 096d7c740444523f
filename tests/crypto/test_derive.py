"""Derivations: the standard's HKDF, separated purposes, uniform permutations, nothing shown."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from itertools import permutations

import pytest
from cryptography.hazmat.primitives.hashes import SHA512
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from hypothesis import given
from hypothesis import strategies as st

from crypto.context import Context, frame
from crypto.derive import Secret
from crypto.errors import MisuseError
from tests.crypto.cast import TABLE, secret, seed


@pytest.mark.parametrize("length", [1, 32, 64, 65, 200, 16320])
def test_derivation_is_hkdf(length: int) -> None:
    info = frame(b"label", b"one", b"")
    expected = HKDF(SHA512(), length, b"crownless/secret/v1", info).derive(seed(3))
    assert secret(3).derive("label", b"one", b"", length=length) == expected


def test_derivations_are_repeatable_and_separated() -> None:
    assert secret(1).derive("a", b"x") == secret(1).derive("a", b"x")
    outputs = {
        secret(1).derive("a", b"x"),
        secret(2).derive("a", b"x"),
        secret(1).derive("b", b"x"),
        secret(1).derive("a", b"x", b""),
        secret(1).derive("a", b"", b"x"),
        secret(1).derive("ax"),
        secret(1).derive("a"),
    }
    assert len(outputs) == 7


@given(st.lists(st.binary(max_size=4), max_size=4), st.lists(st.binary(max_size=4), max_size=4))
def test_framing_is_injective(one: list[bytes], other: list[bytes]) -> None:
    assert (frame(*one) == frame(*other)) == (one == other)


@pytest.mark.parametrize("length", [0, -1, 16321])
def test_lengths_that_hkdf_cannot_give(length: int) -> None:
    with pytest.raises(MisuseError):
        secret(1).derive("a", length=length)


@pytest.mark.parametrize("bad", [b"", bytes(31), bytes(33)])
def test_seeds_have_32_bytes(bad: bytes) -> None:
    with pytest.raises(MisuseError):
        Secret(bad)


def test_scalars_are_repeatable_and_separated() -> None:
    many = secret(1).scalars("many", b"x", count=300)
    assert many == secret(1).scalars("many", b"x", count=300)
    assert many[:5] == secret(1).scalars("many", b"x", count=5)
    assert len(set(many)) == 300
    assert not any(number.is_zero() for number in many)
    assert secret(1).scalar("many", b"x") not in many
    assert secret(1).scalar("one") != secret(1).scalar("two")


@pytest.mark.parametrize("size", [0, 1, 2, 3, 52, 1100])
def test_permutations_permute(size: int) -> None:
    order = secret(1).permutation("p", size=size)
    assert sorted(order) == list(range(size))
    assert order == secret(1).permutation("p", size=size)


def test_permutations_depend_on_everything() -> None:
    base = secret(1).permutation("p", b"x", size=52)
    assert base != secret(2).permutation("p", b"x", size=52)
    assert base != secret(1).permutation("q", b"x", size=52)
    assert base != secret(1).permutation("p", b"y", size=52)


def test_permutations_of_four_are_uniform() -> None:
    """Chi-square over all 24 orders; 23 degrees of freedom, p = 0.0001 at 56."""
    rounds = 4800
    seen = Counter(
        secret(1).permutation("p", number.to_bytes(4, "big"), size=4) for number in range(rounds)
    )
    assert set(seen) == set(permutations(range(4)))
    expected = rounds / 24
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < 56


def test_positions_in_a_deck_are_uniform() -> None:
    """Where the first and the last card of 52 go; 51 degrees of freedom, p = 0.0001 at 96."""
    rounds = 5200
    orders = [
        secret(2).permutation("p", number.to_bytes(4, "big"), size=52) for number in range(rounds)
    ]
    for card in (0, 51):
        seen = Counter(order.index(card) for order in orders)
        expected = rounds / 52
        assert sum((seen[at] - expected) ** 2 / expected for at in range(52)) < 96


def test_words_beyond_the_limit_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The largest word is beyond the last multiple of 3, so it must not count."""
    words = (b"\xff" * 8, (7).to_bytes(8, "big"), (1).to_bytes(8, "big")) + (bytes(8),) * 5
    monkeypatch.setattr(Secret, "derive", lambda *_args, **_options: b"".join(words))
    # 7 % 3 = 1 swaps places 2 and 1; then 1 % 2 = 1 leaves place 1 alone
    assert secret(1).permutation("p", size=3) == (0, 2, 1)


def test_secrets_do_not_show_or_travel() -> None:
    holder = secret(5)
    assert repr(holder) == str(holder) == "Secret(hidden)"
    for attempt in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(MisuseError):
            attempt(holder)


def test_contexts_are_encoded_injectively() -> None:
    contexts = [
        Context(table, step, seat)
        for table in (b"t", b"tt", TABLE)
        for step in (0, 1, 256, 2**63 - 1)
        for seat in (0, 1, 255, 65535)
    ]
    assert len({context.encode() for context in contexts}) == len(contexts)


@pytest.mark.parametrize(
    ("table", "step", "seat"),
    [
        (b"", 0, 0),
        (bytes(65), 0, 0),
        (b"t", -1, 0),
        (b"t", 2**63, 0),
        (b"t", 0, -1),
        (b"t", 0, 65536),
    ],
)
def test_contexts_out_of_range(table: bytes, step: int, seat: int) -> None:
    with pytest.raises(MisuseError):
        Context(table, step, seat)
