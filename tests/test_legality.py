"""Proofs that one of several claims holds: measured for steps under fog, and not shipped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bench.legality import Claim, Proof, check, prove, step, tie
from crypto.errors import ProofError
from crypto.group import G, Scalar


@pytest.mark.parametrize("made", [step, tie])
@pytest.mark.parametrize("true", [0, 3, 6])
def test_whichever_claim_holds_the_proof_does(made: Made, true: int) -> None:
    claims, witness = made(7, true)
    proof = prove(claims, true, witness)
    check(claims, proof)
    for wrong in (proof[::-1], proof[:-1], ((proof[0][0], proof[0][1] + Scalar.of(1)), *proof[1:])):
        refused(claims, wrong)


@pytest.mark.parametrize("made", [step, tie])
def test_where_no_claim_holds_there_is_no_proof(made: Made) -> None:
    """A step too far; an element of a cell that is not on the map."""
    claims, witness = made(8, 7)
    for near in range(7):
        refused(claims[:7], prove(claims[:7], near, witness))


@pytest.mark.parametrize("made", [step, tie])
def test_a_proof_is_for_its_claims(made: Made) -> None:
    claims, witness = made(7, 2)
    proof = prove(claims, 2, witness)
    for index, one in enumerate(claims):
        for other in (
            replace(one, images=(*one.images[:-1], one.images[-1] + G)),
            replace(one, bases=(*one.bases[:-1], one.bases[-1] + G)),
        ):
            refused([*claims[:index], other, *claims[index + 1 :]], proof)


Made = Callable[[int, int], tuple[list[Claim], Scalar]]


def refused(claims: list[Claim], proof: Proof) -> None:
    with pytest.raises(ProofError):
        check(claims, proof)
