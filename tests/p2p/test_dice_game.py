"""The dice game of King over the simulated network, with real cryptography (SKD-33).

Sets are shuffled ahead of the draws: whoever leaves, and in whatever order messages come, all find
the same game, its record verifies, and the draws are even.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import count
from typing import Any

import pytest

from crypto.elgamal import decrypt
from games.king import dice
from games.king.plays import CATALOGUE
from p2p.record.checks import NEEDS_RULES
from p2p.record.record import Record
from p2p.record.report import VerifyExit
from p2p.record.verify import verify
from p2p.replica import card_tasks
from p2p.replica.card_payloads import Keys
from p2p.replica.card_tasks import DealTask
from p2p.replica.task import Reach, SeatSecrets
from p2p.wire.message import Kind
from simulation.network import SimNet, assert_ended_well, table_of
from simulation.tables import bytes_of
from tests.p2p.records import record_by
from tests.p2p.test_simnet_games import replayed

QUICK: dict[str, str | int] = {"turns": 6, "deck": "dice"}
SIDES = len(CATALOGUE.cards)


def dice_table(seats: int, seed: int) -> SimNet:
    net = table_of(seats, game="king", seed=seed, options=QUICK)
    net.start_all()
    return net


def assert_verifies(net: SimNet) -> None:
    assert_ended_well(net)
    session = net.session(0)
    assert replayed(net) == session.replica.digest
    report = verify(record_by(session).encode())
    assert report.exit == 0, report.verdict()


def test_skd_33_a_whole_dice_game_and_its_record() -> None:
    net = dice_table(2, 1)
    net.run(net.finished)
    assert_verifies(net)


def test_skd_33_its_record_is_checked_without_the_rules_too() -> None:
    """Shuffles ahead are followed by the steps in the record: the same counts, and exit 4."""
    net = dice_table(2, 1)
    net.run(net.finished)
    data = record_by(net.session(0)).encode()
    ruled, bare = verify(data), verify(data, find_rules=lambda draft: None)
    assert (ruled.exit, bare.exit) == (VerifyExit.SOUND, VerifyExit.UNRULED)
    assert any(b"shuffle_ahead" in step for step in Record.decode(data).steps)
    for key, number in ruled.checked.counts.items():
        assert key in NEEDS_RULES or bare.checked.counts.get(key, 0) == number, key
    assert bare.checked.counts["shuffles"] > 2


def test_skd_33_a_draw_waits_for_nothing_once_its_sets_are_ready() -> None:
    """Who decides need not have done its part of a shuffle ahead."""
    assert any(decided_before_shuffling(dice_table(3, seed)) for seed in range(8))


def decided_before_shuffling(net: SimNet) -> bool:
    """Whether anybody may answer in the first 150 steps while its pass of a shuffle waits."""
    while not net.finished() and net.step():
        for seat in range(3):
            owed = list(net.session(seat).replica.obligations(seat))
            waits = any(due.kind is Kind.SHUFFLE and not due.ready for due in owed)
            if waits and any(due.kind is Kind.ANSWER and due.ready for due in owed):
                return True
        if net.session(0).replica.step > 150:
            return False
    return False


def test_skd_33_sets_lie_ready_while_people_decide() -> None:
    """So a draw costs its shares alone: one message delay."""
    net = table_of(3, game="king", seed=2, options=QUICK)
    for node in net.nodes:
        node.plays = False
    net.start_all()
    net.run()
    replica = net.session(0).replica
    owed = [due for seat in range(3) for due in replica.obligations(seat)]
    assert owed
    assert all(due.part.decides for due in owed)
    deck = replica.engine.table.zone(dice.DECK).cards
    assert len(deck) == dice.AHEAD * len(CATALOGUE.cards)
    assert replica.dealer is not None
    assert all(slot.ciphertext is not None for slot in replica.dealer.slots_of(deck))


@pytest.mark.parametrize(
    "moment", [80, *(pytest.param(at, marks=pytest.mark.slow) for at in (200, 500))]
)
def test_skd_33_people_leave_while_sets_are_shuffled(moment: int) -> None:
    net = dice_table(3, moment)
    for events in count():
        if events == moment:
            net.do(1, lambda s: s.concede(net.now))
        if net.finished() or not net.step():
            break
    assert_verifies(net)


def dealt_faces(net: SimNet, deals: Mapping[int, DealTask]) -> Counter[str]:
    """The faces of all cards that were dealt, read with the secrets of those who drew them."""
    found: Counter[str] = Counter()
    for deal in deals.values():
        secrets = SeatSecrets.derive(
            bytes_of("seed", net.nodes[deal.reader].name, net.charter.table), net.charter.table
        )
        dealer = net.session(0).replica.dealer
        assert dealer is not None
        for slot in (
            deal.slots if len(deal.slots) < len(CATALOGUE.cards) else ()
        ):  # a search sees a whole set
            ciphertext = slot.alone(deal.reader)
            if ciphertext is not None:
                found[str(dealer.face(decrypt(secrets.card, ciphertext)))] += 1
    return found


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_skd_33_draws_are_even(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chi-square over the draws of real games, by fixed seeds: 14 degrees of freedom, p = 0.001."""
    deals: dict[int, DealTask] = {}

    class NotedDeal(DealTask):
        def __init__(self, reach: Reach, keys: Keys, **what: Any) -> None:
            super().__init__(reach, keys, **what)
            deals[self.number] = self

    monkeypatch.setattr(card_tasks, "DealTask", NotedDeal)
    drawn: Counter[str] = Counter()
    for seed in range(32):
        net = dice_table(2, 100 + seed)
        net.run(net.finished)
        drawn += dealt_faces(net, deals)
        deals.clear()
    total = sum(drawn.values())
    assert total > 1000
    expected = total / len(CATALOGUE.cards)
    chi = sum((drawn[card.face] - expected) ** 2 / expected for card in CATALOGUE.cards)
    assert chi < 36.12
