"""Keys, their proofs of knowledge, and the joint key."""

from __future__ import annotations

import pickle

import pytest

from crypto.context import Context
from crypto.errors import MisuseError, ProofError
from crypto.group import IDENTITY, base
from crypto.keys import KeyPair, check_key, join_keys, make_key, prove_key
from tests.crypto.cast import (
    CONTEXT,
    OTHER_CONTEXTS,
    OTHER_TABLE,
    TABLE,
    pair,
    point,
    refused,
    scalar,
    secret,
    spoiled,
)


@pytest.mark.parametrize("purpose", ["card", "chance"])
def test_a_key_proves_itself(purpose: str) -> None:
    keys = make_key(secret(1), purpose, TABLE)
    assert keys.public == base(keys.secret)
    proof = prove_key(secret(1), keys, purpose, CONTEXT)
    assert len(proof) == 64
    check_key(keys.public, purpose, proof, CONTEXT)


def test_keys_differ_by_purpose_table_and_seed() -> None:
    keys = {
        make_key(secret(seat), purpose, table).public
        for seat in (1, 2)
        for purpose in ("card", "chance")
        for table in (TABLE, OTHER_TABLE)
    }
    assert len(keys) == 8


def test_every_spoiled_proof_is_refused() -> None:
    keys = pair(1)
    for name, proof in spoiled(prove_key(secret(1), keys, "card", CONTEXT), 0):
        assert refused(check_key, keys.public, "card", proof, CONTEXT), name


@pytest.mark.parametrize("context", OTHER_CONTEXTS)
def test_a_proof_holds_at_its_place_only(context: Context) -> None:
    keys = pair(1)
    proof = prove_key(secret(1), keys, "card", CONTEXT)
    with pytest.raises(ProofError):
        check_key(keys.public, "card", proof, context)


def test_a_proof_holds_for_its_purpose_and_key_only() -> None:
    keys = pair(1)
    proof = prove_key(secret(1), keys, "card", CONTEXT)
    with pytest.raises(ProofError):
        check_key(keys.public, "chance", proof, CONTEXT)
    for other in (pair(2).public, -keys.public, point(1)):
        with pytest.raises(ProofError):
            check_key(other, "card", proof, CONTEXT)


def test_the_identity_is_no_key() -> None:
    proof = prove_key(secret(1), pair(1), "card", CONTEXT)
    with pytest.raises(ProofError, match="identity"):
        check_key(IDENTITY, "card", proof, CONTEXT)
    empty = KeyPair(scalar(1) - scalar(1), IDENTITY)
    forged = prove_key(secret(1), empty, "card", CONTEXT)
    with pytest.raises(ProofError, match="identity"):
        check_key(IDENTITY, "card", forged, CONTEXT)


def test_a_rogue_key_cannot_be_proven() -> None:
    """The last seat wants the joint key to be Y, whose logarithm it knows."""
    honest, wanted = pair(1), pair(9)
    rogue = wanted.public - honest.public
    assert join_keys([honest.public, rogue]) == wanted.public
    for claimed in (wanted, honest, pair(2)):
        forged = prove_key(secret(2), KeyPair(claimed.secret, rogue), "card", CONTEXT)
        with pytest.raises(ProofError):
            check_key(rogue, "card", forged, CONTEXT)


def test_a_copied_key_needs_a_proof_of_its_own() -> None:
    proof = prove_key(secret(1), pair(1), "card", Context(TABLE, 0, 1))
    with pytest.raises(ProofError):
        check_key(pair(1).public, "card", proof, Context(TABLE, 0, 2))


def test_keys_that_cancel_or_repeat_are_not_joined() -> None:
    one = pair(1).public
    assert join_keys([one]) == one
    assert join_keys([one, pair(2).public]) == one + pair(2).public
    with pytest.raises(ProofError, match="cancel"):
        join_keys([one, -one])
    with pytest.raises(ProofError, match="same"):
        join_keys([one, pair(2).public, one])
    with pytest.raises(ProofError):
        join_keys([])


def test_unknown_purposes_are_refused() -> None:
    with pytest.raises(MisuseError):
        make_key(secret(1), "fog", TABLE)
    with pytest.raises(MisuseError):
        prove_key(secret(1), pair(1), "fog", CONTEXT)


def test_key_pairs_do_not_show_or_travel() -> None:
    keys = pair(1)
    assert keys.secret.encode().hex() not in repr(keys)
    assert "hidden" in repr(keys)
    with pytest.raises(MisuseError):
        pickle.dumps(keys)
