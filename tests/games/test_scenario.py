"""The scenario fails, and says why, when rules do not follow the script."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.choice import Choice, Option
from games.engine.table import Table
from games.engine.values import Seat
from tests.games.rules import Small
from tests.games.scenario import Scenario, ask, ask_all, carried, chance, claims, passes, pick

A = Seat(0)


async def rules(table: Table) -> str:
    options = (Option("yes", "Yes"),)
    await table.ask(A, Choice("act", "?", tuple(table.zone("hand 0").cards), 1, 1, options))
    await table.chance(6, "die")
    return "done"


def scenario() -> Scenario:
    s = Scenario(Small(rules), 3)
    s.hand(0, ["a", "b"])
    return s


RIGHT = (ask(0, "act", "b", option="yes"), chance(3, why="die"))


def test_a_script_that_fits() -> None:
    s = scenario()
    assert s.run(rules, *RIGHT) == "done"
    assert s.run(rules, *RIGHT) == "done"
    assert s.trace[-2:] == ["ask 0 'act' 2 cards ['yes']", "chance 'die' of 6"]


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ((), "at its end, but there comes ask 0 'act'"),
        (RIGHT[:1], "at its end, but there comes chance 'die'"),
        ((*RIGHT, chance(1)), "is over, but the script expects chance"),
        ((RIGHT[1],), "expected chance 'die', but there comes ask 0 'act'"),
        ((RIGHT[0], chance(1, why="coin")), "expected chance 'coin', but there comes chance 'die'"),
        ((ask(1, "act", "b", option="yes"),), r"expected ask \(1,\) 'act', but there comes ask 0"),
        ((ask(0, "play", "b"),), "'play', but there comes ask 0 'act'"),
        ((ask(0, "act", "c", option="yes"),), r"not about 'c' but about \['a', 'b'\]"),
        ((ask(0, "act", "b", option="no"),), "one of the options"),
        ((ask(0, "act", "b", option="yes", bad="poor"),), "should be refused for 'poor'"),
        ((passes(0, "act"),), "choose one card"),
        ((ask_all("act", {0: pick("a", option="yes")}),), "there comes ask 0 'act'"),
        ((claims("w"),), "expected claims 'w' of nobody, but there comes ask 0"),
        ((RIGHT[0], carried("open")), "expected the step open, but there comes chance"),
    ],
)
def test_a_script_that_does_not_fit(script: Any, message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        scenario().run(rules, *script)


def test_a_refused_answer_leaves_the_question_open() -> None:
    s = scenario()
    bad = ask(0, "act", "b", option="no", bad="one of the options")
    assert s.run(rules, bad, *RIGHT) == "done"


def test_the_table_is_as_laid() -> None:
    s = scenario()
    s.pile("draw", ["x", "y"])
    s.board("line", ["z"])
    s.kept("mine", ["k"], owner=1)
    assert (s.faces("draw"), s.faces("line"), s.in_hand(0)) == (["x", "y"], ["z"], ["a", "b"])
    seen = [{s.known(seat).get(s.card(face)) for face in "abxk"} - {None} for seat in range(3)]
    assert seen == [{"a", "b"}, {"k"}, set()]
    assert s.table.is_open(s.card("z"))
    assert not s.table.is_open(s.card("x"))
    assert s.trace == []
    assert s.table.reader(s.card("k")) == 1
    assert s.table.holder(s.card("a")) == 0
    with pytest.raises(AssertionError, match="no card 'q'"):
        s.card("q")


def test_setting_up_asks_nobody() -> None:
    with pytest.raises(AssertionError, match="asks for ask 0 'act'"):
        scenario().setup(rules)


def test_everybody_else_leaves() -> None:
    s = scenario()
    s.run(rules, passes(0, "act", leaves=(0, 1)))
    assert s.outcome is not None
    assert s.outcome.winners == (2,)
