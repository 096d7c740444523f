"""More ways to cheat: true proofs of something else, true parts in the wrong place, and company.

`test_cheats` bends what a seat says. Here everything that is said is well made, and was made for
another card, key, step or seat, or by two seats together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from crypto.chance import throw
from crypto.context import Context
from crypto.elgamal import Ciphertext
from crypto.shares import prove_shares
from crypto.shuffle import shuffle
from games.engine.choice import Answer, Choice
from games.engine.game import GameInfo
from games.engine.table import Table
from games.engine.values import Outcome
from p2p.log.fault import Charge
from p2p.record.report import VerifyExit
from p2p.record.verify import verify as check_record
from p2p.replica.card_payloads import ciphertexts, make_shares, make_transfers, owed_slots
from p2p.replica.card_tasks import DealTask, OpenTask, TransferTask
from p2p.replica.chance_task import ChanceTask
from p2p.replica.choice_tasks import AskAllTask, ClaimsTask
from p2p.replica.shuffle_tasks import MixTask, ShuffleTask
from p2p.replica.task import SeatSecrets
from p2p.wire import codec
from p2p.wire.message import Head, Kind, Message, Part
from simulation.network import SimNet, table_of
from simulation.tables import charter_of, person, register
from tests.games.synthetic import CROWS, GEMS, Magpies, is_gem
from tests.p2p.cheater import (
    Cheater,
    Lie,
    Trick,
    assert_caught,
    blurts,
    cheater_of,
    rewrites,
    stranger,
    table_with,
    tampers,
    told,
)
from tests.p2p.jays import Jays
from tests.p2p.records import record_by
from tests.p2p.tricks import IDENTITY, changed, leaving, play_against, uncalled

# True proofs of something else

Forge = Callable[[Cheater, Any, SeatSecrets], Any]


def forges(kind: Kind, forge: Forge) -> Trick:
    """Says an honest message, with what `forge` makes of the same task instead of its part."""

    def trick(cheater: Cheater, message: Message | None) -> list[Lie] | None:
        author = cheater._author
        assert author is not None
        made = forged.setdefault(id(cheater), {})
        if not hasattr(author, "_honestly"):
            honestly = author._honestly = author._payload  # type: ignore[attr-defined]

            def payload(obligation: Any, now: float) -> Any:
                if obligation.kind is kind:
                    made[obligation.task.number] = forge(cheater, obligation.task, author._secrets)
                return honestly(obligation, now)

            author._payload = payload  # type: ignore[method-assign]
            return None
        if message is None:
            return None
        for place, part in enumerate(message.parts):
            if part.kind is kind and made.get(part.step) is not None:
                parts = list(message.parts)
                parts[place] = replace(part, payload=made[part.step])
                return told(replace(message, parts=tuple(parts)))
        return None

    return trick


forged: dict[int, dict[int, Any]] = {}


def encoded(cards: Any) -> bytes:
    return b"".join(ct.encode() for ct in cards)


def shuffled(secrets: SeatSecrets, cards: Any, key: Any, context: Context, label: str) -> Any:
    outputs, proof = shuffle(secrets.secret, cards, key, context, label=label)
    return encoded(outputs), proof


def deck_under_own_key(_: Cheater, task: ShuffleTask, own: SeatSecrets) -> Any:
    cards = ciphertexts(task.stage)
    return shuffled(own, cards, own.card.public, task.context(1), "shuffle")


def deck_as_a_hand(_: Cheater, task: ShuffleTask, own: SeatSecrets) -> Any:
    key = task._keys.joint(task.seats)
    return shuffled(own, ciphertexts(task.stage), key, task.context(1), "mix")


def deck_for_the_next_step(_: Cheater, task: ShuffleTask, own: SeatSecrets) -> Any:
    key = task._keys.joint(task.seats)
    context = Context(task.table, task.number + 1, 1)
    return shuffled(own, ciphertexts(task.stage), key, context, "shuffle")


def deck_without_the_last_pass(cheater: Cheater, task: ShuffleTask, own: SeatSecrets) -> Any:
    """Begins where the seat before it began, so that its shuffle counts for nothing."""
    before = [p for p in parts_of(cheater, Kind.SHUFFLE) if p.step == task.number]
    if not before:
        return None
    data = codec.blob(codec.array(before[-1].payload, 2)[0])
    cards = [Ciphertext.decode(data[i : i + 64]) for i in range(0, len(data), 64)]
    first = cards[1:] + cards[:1]
    return shuffled(own, first, task._keys.joint(task.seats), task.context(1), "shuffle")


def hand_under_the_joint_key(_: Cheater, task: MixTask, own: SeatSecrets) -> Any:
    return shuffled(own, task._ready(), task._keys.joint((0, 1, 2)), task.context(1), "mix")


def hand_as_a_deck(_: Cheater, task: MixTask, own: SeatSecrets) -> Any:
    return shuffled(own, task._ready(), own.card.public, task.context(1), "shuffle")


def hand_with_one_card_twice(_: Cheater, task: MixTask, own: SeatSecrets) -> Any:
    cards = task._ready()
    if len(cards) < 2:
        return None
    return shuffled(own, [cards[0], *cards[:-1]], own.card.public, task.context(1), "mix")


def others_in_hand(cheater: Cheater, task: Any, seat: int = 1) -> list[Ciphertext]:
    """Cards that a seat alone can read and that this task is not about."""
    dealer = cheater.replica.dealer
    assert dealer is not None
    slots = (dealer.slot(card) for card in cheater.knowledge().faces)
    alone = (slot.alone(seat) for slot in slots if slot not in task._sources)
    return [ct for ct in alone if ct is not None]


def gift_to_itself(_: Cheater, task: TransferTask, own: SeatSecrets) -> Any:
    return make_transfers(own, task._ready(), own.card.public, task.context(1))


def gift_of_another_card(cheater: Cheater, task: TransferTask, own: SeatSecrets) -> Any:
    cards = others_in_hand(cheater, task)
    if len(cards) < len(task._sources):
        return None
    return make_transfers(own, cards[: len(task._sources)], task._to(), task.context(1))


def gift_for_another_step(_: Cheater, task: TransferTask, own: SeatSecrets) -> Any:
    return make_transfers(own, task._ready(), task._to(), Context(task.table, task.number - 1, 1))


def shares_under(key: Callable[[SeatSecrets], Any], ahead: int = 0) -> Forge:
    def forge(_: Cheater, task: DealTask | OpenTask, own: SeatSecrets) -> Any:
        cards = ciphertexts(owed_slots(task.slots, 1))
        context = Context(task.table, task.number + ahead, 1)
        shares, proof = prove_shares(own.secret, key(own), cards, context)
        return b"".join(share.encode() for share in shares), proof

    return forge


def shares_in_another_order(_: Cheater, task: DealTask | OpenTask, own: SeatSecrets) -> Any:
    slots = owed_slots(task.slots, 1)
    if len(slots) < 2:
        return None
    return make_shares(own, [*slots[1:], slots[0]], task.context(1))


def throw_with(
    key: Callable[[SeatSecrets], Any], why: str = "", ahead: int = 0, seat: int = 1
) -> Forge:
    def forge(_: Cheater, task: ChanceTask, own: SeatSecrets) -> Any:
        context = Context(task.table, task.number + ahead, seat)
        share, proof = throw(own.secret, key(own), context, task._why + why)
        return share.encode(), proof

    return forge


def unchanged(_: Cheater, task: DealTask, own: SeatSecrets) -> Any:
    """A re-masked card with its old first half: earlier shares would fit it still."""
    honest: Any = task.make(1, own)
    cards = ciphertexts([old for old, _ in task._remasks])
    return tuple((ct.encode(), proof) for ct, (_, proof) in zip(cards, honest, strict=True))


# What was said before, by others or by itself


def parts_of(cheater: Cheater, kind: Kind, seat: int | None = None) -> list[Part]:
    return [
        part
        for signed in cheater.log.order
        for part in signed.message.parts
        if part.kind is kind and (signed.message.seat == seat or seat is None)
    ]


def copies(kind: Kind, *, own: bool, same_step: bool) -> Trick:
    """The payload of an earlier part of the same kind, as long as this one should be."""

    def trick(cheater: Cheater, message: Message | None) -> list[Lie] | None:
        if message is None:
            return None
        for place, part in enumerate(message.parts):
            if part.kind is not kind:
                continue
            for old in parts_of(cheater, kind):
                theirs = old not in parts_of(cheater, kind, 1)
                fits = (old.step == part.step) == same_step and sizes(old) == sizes(part)
                if theirs != own and fits and old.payload != part.payload:
                    parts = list(message.parts)
                    parts[place] = replace(part, payload=old.payload)
                    return told(replace(message, parts=tuple(parts)))
        return None

    return trick


def sizes(part: Part) -> list[int]:
    items = part.payload if isinstance(part.payload, tuple) else (part.payload,)
    return [len(item) for item in items if isinstance(item, bytes)]


# True parts in the wrong place


def ready(cheater: Cheater) -> bool:
    return cheater.replica.step >= 4 and not list(cheater.replica.obligations(1))


def opens_too_early(cheater: Cheater) -> list[Part] | None:
    """Before all have committed: others could still choose by what it shows."""
    task = cheater.replica.waiting_task()
    author = cheater._author
    if not isinstance(task, AskAllTask) or 1 not in task.commitments or task.all_committed():
        return None
    assert author is not None
    payload = task.opening(1, author._committed(task), author._secrets)
    return [Part(task.number, Kind.OPENING, payload)]


def opens_what_it_never_committed(cheater: Cheater, message: Message) -> Message | None:
    for place, part in enumerate(message.parts):
        if part.kind is Kind.COMMIT:
            parts = list(message.parts)
            parts[place] = Part(part.step, Kind.OPENING, (((), None, None, ()), bytes(32)))
            return replace(message, parts=tuple(parts))
    return None


def answers_again_later(cheater: Cheater) -> list[Part] | None:
    old = parts_of(cheater, Kind.ANSWER, 1)
    return [old[-1]] if ready(cheater) and old and old[-1].step < cheater.replica.step else None


def claims_once_more(cheater: Cheater) -> list[Part] | None:
    """It has said already whether it wants to be asked in its turn."""
    old = parts_of(cheater, Kind.CLAIM, 1)
    return [replace(old[-1], payload=True)] if old and old[-1].step < cheater.replica.step else None


def claims_in_order(*, offered: bool) -> Trick:
    """Wants to be asked in its turn: twice, or where it is not among those who may answer."""

    def parts(cheater: Cheater) -> list[Part] | None:
        task = cheater.replica.waiting_task()
        if not isinstance(task, ClaimsTask) or not task.in_order or (1 in task.choices) != offered:
            return None
        claim = Part(task.number, Kind.CLAIM, True)
        return [claim, claim] if offered and task.pending(1) else None if offered else [claim]

    return blurts(parts)


def pays_for_another(kind: Kind) -> Trick:
    def parts(cheater: Cheater) -> list[Part] | None:
        for obligation in (d for seat in (0, 2) for d in cheater.replica.obligations(seat)):
            if obligation.kind is kind and obligation.task.pending(1) is not kind:
                return [Part(obligation.task.number, kind, (b"", b""))]
        return None

    return blurts(parts)


def throws_before_the_mixes(cheater: Cheater) -> list[Part] | None:
    """A place in a hand is about to be thrown for; its owner could still choose the order."""
    task, author, seat = cheater.replica.waiting_task(), cheater._author, cheater.seat
    assert author is not None
    assert seat is not None
    if not isinstance(task, ChanceTask) or task.pending(seat) is None:
        return None
    if cheater.replica._obligations.required_clock(task, seat) is not None:
        return None
    return [Part(task.number, Kind.THROW, task.make(seat, author._secrets))]


def standing(*passes: tuple[tuple[str, ...], int]) -> Trick:
    return blurts(
        lambda cheater: (
            [Part(cheater.replica.step - back, Kind.STANDING, until) for until, back in passes]
            if ready(cheater)
            else None
        )
    )


def also(kind: Kind, payload: Any) -> Any:
    """Concedes, and says something more at that step."""

    def then(cheater: Cheater, message: Message, part: Part) -> list[Lie] | None:
        return told(replace(message, parts=(*message.parts, Part(part.step, kind, payload))))

    return then


def leaves_twice(cheater: Cheater, message: Message, part: Part) -> list[Lie]:
    return told(replace(message, parts=(*message.parts, part)))


def leaves_elsewhere(cheater: Cheater, message: Message, part: Part) -> list[Lie]:
    parts = tuple(replace(p, step=p.step - 1) if p is part else p for p in message.parts)
    return told(replace(message, parts=parts))


def leaves_with(change: Callable[[Any, Any], Any]) -> Any:
    """Concedes with other shares and transfers than it should hand over, where there are some."""

    def then(cheater: Cheater, message: Message, part: Part) -> list[Lie] | None:
        shares, transfers = codec.array(part.payload, 2)
        payload = change(shares, transfers)
        return None if payload is None else changed(message, part, payload)

    return then


def leaves_out_of_turn(cheater: Cheater) -> list[Part] | None:
    task = cheater.replica.waiting_task()
    if not isinstance(task, ShuffleTask) or task.pending(1) is None or task.turn() == 1:
        return None
    return [Part(task.number, Kind.CONCEDE, ((), ()))]


def leaves_after_committing(cheater: Cheater) -> list[Part] | None:
    task = cheater.replica.waiting_task()
    committed = isinstance(task, AskAllTask) and 1 in task.commitments and 1 not in task.answers
    return [Part(task.number, Kind.CONCEDE, ((), ()))] if committed and task else None


def twice(payload: Any) -> Any:
    cards, *rest = payload
    return ((*cards, *cards), *rest) if cards else None


TRICKS: dict[str, tuple[Trick, Charge]] = {
    "no card key": (tampers(Kind.KEYS, lambda p: (IDENTITY, *p[1:])), Charge.PROOF),
    "keys of another": (copies(Kind.KEYS, own=False, same_step=True), Charge.PROOF),
    "a deck under its own key": (forges(Kind.SHUFFLE, deck_under_own_key), Charge.PROOF),
    "a deck as a hand": (forges(Kind.SHUFFLE, deck_as_a_hand), Charge.PROOF),
    "a deck for another step": (forges(Kind.SHUFFLE, deck_for_the_next_step), Charge.PROOF),
    "a deck from before": (forges(Kind.SHUFFLE, deck_without_the_last_pass), Charge.PROOF),
    "the shuffle of another": (copies(Kind.SHUFFLE, own=False, same_step=True), Charge.PROOF),
    "a hand under the joint key": (forges(Kind.MIX, hand_under_the_joint_key), Charge.PROOF),
    "a hand as a deck": (forges(Kind.MIX, hand_as_a_deck), Charge.PROOF),
    "a hand with one card twice": (forges(Kind.MIX, hand_with_one_card_twice), Charge.PROOF),
    "an old mix": (copies(Kind.MIX, own=True, same_step=False), Charge.PROOF),
    "the mix of another": (copies(Kind.MIX, own=False, same_step=False), Charge.PROOF),
    "a gift to itself": (forges(Kind.TRANSFER, gift_to_itself), Charge.PROOF),
    "a gift of another card": (forges(Kind.TRANSFER, gift_of_another_card), Charge.PROOF),
    "a gift for another step": (forges(Kind.TRANSFER, gift_for_another_step), Charge.PROOF),
    "shares under the chance key": (
        forges(Kind.SHARES, shares_under(lambda own: own.chance)),
        Charge.PROOF,
    ),
    "shares for another step": (
        forges(Kind.SHARES, shares_under(lambda own: own.card, 1)),
        Charge.PROOF,
    ),
    "shares in another order": (forges(Kind.SHARES, shares_in_another_order), Charge.PROOF),
    "the shares of another": (copies(Kind.SHARES, own=False, same_step=True), Charge.PROOF),
    "old shares": (copies(Kind.SHARES, own=True, same_step=False), Charge.PROOF),
    "a throw with the card key": (
        forges(Kind.THROW, throw_with(lambda own: own.card)),
        Charge.PROOF,
    ),
    "a throw for another reason": (
        forges(Kind.THROW, throw_with(lambda own: own.chance, "!")),
        Charge.PROOF,
    ),
    "a throw for another step": (
        forges(Kind.THROW, throw_with(lambda own: own.chance, ahead=1)),
        Charge.PROOF,
    ),
    "a throw for another seat": (
        forges(Kind.THROW, throw_with(lambda own: own.chance, seat=0)),
        Charge.PROOF,
    ),
    "the throw of another": (copies(Kind.THROW, own=False, same_step=True), Charge.PROOF),
    "an old throw": (copies(Kind.THROW, own=True, same_step=False), Charge.PROOF),
    "a re-mask of nothing": (forges(Kind.REMASK, unchanged), Charge.PROOF),
    "opens too early": (blurts(opens_too_early), Charge.UNCALLED),
    "opens what it never committed": (rewrites(opens_what_it_never_committed), Charge.UNCALLED),
    "answers once more later": (blurts(answers_again_later), Charge.UNCALLED),
    "mixes for another": (pays_for_another(Kind.MIX), Charge.UNCALLED),
    "gives for another": (pays_for_another(Kind.TRANSFER), Charge.UNCALLED),
    "claims for another": (pays_for_another(Kind.CLAIM), Charge.UNCALLED),
    "claims twice": (claims_in_order(offered=True), Charge.UNCALLED),
    "claims unoffered": (claims_in_order(offered=False), Charge.UNCALLED),
    "claims after it has answered": (blurts(claims_once_more), Charge.UNCALLED),
    "names one card twice": (tampers(Kind.ANSWER, twice), Charge.MOVE),
    "answers with a yes": (
        tampers(Kind.ANSWER, lambda p: (p[0], True, *p[2:])),
        Charge.MOVE,
    ),
    "answers with a number": (
        tampers(Kind.ANSWER, lambda p: (*p[:2], 7, *p[3:])),
        Charge.MOVE,
    ),
    "answers with an order": (tampers(Kind.ANSWER, lambda p: (*p[:3], (0,))), Charge.MOVE),
    "names a card by a yes": (tampers(Kind.ANSWER, lambda p: ((True,), *p[1:])), Charge.MOVE),
    "stands twice for one set": (standing((("a", "b"), 0), (("a", "b"), 0)), Charge.UNCALLED),
    "stands too often": (standing(*(((name,), 0) for name in "abcde")), Charge.UNCALLED),
    "stands from before": (standing((("a",), 0), (("b",), 1)), Charge.UNCALLED),
    "stands for no text": (uncalled(Kind.STANDING, (7,)), Charge.PROOF),
    "stands for no set": (uncalled(Kind.STANDING, "a"), Charge.PROOF),
    "stands for nothing": (uncalled(Kind.STANDING, ()), Charge.PROOF),
    "stands for equal names": (uncalled(Kind.STANDING, ("a", "a")), Charge.PROOF),
    "stands for unsorted names": (uncalled(Kind.STANDING, ("b", "a")), Charge.PROOF),
    "stands for too many names": (
        uncalled(Kind.STANDING, tuple(f"{number:02}" for number in range(17))),
        Charge.PROOF,
    ),
    "shuffles what is not shuffled": (
        uncalled(Kind.SHUFFLE, (bytes(64), bytes(64))),
        Charge.UNCALLED,
    ),
    "claims where no window is": (uncalled(Kind.CLAIM, True), Charge.UNCALLED),
    "commits where nothing is secret": (uncalled(Kind.COMMIT, bytes(32)), Charge.UNCALLED),
    "leaves and answers": (
        leaving(also(Kind.ANSWER, ((), "1", None, ()))),
        Charge.UNCALLED,
    ),
    "leaves and stands": (leaving(also(Kind.STANDING, ("never",))), Charge.UNCALLED),
    "leaves twice": (leaving(leaves_twice), Charge.UNCALLED),
    "leaves at another step": (leaving(leaves_elsewhere), Charge.UNCALLED),
    "leaves out of turn": (blurts(leaves_out_of_turn), Charge.UNCALLED),
    "leaves after it has committed": (blurts(leaves_after_committing), Charge.UNCALLED),
    "leaves with a card it peeked at": (
        leaving(leaves_with(lambda shares, cards: (shares, ()) if cards else None)),
        Charge.PROOF,
    ),
    "leaves with one card more": (
        leaving(leaves_with(lambda shares, cards: (shares, (*cards, *cards)) if cards else None)),
        Charge.PROOF,
    ),
    "leaves and opens more": (
        leaving(leaves_with(lambda shares, cards: ((shares[0] * 2, shares[1]), cards))),
        Charge.PROOF,
    ),
    "leaves with nothing": (leaving(leaves_with(lambda shares, cards: 7)), Charge.PROOF),
}


FITS = {
    "keys of another": 21,
    "an old mix": 1,
    "the mix of another": 1,
    "the throw of another": 1,
    "claims for another": 1,
    "opens too early": 1,
    "gives for another": 1,
    "claims twice": 1,
    "leaves after it has committed": 1,
}
"""The seed of a game in which a trick fits, where that is not 0."""


@pytest.mark.parametrize("name", TRICKS)
def test_a_forger_is_caught_by_everybody(name: str) -> None:
    forged.clear()
    trick, charge = TRICKS[name]
    net = play_against(trick, 3, 1, seed=FITS.get(name, 0))
    assert_caught(net, 1, charge)


def test_the_opening_of_another_is_not_its_own() -> None:
    """The cheater has committed; the last commitment comes to it with the openings of others."""
    net = table_of(3, delay=lambda *way: 2.0 if way == (2, 1) else 0.01)
    table_with(net, 1, copies(Kind.OPENING, own=False, same_step=True))
    net.start_all()
    net.nodes[2].plays = False
    net.run(lambda: bool(parts_of(cheater_of(net, 1), Kind.COMMIT, 1)))
    net.nodes[2].plays = True
    net.run()
    assert cheater_of(net, 1).done
    assert_caught(net, 1, Charge.PROOF)


def test_nobody_throws_before_hands_are_mixed() -> None:
    undo = register(Jays)
    try:
        people = [person(number) for number in range(3)]
        delay = lambda *way: 2.0 if way == (1, 2) else 0.01  # noqa: E731
        net = SimNet(charter_of(Jays(), people), people, delay=delay)
        table_with(net, 2, blurts(throws_before_the_mixes))
        net.start_all()
        liar = cheater_of(net, 2)
        net.run(lambda: isinstance(liar.replica.waiting_task(), ChanceTask))
        net.do(2, lambda s: s.tick(net.now))
        net.run()
        assert liar.done
        assert_caught(net, 2, Charge.UNCALLED)
    finally:
        undo()


def test_who_copies_a_commitment_has_nothing_to_open() -> None:
    """It is taken, for it says nothing; whatever its author then shows is another thing."""
    net = table_of(3)
    table_with(net, 1, copies(Kind.COMMIT, own=False, same_step=True))
    net.start_all()
    net.nodes[1].plays = False
    net.run(lambda: len(parts_of(cheater_of(net, 1), Kind.COMMIT)) == 2)
    net.nodes[1].plays = True
    net.run()
    assert cheater_of(net, 1).done
    assert_caught(net, 1, Charge.PROOF)


# In company


def bad_to_one(cheater: Cheater, message: Message | None) -> list[Lie] | None:
    """A message that does not hold to Ana, and a good one of the same number to the others."""
    if message is None or message.parts[0].kind is not Kind.SHUFFLE:
        return None
    bad = replace(message, parts=(*message.parts, Part(message.step + 900, Kind.KEYS, ())))
    return [Lie(bad.encode(), (0,)), Lie(message.encode(), (2, 3))]


@pytest.mark.parametrize("seats", [3, 4])
def test_a_bad_message_to_one_and_a_good_one_to_others(seats: int) -> None:
    net = play_against(bad_to_one, seats, 1)
    for number in range(seats):
        if number == 1:
            continue
        for session in (net.session(number), stranger(net, number)):
            assert session.fault is not None
            assert session.fault.seat == 1
            assert session.fault.charge in (Charge.UNCALLED, Charge.EQUIVOCATION)
            assert [fault.seat for fault in session.log.faults()] == [1]
        report = check_record(record_by(net.session(number)).encode())
        assert report.exit is VerifyExit.UNFINISHED
        assert [c.seat for c in report.convictions] == [1]
    assert net.dropped == []


class Pair:
    """Two seats in company: what the first says, the second names as if it were good."""

    def __init__(self) -> None:
        self.lie: Message | None = None

    def first(self, cheater: Cheater, message: Message | None) -> list[Lie] | None:
        if message is None or message.parts[0].kind is not Kind.SHUFFLE:
            return None
        bad = (*message.parts, Part(message.step + 900, Kind.KEYS, ()))
        self.lie = replace(message, parts=bad)
        return told(self.lie)

    def second(self, cheater: Cheater, message: Message | None) -> list[Lie] | None:
        if self.lie is None:
            return None
        said = cheater.fresh(Part(cheater.replica.step, Kind.STANDING, ("never",)))
        heads = list(said.heads)
        heads[1] = Head(self.lie.seq, cheater.following(self.lie).prev)
        return told(replace(said, heads=tuple(heads)))


@pytest.mark.parametrize("seed", range(3))
def test_who_names_what_does_not_hold_is_convicted_beside_its_author(seed: int) -> None:
    pair = Pair()
    net = table_of(4, seed=seed)
    table_with(net, 1, pair.first)
    table_with(net, 2, pair.second)
    net.start_all()
    net.run(lambda: cheater_of(net, 1).done)
    net.do(2, lambda s: s.tick(net.now))  # before it hears of the lie like everybody else
    net.run()
    assert cheater_of(net, 2).done
    for number in (0, 3):
        for session in (net.session(number), stranger(net, number)):
            found = [(fault.seat, fault.charge) for fault in session.log.faults()]
            assert found == [(1, Charge.UNCALLED), (2, Charge.HEADS)]
            assert session.fault is session.log.faults()[0]
        report = check_record(record_by(net.session(number)).encode())
        assert [c.seat for c in report.convictions] == [1, 2]


class Wrens(Magpies):
    """All choose a gem in secret; then all that was chosen is opened at once."""

    @property
    def info(self) -> GameInfo:
        return GameInfo("wrens", "Wrens", 1, 2, 4)

    async def play(self, table: Table) -> Outcome:
        self.lay_out(table)
        table.create(GEMS + CROWS, "draw")
        await table.shuffle("draw")
        for seat in table.active:
            await table.deal("draw", f"hand {seat}", 4, seat)
        asks = {}
        for seat in table.active:
            hand = await table.hand(seat)
            asks[seat] = Choice("gem", "Which gem?", hand, 1, 1, predicate=is_gem)
        answers = await table.ask_all(asks)
        await table.open([card for answer in answers for card in answer.cards])
        return Outcome(table.active[:1], "the end")


@pytest.fixture
def wrens() -> Iterator[None]:
    undo = register(Wrens)
    yield
    undo()


class Lawless(Cheater):
    """Chooses a crow where a gem is asked for, and stumbles over nothing."""

    lied = False

    def _pump(self, out: Any, now: float) -> None:
        author = self._author
        prompt = author.person.prompt() if author and self._peers.may_sign(now) else None
        crows = [card for card, face in self.knowledge().faces.items() if face == CROWS[0]]
        if author is not None and prompt is not None and crows:
            author.person._decisions[prompt.step] = Answer((crows[0],))
            self.lied = True
        if self.replica.broken is None:
            super()._pump(out, now)
        self._stopped = None


@pytest.mark.usefixtures("wrens")
@pytest.mark.parametrize("slow", [0, 2])
def test_a_broken_promise_is_charged_to_who_gave_it_whoever_opens_last(slow: int) -> None:
    """The last share may be an innocent seat's own: it tells the others, and is not to blame."""
    people = [person(number) for number in range(3)]
    net = SimNet(
        charter_of(Wrens(), people, table=4),  # in which Ben is dealt a crow
        people,
        seed=4,
        delay=lambda source, target: 2.0 if target == slow else 0.1,
    )
    net.nodes[1].make = partial(Lawless, trick=lambda cheater, message: None)
    net.start_all()
    net.run()
    liar = net.session(1)
    assert isinstance(liar, Lawless)
    assert liar.lied
    for number in (0, 2):
        for session in (net.session(number), stranger(net, number)):
            assert session.fault is not None
            assert (session.fault.seat, session.fault.charge) == (1, Charge.CLAIM)
        report = check_record(record_by(net.session(number)).encode())
        assert [c.seat for c in report.convictions] == [1]
