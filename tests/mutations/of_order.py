"""The order in which parts may come: debts first, hands mixed before a card in them is named."""

from __future__ import annotations

from tests.mutations.mutation import at_one_place

_REPLICA = "p2p/replica/replica.py"
_OBLIGATIONS = "p2p/replica/obligations.py"

WAITING = "tests/p2p/test_decisions_wait.py::"
_IN_DEBT = WAITING + "test_who_owes_decides_nothing"
_UNMIXED = WAITING + "test_nothing_that_may_name_a_card_of_a_hand_comes_before_its_mix"
_WAITS = "not task.needs_mixes:"

MUTATIONS = (
    at_one_place(
        _REPLICA,
        "order: a seat that owes decides",
        "if decides and self._obligations.behind(seat, part.step, deciding=True):",
        "if False:",
        *(f"{_IN_DEBT}[{kind}]" for kind in ("ANSWER", "COMMIT", "CLAIM")),
    ),
    *(
        at_one_place(
            _REPLICA,
            f"order: a seat that owes decides: {kind}",
            "if decides and",
            f"if decides and part.kind is not Kind.{kind} and",
            f"{_IN_DEBT}[{kind}]",
        )
        for kind in ("ANSWER", "COMMIT", "CLAIM")
    ),
    at_one_place(
        _REPLICA,
        "order: a closing names another step",
        "if part.step != self.step or not self.over or",
        "if not self.over or",
        "tests/p2p/record/test_verify.py::"
        "test_a_closing_names_the_step_that_the_table_stands_at[1]",
    ),
    at_one_place(
        _OBLIGATIONS,
        "order: earlier mixes need not be there",
        "                if proven is None:\n                    return None\n",
        "                if proven is None:\n                    continue\n",
        *(f"{_UNMIXED}[unmixed-{kind}]" for kind in ("ANSWER", "COMMIT", "THROW")),
    ),
    at_one_place(
        _OBLIGATIONS,
        "order: earlier mixes need not be covered",
        "                required_clock = merge(required_clock, proven)\n",
        "",
        *(f"{_UNMIXED}[mixed-{kind}]" for kind in ("ANSWER", "COMMIT", "THROW")),
    ),
    *(
        at_one_place(
            _OBLIGATIONS,
            f"order: {kind} does not wait for mixes",
            _WAITS,
            f"not task.needs_mixes or type(task).__name__ == '{task}':",
            *(f"{_UNMIXED}[{when}-{kind}]" for when in ("unmixed", "mixed")),
        )
        for kind, task in (("ANSWER", "AskTask"), ("COMMIT", "AskAllTask"), ("THROW", "ChanceTask"))
    ),
)
