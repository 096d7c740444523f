"""Transcripts: all that is absorbed changes the challenge, and nothing wanders between items."""

from __future__ import annotations

import pytest

from crypto.context import Context
from crypto.group import G, Point, Scalar
from crypto.transcript import Transcript
from tests.crypto.cast import CONTEXT, OTHER_CONTEXTS, point, secret

Item = tuple[str, bytes | tuple[Point, ...]]

STATEMENTS: list[list[Item]] = [
    [],
    [("a", b"")],
    [("a", b"xy")],
    [("ax", b"y")],
    [("a", b"x"), ("a", b"y")],
    [("a", ())],
    [("a", (G,))],
    [("a", G.encode())],
    [("a", (G, point(1)))],
    [("a", (point(1), G))],
    [("a", (G,)), ("a", (point(1),))],
]


def _challenge(items: list[Item], label: str = "test") -> Scalar:
    transcript = Transcript(label, CONTEXT)
    for name, item in items:
        if isinstance(item, bytes):
            transcript.add_bytes(name, item)
        else:
            transcript.add_points(name, item)
    return transcript.challenge("c")


def test_different_statements_have_different_challenges() -> None:
    challenges = [_challenge(items) for items in STATEMENTS]
    assert len(set(challenges)) == len(STATEMENTS)
    assert challenges == [_challenge(items) for items in STATEMENTS]
    assert not set(challenges) & {_challenge(items, "other") for items in STATEMENTS}


@pytest.mark.parametrize("context", OTHER_CONTEXTS)
def test_the_place_is_bound(context: Context) -> None:
    assert Transcript("test", CONTEXT).digest() != Transcript("test", context).digest()


def test_challenges_follow_each_other() -> None:
    transcript = Transcript("test", CONTEXT)
    first, again = transcript.challenge("c"), transcript.challenge("c")
    many = transcript.challenges("m", 40)
    assert len({first, again, *many}) == 42
    assert not any(challenge.is_zero() for challenge in many)


def test_how_many_challenges_were_asked_for_counts() -> None:
    two = Transcript("test", CONTEXT).challenges("c", 2)
    three = Transcript("test", CONTEXT).challenges("c", 3)
    assert not set(two) & set(three)


def test_nonces_follow_the_transcript_and_the_seed() -> None:
    transcript = Transcript("test", CONTEXT)
    before = transcript.nonce(secret(1), "n")
    assert transcript.nonce(secret(1), "n") == before
    others = [transcript.nonce(secret(2), "n"), transcript.nonce(secret(1), "m")]
    others += transcript.nonces(secret(1), "n", 3)
    transcript.add_points("a", (G,))
    others += [transcript.nonce(secret(1), "n"), *transcript.nonces(secret(1), "n", 3)]
    assert len({before, *others}) == 10
