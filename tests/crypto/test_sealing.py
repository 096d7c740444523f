"""Bytes sealed under a point, and bytes that a seat seals for itself."""

from __future__ import annotations

import pytest

from crypto.context import Context
from crypto.errors import ProofError
from crypto.group import G
from crypto.sealing import OVERHEAD, SEAL_OVERHEAD, open_seal, open_under, seal, seal_under
from tests.accepted import Accepted
from tests.crypto.cast import CONTEXT, OTHER_CONTEXTS, point, secret

PLAIN = b"an Infantry with twelve points"


def test_what_is_sealed_under_a_point_opens_under_it_alone() -> None:
    sealed = seal_under(point(1), "details", PLAIN)
    assert len(sealed) == len(PLAIN) + OVERHEAD
    assert open_under(point(1), "details", sealed) == PLAIN
    for other, purpose in ((point(2), "details"), (-point(1), "details"), (point(1), "pedigree")):
        with pytest.raises(ProofError):
            open_under(other, purpose, sealed)


def test_nothing_that_was_changed_opens() -> None:
    sealed = seal_under(G, "details", PLAIN)
    changed = [
        sealed[:place] + bytes([sealed[place] ^ 1]) + sealed[place + 1 :] for place in (0, -1)
    ]
    for wrong in (*changed, sealed[:-1], sealed + b"\0", b""):
        with pytest.raises(ProofError):
            open_under(G, "details", wrong)


def test_a_seat_opens_what_it_sealed() -> None:
    sealed = seal(secret(1), "plan", PLAIN, CONTEXT)
    assert len(sealed) == len(PLAIN) + SEAL_OVERHEAD
    assert PLAIN not in sealed
    assert open_seal(secret(1), "plan", sealed, CONTEXT) == PLAIN


@pytest.mark.parametrize("context", OTHER_CONTEXTS)
def test_a_seal_belongs_to_its_place(context: Context) -> None:
    with pytest.raises(ProofError):
        open_seal(secret(1), "plan", seal(secret(1), "plan", PLAIN, CONTEXT), context)


def test_a_seal_belongs_to_its_seed_and_purpose() -> None:
    sealed = seal(secret(1), "plan", PLAIN, CONTEXT)
    for number, purpose in ((2, "plan"), (1, "another")):
        with pytest.raises(ProofError):
            open_seal(secret(number), purpose, sealed, CONTEXT)
    for wrong in (sealed[:20], sealed + b"\0", b"", sealed[:-1] + bytes([sealed[-1] ^ 1])):
        with pytest.raises(ProofError):
            open_seal(secret(1), "plan", wrong, CONTEXT)


def test_two_texts_at_one_place_have_two_nonces() -> None:
    """A client set back to an older state may seal something else there."""
    one, other = (seal(secret(1), "plan", bytes([n]) * 30, CONTEXT) for n in (1, 2))
    if one[:12] == other[:12]:
        raise Accepted("the difference of two sealed texts lies open")
