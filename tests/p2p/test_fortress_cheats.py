"""Fortress on its smallest map with real cryptography: lies that are caught while it is played.

What only an audit finds is in `test_fortress_audit`; the same lies, and many more, on a small game
made for it in `test_fog_cheats`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from crypto.group import G
from games.engine.fog_steps import Account, Battle, Build, NamePositions, Sight
from games.engine.step import Step
from games.fortress.bot.player import Commander
from games.fortress.bot.temper import STRONG
from games.fortress.rules import Fortress
from games.fortress.settings import TEST_LIMITS
from p2p.log.fault import Charge
from p2p.replica import card_payloads, exchange_tasks
from p2p.wire.message import Kind
from simulation.network import SimNet, table_of
from simulation.tables import register
from tests.p2p.cheater import (
    Trick,
    assert_caught,
    assert_convicted,
    assert_found_later,
    cheater_of,
    table_with,
    tampers,
)
from tests.p2p.fog_lies import (
    ANSWER,
    BATTLE,
    QUERIES,
    SIGHT,
    TAG_SET,
    TAGS,
    Change,
    Lying,
    again,
    at,
    changes_places,
    doubled,
    garbled,
    lies,
    only,
    posted,
    two_versions,
    under_another_key,
)

CHEAT, VIEWER, BYSTANDER = 1, 0, 2
HERE, TARGET = 0, 1
"""The labels of a battle."""


@pytest.fixture(autouse=True, scope="module")
def registered() -> Iterator[None]:
    undo = register(Fortress)
    yield
    undo()


def table(seats: int = 3, seed: int = 0) -> SimNet:
    """Strong bots on the smallest map: they see each other in round 2, and fight in round 3."""
    options: dict[str, str | int] = {"units": 2, "rounds": 5}
    net = table_of(seats, seed=seed, game="fortress", options=options)
    for node in net.nodes:
        node.bot = Commander(STRONG)
    return net


def played(net: SimNet) -> SimNet:
    net.start_all()
    net.run()
    return net


# What everybody sees in the message itself


@dataclass(frozen=True)
class Seen:
    """A lie that is caught in its message, the step at which it is said, and what it is called."""

    kind: Kind
    change: Change
    step: type[Step[Any]]
    charge: Charge = Charge.PROOF


SEEN: dict[str, Seen] = {
    "two equal tags in sight": Seen(Kind.SETS, at(SIGHT, posted(TAGS, doubled)), Sight),
    "two equal tags in battle": Seen(Kind.SETS, at(BATTLE, posted(TAGS, doubled)), Battle),
    "two equal shots": Seen(Kind.SETS, at(BATTLE, posted(TAGS, doubled, TARGET)), Battle),
    "one question twice": Seen(Kind.SETS, at(SIGHT, posted(QUERIES, doubled)), Sight),
    # budgets
    "a piece too many in sight": Seen(Kind.SETS, at(SIGHT, posted(TAGS, again)), Sight),
    "a question too many in sight": Seen(Kind.SETS, at(SIGHT, posted(QUERIES, again)), Sight),
    "a piece too many in battle": Seen(Kind.SETS, at(BATTLE, posted(TAGS, again)), Battle),
    "a question too many in battle": Seen(Kind.SETS, at(BATTLE, posted(QUERIES, again)), Battle),
    "a shot too many": Seen(Kind.SETS, at(BATTLE, posted(TAGS, again, TARGET)), Battle),
    "an opening too many": Seen(Kind.POSITIONS, lambda p: (*p, p[-1] + 1), NamePositions),
    "orders too long": Seen(Kind.SEAL, lambda p: p + b"\0", Build),
    "more Artifacts than steps": Seen(Kind.ACCOUNT, lambda p: (99, *p[1:]), Account, Charge.MOVE),
    "an Artifact in round 1": Seen(Kind.ACCOUNT, lambda p: (1, *p[1:]), Account, Charge.MOVE),
    "out in round 1": Seen(Kind.ACCOUNT, lambda p: (p[0], 1), Account, Charge.MOVE),
}


@pytest.mark.parametrize("name", SEEN)
def test_a_lie_that_all_can_see_ends_the_table_where_it_is_said(name: str) -> None:
    lie = SEEN[name]
    net = against(tampers(lie.kind, lie.change))
    assert_caught(net, CHEAT, lie.charge)
    assert_at_once(net, lie.step)
    said = {one.hash for one in cheater_of(net, CHEAT).lies}
    for seat in (VIEWER, BYSTANDER):
        assert not said & {one.hash for one in net.session(seat).log.order}


@pytest.mark.parametrize(("labels", "step"), [(SIGHT, Sight), (BATTLE, Battle)])
def test_two_versions_of_a_set_end_the_table(labels: int, step: type[Step[Any]]) -> None:
    net = against(two_versions(labels))
    assert_caught(net, CHEAT, Charge.EQUIVOCATION)
    assert_at_once(net, step)


def against(trick: Trick, seats: int = 3) -> SimNet:
    """A game against one seat with this trick."""
    net = table(seats)
    table_with(net, CHEAT, trick)
    played(net)
    assert cheater_of(net, CHEAT).done, "the trick does not fit into this game"
    return net


def assert_at_once(net: SimNet, step: type[Step[Any]]) -> None:
    """Nobody else has come beyond the step of the lie, and its record shows who told it."""
    for seat in (VIEWER, BYSTANDER):
        session = net.session(seat)
        fault = session.fault
        assert fault is not None
        assert isinstance(session.replica.engine.waiting, step)
        assert session.replica.step <= fault.step
    assert_convicted(net, CHEAT, VIEWER)


# What the seat sees to which it is said, and the others as soon as they look


@pytest.mark.parametrize("label", ["sight", "here", "target"])
@pytest.mark.parametrize("lie", [changes_places, under_another_key])
def test_wrong_answers_are_seen_by_whom_they_are_given(
    lie: Lying, label: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says nothing that rests on them; the third may have gone on, but not to the end."""
    lies(monkeypatch, exchange_tasks, ANSWER, only(lie, CHEAT, viewer=VIEWER, label=label))
    net = played(table())
    assert_found_later(net, CHEAT, Kind.ANSWERS, "multiplied")
    assert_before_it_counts(net)


def test_wrong_shares_on_an_opening_are_seen_by_whom_they_are_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Another terrain would be seen, or none that there is."""

    def lie(true: Lying, secret: Any, pair: Any, cards: Any, context: Any) -> Any:
        shares, proof = true(secret, pair, cards, context)
        if context.seat == CHEAT and len(cards) == TEST_LIMITS.openings_in(2):
            shares = (shares[0] + G, *shares[1:])
        return shares, proof

    lies(monkeypatch, card_payloads, "prove_shares", lie)
    net = played(table())
    assert_found_later(net, CHEAT, Kind.SHARES)
    assert_before_it_counts(net)


FOUND = (
    ("sight", 0),
    pytest.param("here", 3, marks=pytest.mark.slow),
    pytest.param("target", 3, marks=pytest.mark.slow),
)
"""Under which label details are found, and in which game: there others meet or shoot this seat."""


@pytest.mark.parametrize(("label", "seed"), FOUND)
def test_details_that_do_not_open_are_shown_at_once(
    label: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever found the tag denies in the next message that it says."""
    lies(monkeypatch, exchange_tasks, TAG_SET, only(garbled, CHEAT, label=label))
    net = played(table(seed=seed))
    assert_found_later(net, CHEAT, Kind.DENIAL, "do not open")
    denials = 0
    for seat in (VIEWER, BYSTANDER):
        chain = net.session(seat).log.chains[seat].good
        kinds = [{part.kind for part in one.message.parts} for one in chain]
        if Kind.DENIAL in kinds[-1]:
            denials += 1
            assert Kind.ANSWERS in kinds[-2]
    assert denials


def assert_before_it_counts(net: SimNet) -> None:
    """Whoever was lied to has named nothing that rests on the lie, and nobody has signed an end."""
    session = net.session(VIEWER)
    (bad,) = [one for fault in session.log.faults() for one in fault.evidence]
    for signed in session.log.chains[VIEWER].good:
        head = signed.message.heads[CHEAT]
        assert head is None or head.seq < bad.message.seq
    for seat in (VIEWER, BYSTANDER):
        ending = net.session(seat).ending()
        assert ending is not None
        assert (ending.outcome, ending.closed) == (None, ())


# What becomes of the honest


def test_of_two_the_honest_one_has_won() -> None:
    net = against(tampers(Kind.SETS, at(SIGHT, posted(TAGS, doubled))), seats=2)
    report = assert_convicted(net, CHEAT, VIEWER)
    assert report.standing is not None
    assert report.standing.winners == (VIEWER,)
