"""Checks of the fog: what is hashed into cells, exponents and proofs, and the form of a set."""

from __future__ import annotations

from tests.mutations.mutation import Edit, Mutation, at_one_place

_FOG = "crypto/fog.py"
_SEALING = "crypto/sealing.py"
SEEN = "tests/crypto/test_fog.py::"
CHEATS = "tests/p2p/test_fog_cheats.py::"
SECRECY = "tests/p2p/test_fog_secrecy.py::"
LIES = "tests/p2p/test_fortress_audit.py::"
_SEEN = "test_a_lie_that_all_can_see_is_caught_in_its_message"
_STATE = "p2p/replica/fog_state.py"
_TERRAIN = "p2p/replica/terrain_tasks.py"
_EXCHANGE = "p2p/replica/exchange_tasks.py"
SEALED = "tests/crypto/test_sealing.py::"
FORGED = "tests/crypto/test_forged_fog.py::"

PROOFS = (
    at_one_place(
        _FOG,
        "fog: an answer is not bound to its viewer",
        'return frame(label.name.encode(), other.to_bytes(2, "big"))',
        "return frame(label.name.encode())",
        FORGED + "test_an_answer_is_of_its_owner_to_its_viewer",
        FORGED + "test_a_denial_is_of_its_viewer_about_its_owner",
    ),
    at_one_place(
        _FOG,
        "fog: an answer is not bound to its label",
        'return frame(label.name.encode(), other.to_bytes(2, "big"))',
        'return frame(other.to_bytes(2, "big"))',
        FORGED + "test_an_answer_is_for_its_label[label2]",
    ),
    *(
        Mutation(
            f"fog: {what}",
            (
                Edit(_FOG, "(cell_point(asked.label, cell), element),", f"({base},),"),
                Edit(
                    _FOG,
                    "        (cell_point(label, cell), element),\n        (query, answered),\n",
                    f"        ({base.replace('asked.', '')},),\n        ({image},),\n",
                ),
            ),
            (FORGED + "test_a_denial_is_about_its_query_and_answer",),
        )
        for what, base, image in (
            ("a denial may name a cell that was not asked about", "element", "answered"),
            (
                "a denial may name an element that was not answered",
                "cell_point(asked.label, cell)",
                "query",
            ),
        )
    ),
    at_one_place(
        _FOG,
        "fog: two equal tags, or queries",
        "        if before == after:\n",
        "        if False:\n",
        SEEN + "test_two_equal_tags_are_refused",
        SEEN + "test_a_query_that_stands_twice_is_refused",
    ),
    at_one_place(
        _FOG,
        "fog: tags and queries in any order",
        "        if before > after:\n",
        "        if False:\n",
        SEEN + "test_tags_out_of_order_are_refused",
        SEEN + "test_queries_out_of_order_are_refused",
    ),
    at_one_place(
        _FOG,
        "fog: the identity as a query",
        "    if any(point.is_identity() for point in queries):",
        "    if False:",
        SEEN + "test_the_identity_is_no_query",
    ),
)

FRESH = (
    *(
        at_one_place(
            _FOG,
            f"fog: the point of a cell forgets the {what}",
            'return frame(self.table, self.step.to_bytes(8, "big"), self.name.encode())',
            f"return frame({rest})",
            SEEN + "test_every_cell_of_every_label_has_a_point_of_its_own",
        )
        for what, rest in (
            ("table", 'self.step.to_bytes(8, "big"), self.name.encode()'),
            ("step", "self.table, self.name.encode()"),
            ("label", 'self.table, self.step.to_bytes(8, "big")'),
        )
    ),
    at_one_place(
        _FOG,
        "fog: one exponent for two sets",
        "frame(label.encode(), label.context(seat).encode(), hashlib.sha512(plain).digest())",
        "frame(label.encode(), label.context(seat).encode())",
        SEEN + "test_an_exponent_is_for_one_set_of_one_label_alone",
    ),
    at_one_place(
        _FOG,
        "fog: one blinding for two lists of cells",
        "frame(label.encode(), label.context(seat).encode(), numbers)",
        "frame(label.encode(), label.context(seat).encode())",
        SEEN + "test_a_blinding_is_for_one_list_of_one_label_alone",
    ),
    at_one_place(
        _SEALING,
        "fog: what is sealed twice at one place has one nonce",
        "purpose.encode(), context.encode(), plain, length=12",
        "purpose.encode(), context.encode(), length=12",
        SEALED + "test_two_texts_at_one_place_have_two_nonces",
    ),
)

AT_THE_TABLE = (
    at_one_place(
        _STATE,
        "fog: an exponent used again",
        "        if before is not None and (before[0] == seat or before[1] < step):\n",
        "        if False:\n",
        CHEATS + "test_an_exponent_is_used_once",
        CHEATS + "test_one_exponent_for_both_labels_is_refused",
    ),
    at_one_place(
        _TERRAIN,
        "fog: two decks of one step are proven alike",
        'return f"deck {deck}"',
        'return "deck"',
        SECRECY + "test_decks_with_the_same_cards_get_different_orders",
    ),
    at_one_place(
        _TERRAIN,
        "fog: the view of a seat is not proven",
        "                check_shuffle,\n                self.view.inputs,\n",
        "                lambda *args, **words: None,\n                self.view.inputs,\n",
        CHEATS + _SEEN + "[a tile changed in its view]",
        CHEATS + "test_a_view_of_other_tiles_is_refused",
    ),
    at_one_place(
        "games/engine/fog_steps.py",
        "fog: a position opened twice",
        "set(named) <= set(unopened(ledger, zone))",
        "set(named) <= set(ledger.zone(zone).cards)",
        CHEATS + "test_a_position_is_opened_once",
    ),
    at_one_place(
        _EXCHANGE,
        "fog: what opens is shown as closed",
        '        raise ProofError("the details that are said not to open do open")\n',
        "",
        CHEATS + "test_a_false_denial_convicts_its_sender",
    ),
    at_one_place(
        "p2p/session/author.py",
        "fog: the time that a half needs shows",
        "return None if self._waits_until(self._held.due, now) else self._held.payload",
        "return self._held.payload",
        SECRECY + "test_how_long_a_half_thinks_shows_in_no_part_that_no_person_decides",
    ),
    at_one_place(
        "p2p/session/seed_keeper.py",
        "fog: a seed is shown before its seat has closed",
        "return seat in ending.closed and not ending.complete and not self._has_shown()",
        "return not ending.complete and not self._has_shown()",
        LIES + "test_no_seed_is_shown_before_the_end_nor_twice_nor_by_who_has_not_signed",
    ),
)

MUTATIONS = (*PROOFS, *FRESH, *AT_THE_TABLE)
