"""The order in which parts may come: debts first, and hands mixed before a card in them is named."""

from __future__ import annotations

from tests.mutations.mutation import at_one_place

_REPLICA = "p2p/replica/replica.py"
_OBLIGATIONS = "p2p/replica/obligations.py"

WAITING = "tests/p2p/test_decisions_wait.py::"
_IN_DEBT = WAITING + "test_who_owes_decides_nothing"
_UNMIXED = WAITING + "test_nothing_that_may_name_a_card_of_a_hand_comes_before_its_mix"
_DECIDED = "isinstance(task, AskTask | AskAllTask | ChanceTask)"

MUTATIONS = (
    at_one_place(
        _REPLICA,
        "order: a seat that owes decides",
        "if part.kind in DECISIONS and self._obligations.behind(seat, part.step):",
        "if False:",
        *(f"{_IN_DEBT}[{kind}]" for kind in ("ANSWER", "COMMIT", "CLAIM")),
    ),
    *(
        at_one_place(
            _REPLICA,
            f"order: a seat that owes decides: {kind}",
            "if part.kind in DECISIONS and",
            f"if part.kind in DECISIONS - {{Kind.{kind}}} and",
            f"{_IN_DEBT}[{kind}]",
        )
        for kind in ("ANSWER", "COMMIT", "CLAIM")
    ),
    at_one_place(
        _OBLIGATIONS,
        "order: earlier mixes need not be there",
        "        if not all(mix.paid for mix in before):\n            return None\n",
        "",
        *(f"{_UNMIXED}[unmixed-{kind}]" for kind in ("ANSWER", "COMMIT", "THROW")),
    ),
    at_one_place(
        _OBLIGATIONS,
        "order: earlier mixes need not be covered",
        "return merge(required_clock, *(mix.paid_at for mix in before))",
        "return required_clock",
        *(f"{_UNMIXED}[mixed-{kind}]" for kind in ("ANSWER", "COMMIT", "THROW")),
    ),
    *(
        at_one_place(
            _OBLIGATIONS,
            f"order: {kind} does not wait for mixes",
            _DECIDED,
            f"isinstance(task, {rest})",
            *(f"{_UNMIXED}[{when}-{kind}]" for when in ("unmixed", "mixed")),
        )
        for kind, rest in (
            ("ANSWER", "AskAllTask | ChanceTask"),
            ("COMMIT", "AskTask | ChanceTask"),
            ("THROW", "AskTask | AskAllTask"),
        )
    ),
)
