"""Commitments for simultaneous choices."""

from __future__ import annotations

import pytest

from crypto.commit import check_commit, commit, nonce
from crypto.context import Context
from crypto.errors import DecodeError, MisuseError, ProofError
from tests.crypto.cast import CONTEXT, OTHER_CONTEXTS, secret

NONCE = nonce(secret(1), CONTEXT)
COMMITMENT = commit(b"north", NONCE, CONTEXT)


def test_a_commitment_opens_to_what_it_was_made_for() -> None:
    check_commit(COMMITMENT, b"north", NONCE, CONTEXT)
    assert len(COMMITMENT) == len(NONCE) == 32


def test_the_nonce_comes_back_after_a_restart_and_nowhere_else() -> None:
    assert nonce(secret(1), CONTEXT) == NONCE
    others = {nonce(secret(1), context) for context in OTHER_CONTEXTS}
    assert len(others | {NONCE, nonce(secret(2), CONTEXT)}) == 5


@pytest.mark.parametrize("payload", [b"", b"nort", b"northx", b"south"])
def test_another_choice_does_not_open_it(payload: bytes) -> None:
    with pytest.raises(ProofError):
        check_commit(COMMITMENT, payload, NONCE, CONTEXT)


def test_bytes_cannot_wander_between_nonce_and_payload() -> None:
    shifted = commit(NONCE[-1:] + b"north", b"\0" + NONCE[:-1], CONTEXT)
    assert shifted != COMMITMENT


@pytest.mark.parametrize("context", OTHER_CONTEXTS)
def test_it_cannot_be_copied_or_used_again(context: Context) -> None:
    with pytest.raises(ProofError):
        check_commit(COMMITMENT, b"north", NONCE, context)


def test_every_flipped_byte_is_refused() -> None:
    for index in range(32):
        flipped = bytes([*NONCE[:index], NONCE[index] ^ 1, *NONCE[index + 1 :]])
        with pytest.raises(ProofError):
            check_commit(COMMITMENT, b"north", flipped, CONTEXT)
        changed = bytes([*COMMITMENT[:index], COMMITMENT[index] ^ 1, *COMMITMENT[index + 1 :]])
        with pytest.raises(ProofError):
            check_commit(changed, b"north", NONCE, CONTEXT)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_wrong_lengths_are_refused(length: int) -> None:
    with pytest.raises(DecodeError):
        check_commit((COMMITMENT * 2)[:length], b"north", NONCE, CONTEXT)
    with pytest.raises(DecodeError):
        check_commit(COMMITMENT, b"north", (NONCE * 2)[:length], CONTEXT)
    with pytest.raises(MisuseError):
        commit(b"north", (NONCE * 2)[:length], CONTEXT)
