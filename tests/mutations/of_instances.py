"""Before a client that has started may sign: whose word it waits for, and what it keeps back."""

from __future__ import annotations

from tests.mutations.mutation import at_one_place

_INSTANCE = "p2p/session/instance.py"
_RESYNC = "p2p/session/resync.py"

_TESTS = "tests/p2p/session/test_resync.py::"
_TWINS = "tests/p2p/test_twins.py::"
_TWICE = _TWINS + "test_a_profile_that_runs_twice_costs_a_sentence_and_no_conviction"
_SLEPT = (
    _TWINS + "test_a_client_that_slept_while_a_copy_went_on_says_nothing_that_contradicts_it[{}]"
)

MUTATIONS = (
    at_one_place(
        _INSTANCE,
        "instance: it waits for nobody",
        "if self._deadline(seat, now) > now:",
        "if False:",
        _TESTS + "test_nothing_is_signed_before_all_on_line_have_answered",
    ),
    at_one_place(
        _INSTANCE,
        "instance: it waits for nobody but those it has links to",
        "named += direct.get(seat, self._linked.get(seat, ()))",
        "named += ()",
        _TESTS + "test_whoever_is_reported_as_on_line_has_to_answer_too",
    ),
    at_one_place(
        _INSTANCE,
        "instance: it does not wait for whom an answer names",
        "named += direct.get(seat, self._linked.get(seat, ()))",
        "named += direct.get(seat, ())",
        _TESTS + "test_whom_a_seat_far_away_names_has_to_answer_too",
    ),
    at_one_place(
        _INSTANCE,
        "instance: another instance gets no time",
        "({self.seat} if doubled else set())",
        "set()",
        _TESTS + "test_where_a_seat_sees_another_instance_it_gets_ten_seconds",
        *(f"{_TWICE}[{case}]" for case in ("2-one is playing-0", "4-one is playing-1")),
    ),
    at_one_place(
        _INSTANCE,
        "instance: an answer to another nonce counts",
        "if said.nonce != self._nonces[-1]:",
        "if False:",
        _TESTS + "test_an_answer_does_not_count_again_once_nobody_was_on_line",
    ),
    at_one_place(
        _INSTANCE,
        "instance: what was stated before still counts",
        "            self._linked.pop(other, None)\n",
        "            pass\n",
        _TESTS + "test_an_answer_does_not_count_again_once_nobody_was_on_line",
        _SLEPT.format(0),
    ),
    at_one_place(
        _INSTANCE,
        "instance: a statement may be of any age",
        "if said.own < self._held[said.seat]:",
        "if False:",
        _TESTS + "test_an_answer_from_before_what_its_seat_has_signed_is_none",
    ),
    at_one_place(
        _INSTANCE,
        "instance: shows what nobody has named",
        "return self.is_clear or outline.seat != self.seat or outline.seq < self.shown()",
        "return True",
        _TESTS + "test_what_nobody_has_named_yet_stays_here_until_then",
    ),
    at_one_place(
        _INSTANCE,
        "instance: goes on beside another version of its own",
        "if departs and self._log.author(signed) == self.seat:",
        "if False:",
        _TESTS + "test_another_version_of_what_nobody_has_named_yet_stops_us",
        _SLEPT.format(1),
    ),
    at_one_place(
        _INSTANCE,
        "instance: vouches for what another one may have said otherwise",
        "        if self.is_clear:\n            return len(good)\n        if head",
        "        if True:\n            return len(good)\n        if head",
        _TESTS + "test_before_it_may_sign_a_seat_vouches_for_what_others_hold_of_it_and_no_more",
    ),
    at_one_place(
        _RESYNC,
        "instance: any nonce stops it",
        "said.asker == self._seat and own.drew(said.nonce)",
        "said.asker == self._seat",
        _TESTS + "test_only_our_own_key_under_our_own_nonce_stops_us",
    ),
    at_one_place(
        _RESYNC,
        "instance: unsigned statements count",
        "if not verify(self._keys[said.seat], label, frame.said.body, frame.said.signature):",
        "if False:",
        _TESTS + "test_a_statement_is_signed_by_its_seat",
        _TESTS + "test_only_our_own_key_under_our_own_nonce_stops_us",
        *(
            f"{_TESTS}test_a_relayed_answer_cannot_be_altered_and_its_bearer_is_not_to_blame[{name}]"
            for name in ("own", "count", "linked")
        ),
    ),
    at_one_place(
        _RESYNC,
        "instance: unsigned requests count",
        "if not verify(self._keys[request.seat], label, signed.body, signed.signature):",
        "if False:",
        _TESTS + "test_a_forged_request_is_refused[<lambda>0]",
    ),
    at_one_place(
        _RESYNC,
        "instance: it answers itself",
        "if (request.seat, request.mark) == (own.seat, own.mark):",
        "if False:",
        _TESTS + "test_we_never_answer_ourselves",
    ),
    at_one_place(
        _RESYNC,
        "instance: another instance is not mentioned",
        'return any(mark not in (b"", request.mark) for mark in marks)',
        "return False",
        _TESTS + "test_a_seat_that_sees_another_instance_says_so",
        *(f"{_TWICE}[{case}]" for case in ("2-one is playing-0", "4-one is playing-1")),
    ),
    at_one_place(
        _RESYNC,
        "instance: requests are not passed on",
        "if peer.seat is not None and key not in asked.routes and not itself:",
        "if False:",
        _TESTS + "test_a_request_is_answered_where_it_came_and_passed_on_to_all_others",
    ),
    at_one_place(
        _RESYNC,
        "instance: answers are passed on unchecked",
        "        else:\n            check_newest(said, newest, self._log)\n",
        "",
        _TESTS + "test_a_forged_answer_is_not_passed_on",
    ),
)
