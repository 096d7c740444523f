"""The checks that `make mutate` takes out, each with the tests that must notice.

A mutation weakens prover and verifier alike where they share a protocol, so that honest proofs stay
good and only the cheat tells. Each of the tests named must fail because a cheat went through
(`tests.accepted.Accepted`, or a `ProofError` that was not raised), not for any other reason.
"""

from __future__ import annotations

from tests.mutations import of_fog, of_instances, of_order, of_proofs

MUTATIONS = (
    *of_proofs.MUTATIONS,
    *of_fog.MUTATIONS,
    *of_order.MUTATIONS,
    *of_instances.MUTATIONS,
)
