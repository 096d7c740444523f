"""Checks of proofs: what is absorbed, when, and which equations hold."""

from __future__ import annotations

from tests.mutations.mutation import Edit, Mutation, at_one_place

LOGARITHMS = "tests/crypto/test_forged_logarithms.py::"
TRANSFERS = "tests/crypto/test_forged_transfers.py::"
SHUFFLES = "tests/crypto/test_forged_shuffles.py::"

_CONTEXT = "crypto/context.py"
_KEYS = "crypto/keys.py"
_DLEQ = "crypto/dleq.py"
_REMASK = "crypto/remask.py"
_CHANCE = "crypto/chance.py"
_TRANSFER = "crypto/transfer.py"
_SHUFFLE = "crypto/shuffle.py"
_ARGUMENT = "crypto/shuffle_argument.py"
_GENERATORS = "crypto/generators.py"

_PLACE = "test_a_proof_holds_at_its_place_only"
_PROOFS = ("keys", "shares", "transfer", "remask", "shuffle")

PLACES = tuple(
    at_one_place(
        _CONTEXT,
        f"context: {what} not absorbed",
        old,
        new,
        *(f"tests/crypto/test_{proof}.py::{_PLACE}[context{number}]" for proof in proofs),
    )
    for number, (what, old, new, proofs) in enumerate(
        # A throw's point is hashed from table and step, so its proof holds nowhere else anyway.
        (
            ("table", "return frame(self.table) +", "return", _PROOFS),
            ("step", ' + self.step.to_bytes(8, "big")', "", _PROOFS),
            ("seat", ' + self.seat.to_bytes(2, "big")', "", (*_PROOFS, "chance")),
        )
    )
)

KEYS = (
    at_one_place(
        _KEYS,
        "key: public point not absorbed",
        '    transcript.add_points("public", (public,))\n',
        "",
        *(
            f"{LOGARITHMS}test_a_key_that_nobody_knows_cannot_be_proven[{purpose}]"
            for purpose in ("card", "chance")
        ),
    ),
    at_one_place(
        _KEYS,
        "key: purpose not absorbed",
        '    transcript.add_bytes("purpose", purpose.encode())\n',
        "",
        LOGARITHMS + "test_a_key_is_proven_for_its_purpose",
    ),
)

EQUAL_LOGARITHMS = (
    Mutation(
        "equal logarithms: first equation",
        (
            Edit(_DLEQ, "(base(nonce), nonce * folded)", "(nonce * folded,)"),
            Edit(_DLEQ, '"first", (first, second)', '"first", (second,)'),
        ),
        (LOGARITHMS + "test_one_secret_for_all_shares_is_not_enough",),
    ),
    Mutation(
        "equal logarithms: second equation",
        (
            Edit(_DLEQ, "(base(nonce), nonce * folded)", "(base(nonce),)"),
            Edit(_DLEQ, '"first", (first, second)', '"first", (first,)'),
        ),
        (LOGARITHMS + "test_knowing_the_key_is_not_enough",),
    ),
    Mutation(
        "equal logarithms: weights are all one",
        (
            Edit(
                _DLEQ,
                'transcript.challenges("weights", size)',
                "[Scalar.of(1)] * size",
            ),
        ),
        (LOGARITHMS + "test_errors_that_cancel_in_a_plain_sum_are_refused",),
    ),
    Mutation(
        "equal logarithms: weights drawn before the images",
        (
            Edit(_DLEQ, '    transcript.add_points("images", images)\n', ""),
            Edit(
                _DLEQ,
                "    (folded,) = _fold(transcript, (bases,), pool)\n",
                "    (folded,) = _fold(transcript, (bases,), pool)\n"
                '    transcript.add_points("images", images)\n',
            ),
            Edit(
                _DLEQ,
                "    folded, folded_images = _fold(transcript, (bases, images), pool)\n",
                "    folded, folded_images = _fold(transcript, (bases, images), pool)\n"
                '    transcript.add_points("images", images)\n',
            ),
        ),
        (LOGARITHMS + "test_errors_chosen_by_their_weights_are_refused",),
    ),
    at_one_place(
        _DLEQ,
        "equal logarithms: images not absorbed",
        '    transcript.add_points("images", images)\n',
        "",
        LOGARITHMS + "test_who_throws_last_cannot_look_for_the_number_it_wants",
    ),
    at_one_place(
        _DLEQ,
        "equal logarithms: bases not absorbed",
        '    transcript.add_points("bases", bases)\n',
        "",
        LOGARITHMS + "test_the_last_key_of_a_table_cannot_be_made_to_fit_a_mask",
    ),
    at_one_place(
        _DLEQ,
        "equal logarithms: public point not absorbed",
        '    transcript.add_points("public", (public,))\n',
        "",
        LOGARITHMS + "test_a_key_cannot_be_made_to_fit_its_shares",
    ),
    at_one_place(
        _DLEQ,
        "equal logarithms: images not counted",
        "if not bases or len(bases) != len(images):",
        "if not bases:",
        LOGARITHMS + "test_an_image_without_a_base_is_refused",
    ),
    at_one_place(
        _DLEQ,
        "equal logarithms: kind not absorbed",
        'Transcript("dleq/" + label, context)',
        'Transcript("dleq/", context)',
        LOGARITHMS + "test_a_proof_of_one_kind_is_none_of_another",
    ),
    at_one_place(
        _DLEQ,
        "equal logarithms: identity allowed",
        "if any(point.is_identity() for point in (public, *bases, *images)):",
        "if False:",
        LOGARITHMS + "test_the_identity_proves_nothing",
    ),
    Mutation(
        "re-mask: statement not absorbed",
        (
            Edit(
                _REMASK, "    statement = card.encode() + after.encode()\n", '    statement = b""\n'
            ),
            Edit(_REMASK, "        statement=before.encode() + after.encode(),\n", ""),
        ),
        (LOGARITHMS + "test_a_mask_is_for_one_card",),
    ),
    Mutation(
        "throw: the reason is in neither point nor statement",
        # Either of them binds the proof, so each alone may be missing without a cheat.
        (
            Edit(
                _CHANCE,
                'hash_to_group("chance", table, step.to_bytes(8, "big"), why.encode())',
                'hash_to_group("chance", table, step.to_bytes(8, "big"))',
            ),
            Edit(_CHANCE, "(point,), context, statement=why.encode()", "(point,), context"),
            Edit(_CHANCE, "proof, context, statement=why.encode()", "proof, context"),
        ),
        (LOGARITHMS + "test_a_throw_for_another_reason_is_refused",),
    ),
    at_one_place(
        _CHANCE,
        "throw: the reason is not in the value",
        'step.to_bytes(8, "big"), why.encode(), sum_of',
        'step.to_bytes(8, "big"), sum_of',
        LOGARITHMS + "test_the_same_shares_are_another_number_for_another_reason",
    ),
)

_HANDS_ON = TRANSFERS + "test_a_giver_cannot_pass_another_card"
_LATE = TRANSFERS + "test_nothing_in_a_transfer_may_be_chosen_after_the_challenge"
_NO_KEY = TRANSFERS + "test_a_proven_transfer_from_or_to_the_identity_is_refused"
_SAID = "(base(key_nonce), base(blinding_nonce), moved)"

TRANSFER = (
    Mutation(
        "transfer: first equation, the giver's key",
        (
            Edit(_TRANSFER, _SAID, "(base(blinding_nonce), moved)"),
            Edit(_TRANSFER, "        base(key_response) + minus * giver,\n", ""),
        ),
        (_HANDS_ON + "[1]",),
    ),
    Mutation(
        "transfer: second equation, the first half",
        (
            Edit(_TRANSFER, _SAID, "(base(key_nonce), moved)"),
            Edit(_TRANSFER, "        base(blinding_response) + minus * after.c1,\n", ""),
        ),
        (_HANDS_ON + "[2]",),
    ),
    Mutation(
        "transfer: third equation, the second half",
        (
            Edit(_TRANSFER, _SAID, "(base(key_nonce), base(blinding_nonce))"),
            Edit(_TRANSFER, "        moved,\n    )", "    )"),
        ),
        (_HANDS_ON + "[3]",),
    ),
    *(
        at_one_place(
            _TRANSFER,
            f"transfer: {what} not absorbed",
            f'"{item}", ({both})',
            f'"{item}", ({rest},)',
            f"{_LATE}[{test}]",
        )
        for what, item, both, rest, test in (
            ("giver", "keys", "giver, to", "to", "giver"),
            ("receiver", "keys", "giver, to", "giver", "to"),
            ("old first half", "before", "before.c1, before.c2", "before.c2", "c1"),
            ("old second half", "before", "before.c1, before.c2", "before.c1", "c2"),
            ("new first half", "after", "after.c1, after.c2", "after.c2", "c1'"),
            ("new second half", "after", "after.c1, after.c2", "after.c1", "c2'"),
        )
    ),
    at_one_place(
        _TRANSFER,
        "transfer: from the identity",
        "if giver.is_identity() or to.is_identity():",
        "if to.is_identity():",
        _NO_KEY + "[from]",
    ),
    at_one_place(
        _TRANSFER,
        "transfer: to the identity",
        "if giver.is_identity() or to.is_identity():",
        "if giver.is_identity():",
        _NO_KEY + "[to]",
    ),
)

_COMMITTED = '    transcript.add_points("commitments", commitments)\n'
_WEIGHED = '    weights = transcript.challenges("weights", size)\n'

SHUFFLE = (
    at_one_place(
        _SHUFFLE,
        "shuffle: the identity as a key",
        '    if key.is_identity():\n        raise ProofError("cards',
        '    if False:\n        raise ProofError("cards',
        SHUFFLES + "test_a_proven_shuffle_under_the_identity_is_refused[shuffle]",
        SHUFFLES + "test_a_proven_shuffle_under_the_identity_is_refused[mix]",
    ),
    at_one_place(
        _SHUFFLE,
        "shuffle: outputs not counted",
        "if len(outputs) != len(inputs):",
        "if False:",
        SHUFFLES + "test_a_card_cannot_get_lost",
    ),
    at_one_place(
        _ARGUMENT,
        "shuffle: key not absorbed",
        '        transcript.add_points("key", (self.key,))\n',
        "",
        SHUFFLES + "test_a_key_cannot_be_made_to_fit_a_mix",
    ),
    at_one_place(
        _ARGUMENT,
        "shuffle: inputs not absorbed",
        '"inputs", b"".join([card.encode() for card in self.inputs])',
        '"inputs", b""',
        SHUFFLES + "test_a_deck_that_comes_in_cannot_be_chosen_after_the_weights",
    ),
    at_one_place(
        _ARGUMENT,
        "shuffle: outputs not absorbed",
        '"outputs", b"".join([card.encode() for card in self.outputs])',
        '"outputs", b""',
        SHUFFLES + "test_a_card_cannot_be_slipped_in_after_the_weights",
    ),
    Mutation(
        "shuffle: weights drawn before the commitments",
        (
            Edit(
                _ARGUMENT,
                f"{_COMMITTED}{_WEIGHED}    permuted =",
                f"{_WEIGHED}{_COMMITTED}    permuted =",
            ),
            Edit(
                _ARGUMENT,
                f'{_COMMITTED}{_WEIGHED}    transcript.add_points("chain"',
                f'{_WEIGHED}{_COMMITTED}    transcript.add_points("chain"',
            ),
        ),
        (SHUFFLES + "test_commitments_to_an_order_cannot_be_chosen_after_the_weights",),
    ),
    Mutation(
        "shuffle: generators are multiples of G",
        (
            Edit(
                _GENERATORS,
                "import Point, hash_to_group",
                "import Point, Scalar, base, hash_to_group",
            ),
            Edit(
                _GENERATORS,
                'hash_to_group("shuffle generator", index.to_bytes(4, "big"))',
                "base(Scalar.of(index + 3))",
            ),
        ),
        (SHUFFLES + "test_commitments_to_an_order_cannot_be_opened_otherwise",),
    ),
    Mutation(
        "shuffle: the chain begins at a multiple of G",
        (
            Edit(
                _GENERATORS,
                "import Point, hash_to_group",
                "import Point, Scalar, base, hash_to_group",
            ),
            Edit(_GENERATORS, 'hash_to_group("shuffle chain")', "base(Scalar.of(2))"),
        ),
        (SHUFFLES + "test_the_chain_of_a_product_cannot_be_opened_otherwise",),
    ),
)

REMASK = (
    at_one_place(
        _REMASK,
        "re-mask: first halves of before the last",
        "(before.c1, *former)",
        "(before.c1,)",
        "tests/crypto/test_remask.py::test_no_first_half_that_the_card_had_before_comes_back",
    ),
)

MUTATIONS = (*PLACES, *KEYS, *EQUAL_LOGARITHMS, *REMASK, *TRANSFER, *SHUFFLE)
